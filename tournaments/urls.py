"""Addresses of tournaments, under their club's."""

from django.urls import path, re_path

from tournaments.consumers import TournamentConsumer
from tournaments.views import announce, brackets, draws, entries, matches

app_name = "tournaments"

HERE = "clubs/<slug:club_slug>/<slug:slug>/"
ENTRY = r"^clubs/(?P<club_slug>[-\w]+)/(?P<slug>[-\w]+)/entries/(?P<number>\d{1,6})/"
MATCH = r"^clubs/(?P<club_slug>[-\w]+)/(?P<slug>[-\w]+)/matches/(?P<key>[\w.]{1,40})/"

urlpatterns = [
    path("clubs/<slug:club_slug>/-/tournaments/new/", announce.new, name="new"),
    path("invitations/<str:token>/", entries.invitation, name="invitation"),
    path(HERE, brackets.overview, name="tournament"),
    path(HERE + "edit/", announce.edit, name="edit"),
    path(HERE + "entries/", entries.entries, name="entries"),
    path(HERE + "entries/people/", entries.people, name="people"),
    path(HERE + "entries/seeds/", entries.seeds, name="seeds"),
    path(HERE + "enter/", entries.enter, name="enter"),
    re_path(ENTRY + r"$", entries.change, name="entry"),
    re_path(
        ENTRY + r"(?P<verb>withdraw|reinstate|leave|remove|invite)/$",
        entries.act,
        name="entry_act",
    ),
    path(HERE + "draw/", draws.draw_page, name="draw"),
    path(HERE + "draw/confirm/", draws.confirm, name="draw_confirm"),
    path(HERE + "draw/undo/", draws.undo, name="draw_undo"),
    path(HERE + "bracket/", brackets.bracket, name="bracket"),
    path(HERE + "matches/", brackets.matches, name="matches"),
    path(HERE + "ranking/", brackets.ranking, name="ranking"),
    path(HERE + "log/", brackets.log, name="log"),
    path(HERE + "next/", matches.next_match, name="next"),
    re_path(MATCH + r"$", matches.match, name="match"),
    re_path(MATCH + r"score/$", matches.score, name="score"),
    re_path(MATCH + r"walkover/$", matches.walkover, name="walkover"),
    re_path(
        MATCH + r"deals/(?P<number>\d{1,4})/(?P<verb>correct|void|restore)/$",
        matches.deal,
        name="deal",
    ),
]

sockets = [path("ws/tournaments/<int:tournament_id>/", TournamentConsumer.as_asgi())]
