"""The hex grid of a scan."""
