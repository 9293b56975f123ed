"""Figures as the portal gives them. One that it hides is a missing value with a reason, and never 0."""

from typing import NamedTuple, Optional

from .columns import pandas_or_none


class Count(NamedTuple):
    """A number of subjects. `value` is None where it is hidden, and `reason` says why."""

    value: Optional[int]
    reason: Optional[str] = None
    receipt: Optional[str] = None

    def __str__(self):
        return f"not shown ({self.reason})" if self.value is None else str(self.value)

    def __int__(self):
        if self.value is None:
            raise ValueError(f"This count is not shown: {self.reason}")
        return self.value


def shown_count(shown, reason=None, receipt=None):
    """A count of a reply: a number, text with thousands separators, or a mark such as "<11"."""
    digits = str(shown).replace(",", "")
    if digits.isdecimal():
        return Count(int(digits), None, receipt)
    return Count(None, reason or f"the portal shows {shown}", receipt)


class CrossTab:
    """Distinct subjects by row and column. A cell that is hidden is None, and `reason` says why."""

    def __init__(self, reply):
        tab = reply.get("dataset") or {}
        suppression = reply.get("suppression")
        definition = reply.get("analysis_def", {})
        self.row_concepts = [entry["concept_id"] for entry in definition.get("rows", [])]
        self.column_concepts = [entry["concept_id"] for entry in definition.get("cols", [])]
        self.rows = [_label(label) for label in tab.get("index", [])]
        self.columns = [_label(label) for label in tab.get("columns", [])]
        self.cells = [[shown_count(cell).value for cell in row] for row in tab.get("data", [])]
        self.reason = suppression["explanation"] if suppression else None
        self.receipt = reply.get("analysis_receipt")

    def frame(self):
        """A data frame where a hidden cell is `pandas.NA`, or a list of dicts where there is no pandas."""
        pandas = pandas_or_none()
        if pandas is None:
            return [{"row": row, **dict(zip(self.columns, cells))} for row, cells in zip(self.rows, self.cells)]
        table = pandas.DataFrame(
            self.cells,
            index=_axis(pandas, self.rows, self.row_concepts),
            columns=_axis(pandas, self.columns, self.column_concepts),
        ).astype("Int64")
        table.attrs.update({"reason": self.reason, "receipt": self.receipt})
        return table

    def __repr__(self):
        return f"<CrossTab of {len(self.rows)} rows and {len(self.columns)} columns>"


def _label(label):
    return tuple(label) if isinstance(label, list) else label


def _axis(pandas, labels, names):
    if labels and isinstance(labels[0], tuple):
        return pandas.MultiIndex.from_tuples(labels, names=names)
    return pandas.Index(labels, name=names[0] if names else None)
