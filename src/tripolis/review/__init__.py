"""Reviews: every decision of a match assessed by search, from what the deciding seat could see."""

from .assessment import Assessment, assess, decisions
from .report import Review, review

__all__ = ["Assessment", "Review", "assess", "decisions", "review"]
