"""Small things from below that commands need, too: atomic files, collected problems, and text that is safe to print."""

from sheetgen.errors import Collector, printable
from sheetgen.locales.names import signed
from sheetgen.writers.atomic_files import atomic_file

__all__ = ["Collector", "atomic_file", "printable", "signed"]
