"""Sheets that differ from player to player: which arrangements exist, which one a sheet has, and its code.

Start with `arrangement`.
"""
