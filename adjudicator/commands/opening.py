"""Opening a game at the desk: of a game folder, or of a published module with all that belongs to it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

import typer

from adjudicator.beacon import BeaconError, Chain, read_chain
from adjudicator.catalogue import find_game, is_bundled, is_module
from adjudicator.commands.keep import tell_remarks
from adjudicator.commands.people import Wish, plan
from adjudicator.commands.speak import NotFound, desk_option, now, say_json, the_desk, the_side
from adjudicator.game import Game
from adjudicator.mail.desk import Desk, DeskError
from adjudicator.mail.desk.modules import keep_module, kept_module
from adjudicator.mail.desk.published import keep
from adjudicator.mail.desk.table import Table, open_game
from adjudicator.mail.holding.people import arrange
from adjudicator.mail.reading.sender import WRITABLE, normal_address, unwritable_address
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.settings.desk_toml import FILE, Settings
from adjudicator.state import Json, State
from adjudicator.store import Seat
from files import private
from files.characters import unseen
from files.messages import first_few
from files.nearest import did_you_mean, nearest
from maps.space import slug

MOST_SETUPS = 12
"""Set-ups of a module that are named when a game begins without one; some modules have a hundred."""


def open_(
    name: str, players: Sequence[str], scenario: str, folder: Path, as_json: bool,
    house_rules: Sequence[str] = (), extensions: Sequence[Path] = (), observers: Sequence[str] = (),
) -> None:  # fmt: skip
    """Open a game and write to its players."""
    if is_module(name):
        check_module(Path(name))
    desk, game = the_desk(folder), find_game(name)
    seats, beacon = read_seats(game, players), beacon_of(desk)
    if extensions and not is_module(name):
        raise DeskError(f"{game.title} is not a published module, so it has no extensions")
    if is_module(name):
        house_rules = house_rules or desk.settings.house_rules.split()
    check_house_rules(game, house_rules)
    kept, scenario = name if is_bundled(name) else str(Path(name).resolve()), named_scenario(game, scenario)
    if is_module(name):
        kept, scenario = kept_for(desk, game, Path(name), tuple(seats), scenario, house_rules, extensions)
        game = find_game(kept)
    with desk.alone(), desk.store() as store:
        despatch = Despatch(desk, store, now())
        if desk.settings.pictures:
            lay_module(despatch, game, kept)
        table = begun(despatch, kept, seats, scenario, beacon, observers)
        mails = despatch.deliver()
    tell_remarks(despatch)
    if as_json:
        say_json(opened(table, mails))
    else:
        told = f"Game {table.number}, {game.title}, is open. {mails} reports are in {desk.outbox / 'new'}."
        typer.echo(
            f"{told}\n{how_to_send(desk)}\nCommitment, also in the first reports: {table.row.commitment}"
        )
        if is_module(name):
            tell_extensions(Path(name), kept)
            tell_left_out(kept, table.state_after(0))
            tell_setups(game, kept, scenario)


def how_to_send(desk: Desk) -> str:
    """What brings the mails in the outbox to the players; one keeps the address it was written with."""
    if desk.settings.address == Settings().address:
        return (
            f"Do not send these emails: players would answer to {desk.settings.address}, also after you "
            f"change {desk.folder / FILE}.\n"
            f"Create a new desk (hexpost desk init), write your address into its {FILE}, and open the "
            "game there."
        )
    if desk.settings.mail_out.is_folder:
        return f"Send them by hand, or connect your mailbox first:  hexpost desk connect {desk.folder}"
    return f"To send them, type:  hexpost post{desk_option(desk.folder)}"


def begun(
    despatch: Despatch, name: str, seats: Mapping[str, Seat], scenario: str, beacon: Chain | None,
    observers: Sequence[str],
) -> Table:  # fmt: skip
    """Open a game in the journal, and let observers watch it. Raises DeskError."""
    store, secret = despatch.store, secrets.token_bytes(32)
    with store.transaction():
        table, step = open_game(store, name, seats, secret, despatch.stamp, scenario, beacon=beacon)
        despatch.follow(table, step)
        for one in observers:
            let_watch(despatch, table, one)
    return table


def let_watch(despatch: Despatch, table: Table, text: str) -> None:
    """Somebody watches a new game. Raises DeskError for an address that cannot."""
    faults = list[str]()
    change = plan(Wish(observe=text), despatch, table, faults)
    if faults or change is None:
        raise DeskError("\n".join(one.replace("--observe ", "--observer ", 1) for one in faults))
    arrange(despatch, table, change)


def named_scenario(game: Game, text: str) -> str:
    """A scenario by its id, or by its name as it is printed."""
    return slug(text) if text not in game.scenarios and slug(text) in game.scenarios else text


def check_house_rules(game: Game, wanted: Sequence[str]) -> None:
    """Raises DeskError for a house rule that a game does not have."""
    for one in wanted:
        if not any(re.fullmatch(known, one) for known in game.house_rules):
            known = f"It has: {', '.join(game.house_rules.values())}" if game.house_rules else "It has none"
            raise DeskError(f'{game.title} has no house rule "{one}". {known}')


def check_module(file: Path) -> None:
    """Raises NotFound for a file that is not there, or whose name is not that of a module."""
    if not file.is_file():
        beside = file.parent / f"{file.name}.vmod"
        raise NotFound(
            f"{file}: nothing found here" + did_you_mean([str(beside)] if beside.is_file() else [], "; ")
        )
    if not is_module(file):
        raise NotFound(f"{file} is not a VASSAL module. The name of a module ends with .vmod")


def kept_for(
    desk: Desk, game: Game, file: Path, sides: Sequence[str], scenario: str, house_rules: Sequence[str],
    extensions: Sequence[Path],
) -> tuple[str, str]:  # fmt: skip
    """Keep a module for a game that these sides play: the name of the game, and of its set-up. Raises
    DeskError."""
    from adjudicator.tabletop.record import named

    if is_saved_game(scenario):
        return named(keep(desk, file, extensions, Path(scenario)), sides, house_rules), ""
    check_set_up(game, file, scenario)
    return named(keep(desk, file, extensions), sides, house_rules), scenario


def is_saved_game(scenario: str) -> bool:
    """Whether a game begins with a saved game of VASSAL, and this is its file."""
    return scenario.casefold().endswith(".vsav")


def check_set_up(game: Game, file: Path, scenario: str) -> None:
    """Raises DeskError for a set-up that a module does not have, before anything is kept of it."""
    if scenario and scenario not in game.scenarios:
        near = nearest(scenario, game.scenarios, MOST_SETUPS)
        rest = [one for one in game.scenarios if one not in near]
        raise DeskError(
            f'{game.title} has no set-up "{scenario}". It has: {few((*near, *rest))}. To see what is in '
            f"them: hexpost module look {file}"
        )


def few(setups: Sequence[str]) -> str:
    """The first of the set-ups of a module, and how many more there are."""
    return first_few(setups, MOST_SETUPS)


def tell_left_out(kept: str, state: State) -> None:
    """Say what the module does by itself when a game begins and hexpost does not, and what hexpost rolls for
    that a player may have turned by hand."""
    from adjudicator.tabletop.kept import LOST, module_at
    from tables.startup import worth_telling

    module, _ = module_at(kept.partition("#")[0])
    for line in worth_telling(module, state.facts.get(LOST, ())):
        if line.startswith("VASSAL runs"):
            typer.echo(f"{line}.")
    tell_turned(kept)


def tell_setups(game: Game, kept: str, chosen: str) -> None:
    """Say which set-ups a module has, where its own start was used because none was chosen, or because the
    chosen one names no saved game."""
    from adjudicator.tabletop.kept import module_at
    from adjudicator.tabletop.record import setups_of

    own, *others = game.scenarios
    module, _ = module_at(kept.partition("#")[0])
    fileless = [word for word, name in setups_of(module).items() if name in module.fileless]
    if chosen in fileless:
        others = [one for one in others if one not in fileless]
        more = (
            f" Other set-ups, for --setup: {few(others)}." if others else " The module has no other set-up."
        )
        typer.echo(
            f'Set-up "{chosen}" names no saved game. The game begins with the module\'s own start.{more}'
        )
    elif others and chosen in ("", own):
        typer.echo(f"The game begins with the module's own start. Its set-ups, for --setup: {few(others)}.")


def tell_extensions(file: Path, kept: str) -> None:
    """Say which extensions of its module a game has, and which lie beside the module and were left out."""
    from adjudicator.tabletop.kept import module_at
    from builder.vassal.modulefile import EXTENSION_FILE
    from tables.published import extension_faults

    module, _ = module_at(kept.partition("#")[0])
    for extension, version in module.extension_versions.items():
        typer.echo(f"With the extension {extension}, version {version}.")
    for one in sorted(file.parent.glob(f"*{EXTENSION_FILE}")):
        if one.stem not in module.extension_versions and not any(extension_faults(one, module)):
            typer.echo(f"Without {one.name}, which is next to the module. To use it: --extension {one}")


def tell_turned(kept: str) -> None:
    """Say how many pieces of a module can be turned by chance and by hand, unless players are believed."""
    from adjudicator.tabletop.kept import module_at
    from adjudicator.tabletop.moving import BELIEVE
    from tables.chance import is_doubtful

    path, _seated, agreed, *_ = [*kept.split("#"), "", ""]
    module, _ = module_at(path)
    count = sum(is_doubtful(one.types) for one in module.slots.values())
    if count and BELIEVE not in agreed.split("+"):
        typer.echo(
            f"{count} of the module's {len(module.slots)} pieces can be turned by chance and by hand. No log "
            "tells the two apart, so hexpost rolls for both. --house-rule believe takes such turns as logged."
        )


def beacon_of(desk: Desk) -> Chain | None:
    """The chain of a beacon that new games of a desk are bound to; None where desk.toml names none. Raises
    DeskError where it cannot be used."""
    settings = desk.settings
    if not settings.beacon:
        return None
    try:
        chain = read_chain(desk.folder / settings.beacon, settings.every)
        private.make_folder(desk.beacon)
    except (BeaconError, OSError) as wrong:
        raise DeskError(f"No game was opened: {wrong}") from None
    return chain


def lay_module(despatch: Despatch, game: Game, kept: str) -> None:
    """Have the game's VASSAL module kept at the desk; no game waits for one that cannot be built. Where that
    takes long, it is said."""
    if is_bundled(kept) and kept_module(despatch.desk, kept) is None:
        typer.echo(f"Drawing {game.title} and its VASSAL module, once for this desk ...", err=True)
    try:
        keep_module(despatch.desk, kept)
    except Exception as fault:  # what draws is large, and the game can do without
        despatch.remark(f"the VASSAL module could not be built ({type(fault).__name__}: {fault})")


def opened(table: Table, mails: int) -> dict[str, Json]:
    """A game that was opened, for --json."""
    row = table.row
    players = {side: list(seat.addresses) for side, seat in row.players.items()}
    return {
        "game": row.id, "name": table.game.name, "scenario": row.scenario, "commitment": row.commitment,
        "opening": row.opening.decode("utf-8"), "players": players, "mails": mails,
    }  # fmt: skip


def read_seats(game: Game, players: Sequence[str]) -> dict[str, Seat]:
    """The seats of "side=address" words; a side given twice has two addresses. Raises DeskError."""
    faults: list[str] = []
    found: dict[str, Seat] = {}
    for text in players:
        side, _, written = text.partition("=")
        address, name = normal_address(written), written.partition("<")[0].strip(' "')
        if not address:
            right = f"write SIDE=ADDRESS, such as {next(iter(game.sides))}=anna@example.org"
            unwritable = unwritable_address(written)
            why = (
                f"no mail can be written to {unwritable}, which must have {WRITABLE}" if unwritable else right
            )
            faults.append(f"--player {text}: {why}")
            continue
        if hidden := unseen(name):
            faults.append(f"--player {text}: {', '.join(hidden)} is invisible and may not be in a name")
        try:
            id_ = the_side(game, side)
        except NotFound as wrong:
            faults.append(f"--player {text}: {wrong}")
            continue
        earlier = found.get(id_, Seat(game.sides[id_], ()))
        found[id_] = Seat(name if "<" in written and name else earlier.name, (*earlier.addresses, address))
    if faults:
        raise DeskError("\n".join(faults))
    return found
