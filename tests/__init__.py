"""Tests mirror the packages they test."""
