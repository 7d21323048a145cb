"""`tripolis` with tables that are dealt the same in every run, and bots that decide the same: what a browser meets must
not depend on chance. Only for tests."""

import random
from types import SimpleNamespace

from tripolis.cli import main
from tripolis.server.api import table_setup
from tripolis.server.live import workers

if __name__ == "__main__":
    table_setup.secrets = SimpleNamespace(token_bytes=lambda n: random.Random(n).randbytes(n))
    workers.secrets = SimpleNamespace(randbits=lambda n: random.Random(n).getrandbits(n))
    main()
