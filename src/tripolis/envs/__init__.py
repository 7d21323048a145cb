"""Games as environments of other people's tools: PettingZoo, Gymnasium, OpenSpiel (`pip install tripolis[research]`)."""
