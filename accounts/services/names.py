"""How a text somebody typed becomes a text that is kept."""

import unicodedata
import zoneinfo

from accounts.phrases import AccountsError


def kept(text: str, *, at_most: int) -> str:
    """Trim a text and compose its accents, nothing else: people write their names as they do."""
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    text = "".join(c for c in text if unicodedata.category(c) != "Cc")
    if len(text) > at_most:
        raise AccountsError("too_long")
    return text


def kept_name(text: str, *, at_most: int = 150) -> str:
    """Keep a name, which cannot be empty."""
    name = kept(text, at_most=at_most)
    if not name:
        raise AccountsError("name_needed")
    return name


def known_zone(zone: str) -> str:
    """Check the name of a time zone."""
    try:
        zoneinfo.ZoneInfo(zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise AccountsError("unknown_zone") from error
    return zone
