"""Cohorts, counts, tables and files of an Atrium portal."""

from .comparison import Comparison, Curves
from .connection import ChangedMeanwhile, Refused
from .figures import Count, CrossTab
from .portal import Portal

__all__ = ["ChangedMeanwhile", "Comparison", "Count", "CrossTab", "Curves", "Portal", "Refused"]
