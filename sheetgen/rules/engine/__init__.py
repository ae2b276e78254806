"""Play games: the state of a game, its legal moves, replaying a log, and simulating many games.

Start with `state`; `token_game` and `card_game` extend it, and `start` chooses one of them. `grid` is the rulebook as
bit masks, which makes a move a few integer operations. `perft` counts the ways to play, which tests compare with known
numbers.
"""
