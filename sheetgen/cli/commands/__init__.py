"""The commands, one module each; pdf, svg and png share `printing`."""
