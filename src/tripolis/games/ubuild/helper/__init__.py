"""For owners of U-Build: the score helper and the track builder."""
