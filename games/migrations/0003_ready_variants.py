"""House rules to start from, so that a new installation can announce its first tournament."""

from django.db import migrations

READY = [
    ("Italian club", {}),
    ("Istrian", {"deck_six": "no_fours", "exposed": "put_back"}),
    (
        "Spanish brisca",
        {"deck_six": "full", "exchange": "seven_and_two", "signals": "always"},
    ),
    ("Chilean brisca", {"second": "two", "deck_six": "full"}),
    ("Portuguese ranks", {"second": "seven", "court": "jack_high"}),
    ("As on the phone", {"dealing": "three", "ending": "stop", "running_points": "hidden"}),
]


def make(apps, _schema_editor):
    variant = apps.get_model("games", "Variant")
    for name, switches in READY:
        variant.objects.get_or_create(name=name, club=None, defaults=switches)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_match_ready")]
    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
