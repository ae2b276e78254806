"""What players call rows, cells and sums, in their language."""

from __future__ import annotations

from sheetgen.layouts.labels import render
from sheetgen.layouts.locales import Locale
from sheetgen.layouts.models import Layout
from sheetgen.rules.rulebook import SWAP

MINUS = "−"
"""A true minus sign, as long as a plus is wide."""


def row_name(id: str, locale: Locale) -> str:
    """A row or colour as the language calls it. Bonus rows are called by their neighbours."""
    if id == SWAP:
        return locale.labels.swap
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
    rows = [*layout.game.rows, *("-".join(bonus.between) for bonus in layout.game.bonus), SWAP]
    penalties = {locale.label("sum_penalties", layout).lower(): "penalties"}
    return {**penalties, **locale.synonyms, **{row_name(id, locale).lower(): id for id in rows}}


def signed(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", MINUS)
