"""The layout models: every key of a layout file, its type and limits, and its documentation.

Start with `layout`.
"""
