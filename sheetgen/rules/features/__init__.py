"""Optional rules of a game, one module for each."""
