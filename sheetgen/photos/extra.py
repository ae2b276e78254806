"""Whether photos can be read here: that needs libraries of the extra `scan`, which may not be installed."""

from __future__ import annotations

from importlib.util import find_spec

LIBRARIES = ("cv2", "numpy", "PIL", "pillow_heif", "zxingcpp")


def can_read_photos() -> bool:
    """Is everything installed? Nothing of it is loaded."""
    return all(find_spec(library) for library in LIBRARIES)
