"""A PDF file that is written while its pages are drawn, so that memory hardly grows with the number of pages.

Pages and their contents are written at once, and only their offsets are kept. reportlab numbers all objects and makes
the rest, which is written last: embedded fonts, attached files, metadata. It has no public way to write a PDF object by
object. This module alone relies on undocumented attributes of its `PDFDocument` and `PDFCatalog` (`objectcounter`,
`numberToId`, `idToObject`, `idToObjectNumberAndVersion`, `delayedFonts`, `__NoDefault__`); if a release of reportlab
changes them, every test that writes a PDF fails here.
"""

import codecs
import zlib
from array import array
from collections.abc import Sequence
from hashlib import md5
from typing import BinaryIO

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.ttfonts import TTFont

from sheetgen import __version__
from sheetgen.drawing.fonts.typefaces import reportlab_font
from sheetgen.drawing.pages.document import Info
from sheetgen.drawing.scene import Typeface
from sheetgen.writers.pdf.attachments import Attachment

# PDF 1.7 has all viewer preferences that are used. The comment of binary bytes is recommended by the standard.
HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
PAGE_COMPRESSION = 4  # zlib level of page contents; 9 takes five times as long and saves nothing


class PdfFile:
    """Writes the numbered objects of a PDF one after the other."""

    def __init__(self, file: BinaryIO, info: Info, attachments: Sequence[Attachment]) -> None:
        self._file = file
        self._digest = md5(usedforsecurity=False)  # becomes the id of the file
        self._end = 0  # bytes written so far
        self._offsets = array("Q", [0])  # by object number
        self._pages = array("I")  # object numbers
        self._page_tree = 0  # object number, reserved with the first page
        self._fonts: dict[str, TTFont] = {}  # by name, because one font file may have several roles
        self._reportlab = _reportlab_document(info)
        if attachments:
            _attach(self._reportlab, attachments)
        self._write(HEADER)

    @property
    def fonts(self) -> str:
        """Reference to the dictionary of fonts, which is written last, when all characters are known."""
        return self._reference("BasicFonts")

    def text_operators(self, text: str, face: Typeface, size: str) -> str:
        """Return the operators that show a text, and mark its characters to be embedded."""
        font = self._fonts.setdefault(face.name, reportlab_font(face))
        return " ".join(
            f"{font.getSubsetInternalName(subset, self._reportlab)} {size} Tf <{codes.hex()}> Tj"
            for subset, codes in font.splitString(text, self._reportlab)
        )

    def write_stream(self, entries: str, content: bytes, compression: int = 9) -> int:
        """Write a stream with these entries in its dictionary, and return its object number."""
        data = zlib.compress(content, compression)
        head = f"<<{entries}/Filter/FlateDecode/Length {len(data)}>>\nstream\n".encode("ascii")
        return self._write_object(self._reserve_number(), head + data + b"\nendstream")

    def write_page(self, entries: str, content: bytes) -> None:
        """Write the next page, with these entries in its dictionary."""
        self._page_tree = self._page_tree or self._reserve_number()
        contents = self.write_stream("", content, PAGE_COMPRESSION)
        page = f"<</Type/Page/Parent {self._page_tree} 0 R/Contents {contents} 0 R{entries}>>"
        self._pages.append(self._write_object(self._reserve_number(), page.encode("ascii")))

    def finish(self, resources: str) -> None:
        """Write the rest of the file. All pages share the given resource dictionary."""
        document = self._reportlab
        kids = " ".join(f"{page} 0 R" for page in self._pages)
        pages = f"<</Type/Pages/Count {len(self._pages)}/Kids[{kids}]/Resources{resources}>>"
        self._write_object(self._page_tree, pages.encode("ascii"))
        document.Catalog.Pages = f"{self._page_tree} 0 R"
        for font in document.delayedFonts:
            font.addObjects(document)
        catalog, metadata = (
            self._reference(document.Reference(each).name) for each in (document.Catalog, document.info)
        )
        number = 0
        while number < document.objectcounter:  # formatting an object may add more
            number += 1
            if name := document.numberToId.get(number):
                self._write_at(number, pdfdoc.PDFIndirectObject(name, document.idToObject[name]).format(document))
        start = self._end
        size = len(self._offsets)
        id = self._digest.hexdigest()
        self._write(b"xref\n0 %d\n0000000000 65535 f \n" % size)
        for number in range(1, size):
            self._write(b"%010d 00000 n \n" % self._offsets[number])
        trailer = f"<</Size {size}/Root {catalog}/Info {metadata}/ID[<{id}><{id}>]>>"
        self._write(f"trailer\n{trailer}\nstartxref\n{start}\n%%EOF\n".encode("ascii"))

    def _reserve_number(self) -> int:
        self._reportlab.objectcounter += 1
        return int(self._reportlab.objectcounter)

    def _reference(self, name: str) -> str:
        return f"{self._reportlab.idToObjectNumberAndVersion[name][0]} 0 R"

    def _write_object(self, number: int, content: bytes) -> int:
        self._write_at(number, b"%d 0 obj\n%b\nendobj\n" % (number, content))
        return number

    def _write_at(self, number: int, data: bytes) -> None:
        """Write the object with this number, and store its offset for the cross-reference table."""
        if number >= len(self._offsets):
            self._offsets.extend([0] * (number + 1 - len(self._offsets)))
        self._offsets[number] = self._end
        self._write(data)

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._digest.update(data)
        self._end += len(data)


def _reportlab_document(info: Info) -> pdfdoc.PDFDocument:
    document = pdfdoc.PDFDocument(dummyoutline=1, compression=1, invariant=1, lang=info.language)
    del document.Catalog.Outlines  # there are no bookmarks
    document.setTitle(info.title)
    document.setSubject(info.subject)
    document.setAuthor("sheetgen")
    document.setCreator(f"sheetgen {__version__}")
    document.setKeywords(", ".join(info.keywords))
    preferences = document.Catalog.ViewerPreferences = pdfdoc.ViewerPreferencesPDFDictionary()
    preferences["PrintScaling"] = "None"
    preferences["DisplayDocTitle"] = "true"
    if info.duplex:
        preferences["Duplex"] = "DuplexFlipLongEdge"
    return document


def _attach(document: pdfdoc.PDFDocument, attachments: Sequence[Attachment]) -> None:
    # PDF requires names sorted by their bytes, so all have the same encoding.
    files = {
        codecs.BOM_UTF16_BE + attachment.name.encode("utf-16-be"): _file_specification(document, attachment)
        for attachment in attachments
    }
    if len(files) < len(attachments):
        raise ValueError("two attachments have the same name")
    tree = [part for name in sorted(files) for part in (pdfdoc.PDFText(name, enc="raw"), files[name])]
    names = pdfdoc.PDFDictionary({"Names": pdfdoc.PDFArray(tree)})
    catalog = document.Catalog
    catalog.Names = pdfdoc.PDFDictionary({"EmbeddedFiles": names})
    catalog.AF = pdfdoc.PDFArray(files.values())
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "AF"]  # names of the entries that reportlab writes


def _file_specification(document: pdfdoc.PDFDocument, attachment: Attachment) -> pdfdoc.PDFObjectReference:
    """Add an attached file and return its reference. It has no date, so that output is reproducible."""
    digest = md5(attachment.data, usedforsecurity=False).digest()
    params = pdfdoc.PDFDictionary({"Size": len(attachment.data), "CheckSum": pdfdoc.PDFText(digest, enc="raw")})
    header = pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("EmbeddedFile"), "Params": params})
    stream = document.Reference(pdfdoc.PDFStream(header, attachment.data, [pdfdoc.PDFZCompress]))
    entries = {
        "Type": pdfdoc.PDFName("Filespec"),
        "F": pdfdoc.PDFString(attachment.name),
        "UF": pdfdoc.PDFString(attachment.name),
        "EF": pdfdoc.PDFDictionary({"F": stream, "UF": stream}),
        "Desc": pdfdoc.PDFString(attachment.about),
        "AFRelationship": pdfdoc.PDFName("Source"),
    }
    return document.Reference(pdfdoc.PDFDictionary(entries))
