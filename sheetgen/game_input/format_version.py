"""The versions of records, logs and links: which ones can be read, and the refusal of later ones.

A record or a log names its version by the key `version`, and a link by `v1.` right after the `#`. Without it, the
version is 1.
"""

import re

from sheetgen.errors import InputError, Place
from sheetgen.game_input.json_input import Node

FORMAT_VERSION = 1  # of records, logs and links, the latest that can be read
VERSION_KEY = "version"

_LINK_VERSION = re.compile(r"v([1-9][0-9]{0,8})\.")


def check_version(node: Node) -> None:
    """Raise an error with a single problem if a record or a log is of a later version; report a version below 1.

    To be called before anything else is checked, because all the rest may be different in a later version.
    """
    if not isinstance(node.value, dict) or VERSION_KEY not in node.value:
        return
    version = node.member(VERSION_KEY, node.value[VERSION_KEY])
    if not version.has_type(int, f"{VERSION_KEY!r}", "a whole number"):
        return
    if version.value > FORMAT_VERSION:
        raise later_version("game", version.value, node.problems.place(version.path))
    if version.value < 1:
        version.report(f"{VERSION_KEY!r} cannot be {version.value}", "Versions count from 1; without it, it is 1.")


def split_fragment(fragment: str) -> tuple[int, str]:
    """Return the version of what follows the `#` of a link, and the rest of it."""
    found = _LINK_VERSION.match(fragment)
    return (int(found[1]), fragment[found.end() :]) if found else (1, fragment)


def current_fragment(link: str) -> str:
    """Return what follows the `#` of a link, without its version. Raise an error if it is of a later version."""
    version, fragment = split_fragment(link.partition("#")[2])
    if version > FORMAT_VERSION:
        raise later_version("link", version)
    return fragment


def later_version(what: str, version: int, place: Place | None = None) -> InputError:
    """Return the error about a game or a link of a later version."""
    return InputError.of(
        f"this {what} was written by a newer sheetgen (version {version} of the format; "
        f"this one reads version {FORMAT_VERSION}): update sheetgen",
        place=place,
    )
