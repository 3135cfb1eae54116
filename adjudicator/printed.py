"""Order lines in the words of map and counters, as far as they then still mean the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.game import Game
from adjudicator.orders import Grammar
from adjudicator.rulings import No


def in_print(game: Game, answers: Iterable[str]) -> tuple[str, ...]:
    """Answers, or what would be legal, with printed names for ids: "retreat 606 to Südl. Oderbruch".

    An order that would not be read back as the same order stays as it is.
    """
    grammar, names = game.grammar(), game.names().names
    kinds = kinds_of(grammar)
    return tuple(
        "\n".join(line_in_print(grammar, kinds, names, line) for line in a.split("\n")) for a in answers
    )


def kinds_of(grammar: Grammar) -> dict[str, str]:
    """What each id of a grammar is: a unit, a zone, ..."""
    kinds: dict[str, str] = {}
    for kind, lexicon in grammar.lexicons.items():
        for ids in lexicon.exact.values():
            kinds.update({id_: kind for id_ in ids if id_ not in kinds})
    return kinds


def line_in_print(grammar: Grammar, kinds: Mapping[str, str], names: Mapping[str, str], line: str) -> str:
    """One line; a name on its own too."""
    if line in kinds:
        return names.get(line, line)
    words = line.split(" ")
    told = [names.get(word, word) if word in kinds else word for word in words]
    for at in range(len(words) - 1):
        same = words[at] in kinds and kinds[words[at]] == kinds.get(words[at + 1])
        told[at] += "," if same else ""
    better = " ".join(told)
    try:
        return better if grammar.read(better).args == grammar.read(line).args else line
    except No:
        return line
