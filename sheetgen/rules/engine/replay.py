"""Replay a log: every roll and every choice is checked, and the first broken rule ends it."""

from sheetgen.rules.audit.audit import Audit
from sheetgen.rules.audit.findings import Finding, IllegalMoveError
from sheetgen.rules.audit.game import final_round_finding, not_over_finding
from sheetgen.rules.engine.checked_game import CheckedGame
from sheetgen.rules.engine.log import Log, Turn
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.scoring import score


def replay(rulebook: Rulebook, log: Log) -> Audit:
    """Return the points at the end of a log, or where it breaks a rule, and the finding about that."""
    game = CheckedGame(rulebook, log.players, log.side, log.arrangements)
    finding = _first_broken_rule(game, log)
    record = game.record()
    if finding is None and game.state.end is None:
        left = game.state.turns_left
        finding = final_round_finding(left) if left else not_over_finding(rulebook, record)
    return Audit(score(rulebook, record), (finding,) if finding else ())


def _first_broken_rule(game: CheckedGame, log: Log) -> Finding | None:
    for number, turn in enumerate(log.turns, start=1):
        try:
            _play(game, turn)
        except IllegalMoveError as error:
            return game.finding(error, number)
    return None


def _play(game: CheckedGame, turn: Turn) -> None:
    game.roll(turn.active, turn.white, turn.dice)
    for name, via in turn.via.items():
        if name not in turn.action1:
            game.refuse_alone(name, via)
    choices = {name: game.white_option(name, cell, turn.via.get(name)) for name, cell in turn.action1.items()}
    game.use_white_sum(choices)
    if turn.action2:
        game.use_coloured_die(turn.action2)
    if turn.action3:
        game.move_piece(turn.action3.space, turn.action3.cross)
    game.end_turn(turn.penalty)
