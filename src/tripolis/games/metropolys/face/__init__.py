"""How Metropolys looks and reads: the scene, notation and clicks, events and labels, the terminal."""
