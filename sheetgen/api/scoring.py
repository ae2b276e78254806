"""Audit finished games and replay logs, whatever form they come in."""

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sheetgen.api.results import Result
from sheetgen.api.selection import choose_locale
from sheetgen.api.settings import Settings
from sheetgen.errors import InputError, shortened
from sheetgen.games.game_file import GameFile, game_of, read_game_file
from sheetgen.games.json_input import Node
from sheetgen.games.link import PRINTED, decode_record
from sheetgen.games.log_input import read_log
from sheetgen.games.quick_entry import read_entries
from sheetgen.games.record_input import make_record
from sheetgen.layouts.catalog import load_variant, variants
from sheetgen.layouts.layout import Layout
from sheetgen.locales.names import player_names, synonyms
from sheetgen.rules.audit.audit import audit as audit_record
from sheetgen.rules.engine.log import replay as replay_log
from sheetgen.rules.game_spec import compile_rulebook
from sheetgen.rules.rulebook import Arrangement
from sheetgen.rules.shuffle.arrangement import read_arrangement

AFTER_LINKS = ".,;:!?)]}'\""  # characters that a chat may put behind a link

Source = Mapping[str, Any] | str | PathLike[str]


def audit(
    record: Source, *, layout: Layout | None = None, lang: str | None = None, settings: Settings | None = None
) -> Result:
    """Score a finished game and report every broken rule that the sheets can prove.

    Args:
        record: A record as a dict, the path of a JSON file (`-` for standard input), or a link of the scorer page.
        layout: The layout of a link that leads to no built-in one.
        lang: The language of names and messages: a built-in one, or a locale file.
        settings: Defaults of the household.

    Returns:
        The points and findings.

    Raises:
        InputError: If the record cannot be understood; with all problems at once.

    Example:
        >>> import sheetgen as sg
        >>> record = {"variant": "classic", "players": [{"name": "Anna", "marks": {"red": [2, 3, 5]}}]}
        >>> sg.audit(record)["Anna"].total
        6
    """
    settings = settings or Settings()
    if isinstance(record, str) and is_link(record):
        played = layout or load_variant(link_variant(record))
        locale = choose_locale(lang, played, settings)
        return _audit_link(record, played, lang, settings)
    found = _game(record)
    if found.is_log:
        raise InputError.of(f"{record} is the log of a game, not a finished game", f"Use sheetgen replay {record}.")
    checked = make_record(found.rulebook, found.node)
    locale = choose_locale(lang, found.layout, settings)
    return Result(found.layout, audit_record(found.rulebook, checked), locale, checked.complete)


def audit_lines(
    layout: Layout,
    lines: Sequence[str],
    *,
    side: str | None = None,
    lang: str | None = None,
    settings: Settings | None = None,
) -> Result:
    """Score sheets that were read out, a line for each: `Laura: red 2 3 5; green 12-6 lock; penalties 2`."""
    rulebook, locale = compile_rulebook(layout.game), choose_locale(lang, layout, settings or Settings())
    record = read_entries(rulebook, lines, side, synonyms(layout, locale))
    return Result(layout, audit_record(rulebook, record), locale, record.complete)


def replay(log: Source, *, lang: str | None = None, settings: Settings | None = None) -> Result:
    """Replay the log of a game and check every step, up to the first that breaks a rule.

    Args:
        log: A log as a dict, or the path of a JSON file (`-` for standard input).
        lang: The language of names and messages.
        settings: Defaults of the household.

    Returns:
        The points at the end, and a finding if a rule was broken or the game is not over.

    Example:
        >>> import sheetgen as sg
        >>> sg.replay({"variant": "classic", "players": ["Anna", "Ben"], "turns": []}).findings[0].code
        'game-not-over'
    """
    found = _game(log)
    if found.is_record:
        raise InputError.of(f"{log} is a finished game, not the log of one", f"Use sheetgen score {log}.")
    locale = choose_locale(lang, found.layout, settings or Settings())
    return Result(found.layout, replay_log(found.rulebook, read_log(found.rulebook, found.node)), locale)


def is_link(text: str) -> bool:
    """Return whether a text is a link, and not the name of a file."""
    return text.lower().startswith(("http://", "https://", "file://"))


def link_variant(link: str) -> str:
    """Return the name of the built-in layout that a link leads to."""
    try:
        slug = urlsplit(link).path.removesuffix("index.html").rstrip("/").rpartition("/")[2]
    except ValueError:
        slug = ""
    if slug not in variants():
        message = f"the link leads to {shortened(slug)!r}, which is no built-in layout"
        raise InputError.of(message, "Give its file with --layout.")
    return slug


def printed_arrangement(link: str, layout: Layout) -> Arrangement | None:
    """Return the arrangement of the printed sheet that a link belongs to; None if it is not shuffled."""
    fragment = link.partition("#")[2]
    found = PRINTED.fullmatch(fragment) or PRINTED.fullmatch(fragment.rstrip(AFTER_LINKS))
    if not found:
        hint = "On a sheet, a link ends in fingerprint and number: #THGWZT.12. Shared links are for sheetgen score."
        raise InputError.of(f"this is not the link of a printed sheet: {shortened(link)!r}", hint)
    rulebook = compile_rulebook(layout.game)
    if found["rules"] != rulebook.rules_print:
        message = f"this sheet was printed from other rules: {found['rules']} instead of {rulebook.rules_print}"
        raise InputError.of(message, "Give the layout that it was printed from with --layout.")
    if found["code"] is None:
        return None
    code = found["code"].rstrip(AFTER_LINKS)
    # A dot after the number of a shuffled sheet means that its code was lost.
    return read_arrangement(rulebook, code) if code or rulebook.shuffle else None


def _audit_link(link: str, layout: Layout, lang: str | None, settings: Settings) -> Result:
    rulebook, locale = compile_rulebook(layout.game), choose_locale(lang, layout, settings)
    data = decode_record(rulebook, link.partition("#")[2].rstrip(AFTER_LINKS))
    sheets = data["players"]
    for sheet, name in zip(sheets, player_names(rulebook, [sheet["name"] for sheet in sheets], locale), strict=True):
        sheet["name"] = name
    record = make_record(rulebook, data)
    return Result(layout, audit_record(rulebook, record), locale, record.complete)


def _game(source: Source) -> GameFile:
    if isinstance(source, Mapping):
        return game_of(Node(source), Path.cwd())
    return read_game_file(str(source))
