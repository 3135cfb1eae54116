"""The mechanisms that games share, each beside something slower that is plainly right."""
