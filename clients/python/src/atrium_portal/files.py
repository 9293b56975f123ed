"""Files of a cohort, with resume and checksums."""

import hashlib
import os

from .connection import Refused, segment

CHUNK_BYTES = 1 << 20


class File:
    def __init__(self, connection, dataset_id, item):
        self.id = item["file_id"]
        self.name = item["name"]
        self.size = item["size"]
        self.checksum = item["checksum"]
        self.details = item
        self._connection = connection
        self._path = f"{segment(dataset_id)}/transfers/content/{segment(self.id)}"

    def download(self, folder="."):
        """
        Puts the file into a folder and returns its path. What is there already is not sent again: a whole file with
        the right checksum is kept, and a part that an earlier download left is continued.
        """
        os.makedirs(folder, exist_ok=True)
        target = os.path.join(folder, _safe_name(self.name))
        if os.path.exists(target):
            if self._is_whole(target):
                return target
            raise FileExistsError(f"{target} is there, and is another file.")
        part = target + ".part"
        self._receive(part)
        if not self._is_whole(part):
            os.remove(part)
            raise OSError(f"{self.name} is not what the portal has: its size or checksum is another.")
        os.replace(part, target)
        return target

    def _receive(self, part):
        have = os.path.getsize(part) if os.path.exists(part) else 0
        if have >= self.size > 0:
            return
        headers = {"Range": f"bytes={have}-"} if have else {}
        with self._connection.open(self._path, headers=headers) as reply:
            # Status 200 is the whole file, whatever was asked for.
            with open(part, "ab" if reply.status == 206 else "wb") as out:
                while chunk := reply.read(CHUNK_BYTES):
                    out.write(chunk)

    def _is_whole(self, path):
        if os.path.getsize(path) != self.size:
            return False
        return self.checksum is None or _hash_of(path, self.checksum["kind"]) == self.checksum["value"].lower()

    def __repr__(self):
        return f"<File {self.name}, {self.size} bytes>"


def _safe_name(name):
    """The name without folders: it comes from the data."""
    plain = name.replace("\\", "/").rsplit("/", 1)[-1]
    if plain in ("", ".", "..") or any(ord(letter) < 32 for letter in plain):
        raise Refused(200, "bad_name", f"{name!r} is not the name of a file.")
    return plain


def _hash_of(path, kind):
    made = hashlib.new(kind)
    with open(path, "rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            made.update(chunk)
    return made.hexdigest()
