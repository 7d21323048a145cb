"""Tables know from which address they were set up, as a keyed hash."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column, and the indexes by which tables are counted."""
    op.add_column("tables", sa.Column("address", sa.String(32), nullable=False, server_default=""))
    op.create_index("tables_by_address", "tables", ["address", "status"])
    op.create_index("tables_by_owner", "tables", ["owner", "status"])
