"""Help for authors of layouts, themes and locales: all errors in a file, warnings, and a summary of its game.

Start with `check`. It may import `drawing` and everything below that, and draws a layout to find what does not fit.
"""
