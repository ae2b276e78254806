"""Typefaces: measure text, and check font files that come with a layout. Start with `typefaces`."""
