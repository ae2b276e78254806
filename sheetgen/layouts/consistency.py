"""Refuse layouts whose keys and values are valid one by one, but that cannot be played or printed.

`validation` refuses single keys and values, each feature in `sheetgen.rules.features` checks its own requirements, and
the drawing functions refuse what does not fit on paper.
"""

from collections.abc import Iterator

from sheetgen.errors import InputError, KeyPath, Problem, suggest
from sheetgen.layouts.companions import companion_problems
from sheetgen.layouts.files.merge import Merged
from sheetgen.layouts.layout import Layout
from sheetgen.layouts.validation import validate
from sheetgen.locales.texts import label_fault, text_value_names
from sheetgen.rules.features import FEATURES, OWN_ROWS
from sheetgen.rules.features.base import never_thrown
from sheetgen.rules.features.lines import cell_places, falling_points, unknown_cell
from sheetgen.rules.game_spec import (
    GameSpec,
    LockSpec,
    RowSpec,
    compile_rulebook,
    named_arrangement,
    unnamed_rulebook,
)
from sheetgen.rules.shuffle.arrangement import MAX_CODE_LENGTH, SHUFFLINGS, longest_code

# Rows and lines cannot have these names, because cell ids and records use them for something else.
RESERVED_NAMES = ("penalty", "penalties", "extra", "total", "space", "sheet", *OWN_ROWS)

_TOKEN_COLOUR_HINT = "Each player needs tokens of a different colour."


def checked_layout(merged: Merged) -> Layout:
    """Return the layout of merged files, or raise one error with every problem in them."""
    layout = validate(Layout, merged)
    problems = [*_game_problems(layout.game, merged), *_part_problems(layout, merged)]
    if not problems:
        problems += _named_sheet_problems(layout.game, merged)
        problems += companion_problems(layout.game, merged)
    length = longest_code(compile_rulebook(layout.game)) if layout.game.shuffle and not problems else 0
    if length > MAX_CODE_LENGTH:
        message = f"the code of a shuffled sheet would have {length:,} characters"
        hint = f"At most {MAX_CODE_LENGTH}: shuffle less, or have fewer cells."
        problems.append(merged.problem(("game", "shuffle"), message, hint))
    problems += _label_problems(layout, merged)
    if problems:
        raise InputError(problems)
    return layout


def _game_problems(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    """Yield every reason why a game could not be played."""
    yield from _player_problems(game, merged)
    yield from _row_problems(game, merged)
    yield from _order_problems(game, merged)
    yield from falling_points(game.points, ("game", "points"), merged)
    yield from _token_problems(game, merged)
    yield from _card_problems(game, merged)
    for feature in FEATURES:
        yield from feature.problems(game, merged)
    yield from _shuffle_problems(game, merged)
    yield from _track_problems(game, merged)


def _player_problems(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    if game.players.min > game.players.max:
        message = f"the minimum number of players ({game.players.min}) is above the maximum ({game.players.max})"
        yield merged.problem(("game", "players"), message, "Set max to at least min.")
    if not game.tokens:
        return
    at = ("game", "tokens", "colours")
    colours = game.tokens.colours
    if len(set(colours)) < len(colours):
        yield merged.problem(at, "two players have tokens of the same colour", _TOKEN_COLOUR_HINT)
    if game.players.max != len(colours):
        message = f"{len(colours)} token colours for {game.players.max} players"
        yield merged.problem(at, message, f"{_TOKEN_COLOUR_HINT} Change them, or [game.players].")


def _row_problems(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    for name, row in game.rows.items():
        at = ("game", "rows", name)
        if name in RESERVED_NAMES:
            yield merged.problem(at, f"a row cannot be called {name!r}", "Records use that word; choose another.")
        for number in sorted({cell.number for cell in row.cells} - {throw.number for throw in game.throws}):
            if wrong := never_thrown(number, game.dice):
                yield merged.problem((*at, "cells"), *wrong)
        for feature in FEATURES:
            yield from feature.row_problems(name, row, merged)
        if row.lock:
            yield from _lock_problems(name, row, row.lock, merged)
    locks = sum(row.lock is not None for row in game.rows.values())
    if game.end.closed_rows > locks:
        message = f"the game ends with {game.end.closed_rows} closed rows, but only {locks} have a lock"
        hint = f"Require at most {locks}, or give more rows a lock."
        yield merged.problem(("game", "end", "closed_rows"), message, hint)
    if not game.lines and not any(row.scores for row in game.rows.values()):
        first, *others = (("game", "rows", name, "scores") for name in game.rows)
        hint = "Let a row score, or add a line: [game.lines]."
        yield merged.problem(first, "nothing on the sheet scores", hint, *others)
    for name in game.lines:
        if name in RESERVED_NAMES:
            message = f"a line cannot be called {name!r}"
            yield merged.problem(("game", "lines", name), message, "Records use that word; choose another.")


def _lock_problems(name: str, row: RowSpec, lock: LockSpec, merged: Merged) -> Iterator[Problem]:
    """Yield a problem if too few numbers come before those that close the row."""
    at = ("game", "rows", name)
    around = (*at, "lock"), (*at, "cells")
    before = row.closing_column
    if lock.last > 1 and before < 1:
        message = f"the last {lock.last} numbers close {name!r}, but it has {len(row.cells)} in all"
        yield merged.problem((*at, "lock", "last"), message, "Leave at least one number before them.", *around)
        return
    twice = sum(cell.number in (row.twice or ()) for cell in row.cells[:before])
    most = before + twice + len(row.doubles or ())
    if lock.needs > most:
        cells = f"{before} cells come before the last" if lock.last == 1 else f"{before} cells do not close it"
        helped = f" and count for {most}" if most > before else ""
        message = f"the lock of {name!r} needs {lock.needs} crosses, but {cells}{helped}"
        yield merged.problem((*at, "lock", "needs"), message, f"Give it lock.needs = {most}, or less.", *around)


def _order_problems(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    if game.has_valid_order:
        return
    unknown = [name for name in game.order if name not in game.rows]
    missing = [name for name in game.rows if name not in game.order]
    if unknown:
        message, hint = f"the order names {unknown[0]!r}, which is not a row", suggest(unknown[0], game.rows)
    elif missing:
        message, hint = f"the order leaves out {', '.join(map(repr, missing))}", "Name every row once."
    else:
        message, hint = "the order names a row twice", "Name every row once."
    yield merged.problem(("game", "order"), message, hint)


def _token_problems(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    """Yield a problem for each feature that needs sheets: tokens can be beaten and stacked."""
    if not game.tokens:
        return
    used: list[tuple[KeyPath, str]] = [(path, feature.noun) for feature in FEATURES for path in feature.uses(game)]
    used += [
        (("game", "rows", name, "lock", "last"), "choice of last numbers")
        for name, row in game.rows.items()
        if row.lock and row.lock.last > 1
    ]
    used += [(("game", "shuffle"), "shuffled sheets")] if game.shuffle else []
    for path, noun in sorted(used, key=lambda each: each[0][1] != "rows"):
        hint = "Leave it out: all tokens lie on one board, and can be beaten."
        yield merged.problem(path, f"a game with tokens has no {noun}", hint)


def _shuffle_problems(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    at = ("game", "shuffle")
    for kind in dict.fromkeys(kind for index, kind in enumerate(game.shuffle) if kind in game.shuffle[:index]):
        yield merged.problem(at, f"{kind!r} is shuffled twice", "Name it once.")
    users = {feature.shuffling.kind: feature for feature in FEATURES if feature.shuffling}
    for shuffling in SHUFFLINGS:
        if shuffling.kind in game.shuffle:
            if shuffling.kind in users and not list(users[shuffling.kind].uses(game)):
                hint = f'Leave "{shuffling.kind}" out of shuffle.'
                yield merged.problem(at, f"there are no {shuffling.noun} to shuffle", hint)
            yield from shuffling.problems(game, merged)


def _card_problems(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    """Yield a problem for each thing that needs dice."""
    if not game.cards:
        return
    used: list[tuple[KeyPath, str]] = [
        (path, feature.noun) for feature in FEATURES if feature.needs_dice for path in feature.uses(game)
    ]
    used += [(("game", key), noun) for key, noun in (("track", "track"), ("tokens", "tokens")) if getattr(game, key)]
    for path, noun in used:
        yield merged.problem(path, f"a game with cards has no {noun}", "Leave one of them out.", ("game", "cards"))


def _named_sheet_problems(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    """Yield named sheets with unknown cells, and those that differ from the layout in what is not shuffled."""
    rulebook = unnamed_rulebook(game)
    known = cell_places(game)
    for name, sheet in game.sheets.items():
        at = ("game", "sheets", name)
        if merged.source_of(at) is not merged.sources[0]:
            continue  # that of an extended layout, which is left out if it does not fit
        unknown = [
            merged.problem((*at, *key), *wrong)
            for feature in FEATURES
            for key, refs in feature.sheet_refs(sheet).items()
            for ref in refs
            if (wrong := unknown_cell(ref, game, known))
        ]
        if unknown:
            yield from unknown
        elif named_arrangement(rulebook, sheet) is None:
            kinds = ", ".join(game.shuffle) or "nothing"
            hint = f"Sheets differ in what game.shuffle lists ({kinds}), in the same places, and in nothing else."
            yield merged.problem(at, f"the sheet {name!r} cannot be shuffled out of this layout", hint)


def _track_problems(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    if not game.track:
        return
    if game.tokens:
        hint = "Remove one of them: track = false, or tokens = false."
        yield merged.problem(("game", "track"), "a game has a track or tokens, not both", hint, ("game", "tokens"))
    numbers = {name: {cell.number for cell in row.cells} for name, row in game.rows.items()}
    for side, track in game.track.sides.items():
        at = ("game", "track", "sides", side, "spaces")
        if game.track.final > len(track.spaces):
            message = f"the last {game.track.final} spaces of side {side!r} are final, but it has {len(track.spaces)}"
            yield merged.problem(at, message, "Add spaces, or reduce final.", ("game", "track", "final"))
        for index, space in enumerate(track.spaces, start=1):
            if space.row not in numbers:
                message = f"space {index} of side {side!r} is on {space.row!r}, which is not a row"
                yield merged.problem(at, message, suggest(space.row, numbers))
            elif space.number not in numbers[space.row]:
                message = f"space {index} of side {side!r} is {space.number} in {space.row!r}, which lacks that number"
                hint = f"That row has {', '.join(map(str, sorted(numbers[space.row])))}."
                yield merged.problem(at, message, hint, ("game", "rows", space.row, "cells"))


def _label_problems(layout: Layout, merged: Merged) -> Iterator[Problem]:
    known = text_value_names("labels")
    for key, texts in layout.labels.items():
        if key not in known:
            yield merged.problem(("labels", key), f"there is no label {key!r}", suggest(key, known))
            continue
        for code, text in texts.items():
            if fault := label_fault(text, known[key]):
                yield merged.problem(("labels", key, code), *fault)


def _part_problems(layout: Layout, merged: Merged) -> Iterator[Problem]:
    """Yield a problem for each part that is missing or not needed: sheet, board, pieces, and their tables."""
    game = layout.game
    pieces = layout.pieces
    if game.tokens and layout.sheet:
        message = "a game with tokens is played on the board and has no sheets"
        hint = "Remove them with sheet = false, at the top of the file."
        yield merged.problem(("sheet",), message, hint, ("game", "tokens"))
    if not game.tokens and not layout.sheet:
        hint = "Add a [sheet], or extend a layout with one."
        yield merged.problem(("sheet",), "the game has nothing to write on", hint)
    if (game.tokens or game.track) and not layout.board:
        hint = "Add a [board], or extend a layout with one."
        yield merged.problem(("board",), "tokens and tracks need a board", hint, ("game", "tokens"), ("game", "track"))
    if layout.board and not (game.tokens or game.track):
        yield merged.problem(("board",), "there is nothing to draw on a board", "Boards are for tracks and tokens.")
    if pieces and not (game.tokens or game.track):
        yield merged.problem(("pieces",), "there is nothing to cut out", "Pieces are for tracks and tokens.")
    if layout.board and game.tokens and not layout.board.band:
        hint = "Its keys are: padding, head, gap, bonus."
        yield merged.problem(("board", "band"), "a board with rows needs [board.band]", hint)
    if layout.board and game.track and not layout.board.columns:
        hint = "Add columns = 9, or as many as fit its width."
        yield merged.problem(("board", "columns"), "a board with a track needs its number of columns", hint)
    if layout.board and layout.board.band and not game.tokens:
        yield merged.problem(("board", "band"), "a board without rows has no bands", "Leave [board.band] out.")
    if layout.board and layout.board.columns and not game.track:
        yield merged.problem(("board", "columns"), "a board without a track has no columns", "Leave them out.")
    if game.tokens and pieces and pieces.width != pieces.height:
        yield merged.problem(
            ("pieces", "height"), "tokens are as high as they are wide", "Give them the same width and height."
        )
