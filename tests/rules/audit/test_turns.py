"""Whether any number of turns fits: against brute force, and told in numbers."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, strategies as st

from sheetgen.layouts.catalog import load_locale, load_variant
from sheetgen.locales.names import message
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.audit.turns import SheetCounts, can_fit
from sheetgen.rules.rulebook import Space
from tests.game_helpers import audited, entered, rulebook


def brute_force(counts: list[SheetCounts], actions: int, closed: bool) -> bool:
    """Every number of turns, every split, everybody's last turn cut short or not."""
    n = len(counts)
    most = max(count.crosses + count.penalties + count.moves for count in counts) + 3
    for split in product(range(most + 1), repeat=n):
        turns = sum(split)
        if max(split) - min(split) > 1 or any(own not in (turns // n, -(-turns // n)) for own in split):
            continue
        for cut in [None, *range(n)] if closed else [None]:
            if all(
                count.penalties <= own
                and count.moves <= own
                and own - count.penalties - (player == cut) <= count.crosses
                and count.crosses <= actions * (own - count.penalties) + turns - own
                for player, (count, own) in enumerate(zip(counts, split, strict=True))
            ):
                return True
    return False


def by_the_audit(counts: list[SheetCounts], actions: int, closed: bool) -> bool:
    most = max(count.crosses + count.penalties for count in counts) + 2
    return any(can_fit(counts, turns, actions, closed) for turns in range(len(counts) * most + 1))


COUNTS = st.builds(SheetCounts, st.just("A"), st.integers(0, 9), st.integers(0, 4), st.integers(0, 3))


@given(st.lists(COUNTS, min_size=1, max_size=3), st.sampled_from([2, 3]), st.booleans())
def test_it_is_what_brute_force_finds(counts: list[SheetCounts], actions: int, closed: bool) -> None:
    assert by_the_audit(counts, actions, closed) == brute_force(counts, actions, closed)


def test_small_games_of_two_without_exception() -> None:
    for x, p, y, q in product(range(6), range(4), range(6), range(4)):
        counts = [SheetCounts("A", x, p, 0), SheetCounts("B", y, q, 0)]
        for closed in (False, True):
            assert by_the_audit(counts, 2, closed) == brute_force(counts, 2, closed), (counts, closed)


TOLD = [
    (
        ("Anna: red 2 3; penalties 1", "Ben: red 2-11; yellow 2-9; penalties 4"),
        None,
        "Anna's sheet fits at most 7 turns in all, Ben's needs at least 17",
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
    assert finding.values == {"player": "A", "least": 5, "most": 1}
    assert "A's piece needs at least 5 turns" in message(finding, load_variant("onboard"), load_locale("en"))
