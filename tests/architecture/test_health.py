import pytest
from django.db import connection

from config import health
from games.services import beat

pytestmark = pytest.mark.django_db


def test_well_when_all_that_is_required_is_there(client):
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["status"] == "ok"
    assert "no-store" in answer["Cache-Control"]


def test_missing_processes_are_reported_and_count_where_they_are_required(client, settings):
    assert client.get("/healthz").json()["clock"] == "missing"
    settings.HEALTH_REQUIRES = ["clock", "worker"]
    assert client.get("/healthz").status_code == 503
    beat(process="clock-1", kind="clock")
    beat(process="worker-1", kind="worker")
    assert client.get("/healthz").status_code == 200


def test_process_not_heard_of_for_long_is_missing(client, settings):
    settings.HEALTH_REQUIRES = ["clock"]
    beat(process="clock-1", kind="clock")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_heartbeat SET at = at - interval '1 minute'")
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["clock"] == "missing"


def test_unavailable_without_valkey(client, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["valkey"] == "unavailable"
    assert answer.json()["database"] == "ok"


def test_unavailable_while_migrations_are_missing(client, monkeypatch):
    health._seen_applied.cache_clear()
    monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda *_: ["one"])
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["migrations"] == "pending"


def test_health_names_no_secret_and_takes_no_post(client, settings):
    assert settings.SECRET_KEY not in client.get("/healthz").content.decode()
    assert client.post("/healthz").status_code == 405
