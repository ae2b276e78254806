"""Finished games and logs, in and out: JSON, links, lines of quick entry.

Whatever the form, `record_input` turns it into a checked `Record`, or reports every problem with its place.
Imports `rules`, `layouts`, `themes` and `locales`.
"""
