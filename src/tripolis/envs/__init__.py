"""Games as environments of PettingZoo, Gymnasium and OpenSpiel (`pip install tripolis[research]`)."""

from importlib.util import find_spec

if find_spec("gymnasium") is None and find_spec("pyspiel") is None:
    raise ModuleNotFoundError("Environments are not installed: pip install 'tripolis[research]'", name="gymnasium")
