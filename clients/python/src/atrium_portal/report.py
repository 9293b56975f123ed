"""Saved reports: nothing of what you edit in the portal is touched."""

import warnings

from .columns import Table
from .comparison import Comparing
from .figures import Count, CrossTab


class Report(Comparing):
    def __init__(self, dataset, connection, report_id, expected):
        self.id = int(report_id)
        self._dataset = dataset
        self._connection = connection
        self._expected = expected
        self._methods = None

    def methods(self):
        """How the report came about: count, attrition, code lists, columns, release, receipt and citation."""
        if self._methods is None:
            reply = self._dataset.get(self._path("methods/"))
            self._methods = reply["methods"]
            self._warn_where_changed(reply)
        return self._methods

    def count(self):
        methods = self.methods()
        return Count(methods["count"], None, methods["receipt"])

    def attrition(self):
        """Everyone first, the cohort last: `label` and `count` of each step."""
        return self.methods()["attrition"]

    def table(self):
        """The table of the report, to be read whole by `frame()` or in pieces by `pieces()`."""
        fields = self._dataset.get(self._path("export_dictionary/"))["resources"][0]["schema"]["fields"]
        reply = self._connection.open(f"{self._dataset.id}/{self._path('export_ndjson/')}")
        return Table(fields, reply, reply.headers.get("Atrium-Table-Receipt"))

    def cross_tab(self):
        """The cross-tab of the report, None where it holds none."""
        reply = self._dataset.get(self._path("run_analysis/"))
        return None if reply["dataset"] is None else CrossTab(reply)

    def _compared(self, call, body):
        return self._dataset.compared(call, {**body, "report": {"report_id": self.id}})

    def _path(self, call):
        return f"report_tools/{self.id}/{call}"

    def _warn_where_changed(self, reply):
        version, receipt, count = self._expected
        if version is not None and reply["version"] != version:
            warnings.warn("The report was changed since: this is another version of it.", stacklevel=4)
        elif receipt is not None and reply["methods"]["receipt"] != receipt:
            warnings.warn(f"The data or the day have changed: it was {count} then.", stacklevel=4)
