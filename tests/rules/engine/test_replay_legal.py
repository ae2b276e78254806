"""Logs of legal play: the worked examples of the rulebooks, step by step, with the rule in the name."""

from __future__ import annotations

from typing import Any

from sheetgen.rules.engine.log import replay
from sheetgen.rules.engine.simulate import SimulationSetup
from tests.game_helpers import found, grid, play_alike, rulebook
from tests.rules.logs import DICE, MISTHROW, climb, crosses, played, token_turns, turn, without


def test_c3_c4_max_and_emma_use_the_white_five_and_max_a_blue_ten() -> None:
    result = played(
        "classic",
        "Max Emma Laura Linus",
        [
            {
                "active": "Max",
                "white": [4, 1],
                "dice": {"red": 3, "yellow": 2, "green": 5, "blue": 6},
                "action1": {"Max": "red 5", "Emma": "yellow 5"},
                "action2": "blue 10",
            }
        ],
    )
    assert found(result) == {"game-not-over|"}
    assert crosses(result) == {"Max": {"red": 1, "blue": 1}, "Emma": {"yellow": 1}, "Laura": {}, "Linus": {}}


def test_c7_several_players_close_the_same_row_in_one_action() -> None:
    turns = climb("A B", "red", [2, 3, 4, 5, 6, 12])
    assert crosses(played("classic", "A B", turns)) == {"A": {"red": 7}, "B": {"red": 7}}


def test_c8_a_third_row_closes_together_with_the_second() -> None:
    """Green is closed; Max closes red and Linus yellow with the same white twelve."""
    names = "Emma Max Linus"
    turns: list[dict[str, Any]] = []
    order = names.split()

    def add(white: list[int], choices: dict[str, str], dice: dict[str, int] = DICE) -> None:
        active = order[len(turns) % 3]
        penalty = active not in choices
        turns.append({"active": active, "white": white, "dice": dice, "action1": choices, "penalty": penalty})

    for white, total in (([6, 6], 12), ([5, 6], 11), ([5, 5], 10), ([4, 5], 9), ([4, 4], 8)):
        add(white, {"Emma": f"green {total}", "Max": f"blue {total}"})
    add([1, 1], {"Emma": "green 2", "Max": "red 2", "Linus": "yellow 2"})
    for white, total in (([1, 2], 3), ([1, 3], 4), ([2, 3], 5), ([3, 3], 6)):
        add(white, {"Max": f"red {total}", "Linus": f"yellow {total}", "Emma": f"red {total}"}, without("green"))
    add([6, 6], {"Max": "red 12", "Linus": "yellow 12"}, without("green"))
    result = played("classic", names, turns)
    assert found(result) == set()
    assert crosses(result)["Max"]["red"] == crosses(result)["Linus"]["yellow"] == 7
    assert crosses(result)["Emma"] == {"green": 7, "red": 4}


def test_c8_when_the_game_ends_in_action_1_the_active_player_takes_no_penalty() -> None:
    turns = climb("A B", "red", [2, 3, 4, 5, 6, 12])
    later = climb("A B", "yellow", [2, 3, 4, 5, 6])
    for step in later:
        step["dice"] = without("red")
    turns += later
    last = {"active": "B", "white": [6, 6], "dice": without("red"), "action1": {"A": "yellow 12"}, "penalty": False}
    result = played("classic", "A B", [*turns, last])
    assert found(result) == set()
    assert crosses(result)["A"] == {"red": 7, "yellow": 7}
    assert result.scores[1].penalties == 0


def test_c8_the_fourth_penalty_ends_the_game() -> None:
    turns = [{"active": name, **MISTHROW} for name in ("A", "B") * 4][:-1]
    result = played("classic", "A B", turns)
    assert found(result) == set()
    assert [score.total for score in result.scores] == [-20, -15]


def test_b2_a_neighbour_crossed_in_action_1_counts_in_action_2_of_the_same_turn() -> None:
    step = turn("A", [2, 3], action1={"A": "red 5"}, action2="red-yellow 5")
    step["dice"] = {**DICE, "red": 3}
    assert crosses(played("bigpoints", "A B", [step]))["A"] == {"red": 2, "yellow": 1}


def test_b2_with_the_white_sum_either_neighbour_will_do() -> None:
    turns = [
        turn("A", [1, 2], action1={"A": "yellow 3", "B": "red 3"}),
        turn("B", [1, 2], action1={"A": "red-yellow 3", "B": "red-yellow 3"}),
    ]
    assert crosses(played("bigpoints", "A B", turns)) == {
        "A": {"red": 1, "yellow": 2},
        "B": {"red": 2, "yellow": 1},
    }


def test_b7_bonus_fields_stay_open_after_their_row_is_closed() -> None:
    turns = climb("A B", "green", [12, 11, 10, 9, 8, 2])
    turns.append({**turn("A", [5, 5], action1={"A": "green-blue 10"}), "dice": without("green")})
    result = played("bigpoints", "A B", turns)
    assert crosses(result)["A"] == {"green": 8, "blue": 1}


def test_b8_a_turn_with_only_a_bonus_cross_is_no_misthrow() -> None:
    turns = [
        turn("A", [1, 2], action1={"A": "red 3"}),
        turn("B", [4, 5], action1={"B": "red 9"}),
        turn("A", [1, 2], action1={"A": "red-yellow 3"}, penalty=False),
    ]
    assert found(played("bigpoints", "A B", turns)) == {"game-not-over|"}


def test_o3_tim_moves_five_spaces_to_the_green_10_and_crosses_it() -> None:
    step = turn("Tim", [1, 1], action3={"space": 5, "cross": "green 10"}, penalty=False)
    result = played("onboard", "Tim Linus", [step], side="a")
    assert crosses(result)["Tim"] == {"green": 1}
    assert result.scores[0].extra == 3


def test_o3_o4_linus_moves_to_the_green_7_that_he_has_crossed_before() -> None:
    """From space 19 of side a it is four free spaces to the green 7. Moving alone does not save him a misthrow."""
    turns = [turn("Linus", [3, 4], action1={"Linus": "green 7"}, action3={"space": 4, "cross": "yellow 4"})]
    for white, red, space, cross in (
        ([4, 4], 8, 9, "red 6"),
        ([4, 5], 9, 14, "yellow 5"),
        ([5, 5], 10, 19, "blue 6"),
    ):
        turns.append(turn("Tim", white, action1={"Tim": f"red {red}"}))
        turns.append(turn("Linus", [1, 1], action3={"space": space, "cross": cross}))
    turns.append(turn("Tim", [5, 6], action1={"Tim": "red 11"}))
    turns.append(turn("Linus", [1, 1], action3={"space": 23, "cross": None}, penalty=True))
    result = played("onboard", "Tim Linus", turns, side="a")
    assert found(result) == {"game-not-over|"}
    assert (result.scores[1].extra, result.scores[1].penalties) == (12, -5)


def test_o2_occupied_spaces_are_jumped_and_not_counted() -> None:
    """Tim stands on 5, so six spaces further is Linus's fifth free one."""
    turns = [
        turn("Tim", [1, 1], action3={"space": 5, "cross": "green 10"}),
        turn("Linus", [1, 1], action3={"space": 6, "cross": "yellow 6"}),
    ]
    assert played("onboard", "Tim Linus", turns, side="a").scores[1].extra == 3


def test_o6_everybody_else_has_one_more_turn_when_a_piece_reaches_the_last_spaces() -> None:
    finals = 0
    for number in range(60):
        game = play_alike(grid("onboard"), SimulationSetup(3, "careful", 11, "a"), number, keep_log=True)
        if game.game.end == "final":
            finals += 1
            reached = next(
                index for index, step in enumerate(game.log.turns) if step.action3 and step.action3.space > 35
            )
            assert len(game.log.turns) == reached + 3
            assert found(replay(rulebook("onboard"), game.log)) == set()
    assert finals > 10


def test_d3_d4_the_red_row_of_the_rulebook() -> None:
    """Black on 5 and 7, Grey on 3: Grey may go on to the right of his 3, and beat the 7; Black may stack."""
    start = token_turns("Grey: red 3", "Black: red 5", "Grey: blue 12", "Black: red 7")
    for number in (4, 6, 8):
        result = played("duel", "Black Grey", [*start, *token_turns(f"Grey: red {number}")])
        assert found(result) == {"game-not-over|"}, number
    beaten = played("duel", "Black Grey", [*start, *token_turns("Grey: red 7")])
    assert crosses(beaten) == {"Black": {"red": 1}, "Grey": {"red": 2, "blue": 1}}
    stacked = played("duel", "Black Grey", [*start, *token_turns("Grey: blue 11", "Black: red 7")])
    assert crosses(stacked)["Black"] == {"red": 3}
    safe = played("duel", "Black Grey", [*start, *token_turns("Grey: red 5")])
    assert found(safe) == {"illegal-move|Grey"}


def test_d4_d7_the_blue_row_of_the_rulebook() -> None:
    """Grey has a stack on 5 in front; Black has five tokens behind it and may already close the row."""
    steps = [
        "Black: blue 12",
        "Grey: blue 5",
        "Black: blue 11",
        "Grey: blue 5",
        "Black: blue 10",
        "Grey: green 12",
        "Black: blue 9",
        "Grey: green 11",
        "Black: blue 8",
        "Grey: green 10",
    ]
    start = token_turns(*steps)
    for number in (7, 6, 4):
        assert found(played("duel", "Black Grey", [*start, *token_turns(f"Black: blue {number}")])) == {
            "game-not-over|"
        }
    closed = played("duel", "Black Grey", [*start, *token_turns("Black: blue 2")])
    assert crosses(closed)["Black"]["blue"] == 7
    on_the_stack = played("duel", "Black Grey", [*start, *token_turns("Black: blue 5")])
    assert found(on_the_stack) == {"illegal-move|Black"}


def test_d8_four_misthrows_in_all_end_the_game() -> None:
    turns = token_turns("A:", "B:", "A:", "B:")
    result = played("duel", "A B", turns)
    assert found(result) == set()
    assert [score.total for score in result.scores] == [-10, -10]
