"""Calls of the HTTP interface, with a token."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request

EDITED = "The active definitions were edited meanwhile. Ask again."
MAX_TRIES = 5
MAX_WAIT_SECONDS = 60


class Refused(Exception):
    """The portal refused a call: `status` of HTTP, `code` for programs, `detail` for people."""

    def __init__(self, status, code, detail):
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail


class ChangedMeanwhile(Exception):
    """Somebody edited the active definitions while the portal was asked, so the answer may be of another question."""


class Connection:
    def __init__(self, url, token):
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError("The address of the portal begins with https://")
        if not token:
            raise ValueError("Give a token, or put it into the environment variable ATRIUM_TOKEN.")
        self._base = url.rstrip("/")
        self._token = token

    def get(self, path, **query):
        """The JSON of a GET. Parameters that are None are left out."""
        with self.open(path, query=query) as reply:
            return json.load(reply)

    def post(self, path, body, if_match=None):
        """The JSON of a POST."""
        headers = {} if if_match is None else {"If-Match": f'"{if_match}"'}
        with self.open(path, body=body, headers=headers) as reply:
            return json.load(reply)

    def open(self, path, *, query=None, body=None, headers=None):
        """An open reply, to be read in pieces and closed. Waits and asks again where the portal says how long."""
        for tries_left in reversed(range(MAX_TRIES)):
            try:
                return urllib.request.urlopen(self._request(path, query or {}, body, headers or {}))
            except urllib.error.HTTPError as error:
                wait = error.headers.get("Retry-After", "") if error.code == 429 else ""
                if error.code == 412:
                    error.close()
                    raise ChangedMeanwhile(EDITED) from None
                if tries_left == 0 or not wait.isdigit() or int(wait) > MAX_WAIT_SECONDS:
                    raise _refusal(error) from None
                error.close()
                time.sleep(int(wait))

    def _request(self, path, query, body, headers):
        given = {name: value for name, value in query.items() if value is not None}
        url = self._base + "/api/v2/" + path + ("?" + urllib.parse.urlencode(given) if given else "")
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"Content-Type": "application/json", **headers})
        # Does not follow a redirect to another host.
        request.add_unredirected_header("Authorization", "Bearer " + self._token)
        return request


def segment(text):
    """A text as one part of a path."""
    return urllib.parse.quote(str(text), safe="")


def _refusal(error):
    with error:
        try:
            reply = json.load(error)
            return Refused(error.code, str(reply["code"]), str(reply["detail"]))
        except (ValueError, KeyError, TypeError):
            return Refused(error.code, "unknown", error.reason)
