"""The tables of the database. The journal (`entries`) is the truth; the rest is an index over it, or of guests."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("owner", sa.String(32), nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    # Written with every entry, so that tables can be found without being folded:
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("touched", sa.BigInteger, nullable=False),
    sa.Column("due", sa.BigInteger, nullable=True),
    sa.Column("thinking", sa.Boolean, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("address", sa.String(32), nullable=False, server_default=""),
    sa.Index("tables_by_status", "status", "public", "touched"),
    sa.Index("tables_by_due", "due"),
    sa.Index("tables_by_address", "address", "status"),
    sa.Index("tables_by_owner", "owner", "status"),
)
"""`due`: when the clock to move runs out; `thinking`: a bot or an automatic move is to move; `summary`: for lists;
`address`: a keyed hash of where the table was set up from, for limits."""

ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("client_id", sa.String(80), nullable=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False, server_default=""),
    sa.UniqueConstraint("table_id", "client_id", name="entries_once"),
)

MEMBERS = sa.Table(
    "members",
    METADATA,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("how", sa.String(8), nullable=False),
)
"""Who sits at or watches which table: `seat` or `watch`."""

GUESTS = sa.Table(
    "guests",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("lang", sa.String(2), nullable=False),
    sa.Column("feed", sa.String(64), nullable=True),
    sa.Column("mail", sa.String(254), nullable=True),
    sa.Column("mail_confirmed", sa.Boolean, nullable=False),
    sa.Column("session", sa.Integer, nullable=False, server_default="0"),
    sa.Column("board", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("guests_by_feed", "feed"),
)
"""`session` is part of the cookie: when it rises, older cookies are worth nothing. `board`: they want their ratings to
be seen by all."""

LINKS = sa.Table(
    "links",
    METADATA,
    sa.Column("secret", sa.String(64), primary_key=True),
    sa.Column("purpose", sa.String(8), nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("table_id", sa.String(16), nullable=True),
    sa.Column("seat", sa.SmallInteger, nullable=True),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
)
"""Secrets that work once, stored hashed: `keep` moves a seat to another device, `mail` confirms an address."""

MATCHES = sa.Table(
    "matches",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index("matches_by_guest", "guest", "created"),
)
"""Match files that guests have imported."""

REVIEWS = sa.Table(
    "reviews",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("touched", sa.BigInteger, nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Index("reviews_by_guest", "guest", "created"),
)
"""Assessed decisions of a match, by its id; `touched` is the sign of life of the process at work."""

HOUSE = sa.Table(
    "house",
    METADATA,
    sa.Column("name", sa.String(48), primary_key=True),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
"""What holds for the whole server: `message`, `read_only`, `ban GUEST`, `mute GUEST`, `logout GUEST`."""

REPORTS = sa.Table(
    "reports",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("about", sa.String(32), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("done", sa.BigInteger, nullable=True),
    sa.Index("reports_by_done", "done", "at"),
)
"""What players have reported to the host: by whom, about whom (a guest, or nobody), and when it was dealt with."""

LEASES = sa.Table(
    "leases",
    METADATA,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("holder", sa.String(32), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
"""Which process runs the scheduler. `until` is also the sign of life by which a downtime is measured."""

NOTICES = sa.Table(
    "notices",
    METADATA,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("what", sa.String(8), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("tries", sa.SmallInteger, nullable=False),
    sa.Column("sent", sa.BigInteger, nullable=True),
    sa.Column("posted", sa.BigInteger, nullable=True),
    sa.Column("mailed", sa.BigInteger, nullable=True),
    sa.Index("notices_by_sent", "sent", "at"),
)
"""Turns and ends at tables by days; `sent` when both the webhook (`posted`) and the mail are done."""

ANSWERS = sa.Table(
    "answers",
    METADATA,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("puzzle", sa.String(8), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("correct", sa.Boolean, nullable=False),
    sa.Column("day", sa.Integer, nullable=False),
    sa.Column("rating", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("answers_by_guest", "guest", "at"),
)
"""First answers to puzzles, with the solver's rating afterwards; `day`: of the puzzle of that day, else 0."""

RESULTS = sa.Table(
    "results",
    METADATA,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("mode", sa.String(32), nullable=False),
    sa.Column("players", sa.SmallInteger, nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("bot", sa.String(64), nullable=False),
    sa.Column("place", sa.SmallInteger, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("points", sa.Text, nullable=False),
    sa.Column("seconds", sa.Integer, nullable=False),
    sa.Column("rated", sa.String(8), nullable=False),
    sa.Column("ended", sa.BigInteger, nullable=False),
    sa.Index("results_by_guest", "guest", "ended"),
    sa.Index("results_by_rated", "rated", "ended"),
)
"""How every seat of a finished match came out, kept longer than its table. A seat is a guest's or a bot's, or nobody's
any more. `rated`: no, waits (for its ratings) or counted."""

RATINGS = sa.Table(
    "ratings",
    METADATA,
    sa.Column("player", sa.String(80), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
)
"""Ratings of guests, and of bots as `bot:NAME`, by openskill's Plackett-Luce model."""
