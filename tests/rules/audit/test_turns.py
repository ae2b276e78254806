"""Whether any number of turns fits: against brute force, and told in numbers."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, strategies as st

from sheetgen.layouts.catalog import load_locale, load_variant
from sheetgen.locales.names import message
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.audit.turns import Ending, SheetCounts, has_fair_split
from sheetgen.rules.rulebook import Space
from tests.game_helpers import audited, entered, rulebook


def brute_force(counts: list[SheetCounts], endings: list[Ending]) -> bool:
    """Every number of turns, every split, and every way in which the game can have ended."""
    n = len(counts)
    most = max(count.crosses + count.penalties + count.moves for count in counts) + 3
    for split in product(range(most + 1), repeat=n):
        turns = sum(split)
        if max(split) - min(split) > 1:
            continue
        for last, cut_short in endings:
            if split[last] == max(split) and all(
                _fits(count, turns, own, cut_short and player == last)
                for player, (count, own) in enumerate(zip(counts, split, strict=True))
            ):
                return True
    return False


def _fits(count: SheetCounts, turns: int, own: int, cut_short: bool) -> bool:
    """The conditions as the design states them."""
    x, o, h, m = count.crosses, own - count.penalties, count.moves, count.on_the_way
    if cut_short:
        upper = 2 * (o - 1) + 1 + (turns - own) + min(o - 1, m)
        return o >= 1 and h <= own - 1 and o - 1 <= x <= upper
    return o >= 0 and h <= own and o <= x <= 2 * o + (turns - own) + min(o, m)


def by_the_audit(counts: list[SheetCounts], endings: list[Ending]) -> bool:
    most = max(count.crosses + count.penalties for count in counts) + 2
    return any(has_fair_split(counts, turns, ending) for turns in range(len(counts) * most + 1) for ending in endings)


COUNTS = st.builds(
    SheetCounts, st.just("A"), st.integers(0, 9), st.integers(0, 4), st.integers(0, 3), st.integers(0, 3)
)


@st.composite
def games(draw: st.DrawFn) -> tuple[list[SheetCounts], list[Ending]]:
    counts = draw(st.lists(COUNTS, min_size=1, max_size=3))
    ending = st.builds(Ending, st.integers(0, len(counts) - 1), st.booleans())
    return counts, draw(st.lists(ending, min_size=1, max_size=3))


@given(games())
def test_it_is_what_brute_force_finds(game: tuple[list[SheetCounts], list[Ending]]) -> None:
    assert by_the_audit(*game) == brute_force(*game)


def test_small_games_of_two_without_exception() -> None:
    for x, p, y, q in product(range(6), range(4), range(6), range(4)):
        counts = [SheetCounts("A", x, p, 0), SheetCounts("B", y, q, 0)]
        for ending in (Ending(0), Ending(1), Ending(0, is_cut_short=True)):
            assert by_the_audit(counts, [ending]) == brute_force(counts, [ending]), (counts, ending)


TOLD = [
    (
        ("Anna: red 2 3; penalties 1", "Ben: red 2-11; yellow 2-9; penalties 4"),
        None,
        "Anna's turns, by crosses and Misthrows: at most 3. So Ben had at most 4 (Misthrows: 4), enough for 3 crosses",
    ),
    (
        ("Anna: penalties 4", "Ben: penalties 0"),
        None,
        "Ben's sheet fits at most 1 turns in all, Anna's needs at least 7",
    ),
]


@pytest.mark.parametrize(("lines", "side", "words"), TOLD)
def test_it_explains_itself_with_numbers(lines: tuple[str, ...], side: str | None, words: str) -> None:
    result = audited("classic", entered("classic", *lines))
    (finding,) = [finding for finding in result.findings if finding.code == "impossible-turns"]
    told = message(finding, load_variant("classic"), load_locale("en"))
    assert words in told
    assert "forgot a cross under Misthrows" in told


def test_sheets_that_fit_only_alone_are_told_with_what_each_fits() -> None:
    result = audited("classic", entered("classic", "A:", "B:", "C: red 2; penalties 1"))
    (finding,) = [finding for finding in result.findings if finding.code == "impossible-turns"]
    assert "A 0–2, B 0–2, C 2–8" in message(finding, load_variant("classic"), load_locale("en"))


def test_a_piece_that_went_too_far_for_its_own_sheet_is_told() -> None:
    """On a track of red fives alone, one cross leads anywhere; but not in one turn."""
    rules = replace(rulebook("onboard"), tracks={"a": (Space("red", 5, 1),) * 40})
    record = entered("onboard", "A: red 5; space 30", "B: red 2-6; penalties 4", side="a")
    (finding,) = [finding for finding in audit(rules, record).findings if finding.code == "impossible-turns"]
    assert finding.values == {"player": "A", "least": 6, "most": 1}
    assert "A's piece needs at least 6 turns" in message(finding, load_variant("onboard"), load_locale("en"))
