"""A cohort in words of Python."""

import contextlib
import datetime

from .columns import Table
from .comparison import Comparing, require_receipt
from .connection import EDITED, ChangedMeanwhile, Refused, segment
from .figures import CrossTab, shown_count
from .files import File

FILES_ON_PAGE = 200


class Cohort(Comparing):
    """
    Filters of a dataset, which nothing changes: `where` gives another cohort.

    The portal answers for the active definitions, so each question makes this cohort the active one, asks, and puts
    back what was active before. Where somebody edits meanwhile, ChangedMeanwhile says so instead of another answer.
    """

    def __init__(self, dataset, connection, edits=()):
        self._dataset = dataset
        self._connection = connection
        self._edits = tuple(edits)

    def where(self, concept_id, *, any_of=None, none_of=None, at_least=None, at_most=None, missing=None,
              new_set=False, polarity=None):
        """
        Subjects with these values of a concept.

        Categories, texts and terms of ontologies (with all terms below them) take `any_of`, and categories also
        `none_of`. Numbers, dates and ages in days take `at_least` and `at_most`. `missing=True` adds missing values.
        `new_set` begins another criteria set: what it says holds for one record of its own.
        """
        kind = self._kind_of(concept_id)
        if none_of is not None and kind not in ("category", "boolean"):
            raise ValueError(f"{concept_id}: only categories take none_of.")
        fields = {"type": "add_entry", "concept_id": concept_id, "ignore_warnings": False}
        values = none_of if any_of is None else any_of
        if values is not None:
            fields.update(_values(kind, values))
        fields.update(_bounds(kind, at_least, at_most))
        if none_of is not None:
            fields["exclude_selected"] = True
        if missing is not None:
            fields["include_null_and_missing"] = missing
        if new_set:
            fields["criteria_set"] = "new"
        if polarity is not None:
            fields["polarity"] = polarity
        return self.edit(**fields)

    def edit(self, **transformation):
        """Any other edit, in the words of the HTTP interface."""
        return Cohort(self._dataset, self._connection, [*self._edits, transformation])

    def activate(self):
        """Makes this the cohort that you see in the browser."""
        self._change("cohort_def", [{"type": "clear_all"}, *self._edits])

    def count(self):
        with self._asked() as definition:
            return self._count(definition)

    def table(self, columns=None):
        """
        The table over the cohort with these columns, or with the active ones. A column is the id of a concept, or a
        dict in the words of the HTTP interface, such as {"concept_id": …, "aggregation_method": …}.
        """
        with self._asked() as definition, self._asked_columns(columns):
            receipt = self._count(definition).receipt
            fields = self._dataset.get("query_tools/export_dictionary/")["resources"][0]["schema"]["fields"]
            reply = self._connection.open(f"{segment(self._dataset.id)}/query_tools/export_ndjson/")
            if reply.headers.get("Atrium-Cohort-Receipt") != receipt:
                reply.close()
                raise ChangedMeanwhile(EDITED)
            return Table(fields, reply, reply.headers.get("Atrium-Table-Receipt"))

    def cross_tab(self, rows=(), columns=()):
        """Distinct subjects of the cohort by the concepts of rows and columns."""
        with self._asked() as definition, self.asked_cross_tab(rows, columns):
            reply = self._dataset.get("analysis_tools/run_analysis/")
            _require_same(reply["cohort_def"], definition)
            return CrossTab(reply)

    def _compared(self, call, body):
        with self._asked() as definition:
            receipt = self._count(definition).receipt
            reply = self._dataset.compared(call, body)
            require_receipt(reply, body["groups"], receipt)
            return reply

    def files(self, **filters):
        """The files of the cohort that you may read, as a list; filters are those of the call `files/list/`."""
        found, page = [], 1
        with self._asked():
            while True:
                reply = self._dataset.get("files/list/", page=page, page_size=FILES_ON_PAGE, **filters)
                found += [File(self._connection, self._dataset.id, item) for item in reply["results"]]
                page = reply["paginator"]["next_page"]
                if page is None:
                    return found

    @contextlib.contextmanager
    def asked_cross_tab(self, rows, columns):
        added = [("rows", concept) for concept in rows] + [("cols", concept) for concept in columns]
        edits = [{"type": "clear_all"}]
        edits += [{"type": "add_entry", "role": role, "concept_id": concept} for role, concept in added]
        with self._active("analysis_def", edits):
            yield

    @contextlib.contextmanager
    def _asked_columns(self, columns):
        if columns is None:
            yield
            return
        active = self._dataset.get("table_def/")["extended_table_def"]["fields"]
        kept = {field["concept_id"] for field in active if not field["can_delete"]}
        edits = [{"type": "add_entry", **_column(one)} for one in columns if _column(one)["concept_id"] not in kept]
        edits += [{"type": "delete_entry", "entry_id": f["entry_id"]} for f in active if f["can_delete"]]
        if not edits:
            yield
            return
        with self._active("table_def", edits):
            yield

    @contextlib.contextmanager
    def _asked(self):
        with self._active("cohort_def", [{"type": "clear_all"}, *self._edits]) as reply:
            yield reply["cohort_def"]

    @contextlib.contextmanager
    def _active(self, kind, edits):
        """Makes edits, and at the end what was active before active again, unless somebody has edited meanwhile."""
        before = self._dataset.get(f"{kind}/")["snapshot_id"]
        reply = self._change(kind, edits, if_match=before or 0)
        try:
            yield reply
        except BaseException:
            with contextlib.suppress(ChangedMeanwhile):
                self._put_back(kind, before, reply["snapshot_id"])
            raise
        self._put_back(kind, before, reply["snapshot_id"])

    def _put_back(self, kind, before, made):
        """Raises ChangedMeanwhile where what was made is not the active one any more: the answer may be of that one."""
        if before is None and kind != "table_def":
            self._change(kind, [{"type": "clear_all"}], if_match=made)
        elif before is None or before == made:
            if self._dataset.get(f"{kind}/")["snapshot_id"] != made:
                raise ChangedMeanwhile(EDITED)
        else:
            path = f"{segment(self._dataset.id)}/{kind}/{before}/activate/"
            self._connection.post(path, {}, if_match=made)

    def _change(self, kind, edits, if_match=None):
        path = f"{segment(self._dataset.id)}/{kind}/batch/"
        reply = self._connection.post(path, {"transformations": edits}, if_match)
        if not reply["transformation_successful"]:
            codes = [refusal["code"] for refusal in reply["transformation_refusals"]]
            raise Refused(200, codes[0] if codes else "refused", " ".join(reply["transformation_errors"]))
        return reply

    def _count(self, definition):
        reply = self._dataset.get("query_tools/count/")
        _require_same(reply["cohort_def"], definition)
        return shown_count(reply["count"], None, reply.get("cohort_receipt"))

    def _kind_of(self, concept_id):
        for concept in self._dataset.dictionary():
            if concept["permanent_id"] == concept_id:
                return concept["concept_type"]
        raise ValueError(f"There is no concept {concept_id} here, or you may not use it.")


def _require_same(asked, definition):
    if asked != definition:
        raise ChangedMeanwhile(EDITED)


def _column(given):
    return given if isinstance(given, dict) else {"concept_id": given}


def _values(kind, values):
    values = [values] if isinstance(values, (str, bool)) else list(values)
    if kind == "text":
        return {"chiron_text_field_selection": "\n".join(values)}
    if kind == "ontology":
        return {"chiron_ontology_field_selection": values}
    return {"selected_categories": values}


def _bounds(kind, at_least, at_most):
    low, high = ("cd_age_min_day", "cd_age_max_day") if kind == "age" else ("cd_numeric_min", "cd_numeric_max")
    given = {low: at_least, high: at_most}
    return {name: _bound(value) for name, value in given.items() if value is not None}


def _bound(value):
    return value.isoformat() if isinstance(value, datetime.date) else value
