"""Tests of builder."""
