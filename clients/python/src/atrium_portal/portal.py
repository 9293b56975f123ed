"""The portal and its datasets."""

import os

from .cohort import Cohort
from .comparison import Comparing
from .connection import Connection, segment
from .figures import CrossTab, shown_count
from .report import Report


class Portal:
    """A portal, asked with a token. Without arguments it takes ATRIUM_URL and ATRIUM_TOKEN of the environment."""

    def __init__(self, url=None, token=None):
        self._connection = Connection(
            url or os.environ.get("ATRIUM_URL", ""), token or os.environ.get("ATRIUM_TOKEN", "")
        )

    def username(self):
        return self._connection.get("auth/")["user"]["username"]

    def datasets(self):
        """The datasets that you may see or ask for: `unique_id`, `name`, `description` and more of each."""
        return self._connection.get("dataset/")["datasets"]

    def dataset(self, unique_id):
        return Dataset(self._connection, unique_id)


class Dataset(Comparing):
    _values_of = "everyone"

    def __init__(self, connection, unique_id):
        self.id = unique_id
        self._connection = connection
        self._concepts = None

    def get(self, path, **query):
        """Any other call of the dataset, such as `query_tools/curve/`."""
        return self._connection.get(f"{segment(self.id)}/{path}", **query)

    def details(self):
        return self._connection.get(f"dataset/{segment(self.id)}/")

    def count(self):
        """The subjects of the whole dataset that you may see."""
        details = self.details()
        threshold = details.get("smallCountThreshold")
        reason = f"counts below {threshold} are not shown" if threshold else None
        return shown_count(details["subjectCount"], reason)

    def collections(self):
        return self.get("collections/")

    def dictionary(self):
        """The concepts that you may use: `permanent_id`, `name`, `concept_type`, `collection` and more of each."""
        if self._concepts is None:
            concepts, page = [], 1
            while True:
                reply = self.get("concepts/", page=page, page_size=1000)
                concepts += reply["results"]
                if reply["next"] is None:
                    break
                page += 1
            self._concepts = concepts
        return self._concepts

    def cohort(self):
        """Everyone, to which `where` adds filters."""
        return Cohort(self, self._connection)

    def cross_tab(self, rows=(), columns=()):
        """Distinct subjects of the whole dataset by the concepts of rows and columns."""
        with self.cohort().asked_cross_tab(rows, columns):
            return CrossTab(self.get("analysis_tools/run_analysis/", data_view_mode="all"))

    def compared(self, call, body):
        """The reply of a call of comparisons, in the words of the HTTP interface."""
        return self._connection.post(f"{segment(self.id)}/comparison/{call}/", body)

    _compared = compared

    def reports(self):
        return self.get("reports/")["results"]

    def report(self, report_id, *, version=None, receipt=None, count=None):
        """A saved report. With what it was when a program was written, a warning says where that has changed."""
        return Report(self, self._connection, report_id, (version, receipt, count))
