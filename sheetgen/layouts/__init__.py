"""Layouts: read, extend and check layout files, and compile a layout's game to a rulebook.

Start with `catalog`, which loads a layout by name or from a file. `files` reads TOML, `models` declares every key,
`checks` refuses games that cannot be played, `compile` makes the rulebook.
"""
