"""A kit: messages, progress, and everything that is opened with it."""

import ctypes
import json
import weakref

from . import _abi
from ._abi import ErrorCode, Severity
from ._library import decoded, encoded, lib, sized, texts
from .errors import CLASSES, Error, Message
from .files import File
from .world import World


def _message(found):
    return Message(Severity(found.severity), decoded(found.file), found.line, found.column, decoded(found.text),
                   decoded(found.source), _code(found.code), found.system_error)


def _code(number):
    """Codes of later versions are INVALID."""
    return ErrorCode(number) if number in ErrorCode._value2member_map_ else ErrorCode.INVALID


class _ReadAt:
    """A file object of Python, read by the library. The call raises its exception; until then, it is not read again."""

    def __init__(self, kit, stream):
        self._kit = kit
        self._stream = stream
        self.size = stream.seek(0, 2)
        this = weakref.ref(self)
        self.callback = _abi.OisinReadAt(lambda *values: this()._read(*values))

    def _read(self, _, offset, data, size):
        if self._kit._raised is not None:
            return 0
        try:
            self._stream.seek(offset)
            done = 0
            while done < size:
                part = self._stream.read(size - done)
                if not part:
                    break
                part = part[:size - done]  # a stream may return more than it was asked for
                ctypes.memmove(data + done, part, len(part))
                done += len(part)
            return done
        except BaseException as error:  # no exception may leave a callback
            self._kit._raised = error
            return 0


class Kit:
    """Opens files and worlds, and does the jobs of the commands. For one thread at a time.

    `progress`: a function (what, done, total) that is called during jobs; if it returns a true value or raises an
    exception, the job is cancelled."""

    def __init__(self, progress=None):
        self._kit = None
        self._kit = lib.oisin_new()
        if not self._kit:
            raise MemoryError
        self._raised = None
        this = weakref.ref(self)  # a cycle of references would keep the kit until the next garbage collection
        self._callback = _abi.OisinProgress(lambda *values: this()._step(*values))
        self._progress = None
        self.progress = progress

    def __del__(self):
        if self._kit:
            lib.oisin_free(self._kit)
        self._kit = None

    def _begin(self):
        """The handle for the next call. An exception that no call could raise, such as that of a stream of another kit, is not lost."""
        self._raise_raised()
        return self._kit

    # ---- errors ----

    @property
    def messages(self):
        """All messages of the last call."""
        return [_message(lib.oisin_message(self._kit, i).contents) for i in range(lib.oisin_message_count(self._kit))]

    def _error_of(self, code, number):
        return CLASSES.get(code, Error)(decoded(lib.oisin_error(self._kit)), code, number, self.messages)

    def _error(self):
        return self._error_of(_code(lib.oisin_error_code(self._kit)), lib.oisin_error_errno(self._kit))

    def _raise_raised(self):
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised

    def _returned(self, result):
        """The result of a call, unless one of its callbacks raised an exception."""
        self._raise_raised()
        return result

    def _fail(self):
        self._raise_raised()
        raise self._error()

    def _raise_error(self):
        """For calls whose result does not tell whether they failed."""
        self._raise_raised()
        if lib.oisin_error_code(self._kit) != ErrorCode.NONE:
            self._fail()

    def _raise_error_of_reader(self, found, size):
        self._raise_raised()
        if found is None and not size:
            self._raise_error()

    def _check(self, ok):
        if not self._returned(ok):
            self._fail()

    def _open(self, kind, handle, *values):
        """An object of `kind` for a new handle; it closes the handle if a callback raised an exception."""
        if not handle:
            self._fail()
        return self._returned(kind(self, handle, *values))

    def _problems(self):
        """The messages of a check. Errors of its arguments are raised, as are those that kept it from its work."""
        self._raise_raised()
        messages = self.messages
        for message in messages:
            if message.code in (ErrorCode.USAGE, ErrorCode.MEMORY, ErrorCode.CANCELLED, ErrorCode.NOT_FOUND, ErrorCode.FILE):
                raise self._error_of(message.code, message.errno)
        return [message for message in messages if message.severity != Severity.NOTE]

    # ---- progress ----

    def _step(self, _, what, done, total):
        if self._raised is not None:
            return 1
        try:
            return 1 if self._progress(decoded(what), done, total) else 0
        except BaseException as error:  # no exception may leave a callback
            self._raised = error
            return 1

    @property
    def progress(self):
        return self._progress

    @progress.setter
    def progress(self, function):
        self._progress = function
        lib.oisin_on_progress(self._kit, self._callback if function else _abi.OisinProgress(), None)

    # ---- files ----

    def open(self, path):
        """A file of the disk, a member of an archive ("maps.res/zone.mp") or of a game ("game.tng/sounds/door.ogg")."""
        return self._open(File, lib.oisin_open(self._begin(), encoded(path)))

    def open_bytes(self, data, name=""):
        data = bytes(data)
        return self._open(File, lib.oisin_open_bytes(self._begin(), encoded(name), data, len(data)))

    def open_stream(self, stream, name=""):
        """A file object with `seek` and `read`. Of archives, only the needed parts are read."""
        source = _ReadAt(self, stream)
        reader = sized(_abi.OisinReader)
        reader.file_size = source.size
        reader.read = source.callback
        return self._open(File, lib.oisin_open_reader(self._begin(), encoded(name), ctypes.byref(reader)), source)

    def from_json(self, records, name=""):
        """A file from its whole records: JSON text, or what File.records(whole=True) returned."""
        data = records.encode() if isinstance(records, str) else json.dumps(records).encode()
        return self._open(File, lib.oisin_from_json(self._begin(), encoded(name), data, len(data)))

    def formats(self):
        """The names and titles of all formats."""
        found = {}
        while row := lib.oisin_format(len(found)):
            found[decoded(row.contents.name)] = decoded(row.contents.title)
        return found

    def format_page(self, name):
        """The description of a format in Markdown."""
        page = lib.oisin_format_page(self._begin(), encoded(name))
        if page is None:
            self._fail()
        return decoded(page)

    # ---- jobs ----

    @staticmethod
    def _options(options):
        """{"format": "dxt1", "mips": True} as of the command line; `_` stands for `-`."""
        given = [(name.replace("_", "-"), value) for name, value in options.items() if value is not None and value is not False]
        array = (_abi.OisinOption * (len(given) + 1))()
        for row, (name, value) in zip(array, given):
            row.name = encoded(name)
            row.value = None if value is True else encoded(str(value))
        return array

    @staticmethod
    def _inputs(inputs):
        return texts([inputs] if isinstance(inputs, (str, bytes)) or hasattr(inputs, "__fspath__") else list(inputs))

    def _job(self, ok):
        self._check(ok)
        return [message for message in self.messages]

    def convert(self, inputs, output, **options):
        """Like `oisin convert`: options as of the command line. Returns the messages, as all jobs do."""
        return self._job(lib.oisin_convert(self._begin(), *self._inputs(inputs), encoded(output), self._options(options)))

    def unpack(self, inputs, folder, **options):
        return self._job(lib.oisin_unpack(self._begin(), *self._inputs(inputs), encoded(folder), self._options(options)))

    def pack(self, folder, output, **options):
        return self._job(lib.oisin_pack(self._begin(), encoded(folder), encoded(output), self._options(options)))

    def new_project(self, folder):
        return self._job(lib.oisin_new_project(self._begin(), encoded(folder)))

    def build(self, project, output=None, **options):
        return self._job(lib.oisin_build(self._begin(), encoded(project), encoded(output), self._options(options)))

    def check(self, inputs, **options):
        """All problems of files and projects: a list of messages. Errors in them are not raised."""
        lib.oisin_check(self._begin(), *self._inputs(inputs), self._options(options))
        return self._problems()

    def test(self, inputs, **options):
        """Plays scenarios; returns the output of `oisin test`, or raises TestsFailed, which has it in `lines`."""
        lines = ctypes.c_char_p()
        ok = lib.oisin_test(self._begin(), *self._inputs(inputs), self._options(options), ctypes.byref(lines))
        output = decoded(lines.value) or ""
        if not self._returned(ok):
            error = self._error()
            error.lines = output
            raise error
        return output

    def diff(self, a, b, **options):
        """The differences of two files or folders: a list of (Change, file, place, text)."""
        found = []

        def add(_, difference):
            if self._raised is not None:
                return
            try:
                row = difference.contents
                found.append((_abi.Change(row.change), decoded(row.file), decoded(row.place), decoded(row.text)))
            except BaseException as error:  # no exception may leave a callback
                self._raised = error

        callback = _abi.OisinFound(add)
        self._check(lib.oisin_diff(self._begin(), encoded(a), encoded(b), self._options(options), callback, None, None))
        return found

    # ---- worlds ----

    def world(self, games, seed=0, language=None, skip_menu=False, saved=None):
        """Opens a game file or a project, with extensions if `games` is a list."""
        options = sized(_abi.OisinWorldOptions)
        options.seed = seed
        options.language = encoded(language)
        options.skip_menu = skip_menu
        if saved is not None:
            options.saved = ctypes.cast(ctypes.c_char_p(saved), ctypes.c_void_p)
            options.saved_size = len(saved)
        return self._open(World, lib.oisin_world_open(self._begin(), *self._inputs(games), ctypes.byref(options)))
