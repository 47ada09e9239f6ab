"""What must be done before the processes start: translations compiled, the database up to date.

Says what it does and, while there is no administrator, the one-time link that makes the first;
with `--alone` that link's path is its only line on the standard output, for `config.run`. Any
number of machines may run it at once: one migrates, the others wait.
"""

import os
import sys
import time
from argparse import ArgumentParser
from pathlib import Path

import django
import polib

LOCK = 6100  # PostgreSQL's advisory lock of whoever migrates
LOCALE = Path(__file__).resolve().parent.parent / "locale"


def say(text: str) -> None:
    """Tell the person who waits."""
    sys.stderr.write(f"{'prepare':>10} | {text}\n")
    sys.stderr.flush()


def compile_translations() -> list[str]:
    """Compile each catalogue that is newer than its compiled form; return their languages."""
    done = []
    for source in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        fresh = compiled.with_suffix(f".{os.getpid()}")
        polib.pofile(str(source)).save_as_mofile(str(fresh))
        fresh.replace(compiled)
        done.append(source.parent.parent.name)
    return done


def migrate() -> int:
    """Apply what is missing, one process at a time; return how many migrations that were."""
    from django.core.management import call_command  # noqa: PLC0415  Django is set up by main
    from django.db import connection  # noqa: PLC0415
    from django.db.migrations.executor import MigrationExecutor  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            executor = MigrationExecutor(connection)
            missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
            if missing:
                call_command("migrate", interactive=False, verbosity=0)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
    return len(missing)


def forget_processes() -> None:
    """Drop the signs of life of an earlier run, so that health waits for this one's."""
    from django.db import connection  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_heartbeat WHERE kind IN ('clock', 'worker')")


def main() -> None:
    """Do it all, in the order in which each needs the one before."""
    parser = ArgumentParser(description="Compile translations and migrate the database.")
    parser.add_argument("--alone", action="store_true", help="no other machine runs processes")
    options = parser.parse_args()
    if languages := compile_translations():
        say(f"compiled the translations: {', '.join(languages)}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.conf import settings  # noqa: PLC0415

    from accounts.services import first_administrator_link  # noqa: PLC0415

    started = time.monotonic()
    count = migrate()
    took = time.monotonic() - started
    say(f"applied {count} migrations ({took:.1f} s)" if count else "the database is up to date")
    if options.alone:
        forget_processes()
    path = first_administrator_link()
    if path and options.alone:
        sys.stdout.write(path + "\n")
    elif path:
        say(f"whoever opens this link once is the first administrator: {settings.PUBLIC_URL}{path}")


if __name__ == "__main__":
    main()
