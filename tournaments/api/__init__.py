"""Tournaments for programs: the same acts as the pages, as JSON; reading is for everybody."""

from tournaments.api.entry import EntryViewSet
from tournaments.api.pairing import PairingViewSet
from tournaments.api.tournament import TournamentViewSet

TOURNAMENT = r"(?P<tournament_id>[0-9]+)"

routes = [
    ("tournaments", TournamentViewSet, "tournament"),
    (f"tournaments/{TOURNAMENT}/entries", EntryViewSet, "tournament-entry"),
    (f"tournaments/{TOURNAMENT}/pairings", PairingViewSet, "tournament-pairing"),
]
