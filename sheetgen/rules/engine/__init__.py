"""Play games: the state of a game, its legal moves, replaying a log, and simulating many games.

Start with `state`. `grid` is the rulebook as bit masks, which makes a move a few integer operations. `perft` counts the
ways to play, which tests compare with known numbers.
"""
