"""The sequence of play of Königsberg '45 (1.0)."""

from __future__ import annotations

from adjudicator.sequence import Segment, sequence

from . import (
    r00_barrage,
    r00_events,
    r00_setup,
    r01_turn,
    r02_activation,
    r02_draw,
    r04_movement,
    r06_reinforcement,
    r07_combat,
    r11_supply,
    r12_hqs,
    r12_refugees,
    r12_replacements,
    r12_volksturm,
    r13_air,
    r14_victory,
)

SEQUENCE = sequence(
    Segment("SETUP", "Set-up", "0.1g.1", r00_setup.run_setup),
    Segment("BAR_G", "German barrages", "1.0a.1", r00_barrage.run_first),
    Segment("BAR_S2", "Barrages of 2nd Belorussian Front", "1.0a.2", r00_barrage.run_first),
    Segment("BAR_S3", "Barrages of 3rd Belorussian Front", "1.0a.2", r00_barrage.run_first),
    Segment("AIR_RETURN", "Refitted air units return", "1.1a.1", r13_air.run_return),
    Segment("AIR_REFIT", "Grounded air units refit", "1.1b.1", r13_air.run_refit),
    Segment("RF_PLACE", "Reinforcements", "1.2a.1", r06_reinforcement.run_place),
    Segment("RF_MOVE_G", "German reinforcements move", "1.2a.4", r06_reinforcement.run_moves),
    Segment("RF_MOVE_S", "Soviet reinforcements move", "1.2a.4", r06_reinforcement.run_moves),
    Segment("RF_HQCHECK", "HQs without troops", "1.2a.3", r12_hqs.run_check),
    Segment("REPL_S", "Soviet replacements", "1.2b.1", r12_replacements.run_replacements),
    Segment("REPL_G", "German replacements", "1.2b.1", r12_replacements.run_replacements),
    Segment("VOLKSTURM", "Volksturm deployment", "1.2c.1", r12_volksturm.run_deploy),
    Segment("REFUGEE", "Refugees", "1.2d.1", r12_refugees.run_refugees),
    Segment("DRAW", "A chit is drawn", "1.3a.1", r02_draw.run_draw),
    Segment("CHOOSE_HQ", "An HQ is chosen", "2.1c.1", r02_activation.run_choose),
    Segment("SELECT", "Activation", "1.3a.1", r02_activation.run_select),
    Segment("MOVE", "Movement", "1.3b.1", r04_movement.run_moves),
    Segment("COMBAT", "Combat", "1.3c.1", r07_combat.run_combat),
    Segment("battle", "A battle", "7.2.1", r07_combat.run_battle),
    Segment("CLOSE", "The chit is laid open", "2.1a.5", r02_activation.run_close),
    Segment(r00_events.REFUGEES, "Refugees by a random event", "RET.5.1", r00_events.run_refugees),
    Segment("entry", "Units come in", "6.0.3", r06_reinforcement.run_entry),
    Segment("free", "Free movement", "RET.3.1", r04_movement.run_moves),
    Segment(r00_barrage.BARRAGE.topic, "Barrages", "0.7a.1", r00_barrage.run_window),
    Segment("SUPPLY", "Supply", "1.4.1", r11_supply.run_supply),
    Segment("END_VOLKSTURM", "The Volksturm goes home", "1.5a.1", r12_volksturm.run_return),
    Segment("SUDDEN_DEATH", "Sudden death?", "1.5b.1", r14_victory.run_sudden_death),
    Segment("ADVANCE_TURN", "The turn advances", "1.5c.1", r01_turn.run_advance),
    Segment("SCORE", "Victory is scored", "14.1.3", r14_victory.run_score),
)
