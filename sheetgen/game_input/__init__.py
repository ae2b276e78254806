"""Read and write finished games and logs: JSON files, links, and lines of quick entry.

Start with `record_input`: it turns every form into a checked `Record`, or reports every problem with its place.
Imports `rules`, `layouts`, `themes` and `locales`.
"""
