"""Layouts: read, extend and check layout files.

Start with `catalog`, which loads a layout by name or from a file. `files` reads TOML, `layout` declares every key,
`validation` words what is wrong with keys and values, `consistency` refuses games that cannot be played or printed,
`json_schema` makes JSON Schemas, `starters` writes new files.
Imports `rules`, `themes` and `locales`.
"""
