"""Mechanisms that several games share; none ever asks which game it is in."""
