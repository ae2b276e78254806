"""A script: reads a PDF from its input and writes the files inside it as JSON, within bounds of its own."""

from __future__ import annotations

import ctypes
import json
import re
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import md5
from typing import Any

import pypdfium2
from pypdfium2 import raw

MOST_FILES = 32
MOST_FILE_BYTES = 64 * 1024
MOST_TEXT = 500
"""More files are an error; larger ones, and longer names and descriptions, are left out."""
MOST_MEMORY = 512 * 1024 * 1024


class ChecksumError(Exception):
    """A file is not the one that was put into the PDF."""


class ManyFilesError(Exception):
    """There are more files than are read."""


def main() -> None:
    """Answer with the files, or with a word for why there are none."""
    _bound_memory()
    problem, files = "", []
    try:
        document = pypdfium2.PdfDocument(sys.stdin.buffer.read())
        try:
            files = list(_files(document))
        finally:
            document.close()
    except pypdfium2.PdfiumError:
        problem = "password" if raw.FPDF_GetLastError() == raw.FPDF_ERR_PASSWORD else "format"
    except ChecksumError:
        problem = "checksum"
    except ManyFilesError:
        problem = "many"
    json.dump({"problem": problem, "files": files}, sys.stdout)


def _bound_memory() -> None:
    """Where the system can: whoever needs more is ended, without a dump. Elsewhere pdfium stops at a gigabyte or so."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def _files(document: Any) -> Iterator[tuple[str, str, str]]:
    """Name, data in base64, and description of each file."""
    count = raw.FPDFDoc_GetAttachmentCount(document)
    if count > MOST_FILES:
        raise ManyFilesError
    for index in range(count):
        attachment = raw.FPDFDoc_GetAttachment(document, index)
        if not attachment:
            continue
        name, data = _text(raw.FPDFAttachment_GetName, attachment), _data(attachment)
        if name and data is not None:
            yield name, b64encode(data).decode("ascii"), _text(raw.FPDFAttachment_GetDescription, attachment)


def _data(attachment: Any) -> bytes | None:
    size = ctypes.c_ulong()
    if not raw.FPDFAttachment_GetFile(attachment, None, 0, size) or size.value > MOST_FILE_BYTES:
        return None
    buffer = ctypes.create_string_buffer(size.value)
    raw.FPDFAttachment_GetFile(attachment, buffer, size.value, size)
    stated = re.fullmatch("<([0-9A-Fa-f]{32})>", _text(raw.FPDFAttachment_GetStringValue, attachment, b"CheckSum"))
    # What does not unpack to anything pdfium gives packed, so an empty file is known by its checksum.
    for data in (buffer.raw, b""):
        if stated is None or stated[1].lower() == md5(data, usedforsecurity=False).hexdigest():
            return data
    raise ChecksumError


def _text(ask: Callable[..., int], *about: Any) -> str:
    """A text from pdfium, which tells its length in bytes with the 0 at its end; nothing if it is too long."""
    size = ask(*about, None, 0)
    if size > 2 * MOST_TEXT:
        return ""
    buffer = (raw.FPDF_WCHAR * MOST_TEXT)()
    ask(*about, buffer, size)
    return bytes(buffer)[: max(0, size - 2)].decode("utf-16-le", "replace")


if __name__ == "__main__":
    main()
