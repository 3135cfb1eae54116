"""15.1, the OBA table: which modules there are, and which missions each may fire."""

from __future__ import annotations

from adjudicator.rulings import Refused, rule

from .charts import Module, modules
from .orders import Said
from .position import GERMAN

SMOKE, ILLUMINATION, OP_VEHICLE = "SMOKE", "IR", "OPVEHICLE"


@rule("BRV15.1.13", "BRV15.1.10", "BRV15.1.12")
def module_of(side: str, words: Said) -> Module:
    """The module that a line names. Raises Refused for one that the side does not have."""
    found = modules().get((side, words.about))
    if found is None:
        legal = tuple(f"{one.group} ({told(one)})" for (owner, _), one in modules().items() if owner == side)
        number = "BRV15.1.13" if side == GERMAN else "RePh8.6191"
        raise Refused(number, f"{words.about or 'nothing'} is no OBA module of yours", legal)
    return found


@rule("BRV15.1.10", "BRV15.1.12", "FN-OBA")
def told(module: Module) -> str:
    """A module as reports name it: "82mm mortar, Battalion Mortar (C1.22); HE, SMOKE, IR"."""
    marks = [", Battalion Mortar (C1.22)"] if module.battalion_mortar else []
    marks += [", rockets (C1.9)"] if module.rocket else []
    return f"{module.name}{''.join(marks)}; {', '.join(module.missions)}"


@rule("BRV15.1.8", "BRV15.1.9", "BRV15.1.11", *(module.rule for module in modules().values()))
def check_mission(module: Module, words: tuple[str, ...]) -> None:
    """A mission that the module's row does not have is refused: SMOKE is its mark s, IR (illumination) its
    star; an OP vehicle, its mark t, is there by a special rule only, and the campaign has none. Raises
    Refused."""
    for word in (one.upper() for one in words):
        if word == OP_VEHICLE:
            raise Refused("BRV15.1.11", "OP vehicles are there by special rules only; the campaign has none")
        if word not in module.missions:
            raise Refused(module.rule, f"{word} is no mission of: {told(module)}", module.missions)
