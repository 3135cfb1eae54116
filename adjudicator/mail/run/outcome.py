"""What became of the letters of a mail run, for the referee's eyes."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.catalogue import slip
from files.faults import is_of_input


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one letter, or of one of its blocks: the row of the policy, the action, and why.

    `words` is what it says to the referee; a letter with words is in held/, whatever became of its orders.
    """

    source: str
    sender: str
    subject: str
    row: str
    action: str
    game: str = ""
    why: str = ""
    words: str = ""


@dataclass(slots=True)
class MailRun:
    """What one mail run did; `problems` are for the referee's eyes, and `ours` says that hexpost made one.

    `mails` were put into the outbox, `sent` went from there to a server. `remarks` are like problems, but not
    worth a mail to the referee. `news` is what time alone brought: a substitution that ended, a game lost by
    a missed deadline.
    """

    letters: list[Done] = field(default_factory=list)
    mails: int = 0
    sent: int = 0
    problems: list[str] = field(default_factory=list)
    ours: bool = False
    remarks: list[str] = field(default_factory=list)
    news: list[str] = field(default_factory=list)


def whose(fault: Exception, game: str) -> str:
    """What to tell the referee of a fault: of a file or folder, of the files of a game that cannot be read,
    of a folder's rules, or hexpost's own mistake."""
    if isinstance(fault, OSError):
        return f"{fault.filename}: {fault.strerror}" if fault.filename else str(fault)
    if is_ours(fault):
        if found := slip(fault):
            return f"game {game} cannot be run ({found})"
        return f"hexpost made a mistake of its own ({type(fault).__name__}: {fault})"
    return f"game {game} cannot be read ({fault})" if game else str(fault)


def is_ours(fault: Exception) -> bool:
    """Whether a fault is hexpost's own, and not one of an input or of the disk."""
    return not is_of_input(fault) and not isinstance(fault, OSError)
