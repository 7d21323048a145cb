"""When each notice was posted to the webhook and when it was mailed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add a column for each way."""
    with op.batch_alter_table("notices") as table:
        table.add_column(sa.Column("posted", sa.BigInteger, nullable=True))
        table.add_column(sa.Column("mailed", sa.BigInteger, nullable=True))
