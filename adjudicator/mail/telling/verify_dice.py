"""Check every die of a finished hexpost game. Needs Python 3.8 or newer and nothing else.

    python verify_dice.py game-1-dice.json
    python verify_dice.py game-1-dice.json report-1.eml report-2.eml ...

The first form works out every die again from the secret and checks the whole chain. The second form also
compares the dice that your saved report emails list with those of the record. Exit status 0 means that
everything agrees, 1 that something does not, 2 that a file could not be read.
"""

from __future__ import annotations

import email
import email.policy
import hashlib
import hmac
import json
import re
import sys
from typing import Any, Dict, Iterator  # noqa: UP035  (players may have an older Python)

Json = Dict[str, Any]  # noqa: UP006

SCHEMES = ("hexpost-dice-1", "hexpost-dice-2", "hexpost-dice-3")
SIGNATURES = (
    "The signatures of the beacon rounds are not checked here. `hexpost audit` checks them, and anybody can "
    "look the rounds up."
)
HIDDEN = re.compile(r" \(for the eyes of ([^()]+)\)$")
LISTED = re.compile(r"^ {1,6}#(\d+) +(\S.*)$")
HASH = re.compile(r"[0-9a-f]{64}")
HEX = re.compile(r"(?:[0-9a-f]{2})+")
ROUND = ("round", "randomness", "signature", "previous_signature", "announcement", "announced")


# -- how a die is made ---------------------------------------------------------------------------------


def sha256(data: bytes) -> bytes:
    """The SHA-256 of some bytes."""
    return hashlib.sha256(data).digest()


def derive(secret: bytes, scheme: str, game: str, die: Json) -> int:
    """The value that the secret gives for a die, from 1 to its sides."""
    head = "|".join([scheme, game, str(die["n"]), die["rule"], die["purpose"], die["chain"]])
    sides, block = die["sides"], 0
    while True:
        text = f"{head}|{block}"
        for byte in hmac.new(secret, text.encode("utf-8"), "sha256").digest():
            if byte < 256 - 256 % sides:
                return int(1 + byte % sides)
        block += 1


def dice_line(die: Json) -> str:
    """A die as the next link of the chain has it."""
    parts = [die["n"], die["rule"], die["purpose"], die["sides"], die["value"]]
    return "|".join(map(str, parts + ([die["item"]] if "item" in die else [])))


def next_link(scheme: str, chain: str, head: str, lines_hash: str, dice: list[Json]) -> str:
    """The link after lines with this hash; `dice` are those rolled since the link before, and `head` says of
    what kind it is and whose."""
    parts = [bytes.fromhex(chain)]
    if scheme == SCHEMES[2]:
        parts += [sha256("\n".join(map(dice_line, dice)).encode("utf-8")), sha256(head.encode("utf-8"))]
    return sha256(b"".join([*parts, bytes.fromhex(lines_hash)])).hex()


# -- what is wrong with a record -----------------------------------------------------------------------


def faults(record: Json) -> list[str]:
    """Everything that is wrong with a record of dice, in words; nothing when all of it agrees."""
    wrong = list(_shape(record))
    if wrong:
        return wrong
    opening = json.loads(record["opening"])
    wrong = [*_promises(record, opening), *_numbers(record), *_chain(record, opening["dice"])]
    return [*wrong, *_rounds(record, opening)]


def _shape(record: Json) -> Iterator[str]:
    """What keeps a record from being checked at all."""
    try:
        scheme = json.loads(record["opening"])["dice"]
        if scheme not in SCHEMES:
            yield f"this file checks the dice of hexpost up to {SCHEMES[-1]}, and the game has {scheme}"
        if len(bytes.fromhex(record["secret"])) != 32 or type(record["rolled"]) is not int:
            yield "the secret or the number of dice is not as it should be"
        for one in record["sheets"]:
            if not _is_sheet(one):
                yield f"what is said of orders {one['sheet']} is not complete"
        yield from (f"die {one['n']} is not complete" for one in record["dice"] if not _is_die(one))
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        yield f"this is not a record of dice ({type(wrong).__name__}: {wrong})"


def _is_sheet(sheet: Json) -> bool:
    if type(sheet["sheet"]) is not int:
        return False
    if "link" not in sheet:
        return sheet == {"sheet": sheet["sheet"], "kind": "entry"}
    hashes = HASH.fullmatch(sheet["sha256"]) and HASH.fullmatch(sheet["chain"])
    good = bool(hashes) and type(sheet["link"]) is int and type(sheet["side"]) is str
    return good and (not set(ROUND) & set(sheet) or _is_round(sheet))


def _is_round(sheet: Json) -> bool:
    number, randomness, signature, previous, n, seal = (sheet[name] for name in ROUND)
    hexes = HASH.fullmatch(randomness) and HEX.fullmatch(signature) and HASH.fullmatch(seal)
    return bool(_is_hex(previous) and hexes) and type(number) is int and type(n) is int


def _is_hex(text: str) -> bool:
    return text == "" or HEX.fullmatch(text) is not None


def _is_die(die: Json) -> bool:
    numbers = (die["n"], die["sheet"], die["link"], die["sides"], die["value"])
    texts = (die["rule"], die["purpose"], die["chain"], die.get("item", ""))
    kinds = all(type(n) is int for n in numbers) and all(type(text) is str for text in texts)
    return kinds and 1 <= die["sides"] <= 256


def _promises(record: Json, opening: Json) -> Iterator[str]:
    promised = sha256(bytes.fromhex(record["secret"])).hex()
    if not promised == record["commitment"] == opening.get("commitment"):
        yield "the secret is not the one whose SHA-256 was published when the game opened"
    if str(opening.get("game")) != record["game"]:
        yield f"the opening is that of game {opening.get('game')}, not of game {record['game']}"


def _numbers(record: Json) -> Iterator[str]:
    """Dice that are missing, there twice, or out of their order: each kind is counted from 1 without gaps."""
    streams: dict[str, list[int]] = {}
    for die in record["dice"]:
        hidden = HIDDEN.search(die["purpose"])
        streams.setdefault(hidden[1] if hidden else "", []).append(die["n"])
    for stream, found in streams.items():
        of = f" for the eyes of {stream}" if stream else ""
        yield from (f"die {n}{of} is there twice" for n in sorted({n for n in found if found.count(n) > 1}))
        missing = sorted(set(range(1, max(found) + 1)) - set(found))
        yield from (f"die {n}{of} is missing" for n in missing[:20])
        for at in range(1, len(found)):
            if found[at] < found[at - 1]:
                yield f"die {found[at]}{of} is listed after die {found[at - 1]}"
    if len(record["dice"]) != record["rolled"]:
        yield f"{record['rolled']} dice were rolled, and the record lists {len(record['dice'])}"


def _chain(record: Json, scheme: str) -> Iterator[str]:
    """Links and dice, one after the other as the game made them."""
    chain, link, since = sha256(record["opening"].encode("utf-8")).hex(), 0, _taken(record, 0)
    yield from _dice(record, scheme, since, (0, 0, chain))
    for at, sheet in enumerate(record["sheets"], 1):
        if sheet["sheet"] != at:
            yield f"the record lists orders {sheet['sheet']} where orders {at} should be"
        if "link" not in sheet:
            continue
        yield from _link(sheet, link + 1)
        now = next_link(scheme, chain, _head(sheet), sheet["sha256"], since)
        if now != sheet["chain"]:
            yield f"link {link + 1} does not follow from link {link}, its words and the dice between them"
        chain, link = now, link + 1
        since = _taken(record, link)
        yield from _dice(record, scheme, since, (link, at, chain))
    yield from _end(record, scheme, link, next_link(scheme, chain, "end", sha256(b"").hex(), since))


def _head(sheet: Json) -> str:
    beacon = f"\n{sheet['round']} {sheet['randomness']}" if "round" in sheet else ""
    return _whose(sheet) + beacon


def _whose(sheet: Json) -> str:
    kind = "letter" if sheet["kind"] == "orders" else sheet["kind"]
    return f"{kind}\n{sheet['side']}"


def _rounds(record: Json, opening: Json) -> Iterator[str]:
    """What is wrong with the rounds of a public beacon, but for their signatures: those are points of a curve
    for which Python has no function."""
    beacon, secret, last = opening.get("beacon"), bytes.fromhex(record["secret"]), 0
    for sheet in record["sheets"]:
        if "link" not in sheet or (beacon is None and "round" not in sheet):
            continue
        if beacon is None or "round" not in sheet:
            yield f"link {sheet['link']} should {'' if beacon else 'not '}be bound to a beacon round"
            continue
        if sha256(bytes.fromhex(sheet["signature"])).hex() != sheet["randomness"]:
            yield f"the randomness of beacon round {sheet['round']} is not the SHA-256 of its signature"
        if (sheet["round"] - 1) % max(1, beacon["every"] * 60 // beacon["period"]) or sheet["round"] < 1:
            yield f"beacon round {sheet['round']} is not one of those that the game uses"
        if sheet["announcement"] <= last:
            yield f"announcement {sheet['announcement']} is not later than announcement {last}"
        last, number = sheet["announcement"], f"{sheet['announcement']}|{sheet['round']}"
        text = f"announced|{record['game']}|{number}|{_whose(sheet)}|{sheet['sha256']}"
        if hmac.new(secret, text.encode("utf-8"), "sha256").hexdigest() != sheet["announced"]:
            yield f"the seal of announcement {last} is not that of link {sheet['link']}"


def _taken(record: Json, link: int) -> list[Json]:
    return [die for die in record["dice"] if die["link"] == link]


def _link(sheet: Json, number: int) -> Iterator[str]:
    if sheet["link"] != number:
        yield f"link {number} is numbered {sheet['link']}"
    if "words" in sheet and sha256(sheet["words"].encode("utf-8")).hex() != sheet["sha256"]:
        yield f"the words of link {number} do not have the SHA-256 given for them"


def _dice(record: Json, scheme: str, dice: list[Json], at: tuple[int, int, str]) -> Iterator[str]:
    """What is wrong with the dice of one link; `at` are its number, its sheet and the chain after it."""
    secret, (number, sheet, chain) = bytes.fromhex(record["secret"]), at
    for die in dice:
        name = f"die {die['n']} ({die['purpose']}, {die['rule']})"
        if die["chain"] != chain:
            yield f"{name} is bound to a link that was not in force: link {number} was"
        if scheme == SCHEMES[2] and die["sheet"] != sheet:
            yield f"{name} is said to be of orders {die['sheet']}, and link {number} is of orders {sheet}"
        if not _is_plain(die["purpose"]) or not _is_plain(die["rule"]):
            yield f"{name} has spaces or characters in its words that no report shows"
        value = derive(secret, scheme, record["game"], die)
        if die["value"] != value:
            yield f"{name} shows {die['value']}, and the secret gives {value}"


def _is_plain(text: str) -> bool:
    return text == " ".join(text.split()) and text.isprintable()


def _end(record: Json, scheme: str, links: int, seal: str) -> Iterator[str]:
    """What is wrong at the end: dice of links that are not there, and the seal over all of it."""
    yield from (
        f"die {die['n']} names link {die['link']}, and there is none"
        for die in record["dice"]
        if not 0 <= die["link"] <= links
    )
    order = [die["link"] for die in record["dice"]]
    if order != sorted(order):
        yield "the dice are not listed in the order of their links"
    if scheme == SCHEMES[2] and record.get("seal") != seal:
        yield "the seal does not follow from the last link and the dice after it"


# -- against the reports that a player kept ------------------------------------------------------------


def listed(text: str) -> Iterator[tuple[int, str]]:
    """The dice that a report lists: the number of each, and what stands behind it."""
    lines, at = text.splitlines(), 0
    while at < len(lines):
        found, at = LISTED.match(lines[at]), at + 1
        if not found:
            continue
        words = [found[2]]
        while at < len(lines) and lines[at].startswith("        ") and lines[at].strip():
            words.append(lines[at].strip())
            at += 1
        yield int(found[1]), " ".join(words)


def differences(record: Json, text: str) -> Iterator[str]:
    """Dice of a report that are not those of the record."""
    dice: dict[int, list[Json]] = {}
    for die in record["dice"]:
        dice.setdefault(die["n"], []).append(die)
    for n, words in listed(text):
        if not any(_is_told(die, words) for die in dice.get(n, [])):
            yield f"your report lists die {n} as: {words}"


def _is_told(die: Json, words: str) -> bool:
    """Whether these words of a report are those of this die."""
    rule = f" [{die['rule']}]: " if die["rule"] else ": "
    plain, bound = f"{die['purpose']}{rule}", f', bound as "{die["purpose"]}"{rule}'
    if words.startswith(plain):
        came = words[len(plain) :]
    elif bound in words:
        came = words.partition(bound)[2]
    else:
        return False
    return "item" in die or re.match(rf"{die['value']} \(d{die['sides']}\)", came) is not None


def report_text(raw: bytes) -> str:
    """The plain text of a report: a saved email, or the text itself."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    body = message.get_body(("plain",)) if message["Subject"] or message["From"] else None
    return str(body.get_content()) if body is not None else raw.decode("utf-8", "replace")


def main(names: list[str]) -> int:
    """Check a record, and the reports beside it; the exit status."""
    if not names or names[0].startswith("-"):
        print(__doc__)
        return 2
    try:
        with open(names[0], encoding="utf-8") as file:  # noqa: PTH123
            record = json.load(file)
        texts = {}
        for name in names[1:]:
            with open(name, "rb") as kept:  # noqa: PTH123
                texts[name] = report_text(kept.read())
    except (OSError, ValueError, RecursionError) as wrong:
        print(f"Cannot read it: {wrong}")
        return 2
    found = faults(record) if isinstance(record, dict) else ["this is not a record of dice"]
    if not found:
        found = [f"{name}: {one}" for name, text in texts.items() for one in differences(record, text)]
    for one in found:
        print(f"WRONG: {one}")
    if not found:
        _say_good(record, sum(len(list(listed(text))) for text in texts.values()), len(texts))
    return 1 if found else 0


def _say_good(record: Json, compared: int, reports: int) -> None:
    print(
        f"All {len(record['dice'])} dice of game {record['game']} are as the secret and the chain make them."
    )
    if reports:
        print(f"{compared} dice in {reports} reports are the same.")
    print("\nCompare with your own emails:")
    print(f"  in your first report, the commitment:  {record['commitment']}")
    if record.get("seal"):
        print(f"  in your last report, the seal:         {record['seal']}")
    for sheet in record["sheets"]:
        if "words" in sheet and sheet["kind"] == "orders":
            print(f"  in the answer to your orders:          {sheet['sha256']}")
    rounds = [sheet for sheet in record["sheets"] if "round" in sheet]
    for sheet in rounds:
        print(f"  announcement {sheet['announcement']}, round {sheet['round']}:  {sheet['announced']}")
    if rounds:
        print(SIGNATURES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
