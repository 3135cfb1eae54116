"""What players read: order lines in the words of map and counters, and what silence means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.game import Game
from adjudicator.orders import Grammar
from adjudicator.rulings import Ruling
from adjudicator.state import Decision
from adjudicator.waiting_lines import ON_HOLD
from counters.roster.counter import Roster


def cards_told(roster: Roster, ids: Iterable[str]) -> tuple[str, ...]:
    """What each of these cards is and does, those that are alike once."""
    alike: dict[tuple[str, str, str], str] = {}
    for card in (roster.cards[id_] for id_ in ids if id_ in roster.cards):
        alike.setdefault((card.title, card.when, card.text), card.id)
    return tuple(f"{id_} ({title}). {when}: {text}" for (title, when, text), id_ in alike.items())


MOST_ANSWERS, FEW_ANSWERS = 12, 3
"""So many possible orders are told; of an open question, so many examples."""


def card_titles(roster: Roster, answer: str, told: str) -> str:
    """The titles of the cards in an answer that its line, as it is told, does not name."""
    titles = [roster.cards[word].title for word in answer.split() if word in roster.cards]
    return ", ".join(title for title in titles if title not in told)


VERDICTS = {
    "done": "OK",
    "may be done": "OK (dry run)",
    "refused": "REFUSED",
    "unreadable": "NOT UNDERSTOOD",
    "ambiguous": "AMBIGUOUS",
    "waiting": "QUEUED",
    "not-judged": "NOT USED",
}
"""What is said of a line, by its verdict."""
HELD = "ON HOLD"
"""What is said of a line that waits for a word of its writer; one that is QUEUED needs none."""
LEGAL = {"refused": "Legal instead", "unreadable": "Did you mean", "ambiguous": "Could be"}
"""What a line could have been, by its verdict."""
OTHERWISE, ANY = "Legal instead", "Possible"
MOST_NEAR = 5
"""More words than these are not like the one that was not understood: they are all there are."""


def in_print(game: Game, answers: Iterable[str]) -> tuple[str, ...]:
    """Answers, or what would be legal, with printed names for ids: "retreat 606 to Südl. Oderbruch".

    An order that would not be read back as the same order stays as it is.
    """
    grammar, names = game.grammar(), game.names().names
    return tuple("\n".join(line_in_print(grammar, names, line) for line in a.split("\n")) for a in answers)


VIA = "via"
"""What stands before several places in a row, where the order has a word for its way."""


def kind_of(grammar: Grammar, word: str) -> str:
    """What an id is: a unit, a zone, ...; "" for a word that is none."""
    return next((kind for kind, lexicon in grammar.lexicons.items() if word in lexicon.all), "")


def line_in_print(grammar: Grammar, names: Mapping[str, str], line: str) -> str:
    """One line; a name on its own too."""
    if kind_of(grammar, line):
        return names.get(line, line)
    words = line.split(" ")
    kinds = [kind_of(grammar, word.rstrip(",")) for word in words]
    told = [in_name(names, word) if kind else word for word, kind in zip(words, kinds, strict=True)]
    for at in range(len(words) - 1):
        same = kinds[at] and kinds[at] == kinds[at + 1]
        told[at] += "," if same and not told[at].endswith(",") else ""
    path = next((at for at in range(1, len(kinds)) if len({*kinds[at:]}) == 1 and kinds[at]), len(words) - 1)
    with_via = [*told[:path], VIA, *told[path:]] if len(words) - path > 1 and words[path - 1] != VIA else told
    for better in (" ".join(with_via), " ".join(told)):
        if better != line and grammar.same(better, line):
            return better
    return line


def listed_in_print(game: Game, lines: Sequence[str]) -> str:
    """The first of several possible orders in such words, and how many more there are."""
    shown, more = in_print(game, lines[:MOST_ANSWERS]), len(lines) - MOST_ANSWERS
    return "; ".join(shown).replace("\n", " / ") + (f"; and {more} more" if more > 0 else "")


def part_in_print(game: Game, words: Iterable[str]) -> list[str]:
    """The beginning of a line in the words of map and counters."""
    grammar, names = game.grammar(), game.names().names
    return [in_name(names, word) if kind_of(grammar, word.rstrip(",")) else word for word in words]


def is_on_hold(ruling: Ruling) -> bool:
    """Whether a line waits for a word of its writer."""
    return ruling.verdict == "waiting" and ruling.why.startswith(ON_HOLD)


def instead(game: Game, ruling: Ruling) -> tuple[str, ...]:
    """What a line could have been, where its reason does not name all of it."""
    told = ruling.verdict == "ambiguous" and all(one in ruling.why for one in in_print(game, ruling.legal))
    return () if told else ruling.legal


def worded(ruling: Ruling) -> tuple[str, str]:
    """What is said of a line: its verdict in a word, and the reason; "" where there is none."""
    if is_on_hold(ruling):
        return HELD, ruling.why.removeprefix(ON_HOLD).lstrip(":, ")
    return VERDICTS[ruling.verdict], ruling.why


def verdict_told(ruling: Ruling) -> str:
    """What is said of a line, with its clause, as one text."""
    word, why = worded(ruling)
    return f"{word}{cited(ruling.rule)}{f': {why}' if why else ''}"


def instead_told(verdict: str, count: int = 1) -> str:
    """What is said before the lines, as many as `count`, that a line with this verdict could have been."""
    if verdict == "unreadable" and count > MOST_NEAR:
        return ANY
    return LEGAL.get(verdict, OTHERWISE)


def answers_word(closed: bool, count: int) -> str:
    """The heading above some answers: all there are, one example, or several of which each stands alone."""
    return "Possible answers" if closed else "Some possible orders" if count > 1 else "For example"


def not_in_form(form: str, answers: Sequence[str], closed: bool) -> tuple[str, ...]:
    """The answers that a form, "" for none, does not offer itself, both in print; of a `closed` list that it
    does not offer wholly, all. A line that ends in dots offers what its comment names, and of an open
    list whatever begins as it does."""
    offered, begun = set[str](), list[str]()
    for line in form.splitlines():
        order, _, note = line.removeprefix("# ").partition("  # ")
        whole = bool(note) and " more" not in note
        if line.startswith("# ") and not order.endswith("..."):
            offered.add(order)
        elif line.startswith("# ") and (whole or not closed):
            begun.append(order.removesuffix("..."))

    def is_offered(answer: str) -> bool:
        return all(line in offered or line.startswith(tuple(begun)) for line in answer.split("\n"))

    left = tuple(one for one in answers if not is_offered(one))
    return tuple(answers) if closed and left else left


def in_name(names: Mapping[str, str], word: str) -> str:
    """The printed name for an id, with the comma behind it; a hex with a town in it goes by its number."""
    id_ = word.rstrip(",")
    name = names.get(id_, id_)
    return word if name.endswith(f"({id_})") else name + word[len(id_) :]


def silence_told(decision: Decision) -> str:
    """What the default is, in a sentence. Whether it counts without an answer, the deadline says: the referee
    may let the game wait."""
    if decision.silence:
        return f"Default: {decision.silence}."
    return "If you do not answer, nothing is decided for you: the game waits."


def subject(game: Game, number: int) -> str:
    """The subject of every mail about a game, to players and from them: always the same, or a mail program
    would begin a new thread."""
    return f"[{number}] {game.title}"


def cited(rule: str) -> str:
    """The clause behind a sentence, in brackets; "" for what no rulebook says."""
    return f" [{rule}]" if rule else ""
