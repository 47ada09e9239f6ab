"""News from the matches below: an outcome enters its bracket in the transaction that made it."""

from typing import Any

from django.dispatch import receiver

from games.models import Match
from games.signals import match_changed
from tournaments.services import record_result


@receiver(match_changed, dispatch_uid="tournaments")
def on_match_changed(match: Match, outcome: Any, **_kwargs: object) -> None:
    """A match has ended, ended differently, is open again, or counts one more deal."""
    record_result(match=match, outcome=outcome)
