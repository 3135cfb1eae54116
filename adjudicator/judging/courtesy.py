"""Words that say nothing: greetings, thanks, names, and that orders follow."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence

WORDS = re.compile(r"[^\W_]+")

# All of these are matched against `folded` words: small letters, no accents, no signs.
_POLITE = re.compile(
    r"dear|hi|hiya|hello|hey|(?:good )?(?:morning|afternoon|evening)|good day|hallo|moin"
    r"|servus|guten (?:morgen|tag|abend)|liebe[rs]?|sehr geehrte[rs]?"
    r"|czesc|witam|dzien dobry|dobry wieczor|drog[ia]|szanown[yia]"
    r"|здравствуите|привет|добрыи (?:день|вечер)|уважаем\w+|bonjour|salut|chere?|ciao|hola|ahoj|hej"
    r"|(?:with )?(?:(?:best|kind|kindest|warm|many|all the|friendly) )*(?:regards|wishes|greetings|best)"
    r"|here you (?:go|are)|atb|ta(?: (?:very much|muchly|again))?|tvm"
    r"|cheers|(?:(?:many )?thanks|thank you)(?: a lot| again| in advance| (?:very|so) much)?"
    r"(?: for (?:running|hosting|refereeing|umpiring|organi[sz]ing)(?: (?:this|the|our|a|game|it|us|all))*)?"
    r"|(?:yours|sincerely|truly|faithfully)(?: (?:yours|sincerely|truly|faithfully))?|bye|good luck"
    r"|(?:mit )?(?:(?:freundliche[nm]?|viele|liebe|beste|herzliche|schone) )*gru(?:ss|sse|ssen|s)|mfg|lg|vg"
    r"|(?:vielen )?dank(?: im voraus)?|danke|pozdrawiam(?: serdecznie)?|pozdrowienia|dziekuje|dzieki"
    r"|z powazaniem|с уважением|всего доброго|спасибо|cordialement|bien a vous|merci|saluti|grazie|saludos"
)
_ANNOUNCED = re.compile(
    r"(?:(?:sorry|oops|pardon|apologies|my mistake|correction|once more|again) )*"
    r"(?:(?:here (?:are|come|is)|below (?:are|is)|these are|please find|attached are|enclosed are|find) )?"
    r"(?:(?:my|the|our|a|new|right|correct|corrected|revised|updated|whole|full) )*"
    r"(?:orders?|sheet|moves?|logs?|log ?files?|ones|version|correction)(?: (?:for|of|again|once more))?"
    r"(?: (?:game|turn|impulse|this|the) ?\w{0,4})*"
    r"(?: (?:are |is )?(?:attached|enclosed|below|follow))?"
)
_PART = re.compile(r"(?<=[.!;:,])\s+|\s[-\u2013\u2014]\s")
"""Between the parts of a line, each of which may be such a formula."""
TITLES = frozenset((
    "referee", "umpire", "sir", "madam", "mr", "mrs", "ms", "all", "both", "everybody", "everyone", "team",
    "there", "herr", "frau", "pan", "pani",
))  # fmt: skip
_PROGRAM = re.compile(
    r"(?:sent (?:from|with|via|by) (?:my\b|the\b|mail\b|outlook|yahoo|gmail|proton|samsung|i?phone|android)"
    r"|get outlook for|von meinem \S+ gesendet|gesendet (?:von|mit|aus)\b"
    r"|diese (?:e-?mail|nachricht) wurde (?:von|mit)\b|envoyé (?:de|depuis|à partir)\b|télécharger outlook"
    r"|inviato d[ae]|enviado desde|verzonden vanaf|skickat från|wysłan[oe] z\b|pobierz (?:aplikację )?outlook"
    r"|отправлено (?:с|из)\b|odesláno z\b|this e-?mail (?:has been|was) (?:checked|scanned)|virus-?free"
    r"|(?:https?://)?www\.avast\.com).{0,120}",
    re.IGNORECASE,
)
_MOST_NAMES = 3
POLITE, NAME, ORDERS = "polite", "name", "orders"
"""What a formula is: a greeting or thanks, a name, or that orders follow."""


def greets(line: str) -> bool:
    """Whether a line is polite words and nothing else, "Hi Anna, here are my orders", or what a telephone
    wrote below."""
    kinds = kinds_of(line, TITLES)
    return is_advertisement(line) or (kinds[:1] == (POLITE,) and "?" not in line)


def is_advertisement(line: str) -> bool:
    """Whether a telephone or a mail program wrote the line, to say that it is one."""
    return bool(_PROGRAM.fullmatch(line.strip(" <>[]*_-")[:160]))


def kinds_of(line: str, names: Collection[str]) -> tuple[str, ...]:
    """What a line that says nothing is, whole or part by part; () for one that says something."""
    whole = formula(WORDS.findall(line), names)
    if whole:
        return (whole,)
    kinds = tuple(formula(found, names) for part in _PART.split(line) if (found := WORDS.findall(part)))
    return kinds if all(kinds) else ()


def formula(words: Sequence[str], names: Collection[str]) -> str:
    """What a sentence is that says nothing: "polite", be it with names, a "name", or "orders" announced."""
    plain = [folded(word) for word in words]
    if _ANNOUNCED.fullmatch(" ".join(plain)):
        return ORDERS
    if all(word in names or len(word) == 1 for word in plain):
        return NAME
    for count in range(max(1, len(words) - _MOST_NAMES), len(words) + 1):
        if _POLITE.fullmatch(" ".join(plain[:count])) and are_names(words[count:], names):
            return POLITE
    return ""


def are_names(words: Sequence[str], names: Collection[str]) -> bool:
    """Whether these few words are names: known ones, or with a capital."""
    return len(words) <= _MOST_NAMES and all(w[:1].isupper() or folded(w) in names for w in words)


def folded(name: str, most: int = 100) -> str:
    """The first signs of a text as names are compared: no capitals, accents, signs or runs of blanks."""
    plain = unicodedata.normalize("NFKD", name[:most].casefold())
    return " ".join(WORDS.findall("".join(sign for sign in plain if not unicodedata.combining(sign))))
