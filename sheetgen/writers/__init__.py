"""Scenes to files: PDF, SVG and PNG. Writers draw what a scene says and measure nothing."""
