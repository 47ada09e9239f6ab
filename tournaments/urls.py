"""Addresses of tournaments, under their club's."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from tournaments.views import announce, brackets, draws, entries, matches

app_name = "tournaments"

HERE = "clubs/<slug:club_slug>/<slug:slug>/"


class PairingKey(StringConverter):
    """A pairing's key: "r1.3"."""

    regex = r"[\w.]{1,40}"


class EntryAct(StringConverter):
    """What one button does to an entry."""

    regex = "withdraw|reinstate|leave|remove|invite"


class DealAct(StringConverter):
    """What one button does to a deal."""

    regex = "correct|void|restore"


for name, converter in (("key", PairingKey), ("entry_act", EntryAct), ("deal_act", DealAct)):
    register_converter(converter, name)

urlpatterns = [
    path("clubs/<slug:club_slug>/-/tournaments/new/", announce.new, name="new"),
    path("invitations/<str:token>/", entries.invitation, name="invitation"),
    path(HERE, brackets.overview, name="tournament"),
    path(HERE + "edit/", announce.edit, name="edit"),
    path(HERE + "entries/", entries.entries, name="entries"),
    path(HERE + "entries/people/", entries.people, name="people"),
    path(HERE + "entries/seeds/", entries.seeds, name="seeds"),
    path(HERE + "enter/", entries.enter, name="enter"),
    path(HERE + "entries/<int:number>/", entries.change, name="entry"),
    path(HERE + "entries/<int:number>/<entry_act:verb>/", entries.act, name="entry_act"),
    path(HERE + "draw/", draws.draw_page, name="draw"),
    path(HERE + "draw/confirm/", draws.confirm, name="draw_confirm"),
    path(HERE + "draw/undo/", draws.undo, name="draw_undo"),
    path(HERE + "bracket/", brackets.bracket, name="bracket"),
    path(HERE + "matches/", brackets.matches, name="matches"),
    path(HERE + "ranking/", brackets.ranking, name="ranking"),
    path(HERE + "log/", brackets.log, name="log"),
    path(HERE + "next/", matches.next_match, name="next"),
    path(HERE + "matches/<key:key>/", matches.match, name="match"),
    path(HERE + "matches/<key:key>/score/", matches.score, name="score"),
    path(HERE + "matches/<key:key>/seats/<int:seat>/", matches.seat, name="seat"),
    path(HERE + "matches/<key:key>/walkover/", matches.walkover, name="walkover"),
    path(HERE + "matches/<key:key>/deals/<int:number>/<deal_act:verb>/", matches.deal, name="deal"),
]
