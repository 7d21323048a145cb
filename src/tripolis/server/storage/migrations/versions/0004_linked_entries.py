"""Each entry of a journal carries a hash over itself and the one before."""

import sqlalchemy as sa
from alembic import op

from tripolis.server.storage.journals import link_rows

revision = "0004"
down_revision = "0003"

ENTRIES = sa.table("entries", *map(sa.column, ("table_id", "seq", "kind", "seat", "data", "client_id", "at", "hash")))


def upgrade() -> None:
    """Add the column, and link the journals that are there, one after the other."""
    op.add_column("entries", sa.Column("hash", sa.String(64), nullable=False, server_default=""))
    connection = op.get_bind()
    place = (ENTRIES.c.table_id == sa.bindparam("table"), ENTRIES.c.seq == sa.bindparam("number"))
    change = sa.update(ENTRIES).where(*place).values(hash=sa.bindparam("linked"))
    for (table,) in connection.execute(sa.select(ENTRIES.c.table_id).distinct()).all():
        journal = sa.select(ENTRIES).where(ENTRIES.c.table_id == table).order_by(ENTRIES.c.seq)
        rows = link_rows(dict(row) for row in connection.execute(journal).mappings())
        connection.execute(change, [{"table": table, "number": row["seq"], "linked": row["hash"]} for row in rows])
