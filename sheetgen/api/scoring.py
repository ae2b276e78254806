"""Audit finished games and replay logs, given as data, files, links or lines of text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sheetgen.api.settings import Settings, choose_locale
from sheetgen.errors import InputError, shortened
from sheetgen.game_input.format_version import current_fragment
from sheetgen.game_input.game_file import GameFile, game_of, read_game_file
from sheetgen.game_input.json_input import Node
from sheetgen.game_input.link import PRINTED, decode_record
from sheetgen.game_input.quick_entry import read_entries
from sheetgen.game_input.record_input import make_record, read_log
from sheetgen.layouts.catalog import load_variant, variants
from sheetgen.layouts.companions import rulebook_of
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import figure_name, message, player_names, signed as signed, synonyms
from sheetgen.locales.texts import render
from sheetgen.rules.audit.audit import Audit, Score, audit as audit_record
from sheetgen.rules.audit.findings import Finding
from sheetgen.rules.engine.log import replay as replay_log
from sheetgen.rules.rulebook import Arrangement
from sheetgen.rules.shuffle.arrangement import read_arrangement

AFTER_LINKS = ".,;:!?)]}'\""  # punctuation that may follow a link in a message

Source = Mapping[str, Any] | str | PathLike[str]  # a game as data, or where to read it


class Result:
    """The points and findings of a game.

    Example:
        >>> import sheetgen as sg
        >>> result = sg.load("classic").audit("Laura: red 2 3 4 5; penalties 2", "Ben: blue 12 11 10")
        >>> result["Laura"].total, result["Laura"].rows["red"].points
        (0, 10)
        >>> result.winners, result.ok
        (['Ben'], False)
        >>> result.findings[0].code
        'game-not-over'
    """

    def __init__(self, layout: Layout, audit: Audit, locale: Locale, is_complete: bool = True) -> None:
        self.layout = layout
        self.locale = locale
        self.is_complete = is_complete  # whether all players of the game are included
        self.scores: tuple[Score, ...] = audit.scores
        self.findings: tuple[Finding, ...] = tuple(
            replace(finding, message=message(finding, layout, locale)) for finding in audit.findings
        )
        self.ok = audit.ok  # whether no finding is an error
        self.is_over = audit.is_over  # whether the game was played to its end, as far as the sheets show
        self.winners = list(audit.winners)

    def __getitem__(self, name: str) -> Score:
        """Return the score of a player."""
        for score in self.scores:
            if score.name == name:
                return score
        raise KeyError(name)

    def __iter__(self) -> Iterator[Score]:
        """Iterate over the scores of all players in the order of the record."""
        return iter(self.scores)

    def __repr__(self) -> str:
        totals = ", ".join(f"{score.name} {score.total}" for score in self.scores)
        return f"<Result of {self.layout.slug}: {totals}; {len(self.findings)} findings>"

    @property
    def figure_names(self) -> dict[str, str]:
        """The names of all rows and sums in the language of the result, in the order of the sheet."""
        figures = [*self.scores[0].rows, "penalties", *(["extra"] if self.layout.game.track else []), "total"]
        return {figure: figure_name(figure, self.layout, self.locale) for figure in figures}

    @property
    def winners_text(self) -> str:
        """A sentence that names the winners."""
        words = self.locale.scoring.winner if len(self.winners) == 1 else self.locale.scoring.winners
        return render(words, {"names": ", ".join(self.winners)})

    def turn_text(self, finding: Finding) -> str:
        """Return the turn of a finding in words with a comma after it, or an empty text if it has none."""
        return f"{render(self.locale.scoring.turn, {'turn': finding.turn})}, " if finding.turn else ""

    def to_data(self) -> dict[str, Any]:
        """Return the result as JSON-able data, as `sheetgen score --json` prints it."""
        return {
            "variant": self.layout.slug,
            "ok": self.ok,
            "winners": self.winners,
            "players": [score.to_data() for score in self.scores],
            "findings": [finding.to_data() for finding in self.findings],
        }


def audit(
    record: Source, *, layout: Layout | None = None, lang: str | None = None, settings: Settings | None = None
) -> Result:
    """Score a finished game and report every broken rule that the sheets can prove.

    Args:
        record: A record as a dict, the path of a JSON file (`-` for standard input), or a link of the scorer page.
        layout: The layout of a link that does not lead to a built-in one.
        lang: The language of names and messages: a built-in one, or a locale file.
        settings: The user's default settings.

    Returns:
        The points and findings.

    Raises:
        InputError: If the record cannot be understood; it holds all problems.

    Example:
        >>> import sheetgen as sg
        >>> record = {"variant": "classic", "players": [{"name": "Anna", "marks": {"red": [2, 3, 5]}}]}
        >>> sg.audit(record)["Anna"].total
        6
    """
    settings = settings or Settings()
    if isinstance(record, str) and is_link(record):
        fragment = current_fragment(record)
        layout = layout or load_variant(link_variant(record))
        rulebook = rulebook_of(layout)
        locale = choose_locale(lang, layout, settings)
        data = decode_record(rulebook, fragment.rstrip(AFTER_LINKS))
        names = player_names(rulebook, [sheet["name"] for sheet in data["players"]], locale)
        for sheet, name in zip(data["players"], names, strict=True):
            sheet["name"] = name
        checked = make_record(rulebook, data)
    else:
        found = _game(record)
        if found.is_log:
            raise InputError.of(f"{record} is the log of a game, not a finished game", f"Use sheetgen replay {record}.")
        layout = found.layout
        rulebook = found.rulebook
        checked = make_record(found.rulebook, found.node)
        locale = choose_locale(lang, layout, settings)
    return Result(layout, audit_record(rulebook, checked), locale, checked.complete)


def audit_lines(layout: Layout, lines: Sequence[str], side: str | None, lang: str | None, settings: Settings) -> Result:
    """Score sheets that are read out, one line each: `Laura: red 2 3 5; green 12-6 lock; penalties 2`."""
    if not all(isinstance(line, str) for line in lines):
        raise InputError.of("sheets that are read out are texts", "For a record, use sheetgen.audit(record).")
    rulebook = rulebook_of(layout)
    locale = choose_locale(lang, layout, settings)
    record = read_entries(rulebook, lines, side, synonyms(layout, locale))
    return Result(layout, audit_record(rulebook, record), locale, record.complete)


def replay(log: Source, *, lang: str | None = None, settings: Settings | None = None) -> Result:
    """Replay the log of a game and check every step up to the first that breaks a rule.

    Args:
        log: A log as a dict, or the path of a JSON file (`-` for standard input).
        lang: The language of names and messages.
        settings: The user's default settings.

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
    """Return whether a text is a link and not the name of a file."""
    return text.lower().startswith(("http://", "https://", "file://"))


def link_variant(link: str) -> str:
    """Return the name of the built-in layout that a link leads to. Raise an error if it is of a later version."""
    current_fragment(link)  # a later version may lead to layouts that are not known yet
    try:
        slug = urlsplit(link).path.removesuffix("index.html").rstrip("/").rpartition("/")[2]
    except ValueError:
        slug = ""
    if slug not in variants():
        message = f"the link leads to {shortened(slug)!r}, which is not a built-in layout"
        raise InputError.of(message, "Give its file with --layout.")
    return slug


def printed_arrangement(link: str, layout: Layout) -> Arrangement | None:
    """Return the arrangement of the printed sheet that a link belongs to, or None if it is not shuffled."""
    fragment = current_fragment(link)
    found = PRINTED.fullmatch(fragment) or PRINTED.fullmatch(fragment.rstrip(AFTER_LINKS))
    if not found:
        hint = "On a sheet, a link ends with fingerprint and number: #THGWZT.12. Shared links are for sheetgen score."
        raise InputError.of(f"this is not the link of a printed sheet: {shortened(link)!r}", hint)
    rulebook = rulebook_of(layout)
    if found["rules"] != rulebook.rules_fingerprint:
        message = f"this sheet was printed with other rules: {found['rules']} instead of {rulebook.rules_fingerprint}"
        raise InputError.of(message, "Give the layout that it was printed from with --layout.")
    if found["code"] is None:
        return None
    code = found["code"].rstrip(AFTER_LINKS)
    # A dot after the number of a shuffled sheet means that its code was lost.
    return read_arrangement(rulebook, code) if code or rulebook.shuffle else None


def _game(source: Source) -> GameFile:
    if isinstance(source, Mapping):
        return game_of(Node(source), Path.cwd())
    return read_game_file(str(source))
