"""Typefaces: measuring text, and checking the font files of a layout. Start with `typefaces`."""
