"""Sheets that differ from player to player: which arrangements exist, which one a sheet has, and its code.

Start with `arrangement`. `shuffling` is the base class of what can be shuffled; `rows` shuffles numbers and colours.
"""
