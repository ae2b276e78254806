"""What players call rows, cells and sums, in their language.

What players are called who have no name, and those who have the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, count

from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.labels import render
from sheetgen.locales.locale import Locale
from sheetgen.rules.features import OWN_ROWS
from sheetgen.rules.rulebook import Rulebook

MINUS = "−"
"""A true minus sign, as long as a plus is wide."""


def row_name(id: str, locale: Locale) -> str:
    """A row or colour as the language calls it. Bonus rows are called by their neighbours."""
    if id in OWN_ROWS:
        return str(getattr(locale.labels, id))
    return "-".join(locale.colours.get(part, part.capitalize()) for part in id.split("-"))


def cell_name(id: str, locale: Locale) -> str:
    """A cell as players call it: Red 5, Red lock, Misthrow 1."""
    row, _, number = id.rpartition(" ")
    if row == "penalty":
        return render(locale.scorer.penalty, {"number": number})
    if number == "lock":
        return render(locale.scoring.lock, {"row": row_name(row, locale)})
    return f"{row_name(row, locale)} {number}"


def figure_name(id: str, layout: Layout, locale: Locale) -> str:
    """A sum as the sheet calls it: a row, or the label of its box."""
    if id in layout.game.lines:
        return locale.text(layout.game.lines[id].title)
    if id in layout.game.rows:
        return row_name(id, locale)
    return locale.label(f"sum_{id}", layout)


def synonyms(layout: Layout, locale: Locale) -> dict[str, str]:
    """What players may call things when they read out a sheet: as their language does, in lower case."""
    rows = [*layout.game.rows, *("-".join(bonus.between) for bonus in layout.game.bonus), *OWN_ROWS]
    penalties = {locale.label("sum_penalties", layout).lower(): "penalties"}
    return {**penalties, **locale.synonyms, **{row_name(id, locale).lower(): id for id in rows}}


def signed(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", MINUS)


def player_names(rulebook: Rulebook, wanted: Iterable[str], locale: Locale) -> list[str]:
    """As the scorer's page calls them: who has no name by his seat, and doubles told apart."""
    names: list[str] = []
    for seat, own in enumerate(wanted):
        name = own or _seat(rulebook, seat, locale)
        doubles = (f"{name[:36]} {number}" for number in count(2))
        names.append(next(each for each in chain([name], doubles) if each not in names))
    return names


def _seat(rulebook: Rulebook, seat: int, locale: Locale) -> str:
    """What a player without a name is called: by his tokens, or by his seat."""
    if rulebook.token_colours:
        return row_name(rulebook.token_colours[seat], locale)
    return render(locale.scorer.player, {"number": seat + 1})
