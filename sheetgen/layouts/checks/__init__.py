"""Checks of layouts that are well-formed but cannot be played. Start with `layout`."""
