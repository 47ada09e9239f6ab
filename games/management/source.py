"""Knows where a command finds a match or deal that is written down: a file, or a match's number."""

from pathlib import Path

from django.core.exceptions import ObjectDoesNotExist
from django.core.management.base import CommandError

from games import selectors
from games.rules.notation import NotationError, WrittenDeal, WrittenMatch, parse


def read(source: str) -> WrittenMatch | WrittenDeal:
    """The match or deal in this file, or the match with this number; CommandError for neither."""
    path = Path(source)
    if source.isdecimal() and not path.exists():
        try:
            return selectors.written_match(int(source))
        except ObjectDoesNotExist as error:
            raise CommandError(f"there is no match {source}") from error
    try:
        return parse(path.read_text(encoding="utf-8"))
    except NotationError as error:
        raise CommandError(f"{source}, line {error.line}: {error.key}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{source} cannot be read: {error}") from error
