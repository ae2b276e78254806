"""QR codes as outlines."""

from __future__ import annotations

from functools import lru_cache

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

from sheetgen.drawing.links import QUIET_ZONE
from sheetgen.drawing.scene import Code, Segment
from sheetgen.drawing.shapes import bitmap


@lru_cache(maxsize=64)
def code_matrix(text: str, modules: int) -> tuple[tuple[bool, ...], ...]:
    """The dark modules of the code for this text, in the version of the given size, at level M."""
    code = QRCode(version=(modules - 17) // 4, error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(text, optimize=0)
    code.make(fit=False)
    return tuple(tuple(bool(dark) for dark in row) for row in code.get_matrix())


def code_outline(code: Code) -> tuple[Segment, ...]:
    """The dark area inside the code's box, its quiet zone left white."""
    matrix = code_matrix(code.text, code.modules)
    quiet = QUIET_ZONE * code.box.w / (code.modules + 2 * QUIET_ZONE)
    inner = code.box.grown(-quiet)
    return bitmap(lambda column, row: matrix[row][column], code.modules, inner.x, inner.y, inner.w)
