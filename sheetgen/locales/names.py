"""Names of rows, cells, sums and players in a language, and messages of findings."""

from collections.abc import Iterable
from itertools import chain, count

from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.locales.texts import render
from sheetgen.rules.audit.findings import Cells, Figures, Finding, Names, Rows, Value
from sheetgen.rules.features import OWN_ROWS
from sheetgen.rules.features.rewards import RewardSpec
from sheetgen.rules.rulebook import Rulebook

MINUS = "−"  # a true minus sign, as wide as a plus


def row_name(id: str, locale: Locale) -> str:
    """Return the name of a row or colour. Bonus rows are named after their neighbours."""
    if id in OWN_ROWS:
        return str(getattr(locale.labels, id))
    return "-".join(locale.colours.get(part, part.capitalize()) for part in id.split("-"))


def cell_name(id: str, layout: Layout, locale: Locale) -> str:
    """Return the name of a cell, such as Red 5, Red lock or Misthrows 1."""
    row, _, number = id.rpartition(" ")
    if row == "penalty":
        return f"{figure_name('penalties', layout, locale)} {number}"
    if number == "lock":
        return render(locale.scoring.lock, {"row": row_name(row, locale)})
    return f"{row_name(row, locale)} {number}"


def figure_name(id: str, layout: Layout, locale: Locale) -> str:
    """Return the name of a sum on the sheet: the name of its row, or the label of its box."""
    if id in layout.game.lines:
        return locale.text(layout.game.lines[id].title)
    if id in layout.game.rows or id in OWN_ROWS:
        return row_name(id, locale)
    return locale.label(f"sum_{id}", layout)


def reward_text(reward: RewardSpec, layout: Layout, locale: Locale) -> str:
    """Return what a reward gives, in a few words."""
    return locale.label(f"reward_{reward.gives.replace(' ', '_')}", layout, amount=str(reward.amount))


def synonyms(layout: Layout, locale: Locale) -> dict[str, str]:
    """Return the words of a language for quick entry, in lower case, each with the row or word that it stands for."""
    rows = [*layout.game.rows, *("-".join(bonus.between) for bonus in layout.game.bonus), *OWN_ROWS]
    penalties = {locale.label("sum_penalties", layout).lower(): "penalties"}
    return {**penalties, **locale.synonyms, **{row_name(id, locale).lower(): id for id in rows}}


def signed(number: int) -> str:
    """Return a number with a true minus sign."""
    return str(number).replace("-", MINUS)


def penalty_text(rulebook: Rulebook) -> str:
    """Return the points of a penalty as text, such as −5; all of them, such as −2/−4/−6, if penalties differ."""
    return "/".join(signed(points) for points in dict.fromkeys(rulebook.penalty_values))


def lock_needs(rulebook: Rulebook) -> str:
    """Return the number of crosses that the locks need as text: 5, or 4/5 if locks differ."""
    return "/".join(str(needs) for needs in sorted({row.lock.needs for row in rulebook.rows if row.lock}))


def player_names(rulebook: Rulebook, wanted: Iterable[str], locale: Locale) -> list[str]:
    """Return unique names of all players, as the scorer page does: empty ones by seat, repeated ones numbered."""
    names: list[str] = []
    for seat, own in enumerate(wanted):
        name = own or _seat_name(rulebook, seat, locale)
        numbered = (f"{name[:36]} {number}" for number in count(2))
        names.append(next(each for each in chain([name], numbered) if each not in names))
    return names


def _seat_name(rulebook: Rulebook, seat: int, locale: Locale) -> str:
    """Return the default name of a player: the colour of the tokens, or the number of the seat."""
    if rulebook.token_colours:
        return row_name(rulebook.token_colours[seat], locale)
    return render(locale.scorer.player, {"number": seat + 1})


def message(finding: Finding, layout: Layout, locale: Locale) -> str:
    """Return the message of a finding, a few sentences."""
    values = {name: named(value, layout, locale) for name, value in finding.values.items()}
    return render(locale.findings[finding.reason], {"penalties": figure_name("penalties", layout, locale), **values})


def named(value: Value, layout: Layout, locale: Locale) -> str:
    """Return a value of a message or of the short rules in words."""
    match value:
        case Cells(ids):
            return ", ".join(cell_name(id, layout, locale) for id in ids)
        case Names(names):
            *others, last = names
            return render(locale.scoring.both, {"others": ", ".join(others), "last": last}) if others else last
        case Rows(ids):
            return ", ".join(row_name(id, locale) for id in ids)
        case Figures(ids):
            return ", ".join(figure_name(id, layout, locale) for id in ids)
        case int():
            return signed(value)
        case _:
            return value
