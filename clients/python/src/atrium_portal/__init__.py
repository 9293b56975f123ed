"""Cohorts, counts, tables and files of an Atrium portal."""

from .connection import ChangedMeanwhile, Refused
from .figures import Count, CrossTab
from .portal import Portal

__all__ = ["ChangedMeanwhile", "Count", "CrossTab", "Portal", "Refused"]
