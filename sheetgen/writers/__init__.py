"""Scene to file: PDF, SVG and PNG. Writers draw what the scene says and measure nothing."""
