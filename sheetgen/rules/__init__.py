"""The rules as plain data and pure functions: nothing here reads files, draws, or knows a variant by name.

Start with `rulebook`, which every other module interprets. `engine` plays games, `audit` checks finished ones,
`shuffle` generates sheets that differ, and `features` holds the optional rules. Imports `errors` and `file_model`.
"""
