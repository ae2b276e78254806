"""Decode what follows the `#` of a link: the record of a shared game, or the identity of a printed sheet.

The scorer page writes a record when somebody shares a sheet. Its first four characters identify the rules. The rest is
a sequence of choices (crossed or not, how many penalties …), written as one number in base 64; see `ChoiceReader`. A
sheet with four rows takes 16 characters.

The link of a printed sheet may end with the player's name, which is optional: a damaged one is ignored.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any
from unicodedata import normalize
from urllib.parse import quote, unquote

from sheetgen.errors import InputError, shortened
from sheetgen.game_input.json_input import MAX_NAME, is_name, is_visible
from sheetgen.rules.records import crosses_data
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import DIGITS as SHEET_DIGITS, MAX_CODE_LENGTH, ChoiceReader, read_arrangement

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
# The first choice of a code. With companions, the first choice of each sheet is its layout.
WITH_COMPANIONS, WITHOUT_COMPANIONS = 0, 1
NAME_LENGTHS = 161  # bytes of a name in UTF-8: 0 to 160
HISTORY_LENGTHS = 256  # crosses of a history: 0 to 255
CLAIMED_SUMS = 2_000_001  # values of a written sum: -1,000,000 to 1,000,000
MAX_LINK_LENGTH = 8000  # characters after the #
RULES_LENGTH = 4  # characters of the rules' fingerprint

Take = Callable[[int], int]  # given the number of values of the next choice, returns its value

# The link of a printed sheet ends in its fingerprint, its serial number, the code of its arrangement if shuffled, and
# the percent-encoded name of its player if it was printed for one.
PRINTED = re.compile(
    r"(?P<rules>[0-9A-Z]{4})(?P<places>[0-9A-Z]{2})\.(?P<serial>\d{1,9})(?:\.(?P<code>[^~]*))?(?:~(?P<name>.*))?",
    re.ASCII | re.DOTALL,
)
_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_CODE = re.compile(r"[0-9A-Z]{4}[\w-]+", re.ASCII)


def decode_record(rulebook: Rulebook, code: str) -> dict[str, Any]:
    """Return the unchecked data of a record from its code. Players without a name have an empty one."""
    if not code or PRINTED.fullmatch(code):
        raise InputError.of("this link holds no crosses", "Share the sheet from the scorer's page, and give that link.")
    if not _CODE.fullmatch(code) or len(code) > MAX_LINK_LENGTH:
        raise _damaged_link(code)
    if code[:RULES_LENGTH] != rulebook.rules_fingerprint:
        raise InputError.of(
            f"this link was made with other rules: {code[:RULES_LENGTH]} instead of {rulebook.rules_fingerprint}",
            "Give the layout that the sheet was printed from.",
        )
    reader = ChoiceReader(code[RULES_LENGTH:], DIGITS)
    take = reader.take
    if reader.is_damaged:
        raise _damaged_link(code)
    has_companions = take(2) == WITH_COMPANIONS
    if has_companions and not rulebook.companions:
        raise _damaged_link(code)
    companions = list(rulebook.companions) if has_companions else []
    players, complete = 1 + take(rulebook.players[1]), take(2) == 1
    sides = list(rulebook.tracks)
    side = {"side": sides[take(len(sides))]} if sides else {}
    sheets = [_take_sheet(take, rulebook, companions) for _ in range(players)]
    if reader.rest:
        raise _damaged_link(code)
    return {**side, "complete": complete, "players": sheets}


def encode_name(player: str) -> str:
    """Return a player's name for the link of a printed sheet, percent-encoded; empty if it has no visible character."""
    visible = "".join(character for character in re.sub(r"\s", " ", player) if is_visible(character))
    name = normalize("NFC", visible).strip()[:MAX_NAME].rstrip()
    code = quote(name, safe="").replace("~", "%7E")
    # Programs that find links in a text take a dot at the end for the end of a sentence.
    return f"{code[:-1]}%2E" if code.endswith(".") else code


def decode_name(code: str | None) -> str:
    """Return the player's name in the link of a printed sheet; empty if there is none or if it is damaged."""
    if not code or _BAD_ESCAPE.search(code):
        return ""
    try:
        name = normalize("NFC", unquote(code, errors="strict")).strip(" ")
    except UnicodeDecodeError:
        return ""
    return name if is_name(name) else ""


def _take_sheet(take: Take, rulebook: Rulebook, companions: Sequence[str]) -> dict[str, Any]:
    data: dict[str, Any] = {"name": ""}
    if companion := ["", *companions][take(1 + len(companions))]:
        data["sheet"], rulebook = companion, rulebook.companions[companion]
    has_details = take(2) == 1  # a name, and perhaps a history and written sums
    length = take(MAX_CODE_LENGTH + 1) if rulebook.shuffle else 0
    if code := "".join(SHEET_DIGITS[take(len(SHEET_DIGITS))] for _ in range(length)):
        arrangement = read_arrangement(rulebook, code)
        data["sheet"], rulebook = arrangement.code, arrangement.rulebook
    ids = [id for row in rulebook.rows for id in row.ids]
    counts = {id: take(rulebook.tokens_each + 1 if rulebook.tokens_each else 2) for id in ids}
    data |= crosses_data(rulebook, {id: count for id, count in counts.items() if count})
    data["penalties"] = take(rulebook.penalty_boxes + 1)
    if rulebook.tracks:
        data["space"] = take(1 + max(map(len, rulebook.tracks.values())))
    if not has_details:
        return data
    data["name"] = normalize("NFC", bytes(take(256) for _ in range(take(NAME_LENGTHS))).decode(errors="replace"))
    if take(2):
        data["history"] = [ids[take(len(ids))] for _ in range(take(HISTORY_LENGTHS))]
    if claimed := {id: take(CLAIMED_SUMS) - CLAIMED_SUMS // 2 for id in rulebook.figures if take(2)}:
        data["claimed"] = claimed
    return data


def _damaged_link(code: str) -> InputError:
    return InputError.of(f"the link is damaged: {shortened(code)!r}", "Part of it is missing or wrong; copy it again.")
