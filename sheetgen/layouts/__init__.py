"""Layouts: read, extend and check layout files.

Start with `catalog`, which loads a layout by name or from a file. `files` reads TOML, `models` declares every key,
`checks` reports games that cannot be played or printed, `schema` makes JSON Schemas, `starters` writes new files.
Imports `rules`, `themes` and `locales`.
"""
