"""Training: matches of a net against itself, learned from by proximal policy optimisation, until a test says better.

Needs the extra `train` (JAX). A run is a folder; what comes out is a file that `tripolis.nets` plays with.
"""
