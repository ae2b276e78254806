"""Boards and what is cut out for them: the token board, the track board, and pieces."""
