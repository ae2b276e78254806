"""The parts of a PDF that reportlab makes: embedded fonts, attached files, metadata.

reportlab has no public way to write a PDF object by object. This module alone relies on undocumented attributes of its
`PDFDocument` and `PDFCatalog` (`objectcounter`, `numberToId`, `idToObject`, `idToObjectNumberAndVersion`,
`delayedFonts`, `__NoDefault__`); if a release of reportlab changes them, every test that writes a PDF fails here.
"""

import codecs
from collections.abc import Iterator, Sequence
from hashlib import md5

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFIndirectObject,
    PDFName,
    PDFObjectReference,
    PDFStream,
    PDFString,
    PDFText,
    PDFZCompress,
    ViewerPreferencesPDFDictionary,
)
from reportlab.pdfbase.ttfonts import TTFont

from sheetgen import __version__
from sheetgen.drawing.fonts.typefaces import reportlab_font
from sheetgen.drawing.pages.document import Info
from sheetgen.drawing.scene import Typeface
from sheetgen.writers.pdf.attachments import Attachment


class ReportlabDocument:
    """Numbers all objects of a PDF, and holds those that reportlab formats once the pages are written."""

    def __init__(self, info: Info, attachments: Sequence[Attachment]) -> None:
        self._document = PDFDocument(dummyoutline=1, compression=1, invariant=1, lang=info.language)
        del self._document.Catalog.Outlines  # there are no chapters
        self._fonts: dict[str, TTFont] = {}  # by name: one font file may serve several uses
        self._set_metadata(info)
        if attachments:
            self._attach(attachments)

    @property
    def fonts(self) -> str:
        """Reference to the dictionary of fonts, which is written last, when all characters are known."""
        return self._reference("BasicFonts")

    def reserve_number(self) -> int:
        """Return the number of an object that the caller writes."""
        self._document.objectcounter += 1
        return int(self._document.objectcounter)

    def text_operators(self, text: str, face: Typeface, size: str) -> str:
        """Return the operators that show a text, and add its characters to those that are embedded."""
        font = self._fonts.setdefault(face.name, reportlab_font(face))
        return " ".join(
            f"{font.getSubsetInternalName(subset, self._document)} {size} Tf <{codes.hex()}> Tj"
            for subset, codes in font.splitString(text, self._document)
        )

    def finish(self, page_tree: int) -> tuple[str, str]:
        """Add the page tree and the fonts, and return references to the catalog and to the metadata."""
        document = self._document
        document.Catalog.Pages = f"{page_tree} 0 R"
        for font in document.delayedFonts:
            font.addObjects(document)
        catalog, metadata = (document.Reference(each).name for each in (document.Catalog, document.info))
        return self._reference(catalog), self._reference(metadata)

    def objects(self) -> Iterator[tuple[int, bytes]]:
        """Yield number and content of each object. Formatting one may register more, so loop until none is left."""
        document, number = self._document, 0
        while number < document.objectcounter:
            number += 1
            if name := document.numberToId.get(number):
                yield number, PDFIndirectObject(name, document.idToObject[name]).format(document)

    def _reference(self, name: str) -> str:
        return f"{self._document.idToObjectNumberAndVersion[name][0]} 0 R"

    def _set_metadata(self, info: Info) -> None:
        self._document.setTitle(info.title)
        self._document.setSubject(info.subject)
        self._document.setAuthor("sheetgen")
        self._document.setCreator(f"sheetgen {__version__}")
        self._document.setKeywords(", ".join(info.keywords))
        preferences = self._document.Catalog.ViewerPreferences = ViewerPreferencesPDFDictionary()
        preferences["PrintScaling"] = "None"
        preferences["DisplayDocTitle"] = "true"
        if info.duplex:
            preferences["Duplex"] = "DuplexFlipLongEdge"

    def _attach(self, attachments: Sequence[Attachment]) -> None:
        # PDF sorts names by their bytes, so all have the same encoding.
        files = {
            codecs.BOM_UTF16_BE + attachment.name.encode("utf-16-be"): self._file(attachment)
            for attachment in attachments
        }
        if len(files) < len(attachments):
            raise ValueError("two attachments have the same name")
        tree = [part for name in sorted(files) for part in (PDFText(name, enc="raw"), files[name])]
        catalog = self._document.Catalog
        catalog.Names = PDFDictionary({"EmbeddedFiles": PDFDictionary({"Names": PDFArray(tree)})})
        catalog.AF = PDFArray(files.values())
        catalog.__NoDefault__ = [*catalog.__NoDefault__, "AF"]  # the entries that reportlab writes

    def _file(self, attachment: Attachment) -> PDFObjectReference:
        """Add a file specification. It has no date, so that the same input gives the same bytes."""
        digest = md5(attachment.data, usedforsecurity=False).digest()
        params = PDFDictionary({"Size": len(attachment.data), "CheckSum": PDFText(digest, enc="raw")})
        header = PDFDictionary({"Type": PDFName("EmbeddedFile"), "Params": params})
        stream = self._document.Reference(PDFStream(header, attachment.data, [PDFZCompress]))
        entries = {
            "Type": PDFName("Filespec"),
            "F": PDFString(attachment.name),
            "UF": PDFString(attachment.name),
            "EF": PDFDictionary({"F": stream, "UF": stream}),
            "Desc": PDFString(attachment.about),
            "AFRelationship": PDFName("Source"),
        }
        return self._document.Reference(PDFDictionary(entries))
