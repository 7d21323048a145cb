"""What players read about U-Build: the guide, rulings, tours, player aids."""
