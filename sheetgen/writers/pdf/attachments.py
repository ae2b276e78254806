"""Files attached to a PDF, and how to read them from PDFs that may come from anyone."""

import json
import subprocess
import sys
from base64 import b64decode
from dataclasses import dataclass
from pathlib import Path

from sheetgen.bounded_reading import ReadHints, read_bounded
from sheetgen.errors import InputError

# The longest pads, 100,000 sheets or 10,000 shuffled ones, have about 100 MB and are read in a second.
MAX_PDF_BYTES = 128 * 1024 * 1024
MAX_SECONDS = 20

_READER = Path(__file__).with_name("attachment_reader.py")
_HINT = "Give a PDF that sheetgen made."
_PROBLEMS = {
    "format": ("is not a PDF, or it is damaged", _HINT),
    "password": ("is encrypted", "Save it without a password."),
    "checksum": ("is damaged: a file in it is not what it was", "Take an undamaged copy."),
    "many": ("carries more files than are read", f"Such a PDF is damaged. {_HINT}"),
}


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that is attached to a PDF, with a short description of it."""

    name: str
    data: bytes
    about: str


def read_attachments(path: Path) -> list[Attachment]:
    """Return the files attached to a PDF. Their names are untrusted: never write files by them.

    A separate process with limited memory and time reads them, because a PDF of a few kilobytes can unpack to
    gigabytes, and pdfium unpacks a file even to find its size.
    """
    data = read_bounded(path, str(path), MAX_PDF_BYTES, ReadHints(_HINT, missing=lambda _: _HINT))
    try:
        # -P: the script imports nothing from its own folder, nor from the user's working directory.
        reader = [sys.executable, "-P", str(_READER)]
        done = subprocess.run(reader, input=data, capture_output=True, timeout=MAX_SECONDS)
    except subprocess.TimeoutExpired:
        raise InputError.of(f"reading {path} takes too long", _HINT) from None
    if done.returncode:
        raise InputError.of(f"{path} cannot be read: it is damaged, or takes too much memory", _HINT)
    answer = json.loads(done.stdout)
    if answer["problem"]:
        problem, hint = _PROBLEMS[answer["problem"]]
        raise InputError.of(f"{path} {problem}", hint)
    return [Attachment(name, b64decode(file), about) for name, file, about in answer["files"]]
