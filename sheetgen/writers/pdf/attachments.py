"""Files inside a PDF: put there when it is written, and read back from PDFs that may come from anyone."""

from __future__ import annotations

import codecs
import json
import subprocess
import sys
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import md5
from pathlib import Path
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFStream,
    PDFString,
    PDFText,
    PDFZCompress,
)

from sheetgen.bounded_reading import ReadHints, read_bounded
from sheetgen.errors import InputError

MOST_PDF_BYTES = 128 * 1024 * 1024
MOST_SECONDS = 20
"""The longest pads, a hundred thousand sheets or ten thousand shuffled ones, have about 100 megabytes, which takes a
second."""

_READER = Path(__file__).with_name("attachment_reader.py")
_WANTED = "Give a PDF that sheetgen made."


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that travels inside a file of pages, and in a few words what it is."""

    name: str
    data: bytes
    about: str


def attach(document: PDFDocument, attachments: Sequence[Attachment]) -> None:
    """Put the files into a PDF. Their names have to differ."""
    if not attachments:
        return
    files = {_key(attachment.name): _file(document, attachment) for attachment in attachments}
    if len(files) < len(attachments):
        raise ValueError("two attachments have the same name")
    tree = [part for key in sorted(files) for part in (PDFText(key, enc="raw"), files[key])]
    catalog = document.Catalog
    catalog.Names = PDFDictionary({"EmbeddedFiles": PDFDictionary({"Names": PDFArray(tree)})})
    catalog.AF = PDFArray(files.values())
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "AF"]  # reportlab writes the entries it knows by name


def _key(name: str) -> bytes:
    """The name in one encoding for all, because a PDF sorts names by their bytes."""
    return codecs.BOM_UTF16_BE + name.encode("utf-16-be")


def _file(document: PDFDocument, attachment: Attachment) -> Any:
    """The file as an object of the document. It has no date, so that the same input gives the same bytes."""
    digest = md5(attachment.data, usedforsecurity=False).digest()
    params = PDFDictionary({"Size": len(attachment.data), "CheckSum": PDFText(digest, enc="raw")})
    header = PDFDictionary({"Type": PDFName("EmbeddedFile"), "Params": params})
    stream = document.Reference(PDFStream(header, attachment.data, [PDFZCompress]))
    entries = {
        "Type": PDFName("Filespec"),
        "F": PDFString(attachment.name),
        "UF": PDFString(attachment.name),
        "EF": PDFDictionary({"F": stream, "UF": stream}),
        "Desc": PDFString(attachment.about),
        "AFRelationship": PDFName("Source"),
    }
    return document.Reference(PDFDictionary(entries))


def read_attachments(path: Path) -> list[Attachment]:
    """The files inside a PDF. Their names are only what the PDF says: nothing to write files by.

    Another process does it, because a PDF of a few kilobytes can unpack to gigabytes, and pdfium unpacks a file
    to tell its size. That process may use only so much memory and time.
    """
    data = _read(path)
    try:
        # As a script, which imports nothing from the folder it is in, nor from the one the user is in.
        reader = [sys.executable, "-P", str(_READER)]
        done = subprocess.run(reader, input=data, capture_output=True, timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        raise InputError.of(f"reading {path} takes too long", _WANTED) from None
    if done.returncode:
        raise InputError.of(f"{path} cannot be read: it is damaged, or takes too much memory", _WANTED)
    answer = json.loads(done.stdout)
    match answer["problem"]:
        case "":
            return [Attachment(name, b64decode(file), about) for name, file, about in answer["files"]]
        case "password":
            raise InputError.of(f"{path} is encrypted", "Save it without a password.")
        case "checksum":
            raise InputError.of(f"{path} is damaged: a file in it is not what it was", "Take an undamaged copy.")
        case "many":
            raise InputError.of(f"{path} carries more files than are read", f"Such a PDF is damaged. {_WANTED}")
        case _:
            raise InputError.of(f"{path} is not a PDF, or it is damaged", _WANTED)


def _read(path: Path) -> bytes:
    return read_bounded(path, str(path), MOST_PDF_BYTES, ReadHints(_WANTED, missing=lambda _: _WANTED))
