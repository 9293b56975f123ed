"""Groups of subjects side by side: Table 1, and curves."""

from typing import NamedTuple

from .columns import pandas_or_none
from .connection import EDITED, ChangedMeanwhile
from .figures import Count, shown_count

NUMBERS = ("n", "mean", "sd", "median", "q1", "q3")
FIGURES = ("subjects", "known", "missing", *NUMBERS)
TOO_FEW = "the group has too few values"

TABLE = {
    "concept": "string", "title": "string", "unit": "string", "figure": FIGURES, "value": "string",
    "group": "groups", "amount": "Float64", "reason": "string",
}
CURVE = {
    "group": "groups", "time": "Float64", "share": "Float64", "low": "Float64", "high": "Float64",
    "at_risk": "Int64", "events": "Int64", "reason": "string",
}


class Group(NamedTuple):
    """A group as it was compared. Its count has a receipt where a cohort definition says the same."""

    title: str
    count: Count


class Comparison:
    """Table 1 of groups. An amount that is hidden is None, and `reason` beside it says why."""

    def __init__(self, reply):
        self.reason = _reason(reply)
        self.groups = _groups(reply, self.reason)
        self.in_several = reply["in_several"]
        self.differences = {one["concept_id"]: one["difference"] for one in reply["concepts"]}
        self.tests = [{"concept": one["concept_id"], **test} for one in reply["concepts"] for test in one["tests"]]
        self._concepts = reply["concepts"]

    def rows(self):
        """A dict for each concept, figure, value and group."""
        for concept in self._concepts:
            unit = "days" if concept["kind"] == "age" else concept["unit"]
            for figure, value, amounts in _lines(concept):
                for group, shown in zip(self.groups, amounts):
                    amount, reason = self._amount(shown)
                    yield dict(zip(TABLE, (
                        concept["concept_id"], concept["title"], unit, figure, value, group.title, amount, reason,
                    )))

    def frame(self):
        """The rows as a data frame, or as a list where there is no pandas."""
        return _frame(list(self.rows()), TABLE, self)

    def _amount(self, shown):
        if shown is None:
            return None, TOO_FEW
        return (shown, None) if isinstance(shown, float) else shown_count(shown, self.reason)[:2]


class Curves:
    """
    Curves by group, of who has had no event (`kind` is survival) or who has had one (incidence). Times are days. Of a
    group that is hidden there is one row, without figures, and `reason` says why.
    """

    def __init__(self, reply):
        self.reason = _reason(reply)
        self.groups = _groups(reply, self.reason)
        self.in_several = reply["in_several"]
        self.kind = reply["kind"]
        self.times = reply["times"]
        self.test = reply["test"]
        self._curves = reply["curves"]

    def rows(self):
        """A dict for each step of each group."""
        for group, curve in zip(self.groups, self._curves):
            columns = [curve["steps"][name] for name in list(CURVE)[1:-1]]
            for values in zip(*columns):
                yield dict(zip(CURVE, (group.title, *values, None)))
            if not columns[0]:
                yield dict(zip(CURVE, (group.title, *(None for _ in columns), self._why_empty(curve))))

    def followed(self):
        """How many subjects of each group were followed, and with an event: a dict for each group."""
        for group, curve in zip(self.groups, self._curves):
            counts = {name: shown_count(curve[name], self.reason) for name in ("subjects", "events")}
            yield {"group": group.title, **counts, "median": curve["median"]}

    def at_risk(self):
        """The numbers at risk at `times`: by group, a list of counts."""
        return {
            group.title: [shown_count(shown, self.reason) for shown in curve["at_risk"]]
            for group, curve in zip(self.groups, self._curves)
        }

    def frame(self):
        """The rows as a data frame, or as a list where there is no pandas."""
        return _frame(list(self.rows()), CURVE, self)

    def _why_empty(self, curve):
        return shown_count(curve["subjects"], self.reason).reason or "nobody had the event"


class Comparing:
    """What cohorts, datasets and reports compare. `_compared(call, body)` asks, and `_values_of` says of whom."""

    _values_of = "cohort"

    def comparison(self, concepts, *, by=None, groups=None):
        """
        Table 1 of these concepts: of the cohort beside everybody else, or of a group for each value of a concept
        (`by`), or of any `groups` in the words of the HTTP interface.
        """
        return Comparison(self._compared("table", {"groups": self._groups(by, groups), "concepts": list(concepts)}))

    def curves(self, *, end, last, zero=None, entry=None, competing=None, horizon=None, by=None, groups=None):
        """
        Curves from a time zero, or birth, to an event, with the last known contact; groups are those of `comparison`.
        A time is the id of an age or a date, or a dict in the words of the HTTP interface.
        """
        given = {"end": end, "last": last, "entry": entry, "competing": competing}
        times = {name: _time(time) for name, time in given.items() if time is not None}
        zero = {"kind": "birth"} if zero is None else _time(zero)
        more = {} if horizon is None else {"horizon": horizon}
        return Curves(self._compared("curves", {"groups": self._groups(by, groups), "zero": zero, **times, **more}))

    def _groups(self, by, groups):
        if groups is not None:
            return list(groups)
        if by is not None:
            return [{"kind": "values", "concept_id": by, "of": self._values_of}]
        return [{"kind": "cohort"}, {"kind": "rest"}]


def require_receipt(reply, groups, receipt):
    """Raises ChangedMeanwhile where a group is of another cohort than the one with this receipt."""
    for group, shown in zip(groups, reply["groups"]):
        if group.get("kind") == "cohort" and shown["cohort_receipt"] != receipt:
            raise ChangedMeanwhile(EDITED)


def _time(given):
    return {"kind": "value", "concept_id": given} if isinstance(given, str) else given


def _reason(reply):
    return reply["suppression"]["explanation"] if reply["suppression"] else None


def _groups(reply, reason):
    found = {}
    for group in reply["groups"]:
        title, number = group["title"], 2
        while title in found:
            title, number = f"{group['title']} ({number})", number + 1
        found[title] = Group(title, shown_count(group["count"], reason, group["cohort_receipt"]))
    return list(found.values())


def _lines(concept):
    if concept["numbers"] is not None:
        for name in NUMBERS:
            yield name, None, [_decimal(name, group[name]) for group in concept["numbers"]]
    for value in concept["values"]:
        yield "subjects", value["label"], value["subjects"]
    if concept["known"] is not None:
        yield "known", None, concept["known"]
    yield "missing", None, concept["missing"]


def _decimal(name, amount):
    return amount if name == "n" or amount is None else float(amount)


def _frame(rows, kinds, of):
    pandas = pandas_or_none()
    if pandas is None:
        return rows
    groups = [group.title for group in of.groups]
    columns = {}
    for name, kind in kinds.items():
        known = groups if kind == "groups" else kind
        dtype = known if isinstance(known, str) else pandas.CategoricalDtype(list(known))
        columns[name] = pandas.Series([row[name] for row in rows], dtype=dtype)
    frame = pandas.DataFrame(columns)
    receipts = {group.title: group.count.receipt for group in of.groups}
    frame.attrs.update({"reason": of.reason, "receipts": receipts})
    return frame
