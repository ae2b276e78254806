"""Themes: the colours, fills and symbols that any layout can be printed in. Start with `theme`."""
