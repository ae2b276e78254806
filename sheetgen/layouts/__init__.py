"""Layouts: read, extend and check layout files.

Start with `catalog`, which loads a layout by name or from a file. `files` reads TOML, `layout` declares every key,
`validation` explains wrong keys and values, `consistency` refuses games that cannot be played or printed,
`companions` compiles a layout together with those that it can be played with,
`json_schema` generates JSON Schemas, `starters` writes new files.
Imports `rules`, `themes` and `locales`.
"""
