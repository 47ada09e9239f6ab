"""The pages of tournaments."""

from tournaments.views.announce import home

__all__ = ["home"]
