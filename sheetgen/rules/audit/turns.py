"""Check that some number of turns fits all sheets of a game. Most often it fails because players forgot penalties.

The active player of a turn makes between one cross and one for each action, or takes a penalty. Every other player
makes at most one cross. All players are active equally often, give or take one turn, and nobody more often than the
player who had the last turn.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, NamedTuple

from sheetgen.rules.audit.findings import Finding, game_finding
from sheetgen.rules.audit.piece_checks import crossed_on_the_way, fewest_moves
from sheetgen.rules.features import FEATURES, FORCING_FEATURES
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class SheetCounts:
    """The counts of one sheet that limit the number of turns."""

    name: str
    crosses: int  # without locks, other cells that are crossed along, and crosses that were certainly forced
    penalties: int
    moves: int = 0  # fewest moves of the piece
    on_the_way: int = 0  # crossed numbers on spaces that the piece has reached or passed
    whole_turns: int = 0  # crosses that took the place of all actions of a turn
    per_turn: int = 2  # most crosses in an own turn, without the piece's
    forced: int = 0  # how many of the crosses may have been forced by others, and took no action either

    def fits(self, turns: int, own: int, is_cut_short: bool = False) -> bool:
        """Return whether the player can have been active in `own` of the turns, the last of which may be cut short."""
        whole = own - self.penalties - is_cut_short
        in_own_turns = (
            self.per_turn * whole - (self.per_turn - 1) * self.whole_turns + min(whole, self.on_the_way) + is_cut_short
        )
        return (
            whole >= self.whole_turns
            and self.moves <= own - is_cut_short
            and whole <= self.crosses
            and self.crosses - self.forced <= in_own_turns + turns - own
        )


class Ending(NamedTuple):
    """One way in which the game can have ended."""

    last: int  # the seat of the player who had the last turn
    is_cut_short: bool = False  # whether that turn ended in action 1


def check_turns(rulebook: Rulebook, record: Record, closers: Collection[str]) -> Iterator[Finding]:
    """Yield a finding if no number of turns fits all sheets.

    `closers` are the players who can have ended the game by closing a row.
    """
    counts = [_sheet_counts(rulebook, record, sheet) for sheet in record.sheets]
    endings = _possible_endings(rulebook, counts, closers)
    if not _can_fit(counts, endings):
        yield _impossible_turns(counts, endings)


def _sheet_counts(rulebook: Rulebook, record: Record, sheet: Sheet) -> SheetCounts:
    own = sheet.rules(rulebook)
    crosses = sheet.count(cell.id for row in own.rows for cell in row.cells)
    spans = [feature.forced_crosses(own, record, sheet) for feature in FORCING_FEATURES]
    least, most = (sum(bounds) for bounds in zip(*spans, strict=True))
    return SheetCounts(
        sheet.name,
        crosses - least - sum(feature.crossed_along(own, sheet) for feature in FEATURES),
        sheet.penalties,
        fewest_moves(rulebook, record, sheet) or 0,
        crossed_on_the_way(rulebook, record, sheet),
        sum(feature.whole_turns(own, sheet) for feature in FEATURES),
        rulebook.most_crosses,
        most - least,
    )


def _possible_endings(rulebook: Rulebook, counts: Sequence[SheetCounts], closers: Collection[str]) -> list[Ending]:
    """Return every way in which the game can have ended; if nothing ended it at once, anybody can have been last."""
    seats = range(len(counts))
    by_penalties = [Ending(seat) for seat in seats if counts[seat].penalties >= rulebook.penalty_boxes]
    in_action_1 = [Ending(seat, is_cut_short=True) for seat in seats if closers]
    # Where rows close for one player only, several can have ended the game only with the same white sum.
    is_by_one = len(closers) == 1 or not rulebook.has_own_closing
    in_action_2 = [Ending(seat) for seat in seats if is_by_one and counts[seat].name in closers]
    return [*by_penalties, *in_action_1, *in_action_2] or [Ending(seat) for seat in seats]


def _can_fit(counts: Sequence[SheetCounts | None], endings: Sequence[Ending]) -> bool:
    """Return whether any number of turns fits these sheets; None is an unknown sheet, which always fits."""
    return next(_fitting_turns(counts, endings), None) is not None


def _fitting_turns(counts: Sequence[SheetCounts | None], endings: Sequence[Ending]) -> Iterator[int]:
    """Yield every number of turns that fits these sheets, at least one of which must be known."""
    # With more turns, a player would have been active more often than the crosses and penalties of the sheet allow.
    limit = len(counts) * (min(count.crosses + count.penalties for count in counts if count) + 2)
    for turns in range(limit):
        if any(has_fair_split(counts, turns, ending) for ending in endings):
            yield turns


def has_fair_split(counts: Sequence[SheetCounts | None], turns: int, ending: Ending) -> bool:
    """Return whether all sheets fit when everybody has the same number of turns, and some one more, as the last has."""
    fewer, left_over = divmod(turns, len(counts))
    must = may = 0  # how many players need one more turn, and how many can have one more
    for seat, count in enumerate(counts):
        is_last = seat == ending.last
        is_cut_short = is_last and ending.is_cut_short
        fits_fewer = not (is_last and left_over) and (count is None or count.fits(turns, fewer, is_cut_short))
        fits_more = left_over > 0 and (count is None or count.fits(turns, fewer + 1, is_cut_short))
        if not (fits_fewer or fits_more):
            return False
        must += not fits_fewer
        may += fits_more
    return must <= left_over <= may


def _impossible_turns(counts: list[SheetCounts], endings: list[Ending]) -> Finding:
    """Return a finding that explains the contradiction with as few sheets as possible: one, two, or all of them."""
    spans = []
    for seat, player in enumerate(counts):
        fitting = list(_fitting_turns(_only(counts, seat), endings))
        if not fitting:
            most = player.crosses + player.penalties + any(ending.is_cut_short for ending in endings)
            return game_finding("impossible-turns-alone", player=player.name, least=player.moves, most=most)
        spans.append((player.name, min(fitting), max(fitting)))
    for short, long in permutations(range(len(counts)), 2):
        if finding := _too_many_crosses(counts, short, long, endings):
            return finding
    short_name, _, most = min(spans, key=lambda span: span[2])
    long_name, least, _ = max(spans, key=lambda span: span[1])
    if most < least:
        return game_finding("impossible-turns", short=short_name, most=most, long=long_name, least=least)
    together = ", ".join(f"{name} {least}–{most}" for name, least, most in spans)
    return game_finding("impossible-turns-together", spans=together)


def _too_many_crosses(counts: list[SheetCounts], short: int, long: int, endings: list[Ending]) -> Finding | None:
    """Return a finding if the sheet at seat `short` fits that at seat `long` only if the latter had fewer crosses."""
    sheets = _only(counts, short, long)
    limiting, limited = counts[short], counts[long]
    if _can_fit(sheets, endings):
        return None
    for most in range(limited.crosses - 1, -1, -1):
        sheets[long] = replace(limited, crosses=most)
        if turns := max(_fitting_turns(sheets, endings), default=0):
            own = -(-turns // len(counts))
            values: dict[str, Any] = {"turns": own, "marked": limited.penalties, "most": most, "has": limited.crosses}
            names = {"short": limiting.name, "long": limited.name}
            if endings == [Ending(short)]:
                return game_finding("impossible-turns-last", **names, **values)
            reason = "impossible-turns-cut" if Ending(short, is_cut_short=True) in endings else "impossible-turns-short"
            return game_finding(reason, **names, **values, own=limiting.crosses + limiting.penalties)
    return None


def _only(counts: Sequence[SheetCounts], *seats: int) -> list[SheetCounts | None]:
    """Return the sheets of these seats, with all others unknown."""
    return [count if seat in seats else None for seat, count in enumerate(counts)]
