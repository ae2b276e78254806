"""The score sheet. `plan` computes where everything goes, `front` draws it, and `overlay` adds what differs per sheet.

`rows` places and draws rows, also those of boards; `cells_and_locks` draws everything that can be crossed, and
`points_table` the points.
"""
