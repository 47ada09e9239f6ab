"""What every site owes: error pages, robots, an icon, a place for browsers' reports."""

import json
import logging

import pytest
from django.contrib.sessions.models import Session
from django.template.loader import get_template

from config import pages


def test_a_page_that_is_read_writes_nothing_not_even_a_session(client, club):
    for path in ("/", "/clubs/", "/clubs/bar-sport/", "/api/v1/clubs/", "/accounts/login/"):
        assert client.get(path).status_code == 200

    assert not Session.objects.exists()
    assert "sessionid" not in client.cookies


@pytest.mark.parametrize(("path", "said"), [("/nowhere/", "Nothing here")])
def test_what_is_not_there_says_so_in_our_frame(client, db, path, said):
    answer = client.get(path)

    assert answer.status_code == 404
    assert said in answer.content.decode()
    assert "Sessantuno" in answer.content.decode()


def test_refused_page_tells_strangers_of_their_role(client, club, elsa):
    client.force_login(elsa)
    page = client.get("/clubs/bar-sport/-/edit/").content.decode()

    assert "your role does not allow this" in page


def test_broken_page_needs_no_context(db):
    assert "Something broke" in get_template("500.html").render()


def test_policy_forbids_inline_code_and_other_hosts(client, db):
    policy = client.get("/clubs/").headers["Content-Security-Policy"]

    assert "unsafe" not in policy
    assert "http" not in policy
    assert "report-uri /csp-report/" in policy


def test_reports_are_logged_in_one_line_and_so_many_a_minute(client, db, caplog):
    report = json.dumps({"csp-report": {"blocked-uri": "inline\nforged line"}})

    with caplog.at_level(logging.WARNING, logger="config.pages"):
        for _ in range(pages.REPORTS_A_MINUTE + 5):
            answer = client.post("/csp-report/", report, content_type="application/csp-report")
            assert answer.status_code == 204

    said = [record.getMessage() for record in caplog.records if record.name == "config.pages"]
    assert len(said) == pages.REPORTS_A_MINUTE
    assert "\n" not in said[0]


def test_report_of_nonsense_and_of_any_length_is_taken(client, db, caplog):
    for body in (b"\xff\xfe", b"[" * 100_000, b""):
        assert client.post("/csp-report/", body, content_type="text/plain").status_code == 204


def test_robots_keep_away_from_secret_links(client, db):
    assert "Disallow: /l/" in client.get("/robots.txt").content.decode()
    assert client.get("/favicon.ico").headers["Location"] == "/static/logo.svg"
