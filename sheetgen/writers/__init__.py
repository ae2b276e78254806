"""Writers that turn scenes into PDF, SVG and PNG, and the atomic files that they write to.

Writers draw what a scene says and measure nothing. Start with `pdf.writer` or `svg`.
"""
