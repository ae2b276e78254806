"""What players are called who have no name, and those who have the same."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, count

from sheetgen.layouts.labels import render
from sheetgen.layouts.locales import Locale
from sheetgen.layouts.names import row_name
from sheetgen.rules.rulebook import Rulebook


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
