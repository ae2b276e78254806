"""The rules as plain data and pure functions: no files, no drawing, no variant by name.

Start with `rulebook`, which every other module interprets. `engine` plays games, `audit` checks finished ones,
`shuffle` makes sheets that differ, and `features` holds the optional rules. Imports only `errors` and `model`.
"""
