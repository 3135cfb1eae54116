"""What only the VASSAL module of a game needs to know: one TOML file for each bundled game."""
