#!/usr/bin/env python
"""Django's commands; those that need the database start the embedded servers if none is given."""

import os
import sys

WITHOUT_SERVERS = {"makemessages", "compilemessages", "collectstatic", "help", "version", "check"}


def main() -> None:
    """Run one command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415  after settings

    from config import embedded  # noqa: PLC0415

    if len(sys.argv) > 1 and sys.argv[1] not in WITHOUT_SERVERS and "--help" not in sys.argv:
        try:
            embedded.ensure()
        except embedded.EmbeddedError as error:
            sys.exit(str(error))
    import config.celery  # noqa: F401, PLC0415  what a command hands to the worker goes there

    try:
        execute_from_command_line(sys.argv)
    finally:
        embedded.let_go()


if __name__ == "__main__":
    main()
