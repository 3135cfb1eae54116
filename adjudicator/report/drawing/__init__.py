"""Draws scenes with Pillow; imported only when a picture is really to be drawn."""
