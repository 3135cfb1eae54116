"""Boards: spaces, borders and geometry, loaded from data and drawn."""
