"""Tests of adjudicator."""
