"""Answers to puzzles, results of matches, ratings, and who is on the board."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add three tables, and a column for those who want to be on the board."""
    op.add_column("guests", sa.Column("board", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "answers",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(8), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("correct", sa.Boolean, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("answers_by_guest", "answers", ["guest", "at"])
    op.create_table(
        "results",
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
    )
    op.create_index("results_by_guest", "results", ["guest", "ended"])
    op.create_index("results_by_rated", "results", ["rated", "ended"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(80), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
