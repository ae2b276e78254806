"""Small things from below that commands need, too: atomic files, collected problems, and text that is safe to print."""

from sheetgen.errors import Collector, visible
from sheetgen.writers.atomic_files import whole_file as atomic_file

__all__ = ["Collector", "atomic_file", "visible"]
