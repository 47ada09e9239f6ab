"""News that goes up: a match has ended, ended differently, or is open again."""

from django.dispatch import Signal

# Sent inside the transaction that changed it, with `match` (the row) and `outcome`
# (games.rules Outcome, or None when the match is open again). A receiver may refuse by raising.
match_changed = Signal()
