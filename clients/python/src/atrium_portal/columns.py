"""Rows of an export as typed values: in a data frame where pandas is installed, else in a list."""

import datetime
import itertools
import json

PIECE_ROWS = 50_000


def pandas_or_none():
    try:
        import pandas

        return pandas
    except ImportError:
        return None


class Table:
    """The rows of a table, which are sent while they are read. Its columns are those of its data dictionary."""

    def __init__(self, fields, lines, receipt=None):
        self.fields = fields
        self.receipt = receipt
        self._lines = lines

    def rows(self):
        """Each row as a dict: days as dates, whole numbers exact, lists as lists, missing values as None."""
        with self._lines as lines:
            for line in lines:
                values = json.loads(line).values()
                yield {field["name"]: _value(cell, field) for field, cell in zip(self.fields, values)}

    def pieces(self, size=PIECE_ROWS):
        """The rows in pieces of so many: data frames, or lists of dicts where there is no pandas."""
        pandas = pandas_or_none()
        rows = self.rows()
        piece = list(itertools.islice(rows, size))
        yield piece if pandas is None else self._frame(pandas, piece)
        while len(piece) == size:
            piece = list(itertools.islice(rows, size))
            if piece:
                yield piece if pandas is None else self._frame(pandas, piece)

    def frame(self):
        """All rows as one data frame, or a list of dicts where there is no pandas."""
        pandas = pandas_or_none()
        rows = list(self.rows())
        return rows if pandas is None else self._frame(pandas, rows)

    def _frame(self, pandas, rows):
        columns = {}
        for field in self.fields:
            name = field["name"]
            columns[name] = _column(pandas, [row[name] for row in rows], field)
        frame = pandas.DataFrame(columns)
        frame.attrs.update({"receipt": self.receipt, "titles": {f["name"]: f["title"] for f in self.fields}})
        return frame


def _value(cell, field):
    if cell is None:
        return None
    if field["type"] == "list":
        items = cell if isinstance(cell, list) else [cell]
        return [_scalar(item, field.get("itemType"), field) for item in items]
    return _scalar(cell, field["type"], field)


def _scalar(cell, kind, field):
    if cell is None or not isinstance(cell, str):
        return cell
    if field["atrium"].get("time"):
        return datetime.datetime.fromisoformat(cell)
    return datetime.date.fromisoformat(cell) if kind == "date" else cell


def _column(pandas, cells, field):
    kind = field["type"]
    if field["atrium"].get("time") or kind == "date":
        return _days(pandas, cells)
    if kind in ("integer", "year"):
        return _whole_numbers(pandas, cells)
    if kind == "number":
        return pandas.Series(cells, dtype="Float64")
    if kind == "boolean":
        return pandas.Series(cells, dtype="boolean")
    if kind == "list":
        return pandas.Series(cells, dtype="object")
    if "categories" in field:
        # A dictionary lists up to 1,000 categories; what is not among them is added, so no value is lost.
        known = list(dict.fromkeys([*field["categories"], *(cell for cell in cells if cell is not None)]))
        return pandas.Series(pandas.Categorical(cells, categories=known))
    return pandas.Series(cells, dtype="string")


def _days(pandas, cells):
    try:
        return pandas.to_datetime(pandas.Series(cells, dtype="object"))
    except (pandas.errors.OutOfBoundsDatetime, ValueError):
        # pandas holds the years 1678 to 2261 as instants; others stay dates of Python.
        return pandas.Series(cells, dtype="object")


def _whole_numbers(pandas, cells):
    try:
        return pandas.Series(pandas.array(cells, dtype="Int64"))
    except (OverflowError, TypeError, ValueError):
        return pandas.Series(cells, dtype="object")
