"""Mechanisms that several games share. None may depend on which game uses it."""
