"""What players read about Metropolys: the guide, rulings, tours, player aids."""
