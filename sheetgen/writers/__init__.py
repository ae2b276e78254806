"""Writers of scenes: PDF, SVG, PNG and data for the scorer page, and the atomic files that they write to.

Writers draw what a scene says and measure nothing. Start with `pdf.writer` or `svg`.
"""
