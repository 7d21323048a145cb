"""Games as environments of PettingZoo, Gymnasium and OpenSpiel (`pip install tripolis[research]`)."""
