"""Reviews: every decision of a match judged by search, from what the deciding seat could see."""

from .judging import Judged, decisions, judge
from .report import Review, review

__all__ = ["Judged", "Review", "decisions", "judge", "review"]
