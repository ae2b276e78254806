"""Could the game have had any number of turns at all? It catches what players really forget: penalties.

In turn after turn one player is active. He makes at least one cross and at most a few, or takes a penalty; in the
turns of others he makes at most one cross. Everybody is active equally often, give or take one turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.rules.audit.findings import Finding, of_game
from sheetgen.rules.audit.track import fewest_moves
from sheetgen.rules.features import FEATURES
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Counts:
    """What a sheet tells about the number of turns. What is crossed along, such as a lock, is no cross of its own."""

    name: str
    crosses: int
    penalties: int
    moves: int

    def fits(self, turns: int, own: int, actions: int, cut_short: bool = False) -> bool:
        """Can the player have been active in so many of the turns? His last one may have been cut short."""
        played = own - self.penalties
        return (
            self.penalties <= own
            and self.moves <= own
            and played - cut_short <= self.crosses <= actions * played + (turns - own)
        )


def check_turns(rulebook: Rulebook, record: Record, enough_closed: bool) -> Iterator[Finding]:
    """No number of turns fits all sheets."""
    actions = 3 if rulebook.tracks else 2
    counts = _counts(rulebook, record)
    if not any(possible(counts, turns, actions, enough_closed) for turns in _conceivable(counts)):
        yield _explained(counts, actions, enough_closed)


def possible(counts: list[Counts], turns: int, actions: int, enough_closed: bool) -> bool:
    """Is there a fair split of the turns that fits every sheet, at most one of them with a turn cut short?"""
    if _splits(counts, turns, actions, None):
        return True
    return enough_closed and any(_splits(counts, turns, actions, player) for player in range(len(counts)))


def _splits(counts: list[Counts], turns: int, actions: int, cut_short: int | None) -> bool:
    """Everybody gets the same number of turns, and as many players as are left over get one more."""
    fewer, left_over = divmod(turns, len(counts))
    must = may = 0
    for player, count in enumerate(counts):
        fits_fewer = count.fits(turns, fewer, actions, player == cut_short)
        fits_more = left_over > 0 and count.fits(turns, fewer + 1, actions, player == cut_short)
        if not (fits_fewer or fits_more):
            return False
        must += not fits_fewer
        may += fits_more
    return must <= left_over <= may


def _counts(rulebook: Rulebook, record: Record) -> list[Counts]:
    return [
        Counts(sheet.name, _chosen(rulebook, sheet), sheet.penalties, fewest_moves(rulebook, record, sheet) or 0)
        for sheet in record.sheets
    ]


def _chosen(rulebook: Rulebook, sheet: Sheet) -> int:
    """Return how many crosses took an action each."""
    own = sheet.rules(rulebook)
    crosses = sheet.count(cell.id for row in own.rows for cell in row.cells)
    return crosses - sum(feature.crossed_along(own, sheet) for feature in FEATURES)


def _conceivable(counts: list[Counts]) -> range:
    """With more turns, somebody would have been active more often than he crossed or was penalised."""
    return range(len(counts) * (min(count.crosses + count.penalties for count in counts) + 2))


def _explained(counts: list[Counts], actions: int, enough_closed: bool) -> Finding:
    """Name the two sheets that contradict each other, or else tell what each would fit."""
    spans = []
    for player in counts:
        fitting = _fitting(player, len(counts), actions, enough_closed)
        if not fitting:
            most = player.crosses + player.penalties + enough_closed
            return of_game("impossible-turns-alone", player=player.name, least=player.moves, most=most)
        spans.append((player.name, min(fitting), max(fitting)))
    short, _, most = min(spans, key=lambda span: span[2])
    long, least, _ = max(spans, key=lambda span: span[1])
    if most < least:
        return of_game("impossible-turns", short=short, most=most, long=long, least=least)
    together = ", ".join(f"{name} {least}–{most}" for name, least, most in spans)
    return of_game("impossible-turns-together", spans=together)


def _fitting(player: Counts, players: int, actions: int, enough_closed: bool) -> list[int]:
    """The numbers of turns that this sheet alone would fit."""
    return [
        turns
        for turns in range(players * (player.crosses + player.penalties + 2))
        for own in {turns // players, -(-turns // players)}
        if player.fits(turns, own, actions, enough_closed)
    ]
