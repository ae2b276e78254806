"""The worked examples of the rulebooks, each with the rule that it explains."""

from __future__ import annotations

import pytest

from tests.game_helpers import audited, entered, found


def total(variant: str, sheet: str, side: str | None = None) -> int:
    (score,) = audited(variant, entered(variant, sheet, side=side)).scores
    return score.total


LAURA = "Laura: red 2-5; yellow 2 3 4; green 12-6; blue 12-5; penalties 2"


def test_c9_lauras_sheet_has_70_points() -> None:
    (score,) = audited("classic", entered("classic", LAURA)).scores
    assert {row: line.points for row, line in score.rows.items()} == {"red": 10, "yellow": 6, "green": 28, "blue": 36}
    assert (score.penalties, score.extra, score.total) == (-10, 0, 70)


def test_c9_o7_lauras_sheet_has_70_points_on_board_too() -> None:
    assert total("onboard", LAURA) == 70


def test_o5_the_piece_adds_the_extra_points_of_its_space() -> None:
    assert total("onboard", LAURA + "; space 5", side="a") == 70 + 3


@pytest.mark.parametrize(
    ("crosses", "points"),
    list(enumerate([0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66])),
)
def test_c9_n_crosses_score_the_sum_of_1_to_n(crosses: int, points: int) -> None:
    numbers = " ".join(str(number) for number in range(2, 2 + crosses))
    numbers += " lock" if crosses == 11 else ""
    assert total("classic", f"A: red {numbers}") == points + (12 if crosses == 11 else 0)


def test_c6_the_lock_counts_as_a_cross() -> None:
    assert total("classic", "A: red 2-6 12 lock") == 28
    assert total("classic", "A: red 2-12 lock") == 78


def test_c6_a_forgotten_lock_is_counted() -> None:
    result = audited("classic", entered("classic", "A: red 2-6 12"))
    assert found(result) == {"lock-missing|A"} and result.ok
    assert result.scores[0].total == 28


SARAH = "Sarah: red 2 4 6 8; yellow 3 5 7; green 11 9 8 6 4; blue 12 10 7"


def test_b4_three_and_four_bonus_fields_count_for_both_neighbours() -> None:
    sheet = SARAH + "; red-yellow 2 5 8; green-blue 12 9 7 4"
    (score,) = audited("bigpoints", entered("bigpoints", sheet)).scores
    assert {row: line.crosses for row, line in score.rows.items()} == {"red": 7, "yellow": 6, "green": 9, "blue": 7}
    assert score.total == 28 + 21 + 45 + 28


def test_b5_at_most_15_crosses_count() -> None:
    sheet = "A: red 2-12 lock; red-yellow 2-5"
    (score,) = audited("bigpoints", entered("bigpoints", sheet)).scores
    assert (score.rows["red"].crosses, score.rows["red"].points) == (16, 120)
    assert total("bigpoints", "A: red 2-11; red-yellow 2-6") == 120 + 15
    assert total("bigpoints", "A: red 2-11; red-yellow 2-5") == 105 + 10


def test_b6_bonus_fields_do_not_help_to_close_a_row() -> None:
    sheet = "A: red 2 3 4 5 12 lock; red-yellow 2 3 4 5"
    assert found(audited("bigpoints", entered("bigpoints", sheet))) == {"lock-too-few|A"}


def test_d9_at_most_12_tokens_count_and_stacked_ones_count_each() -> None:
    (score,) = audited("duel", entered("duel", "Black: blue 9 5 5 5 5 5 5 5 5 5 5 5 4 3; penalties 1")).scores
    assert (score.rows["blue"].crosses, score.rows["blue"].points) == (14, 78)
    assert score.total == 78 - 5


def test_d7_the_token_on_the_lock_counts() -> None:
    assert total("duel", "Laura: green 12-8 2 lock") == 28


def test_d7_with_the_last_token_on_the_last_number_there_is_no_lock_token() -> None:
    sheet = "Black: red 3 4 5 6 7 12; yellow 2-9; green 12-8; blue 12 11 10"
    result = audited("duel", entered("duel", sheet))
    assert found(result) == set()
    assert result.scores[0].rows["red"].points == 21


def test_ties_share_the_rank_and_the_win() -> None:
    result = audited("classic", entered("classic", "A: red 2 3", "B: blue 12 11", "C: red 2"))
    assert [score.rank for score in result.scores] == [1, 1, 3]
    assert result.winners == ("A", "B")
