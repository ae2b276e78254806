"""The address of a scorer, where the codes on sheets lead."""

from urllib.parse import urlsplit

from sheetgen.drawing.sheet_links import PORT
from sheetgen.errors import InputError

_NOT_IN_ADDRESSES = frozenset(' <>"\\^`{|}')


def scorer_base(text: str) -> str:
    """Return the checked address of a scorer; `lan` stands for this computer's address in the local network."""
    if text.strip().lower() == "lan":
        return f"http://{_own_address()}:{PORT}"
    return web_address(text, "Give an address like https://example.org/scorer, or lan.")


def web_address(text: str, hint: str) -> str:
    """Return an address without a slash at its end, or raise an error if no pages can be there."""
    try:
        parts = urlsplit(text)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid or not text.isascii() or not text.isprintable() or _NOT_IN_ADDRESSES.intersection(text):
        raise InputError.of(f"{text!r:.80} is not the address of a scorer", hint)
    if parts.query or parts.fragment or parts.username or "#" in text or "?" in text:
        raise InputError.of(f"{text!r:.80} has more than a host and a path", hint)
    # Some cameras only open links whose scheme is in lower case.
    return parts.scheme + text[len(parts.scheme) :].rstrip("/")


def is_local(base: str) -> bool:
    """Return whether an address has a name that is known in the local network only."""
    host = base.partition("://")[2].partition("/")[0].partition(":")[0]
    return host.endswith(".local") and host != ".local"


def _own_address() -> str:
    from sheetgen.scorer.web.addresses import outgoing_address  # looks at networks, which few commands need

    address = outgoing_address()
    if address is None:
        raise InputError.of("this computer is in no local network", "Give an address with --scorer-url.")
    return address
