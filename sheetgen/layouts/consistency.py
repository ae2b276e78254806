"""Refuse layouts whose keys and values are right by themselves, but that could not be played or printed.

Single keys and values are refused by `validation`; what a feature must fulfil is checked by the feature itself, see
`sheetgen.rules.features`; what does not fit its place on paper is refused where it is drawn.
"""

from collections.abc import Iterator

from sheetgen.errors import InputError, KeyPath, Problem, suggest
from sheetgen.layouts.files.extend import Merged
from sheetgen.layouts.layout import Layout
from sheetgen.layouts.validation import validate
from sheetgen.locales.placeholders import label_fault
from sheetgen.locales.texts import Labels, text_value_names
from sheetgen.rules.features import FEATURES, OWN_ROWS
from sheetgen.rules.features.base import never_thrown
from sheetgen.rules.features.lines import falling_points
from sheetgen.rules.game_spec import GameSpec, LockSpec, RowSpec, compile_rulebook
from sheetgen.rules.shuffle.arrangement import MAX_CODE_LENGTH, SHUFFLINGS, longest_code

# Words that cell ids and records use for other things than rows and lines.
RESERVED = ("penalty", "penalties", "extra", "total", "space", "sheet", *OWN_ROWS)

_OWN_COLOUR = "Each player needs a colour of tokens."


def game_problems(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    """Yield every reason why a game could not be played."""
    yield from _players(game, merged)
    yield from _rows(game, merged)
    yield from _order(game, merged)
    yield from falling_points(game.points, ("game", "points"), merged)
    yield from _tokens(game, merged)
    for feature in FEATURES:
        yield from feature.problems(game, merged)
    yield from _shuffle(game, merged)
    yield from _track(game, merged)


def _players(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    if game.players.min > game.players.max:
        message = f"the fewest players ({game.players.min}) are more than the most ({game.players.max})"
        yield merged.problem(("game", "players"), message, "Give max as many as min, or more.")
    if not game.tokens:
        return
    at, colours = ("game", "tokens", "colours"), game.tokens.colours
    if len(set(colours)) < len(colours):
        yield merged.problem(at, "two players have tokens of the same colour", _OWN_COLOUR)
    if game.players.max != len(colours):
        message = f"{len(colours)} token colours for {game.players.max} players"
        yield merged.problem(at, message, f"{_OWN_COLOUR} Change them, or [game.players].")


def _rows(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    for name, row in game.rows.items():
        at = ("game", "rows", name)
        if name in RESERVED:
            yield merged.problem(at, f"a row cannot be called {name!r}", "Records use that word; choose another.")
        for number in sorted({cell.number for cell in row.cells}):
            if wrong := never_thrown(number, game.dice):
                yield merged.problem((*at, "cells"), *wrong)
        for feature in FEATURES:
            yield from feature.row_problems(name, row, merged)
        if row.lock:
            yield from _lock(name, row, row.lock, merged)
    locks = sum(row.lock is not None for row in game.rows.values())
    if game.end.closed_rows > locks:
        message = f"the game ends with {game.end.closed_rows} closed rows, but only {locks} have a lock"
        hint = f"Give at most {locks}, or more rows a lock."
        yield merged.problem(("game", "end", "closed_rows"), message, hint)
    if not game.lines and not any(row.scores for row in game.rows.values()):
        place = merged.own_place(*(("game", "rows", name, "scores") for name in game.rows))
        yield Problem("nothing on the sheet scores", "Let a row score, or add a line: [game.lines].", place)
    for name in game.lines:
        if name in RESERVED:
            message = f"a line cannot be called {name!r}"
            yield merged.problem(("game", "lines", name), message, "Records use that word; choose another.")


def _lock(name: str, row: RowSpec, lock: LockSpec, merged: Merged) -> Iterator[Problem]:
    """Yield that no number, or not enough of them, comes before those that close the row."""
    at = ("game", "rows", name)
    around = (*at, "lock"), (*at, "cells")
    before = row.closing_column
    if lock.last > 1 and before < 1:
        message = f"the last {lock.last} numbers close {name!r}, but it has {len(row.cells)} in all"
        yield Problem(
            message, "Leave at least one number before them.", merged.own_place((*at, "lock", "last"), *around)
        )
        return
    twice = sum(cell.number in (row.twice or ()) for cell in row.cells[:before])
    most = before + twice + len(row.doubles or ())
    if lock.needs > most:
        cells = f"{before} cells come before the last" if lock.last == 1 else f"{before} cells do not close it"
        helped = f" and count for {most}" if most > before else ""
        message = f"the lock of {name!r} needs {lock.needs} crosses, but {cells}{helped}"
        place = merged.own_place((*at, "lock", "needs"), *around)
        yield Problem(message, f"Give it lock.needs = {most}, or less.", place)


def _order(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    if game.has_valid_order:
        return
    unknown = [name for name in game.order if name not in game.rows]
    missing = [name for name in game.rows if name not in game.order]
    if unknown:
        message, hint = f"the order names {unknown[0]!r}, which is no row", suggest(unknown[0], game.rows)
    elif missing:
        message, hint = f"the order leaves out {', '.join(map(repr, missing))}", "Name every row once."
    else:
        message, hint = "the order names a row twice", "Name every row once."
    yield merged.problem(("game", "order"), message, hint)


def _tokens(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    """Yield what sheets may have but token games may not: tokens can be beaten and stacked."""
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
        hint = "Leave it out: tokens lie on one board that is the same for all, and can be beaten."
        yield merged.problem(path, f"a game with tokens has no {noun}", hint)


def _shuffle(game: GameSpec, merged: Merged) -> Iterator[Problem]:
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


def _track(game: GameSpec, merged: Merged) -> Iterator[Problem]:
    if not game.track:
        return
    if game.tokens:
        place = merged.own_place(("game", "track"), ("game", "tokens"))
        hint = "Take one of them away: track = false, or tokens = false."
        yield Problem("a game has a track or tokens, not both", hint, place)
    numbers = {name: {cell.number for cell in row.cells} for name, row in game.rows.items()}
    for side, track in game.track.sides.items():
        at = ("game", "track", "sides", side, "spaces")
        if game.track.final > len(track.spaces):
            message = f"the last {game.track.final} spaces of side {side!r} are final, but it has {len(track.spaces)}"
            place = merged.own_place(at, ("game", "track", "final"))
            yield Problem(message, "Add spaces, or give fewer as final.", place)
        for index, space in enumerate(track.spaces, start=1):
            if space.row not in numbers:
                message = f"space {index} of side {side!r} is on {space.row!r}, which is no row"
                yield merged.problem(at, message, suggest(space.row, numbers))
            elif space.number not in numbers[space.row]:
                message = f"space {index} of side {side!r} is {space.number} in {space.row!r}, where it does not stand"
                has = ", ".join(map(str, sorted(numbers[space.row])))
                place = merged.own_place(at, ("game", "rows", space.row, "cells"))
                yield Problem(message, f"That row has {has}.", place)


def checked_layout(merged: Merged) -> Layout:
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
            if fault := label_fault(text, text_value_names("labels")[key]):
                yield merged.problem(("labels", key, code), *fault)


def _layout_problems(layout: Layout, merged: Merged) -> Iterator[Problem]:
    """Yield every reason why this game could not be played or printed."""
    problems = [*game_problems(layout.game, merged), *_part_problems(layout, merged)]
    yield from problems
    length = longest_code(compile_rulebook(layout.game)) if layout.game.shuffle and not problems else 0
    if length > MAX_CODE_LENGTH:
        message = f"so much is shuffled that the code of a sheet would have {length:,} characters"
        yield merged.problem(
            ("game", "shuffle"), message, f"At most {MAX_CODE_LENGTH}: shuffle less, or have fewer cells."
        )


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
