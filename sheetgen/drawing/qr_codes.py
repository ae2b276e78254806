"""QR codes, made by the library `qrcode` or, in long pads, computed from a few that it has made.

For a given version, error correction level and mask, the modules of a QR code are a linear function of the bits of its
text: flipping one bit of the text always flips the same modules. So the library makes one code for each length of the
texts and one for each bit that differs between them; every other code is an XOR of these. The library takes 1 ms per
code, which would be 10 seconds for a pad of 10,000 sheets.
"""

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode
from qrcode.util import MODE_8BIT_BYTE, QRData

from sheetgen.drawing.scene import Box, Code, Segment
from sheetgen.drawing.shapes import bitmap_path
from sheetgen.errors import InputError

QUIET_ZONE = 4  # width of the light border around a code, in modules
MIN_MODULE = 0.5  # smallest module that cameras can read, in mm
BEST_MASK_CODES = 4  # codes per file that each get their best mask, which takes 5 ms to find; the others share one

# Bytes that codes of version 3, 4, … hold at level M. Links are too long for smaller versions.
_FIRST_VERSION = 3
WIDEST_BORDER = QUIET_ZONE / (17 + 4 * _FIRST_VERSION)  # widest quiet zone of a code / width of its dark part
_CAPACITY = (42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412)


def code_width(length: int) -> int:
    """Return the width in modules of the smallest code for a link of this length in characters."""
    for index, capacity in enumerate(_CAPACITY):
        if length <= capacity:
            return 17 + 4 * (_FIRST_VERSION + index)
    raise InputError.of(
        f"the link has {length} characters, too long for a code", f"At most {_CAPACITY[-1]}; use a shorter scorer URL."
    )


def code_outline(code: Code) -> tuple[Segment, ...]:
    """Return the outline of the dark modules of a code, in mm."""
    bits = QrCodes().bits(code.text, code.modules)
    modules = code.modules
    inner = dark_box(code)
    return bitmap_path(lambda column, row: bits[row * modules + column] == "1", modules, inner.x, inner.y, inner.w)


def dark_box(code: Code) -> Box:
    """Return the box of the code without its quiet zone, in mm."""
    return code.box.grown(-QUIET_ZONE * code.box.w / (code.modules + 2 * QUIET_ZONE))


def bordered_box(dark: Box, modules: int) -> Box:
    """Return the box of a code with its quiet zone, given its box without it, in mm."""
    return dark.grown(QUIET_ZONE * dark.w / modules)


class QrCodes:
    """Makes the QR codes of one file: the first few with their best masks, all others with the mask of the first."""

    def __init__(self) -> None:
        self._best_mask_codes = 0
        self._masks: dict[int, int] = {}  # by the width of the code in modules
        # By width, and length of the text in bytes: the first such text, and its code with one bit per module.
        self._first: dict[tuple[int, int], tuple[int, int]] = {}
        self._flipped: dict[tuple[int, int], int] = {}  # by width and index of a text bit: the modules it flips

    def bits(self, text: str, modules: int) -> str:
        """Return the modules of a code of this width row by row: "1" for a dark module and "0" for a light one."""
        data = text.encode()
        if self._best_mask_codes < BEST_MASK_CODES or modules not in self._masks:
            self._best_mask_codes += 1
            mask = _prepared(data, modules, None).best_mask_pattern()
            self._masks.setdefault(modules, mask)
            return _library_bits(data, modules, mask)
        return f"{self._composed(data, modules):0{modules**2}b}"

    def _composed(self, data: bytes, modules: int) -> int:
        """Return the code as an integer: the first code of this length, changed by each text bit that differs."""
        length = len(data)
        text = int.from_bytes(data)
        mask = self._masks[modules]
        if (modules, length) not in self._first:
            self._first[modules, length] = text, int(_library_bits(data, modules, mask), 2)
        first_text, first_code = self._first[modules, length]
        code, differing = first_code, text ^ first_text
        while differing:
            bit = differing & -differing  # the lowest bit that is set
            key = modules, 8 * length - bit.bit_length()
            if key not in self._flipped:
                other = (first_text ^ bit).to_bytes(length)
                self._flipped[key] = first_code ^ int(_library_bits(other, modules, mask), 2)
            code ^= self._flipped[key]
            differing ^= bit
        return code


def _library_bits(data: bytes, modules: int, mask: int) -> str:
    code = _prepared(data, modules, mask)
    code.make(fit=False)
    return "".join("1" if dark else "0" for row in code.get_matrix() for dark in row)


def _prepared(data: bytes, modules: int, mask: int | None) -> QRCode:
    version = (modules - 17) // 4
    code = QRCode(version=version, error_correction=ERROR_CORRECT_M, border=0, mask_pattern=mask)
    code.add_data(QRData(data, mode=MODE_8BIT_BYTE))
    return code
