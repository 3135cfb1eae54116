"""Sheets in the inks of a press: pictures in CMYK by an ICC profile, and a PDF that says so (PDF/X-4).

The profile is the printer's own file. It is embedded as the output intent of the document.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageCms
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFInfo,
    PDFName,
    PDFStream,
    PDFString,
)

from counters.roster_faults import RosterError
from files.faults import Fault

VERSION = (1, 6)
"""The version of PDF that PDF/X-4 is made of."""
_LARGEST = 10_000_000
_X4 = "PDF/X-4"
_DATE = "2000-01-01T00:00:00+00:00"
"""As ReportLab dates what must be the same bytes each time."""


@dataclass(frozen=True)
class Inks:
    """The inks of a press: its ICC profile, and what that is called."""

    name: str
    profile: bytes

    def picture(self, image: Image.Image) -> Image.Image:
        """A picture in these inks."""
        made = ImageCms.applyTransform(image.convert("RGB"), self._way)
        assert made is not None
        return made

    @cached_property
    def _way(self) -> ImageCms.ImageCmsTransform:
        press = ImageCms.ImageCmsProfile(BytesIO(self.profile))
        return ImageCms.buildTransform(
            ImageCms.createProfile("sRGB"),
            press,
            "RGB",
            "CMYK",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )


def read_inks(file: Path) -> Inks:
    """The inks of an ICC profile. Raises RosterError for a file that is none, or is not of a CMYK press."""
    try:
        with file.open("rb") as opened:
            raw = opened.read(_LARGEST + 1)
        profile = ImageCms.ImageCmsProfile(BytesIO(raw))
    except OSError as wrong:
        why = wrong.strerror or "it is not an ICC profile"
        raise RosterError([Fault(file.as_posix(), 0, "", f"cannot be read: {why}")]) from None
    space, kind = profile.profile.xcolor_space.strip(), profile.profile.device_class.strip()
    if (space, kind) != ("CMYK", "prtr") or len(raw) > _LARGEST:
        why = f"must be the CMYK profile of a printer; this one is of class {kind}, {space}"
        raise RosterError([Fault(file.as_posix(), 0, "", why)])
    name = ImageCms.getProfileDescription(profile).strip() or file.stem
    return Inks(name, raw)


def declare(document: PDFDocument, title: str, inks: Inks) -> None:
    """Make a document a PDF/X-4: the profile as its output intent, and the metadata it asks for."""
    profile = PDFStream(PDFDictionary({"N": 4}), inks.profile)
    intent = PDFDictionary(
        {
            "Type": PDFName("OutputIntent"),
            "S": PDFName("GTS_PDFX"),
            "OutputConditionIdentifier": PDFString(inks.name),
            "Info": PDFString(inks.name),
            "DestOutputProfile": document.Reference(profile),
        }
    )
    words = PDFStream(
        PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}),
        _metadata(title, inks),
        filters=[],
    )
    catalog: Any = document.Catalog
    catalog.OutputIntents, catalog.Metadata = PDFArray([intent]), words
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    info: Any = _Info()
    info.__dict__.update(document.info.__dict__)
    document.info = info


class _Info(PDFInfo):  # type: ignore[misc]
    """The information of a PDF/X-4, which names the standard."""

    def format(self, document: PDFDocument) -> bytes:
        """As any other's, with one more entry."""
        plain: bytes = super().format(document)
        return plain.replace(b"<<", b"<< /GTS_PDFXVersion (" + _X4.encode() + b")", 1)


def _metadata(title: str, inks: Inks) -> bytes:
    mark = sha256(title.encode() + inks.profile).hexdigest()
    number = "-".join((mark[:8], mark[8:12], mark[12:16], mark[16:20], mark[20:32]))
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title)}</rdf:li></rdf:Alt></dc:title>
<dc:format>application/pdf</dc:format>
<xmp:CreateDate>{_DATE}</xmp:CreateDate><xmp:ModifyDate>{_DATE}</xmp:ModifyDate>
<xmp:MetadataDate>{_DATE}</xmp:MetadataDate><xmp:CreatorTool>hexpost</xmp:CreatorTool>
<xmpMM:DocumentID>uuid:{number}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Trapped>False</pdf:Trapped><pdfxid:GTS_PDFXVersion>{_X4}</pdfxid:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>""".encode()
