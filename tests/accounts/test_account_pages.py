"""Signing up and in, passwords, e-mails, and one's own page."""

import re

import pytest
from django.core import mail

from accounts import selectors, services, tasks
from accounts.models import ApiToken, Letter, User
from config.celery import app

SIGN_UP = {
    "name": "Łukasz D'Amico",
    "email": "Lukasz@Example.org",
    "password1": "tre di coppe 3",
    "password2": "tre di coppe 3",
}


def send_mail():
    """Do what the worker does."""
    tasks.send_due_letters()
    return mail.outbox[-1]


def link_in(letter):
    return re.search(r"http://testserver(/\S+)", letter.body).group(1)


def test_sign_up_asks_the_name(client, db):
    answer = client.post("/accounts/signup/", SIGN_UP)

    user = User.objects.get()
    assert answer.status_code == 302
    assert (user.name, user.email) == ("Łukasz D'Amico", "lukasz@example.org")
    assert client.get("/account/").status_code == 200
    letter = send_mail()
    assert letter.to == ["lukasz@example.org"]
    assert letter.subject == "Welcome to Sessantuno"
    assert not Letter.objects.exists(), "what was sent is not kept"


@pytest.mark.parametrize("missing", ["name", "email", "password1"])
def test_sign_up_without_one_of_them_is_refused(client, db, missing):
    answer = client.post("/accounts/signup/", {**SIGN_UP, missing: ""})

    assert "errorlist" in answer.content.decode()
    assert not User.objects.exists()


def test_sign_up_with_a_taken_email_makes_no_second_account(client, anna):
    answer = client.post("/accounts/signup/", {**SIGN_UP, "email": "Anna@example.org"})

    assert "errorlist" in answer.content.decode()
    assert User.objects.count() == 1


def test_sign_in_goes_on_where_it_was_wanted(client, anna):
    data = {"login": "ANNA@example.org", "password": "briscola61", "next": "/clubs/new/"}

    assert client.post("/accounts/login/", data).headers["Location"] == "/clubs/new/"
    data["next"] = "https://elsewhere.example/"
    client.logout()
    assert client.post("/accounts/login/", data).headers["Location"] == "/"


def test_sign_in_brings_the_language_chosen(client, anna):
    services.edit_profile(user=anna, name="Anna", language="it")

    client.post("/accounts/login/", {"login": anna.email, "password": "briscola61"})

    assert client.cookies["django_language"].value == "it"


def test_forgotten_password_is_reset_by_a_link_that_works_once(client, anna):
    client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    link = link_in(send_mail())

    form = client.get(link, follow=True)
    new = {"password1": "asso di denari 1", "password2": "asso di denari 1"}
    client.post(form.request["PATH_INFO"], new)

    anna.refresh_from_db()
    assert anna.check_password("asso di denari 1")
    client.logout()
    again = client.get(link, follow=True).content.decode()
    assert "This link does not work" in again


def test_reset_for_nobody_looks_the_same(client, db):
    answer = client.post("/accounts/password/reset/", {"email": "nobody@example.org"}, follow=True)

    assert "on its way" in answer.content.decode()
    assert "no account with it" in send_mail().body


def test_email_changes_once_the_new_one_is_confirmed(client, anna):
    client.force_login(anna)
    answer = client.post(
        "/accounts/email/", {"email": "anna.new@example.org", "action_add": ""}, follow=True
    )
    assert "We sent a link to anna.new@example.org" in answer.content.decode()
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"

    client.post(link_in(send_mail()))

    anna.refresh_from_db()
    assert anna.email == "anna.new@example.org"


def test_email_somebody_signs_in_with_is_refused_before_and_after(client, anna, bruno):
    client.force_login(anna)
    taken = client.post("/accounts/email/", {"email": bruno.email, "action_add": ""})
    assert "signs in with that e-mail already" in taken.content.decode()
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    link = link_in(send_mail())
    User.objects.filter(pk=bruno.pk).update(email="new@example.org")

    client.post(link)

    anna.refresh_from_db()
    assert anna.email == "anna@example.org"


def test_letter_that_cannot_leave_waits_and_is_tried_again(db, settings):
    letter = services.post(to="a@example.org", subject="Hello", text="…")
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1

    assert not services.deliver(letter_id=letter.pk)

    letter.refresh_from_db()
    assert letter.attempts == 1
    assert letter.due_at > letter.created_at
    assert selectors.letters_due() == []
    assert not services.deliver(letter_id=letter.pk), "not due yet"


def test_signing_up_does_not_need_the_broker(client, transactional_db, monkeypatch):
    monkeypatch.setattr(app.conf, "broker_url", "redis://127.0.0.1:1/0")

    assert client.post("/accounts/signup/", SIGN_UP).status_code == 302
    assert Letter.objects.count() == 1


def test_name_and_language_are_changed_on_the_account_page(client, anna):
    client.force_login(anna)

    client.post("/account/profile/", {"name": "Anna Maria", "language": "es"})

    anna.refresh_from_db()
    assert (anna.name, anna.language) == ("Anna Maria", "es")
    assert client.cookies["django_language"].value == "es"
    refused = client.post("/account/profile/", {"name": "", "language": "xx"})
    assert refused.status_code == 422


def test_api_token_is_shown_once_kept_as_a_hash_and_revocable(client, anna, bruno):
    client.force_login(anna)
    page = client.post("/account/tokens/", {"name": "scoreboard"}).content.decode()
    secret = re.search(r"<code>(s61_[\w-]+)</code>", page).group(1)

    token = ApiToken.objects.get()
    assert secret not in str(list(ApiToken.objects.values()))
    assert secret not in client.get("/account/").content.decode()
    assert selectors.token_for(secret) == token

    client.force_login(bruno)
    assert client.post(f"/account/tokens/{token.pk}/revoke/").status_code == 404
    assert selectors.token_for(secret) == token
    client.force_login(anna)
    client.post(f"/account/tokens/{token.pk}/revoke/")
    assert selectors.token_for(secret) is None


def test_first_administrator_signs_in_with_the_link(client, db):
    path = services.first_administrator_link()
    form = {"name": "Root", "email": "root@example.org"}

    weak = client.post(path, {**form, "password1": "password", "password2": "password"})
    assert weak.status_code == 422
    assert not User.objects.exists()
    strong = {"password1": "tre di coppe 3", "password2": "tre di coppe 3"}
    assert client.post(path, {**form, **strong}).headers["Location"] == "/clubs/new/"

    root = User.objects.get()
    assert root.is_superuser
    assert client.get("/admin/").status_code == 200
    second = client.post(path, {**form, **strong, "email": "second@example.org"})
    assert second.status_code == 410
    assert "has been used already" in second.content.decode()
    assert User.objects.count() == 1
