"""Check layouts that are well-formed but could not be played or printed."""

from collections.abc import Iterator

from sheetgen.errors import InputError, Problem, suggest
from sheetgen.layouts.checks.game import code_problems, game_problems
from sheetgen.layouts.files.extend import Merged
from sheetgen.layouts.models.layout import Layout
from sheetgen.layouts.models.validation import validate
from sheetgen.locales.labels import label_fault
from sheetgen.locales.texts import LABEL_VALUES, Labels


def check_layout(merged: Merged) -> Layout:
    """Return the layout of merged files, or raise one error with every problem in them."""
    layout = validate(Layout, merged)
    problems = [*_layout_problems(layout, merged), *_label_problems(layout, merged)]
    if problems:
        raise InputError(problems)
    return layout


def _label_problems(layout: Layout, merged: Merged) -> Iterator[Problem]:
    known = Labels.model_fields
    for key, texts in layout.labels.items():
        if key not in known:
            yield merged.problem(("labels", key), f"there is no label {key!r}", suggest(key, known))
            continue
        for code, text in texts.items():
            if fault := label_fault(text, LABEL_VALUES.get(key, ())):
                yield merged.problem(("labels", key, code), *fault)


def _layout_problems(layout: Layout, merged: Merged) -> Iterator[Problem]:
    """Yield every reason why this game could not be played or printed."""
    problems = [*game_problems(layout.game, merged), *_part_problems(layout, merged)]
    yield from problems
    if not problems:
        yield from code_problems(layout.game, merged)


def _part_problems(layout: Layout, merged: Merged) -> Iterator[Problem]:
    """Yield sheets, boards and pieces that the game needs but does not have, or has but does not need."""
    game, pieces = layout.game, layout.pieces
    if game.tokens and layout.sheet:
        message = "a game with tokens is played on the board and has no sheets"
        place = merged.own_place(("sheet",), ("game", "tokens"))
        yield Problem(message, "Take them away with sheet = false, at the top of the file.", place)
    if not game.tokens and not layout.sheet:
        hint = "Add a [sheet], or extend a layout with one."
        yield merged.problem(("sheet",), "the game has nothing to write on", hint)
    if (game.tokens or game.track) and not layout.board:
        place = merged.own_place(("board",), ("game", "tokens"), ("game", "track"))
        yield Problem("tokens and tracks need a board", "Add a [board], or extend a layout with one.", place)
    if layout.board and not (game.tokens or game.track):
        yield merged.problem(("board",), "there is nothing to draw on a board", "Boards are for tracks and tokens.")
    if pieces and not (game.tokens or game.track):
        yield merged.problem(("pieces",), "there is nothing to cut out", "Pieces are for tracks and tokens.")
    if layout.board and game.tokens and not layout.board.band:
        hint = "Its keys are: padding, head, gap, bonus."
        yield merged.problem(("board", "band"), "a board with rows needs [board.band]", hint)
    if layout.board and game.track and not layout.board.columns:
        hint = "Give it columns = 9, as many as fit into its width."
        yield merged.problem(("board", "columns"), "a board with a track needs its number of columns", hint)
    if layout.board and layout.board.band and not game.tokens:
        yield merged.problem(("board", "band"), "a board without rows has no bands", "Leave [board.band] out.")
    if layout.board and layout.board.columns and not game.track:
        yield merged.problem(("board", "columns"), "a board without a track has no columns", "Leave them out.")
    if game.tokens and pieces and pieces.width != pieces.height:
        yield merged.problem(("pieces", "height"), "tokens are round", "Give them the same width and height.")
