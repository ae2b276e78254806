"""Games that are well written but cannot be played."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.errors import InputError, Problem, suggest
from sheetgen.layouts.checks.features import falling_points, feature_problems
from sheetgen.layouts.checks.rows import row_problems
from sheetgen.layouts.checks.shuffle import code_problems, shuffle_problems
from sheetgen.layouts.files.extend import Merged
from sheetgen.layouts.models.layout import Game, Layout
from sheetgen.layouts.models.validation import validate
from sheetgen.locales.labels import label_fault
from sheetgen.locales.texts import LABEL_VALUES, Labels

_OWN_COLOUR = "Each player needs a colour of tokens."


def check_layout(merged: Merged) -> Layout:
    """The layout that the files make, or one error with all that is wrong in them."""
    layout = validate(Layout, merged)
    problems = [*_impossibilities(layout, merged), *_label_faults(layout, merged)]
    if problems:
        raise InputError(problems)
    return layout


def _label_faults(layout: Layout, merged: Merged) -> Iterator[Problem]:
    known = Labels.model_fields
    for key, texts in layout.labels.items():
        if key not in known:
            yield merged.problem(("labels", key), f"there is no label {key!r}", suggest(key, known))
            continue
        for code, text in texts.items():
            if fault := label_fault(text, LABEL_VALUES.get(key, ())):
                yield merged.problem(("labels", key, code), *fault)


def _impossibilities(layout: Layout, merged: Merged) -> Iterator[Problem]:
    """Every reason why this game could not be played or printed."""
    problems = [*_game_problems(layout.game, merged), *_surfaces(layout, merged), *_looks(layout, merged)]
    yield from problems
    if not problems:
        yield from code_problems(layout.game, merged)


def _game_problems(game: Game, merged: Merged) -> Iterator[Problem]:
    yield from _players(game, merged)
    yield from row_problems(game, merged)
    ordered = _order(game)
    if ordered:
        yield merged.problem(("game", "order"), *ordered)
    else:
        yield from _bonus_rows(game, merged)
    yield from falling_points(game.points, ("game", "points"), merged)
    yield from feature_problems(game, merged)
    yield from shuffle_problems(game, list(game.rows if ordered else game.ordered_rows), merged)
    yield from _track(game, merged)


def _players(game: Game, merged: Merged) -> Iterator[Problem]:
    if game.players.min > game.players.max:
        message = f"the fewest players ({game.players.min}) are more than the most ({game.players.max})"
        yield merged.problem(("game", "players"), message, "Give max as many as min, or more.")
    if game.tokens and len(set(game.tokens.colours)) < len(game.tokens.colours):
        yield merged.problem(("game", "tokens", "colours"), "two players have tokens of the same colour", _OWN_COLOUR)
    if game.tokens and game.players.max != len(game.tokens.colours):
        yield merged.problem(
            ("game", "tokens", "colours"),
            f"{len(game.tokens.colours)} token colours for {game.players.max} players",
            f"{_OWN_COLOUR} Change them, or [game.players].",
        )


def _order(game: Game) -> tuple[str, str] | None:
    """What is wrong with the order of the rows."""
    if not game.order or sorted(game.order) == sorted(game.rows):
        return None
    strangers = [name for name in game.order if name not in game.rows]
    if strangers:
        return f"the order names {strangers[0]!r}, which is no row", suggest(strangers[0], game.rows)
    missing = [name for name in game.rows if name not in game.order]
    if missing:
        return f"the order leaves out {', '.join(map(repr, missing))}", "Name every row once."
    return "the order names a row twice", "Name every row once."


def _bonus_rows(game: Game, merged: Merged) -> Iterator[Problem]:
    names = list(game.ordered_rows)
    if game.tokens and game.bonus:
        yield merged.problem(
            ("game", "bonus"),
            "a game with tokens has no bonus rows",
            "A token beside a bonus field can be beaten, and then nothing shows whether it was placed by the rules.",
        )
    seen = set()
    for index, bonus in enumerate(game.bonus):
        at = ("game", "bonus", index, "between")
        unknown = [name for name in bonus.between if name not in game.rows]
        for name in unknown:
            yield merged.problem(at, f"a bonus row lies beside {name!r}, which is no row", suggest(name, names))
        if unknown:
            continue
        upper, lower = bonus.between
        if (upper, lower) in seen:
            message = f"there are two bonus rows between {upper!r} and {lower!r}"
            yield merged.problem(at, message, "Leave one of them out.")
        seen.add((upper, lower))
        for name in (upper, lower):
            if game.rows[name].doubles:
                hint = "Its fields belong to one number each: leave the second boxes out, or the bonus row."
                place = merged.nearest(at, ("game", "rows", name, "doubles"))
                yield Problem(f"a bonus row cannot lie beside {name!r}, which has second boxes", hint, place)
        if names.index(lower) != names.index(upper) + 1:
            yield merged.problem(
                at,
                f"{upper!r} and {lower!r} are not neighbours in this order",
                "Rows stand in the order: " + ", ".join(names) + ".",
            )
        elif [cell.number for cell in game.rows[upper].cells] != [cell.number for cell in game.rows[lower].cells]:
            yield merged.problem(
                at,
                f"the neighbours {upper!r} and {lower!r} have different numbers, so no bonus field fits between them",
                "A bonus row needs two neighbours with the same numbers in the same order.",
            )


def _track(game: Game, merged: Merged) -> Iterator[Problem]:
    if not game.track:
        return
    if game.tokens:
        place = merged.nearest(("game", "track"), ("game", "tokens"))
        hint = "Take one of them away: track = false, or tokens = false."
        yield Problem("a game has a track or tokens, not both", hint, place)
    numbers = {name: {cell.number for cell in row.cells} for name, row in game.rows.items()}
    for side, track in game.track.sides.items():
        at = ("game", "track", "sides", side, "spaces")
        if game.track.final > len(track.spaces):
            message = f"the last {game.track.final} spaces of side {side!r} are final, but it has {len(track.spaces)}"
            place = merged.nearest(at, ("game", "track", "final"))
            yield Problem(message, "Add spaces, or give fewer as final.", place)
        for index, space in enumerate(track.spaces, start=1):
            if space.row not in numbers:
                yield merged.problem(
                    at,
                    f"space {index} of side {side!r} is on {space.row!r}, which is no row",
                    suggest(space.row, numbers),
                )
            elif space.number not in numbers[space.row]:
                message = f"space {index} of side {side!r} is {space.number} in {space.row!r}, where it does not stand"
                has = ", ".join(map(str, sorted(numbers[space.row])))
                place = merged.nearest(at, ("game", "rows", space.row, "cells"))
                yield Problem(message, f"That row has {has}.", place)


def _looks(layout: Layout, merged: Merged) -> Iterator[Problem]:
    """Paper tokens are round."""
    pieces = layout.pieces
    if layout.game.tokens and pieces and pieces.width != pieces.height:
        yield merged.problem(("pieces", "height"), "tokens are round", "Give them the same width and height.")


def _surfaces(layout: Layout, merged: Merged) -> Iterator[Problem]:
    game = layout.game
    if game.tokens and layout.sheet:
        message = "a game with tokens is played on the board and has no sheets"
        place = merged.nearest(("sheet",), ("game", "tokens"))
        yield Problem(message, "Take them away with sheet = false, at the top of the file.", place)
    if not game.tokens and not layout.sheet:
        yield merged.problem(
            ("sheet",), "the game has nothing to write on", "Add a [sheet], or extend a layout with one."
        )
    if (game.tokens or game.track) and not layout.board:
        place = merged.nearest(("board",), ("game", "tokens"), ("game", "track"))
        yield Problem("tokens and tracks need a board", "Add a [board], or extend a layout with one.", place)
    if layout.board and not (game.tokens or game.track):
        yield merged.problem(("board",), "there is nothing to draw on a board", "Boards are for tracks and tokens.")
    if layout.pieces and not (game.tokens or game.track):
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
