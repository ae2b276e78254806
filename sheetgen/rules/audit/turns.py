"""Check that some number of turns fits all sheets of a game. Most often it fails because players forgot penalties.

The active player of a turn makes between one cross and one for each action, or takes a penalty. Every other player
makes at most one cross. All players are active equally often, give or take one turn.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.rules.audit.findings import Finding, game_finding
from sheetgen.rules.audit.sheet_checks import fewest_moves
from sheetgen.rules.features import FEATURES
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class SheetCounts:
    """The counts of one sheet that limit the number of turns."""

    name: str
    crosses: int  # without locks and other cells that are crossed along
    penalties: int
    moves: int  # fewest moves of the piece

    def fits(self, turns: int, own: int, actions: int, cut_short: bool = False) -> bool:
        """Return whether the player can have been active in `own` of the turns, the last of which may be cut short."""
        played = own - self.penalties
        return (
            self.penalties <= own
            and self.moves <= own
            and played - cut_short <= self.crosses <= actions * played + (turns - own)
        )


def check_turns(rulebook: Rulebook, record: Record, enough_closed: bool) -> Iterator[Finding]:
    """Yield a finding if no number of turns fits all sheets."""
    actions = 3 if rulebook.tracks else 2
    counts = [_sheet_counts(rulebook, record, sheet) for sheet in record.sheets]
    # With more turns, a player would have been active more often than the crosses and penalties of the sheet allow.
    limit = len(counts) * (min(count.crosses + count.penalties for count in counts) + 2)
    if not any(can_fit(counts, turns, actions, enough_closed) for turns in range(limit)):
        yield _impossible_turns(counts, actions, enough_closed)


def can_fit(counts: list[SheetCounts], turns: int, actions: int, enough_closed: bool) -> bool:
    """Return whether this number of turns can fit all sheets, at most one player having had a turn cut short."""
    if _has_fair_split(counts, turns, actions, None):
        return True
    return enough_closed and any(_has_fair_split(counts, turns, actions, player) for player in range(len(counts)))


def _has_fair_split(counts: list[SheetCounts], turns: int, actions: int, cut_short: int | None) -> bool:
    """Return whether all sheets fit when all players get the same number of turns, and some of them one more."""
    fewer, left_over = divmod(turns, len(counts))
    must = may = 0  # how many players need one more turn, and how many can have one more
    for player, count in enumerate(counts):
        fits_fewer = count.fits(turns, fewer, actions, player == cut_short)
        fits_more = left_over > 0 and count.fits(turns, fewer + 1, actions, player == cut_short)
        if not (fits_fewer or fits_more):
            return False
        must += not fits_fewer
        may += fits_more
    return must <= left_over <= may


def _sheet_counts(rulebook: Rulebook, record: Record, sheet: Sheet) -> SheetCounts:
    own = sheet.rules(rulebook)
    crosses = sheet.count(cell.id for row in own.rows for cell in row.cells)
    along = sum(feature.crossed_along(own, sheet) for feature in FEATURES)
    return SheetCounts(sheet.name, crosses - along, sheet.penalties, fewest_moves(rulebook, record, sheet) or 0)


def _impossible_turns(counts: list[SheetCounts], actions: int, enough_closed: bool) -> Finding:
    """Return a finding that names two sheets that contradict each other, or else the range of turns that fits each."""
    spans = []
    for player in counts:
        fitting = _fitting_turns(player, len(counts), actions, enough_closed)
        if not fitting:
            most = player.crosses + player.penalties + enough_closed
            return game_finding("impossible-turns-alone", player=player.name, least=player.moves, most=most)
        spans.append((player.name, min(fitting), max(fitting)))
    short, _, most = min(spans, key=lambda span: span[2])
    long, least, _ = max(spans, key=lambda span: span[1])
    if most < least:
        return game_finding("impossible-turns", short=short, most=most, long=long, least=least)
    together = ", ".join(f"{name} {least}–{most}" for name, least, most in spans)
    return game_finding("impossible-turns-together", spans=together)


def _fitting_turns(player: SheetCounts, players: int, actions: int, enough_closed: bool) -> list[int]:
    return [
        turns
        for turns in range(players * (player.crosses + player.penalties + 2))
        for own in {turns // players, -(-turns // players)}
        if player.fits(turns, own, actions, enough_closed)
    ]
