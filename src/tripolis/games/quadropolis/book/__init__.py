"""What players read about Quadropolis: the guide, rulings, tours, player aids."""
