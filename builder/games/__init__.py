"""What only the VASSAL module of a game needs to know: one TOML file for each bundled game."""

from pathlib import Path

GAMES = Path(__file__).parent
