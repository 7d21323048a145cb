"""Sessions that can be ended, what the host has decided, and reports by players."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add a column for sessions, and two tables."""
    op.add_column("guests", sa.Column("session", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "house",
        sa.Column("name", sa.String(48), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("done", sa.BigInteger, nullable=True),
    )
    op.create_index("reports_by_done", "reports", ["done", "at"])
