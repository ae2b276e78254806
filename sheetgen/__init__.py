"""Print score sheets and boards for the dice game Qwixx, from declarative layouts."""

__version__ = "0.1.0"
