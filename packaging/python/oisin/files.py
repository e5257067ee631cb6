"""Files of any format."""

import ctypes
import json

from ._abi import Detail
from ._library import decoded, encoded, lib
from .handle import Handle
from .media import Pictures, Sound


class File(Handle):
    """An open file: of the disk, a member of an archive or a game, or bytes. Opened by a Kit or a module function.

    It is a mapping of its members: `archive["maps/zone1.mp"]`."""

    CLOSE, NAME = "oisin_close", "file"

    def __init__(self, kit, handle, keep=None):
        super().__init__(kit, handle)
        self._keep = keep  # objects that the library uses as long as the file is open
        self._names = None

    def close(self):
        super().close()
        self._keep = None

    # ---- what it is ----

    @property
    def format(self):
        """The name of its format ("tng"), or None. Can be set."""
        found = self._kit._returned(lib.oisin_file_format(self._handle()))
        return decoded(found.contents.name) if found else None

    @format.setter
    def format(self, name):
        self._names = None
        self._kit._check(lib.oisin_file_set_format(self._handle(), encoded(name)))

    @property
    def title(self):
        """The name that the file contains; may be empty."""
        return decoded(self._kit._returned(lib.oisin_file_title(self._handle())))

    @property
    def data(self):
        """Its bytes."""
        size = ctypes.c_size_t()
        found = lib.oisin_file_bytes(self._handle(), ctypes.byref(size))
        self._kit._raise_error_of_reader(found, size.value)
        return ctypes.string_at(found, size.value) if size.value else b""

    def save(self, path):
        self._kit._check(lib.oisin_file_save(self._handle(), encoded(path)))

    def check(self):
        """All problems of the file: a list of messages. Errors are not raised."""
        lib.oisin_file_check(self._handle())
        return self._kit._problems()

    # ---- members ----

    @property
    def members(self):
        """The names of its members, of an archive or a game; otherwise an empty list."""
        if self._names is None:
            count = lib.oisin_file_member_count(self._handle())
            self._kit._raise_error()
            self._names = [decoded(self._kit._returned(lib.oisin_file_member(self._handle(), i))) for i in range(count)]
        return self._names

    def open_member(self, index):
        return self._kit._open(File, lib.oisin_open_member(self._handle(), index))

    def __len__(self):
        return len(self.members)

    def __bool__(self):
        return True

    def __iter__(self):
        return iter(self.members)

    def __contains__(self, name):
        return name in self.members

    def keys(self):
        return self.members

    def __getitem__(self, name):
        if name not in self.members:
            raise KeyError(name)
        return self.open_member(self.members.index(name))

    # ---- contents ----

    def json(self, whole=False):
        """The records as JSON text; `whole`: with all data, for Kit.from_json."""
        size = ctypes.c_size_t()
        detail = Detail.WHOLE if whole else Detail.BRIEF
        found = self._kit._returned(lib.oisin_to_json(self._handle(), detail, ctypes.byref(size)))
        if found is None:
            self._kit._fail()
        return found.decode()

    def records(self, whole=False):
        """The records as dictionaries, lists, numbers and texts."""
        return json.loads(self.json(whole))

    @property
    def pictures(self):
        """The images in the file: a sequence, whose items are decoded when asked for."""
        return Pictures(self)

    def set_sheet(self, sheet):
        """The sheet of a sprite layout that has none beside it."""
        self._kit._check(lib.oisin_file_set_sheet(self._handle(), sheet._handle()))

    def sound(self):
        """The sound, decoded in blocks."""
        return Sound(self)
