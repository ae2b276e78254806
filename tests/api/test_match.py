"""Matches: every legal step can be made, every other one is refused and changes nothing."""

from random import Random

import pytest

import sheetgen as sg
from tests.helpers import VARIANTS
from tests.profiles import amount

GAMES = amount(default=3, thorough=30)


@pytest.mark.parametrize("variant", VARIANTS)
def test_games_of_legal_steps_break_no_rule(variant: str) -> None:
    game = sg.load(variant)
    for seed in range(GAMES):
        random = Random(seed)
        match = game.start(*[f"P{seat}" for seat in range(1, game.rulebook.players[0] + 1)], seed=seed)
        while not match.is_over:
            (match.draw if match.rulebook.cards else match.roll)()
            for player in random.sample(match.players, len(match.players)):
                for _ in range(match.rulebook.most_crosses):
                    cells = match.legal(player)
                    if cells and random.random() < 0.7:
                        match.cross(player, random.choice(cells))
            spaces = match.legal_spaces()
            if spaces and random.random() < 0.8:
                space = random.choice(spaces)
                try:
                    match.move(space)
                except sg.InputError:
                    track = match.rulebook.tracks[str(match.record["side"])]
                    match.move(space, f"{track[space - 1].row} {track[space - 1].number}")
            match.end_turn()
        assert sg.replay(match.log).findings == ()
        assert [each for each in match.result.findings if each.severity == "error"] == []
        assert sg.audit(match.record).ok


def test_refused_steps_change_nothing() -> None:
    match = sg.load("classic").start("Anna", "Ben")
    with pytest.raises(sg.InputError, match="has not begun"):
        match.cross("Anna", "red 2")
    match.roll(white=(2, 3), red=4, yellow=1, green=6, blue=6)
    before = match.record
    for player, cell, why in [
        ("Ben", "red 6", "white"),
        ("Anna", "red 12", "white"),
        ("Anna", "red lock", "lock"),
        ("Anna", "purple 5", "no cell"),
        ("Carl", "red 5", "there is no player"),
    ]:
        with pytest.raises(sg.InputError, match=why):
            match.cross(player, cell)
        assert match.record == before
    with pytest.raises(sg.InputError, match="already begun"):
        match.roll()


def test_the_white_sum_is_over_once_a_coloured_die_is_used() -> None:
    match = sg.load("classic").start("Anna", "Ben")
    match.roll(white=(2, 3), red=4, yellow=1, green=6, blue=6)
    match.cross("Anna", "red 6")
    assert match.legal("Ben") == [] and match.legal("Anna") == []
    match.end_turn()
    assert match.result["Anna"].penalties == 0 and match.active == "Ben"


def test_nothing_crossed_is_a_penalty() -> None:
    match = sg.load("classic").start("Anna", "Ben")
    match.roll()
    match.end_turn()
    assert match.result["Anna"].penalties == -5 and match.result["Ben"].penalties == 0


@pytest.mark.parametrize("names", [(), ("Anna",), ("Anna", "Anna"), tuple("ABCDEFGHIJKLM")])
def test_wrong_players(names: tuple[str, ...]) -> None:
    with pytest.raises(sg.InputError, match="cannot play"):
        sg.load("classic").start(*names)


@pytest.mark.parametrize("dice", [{"red": 7}, {"purple": 3}, {}])
def test_wrong_dice(dice: dict[str, int]) -> None:
    match = sg.load("classic").start("Anna", "Ben")
    with pytest.raises(sg.InputError):
        match.roll(white=(1, 2), **dice)
