"""Files attached to a PDF, and how to read them safely from untrusted PDFs."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from hashlib import md5
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.bounded_reading import ReadHints, read_bounded
from sheetgen.errors import InputError
from sheetgen.limited_process import call_limited

if TYPE_CHECKING:  # pdfium is loaded by the limited process alone
    from pypdfium2 import PdfDocument

# The longest pads (100,000 sheets, or 10,000 shuffled ones) take about 100 MB and are read in a second.
MAX_PDF_BYTES = 128 * 1024 * 1024
MAX_FILES = 128  # a PDF with more attached files is refused
MAX_FILE_BYTES = 64 * 1024  # larger files are left out
MAX_TEXT_LENGTH = 500  # characters of a description; files with longer names are left out

_HINT = "Give a PDF that sheetgen made."


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that is attached to a PDF, with a short description of it."""

    name: str
    data: bytes
    about: str


def read_attachments(path: Path) -> list[Attachment]:
    """Return the files attached to a PDF. Their names are untrusted: never use them as paths."""
    data = read_bounded(path, str(path), MAX_PDF_BYTES, ReadHints(_HINT, missing=lambda _: _HINT))
    files = call_limited(attached_files, data, str(path), _HINT)
    return [Attachment(name, b64decode(file), about) for name, file, about in files]


def attached_files(data: bytes, label: str) -> list[tuple[str, str, str]]:
    """Return name, base64 content and description of each attached file. Run this in a limited process only."""
    from pypdfium2 import PdfDocument, PdfiumError
    from pypdfium2.raw import FPDF_ERR_PASSWORD

    try:
        document = PdfDocument(data)
    except PdfiumError as error:
        if error.err_code == FPDF_ERR_PASSWORD:
            raise InputError.of(f"{label} is encrypted", "Save it without a password.") from None
        raise InputError.of(f"{label} is not a PDF, or it is damaged", _HINT) from None
    count = document.count_attachments()
    if count > MAX_FILES:
        raise InputError.of(f"{label} has too many embedded files", f"Such a PDF is damaged. {_HINT}")
    return [file for index in range(count) if (file := _file(document, index, label))]


def _file(document: PdfDocument, index: int, label: str) -> tuple[str, str, str] | None:
    """Return one file as `attached_files` does, or None if its name is unusable or it is too large."""
    from pypdfium2 import PdfiumError

    try:
        attachment = document.get_attachment(index)
        name, about = attachment.get_name(), attachment.get_desc()
        checksum = attachment.get_str_value("CheckSum") if attachment.has_key("CheckSum") else ""
    except (PdfiumError, UnicodeDecodeError):
        return None
    try:
        data = attachment.get_data().raw
    except PdfiumError:  # the file is empty
        data = b""
    if not 0 < len(name) <= MAX_TEXT_LENGTH or len(data) > MAX_FILE_BYTES:
        return None
    stated = re.fullmatch("<([0-9A-Fa-f]{32})>", checksum)
    # pdfium returns an empty file in its compressed form, so only the checksum shows that it is empty.
    for content in (data, b""):
        if stated is None or stated[1].lower() == md5(content, usedforsecurity=False).hexdigest():
            return name, b64encode(content).decode("ascii"), about[:MAX_TEXT_LENGTH]
    raise InputError.of(f"{label} is damaged: the checksum of an embedded file is wrong", "Take an undamaged copy.")
