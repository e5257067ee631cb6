"""Declarations of the library, printed by tools/python_abi.py from include/oisin.h: do not edit."""

import ctypes as c
import enum

VERSION = "0.2.0"


class Severity(enum.IntEnum):
    NOTE = 0
    WARNING = 1
    ERROR = 2


class ErrorCode(enum.IntEnum):
    NONE = 0
    INVALID = 1
    USAGE = 2
    NOT_FOUND = 3
    FILE = 4
    EXISTS = 5
    UNSUPPORTED = 6
    MEMORY = 7
    CANCELLED = 8
    STATE = 9
    TESTS = 10


class OisinMessage(c.Structure):
    _fields_ = [
        ("severity", c.c_int),
        ("file", c.c_char_p),
        ("line", c.c_uint),
        ("column", c.c_uint),
        ("text", c.c_char_p),
        ("source", c.c_char_p),
        ("code", c.c_int),
        ("system_error", c.c_int),
    ]


OisinMessageCallback = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(OisinMessage))


OisinProgress = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_char_p, c.c_size_t, c.c_size_t)


class OisinFormat(c.Structure):
    _fields_ = [
        ("name", c.c_char_p),
        ("title", c.c_char_p),
    ]


OisinReadAt = c.CFUNCTYPE(c.c_size_t, c.c_void_p, c.c_uint64, c.c_void_p, c.c_size_t)


class OisinReader(c.Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("file_size", c.c_uint64),
        ("read", OisinReadAt),
        ("context", c.c_void_p),
    ]


class OisinPicture(c.Structure):
    _fields_ = [
        ("width", c.c_uint),
        ("height", c.c_uint),
        ("pixels", c.c_void_p),
        ("name", c.c_char_p),
        ("x", c.c_int),
        ("y", c.c_int),
    ]


class Detail(enum.IntEnum):
    BRIEF = 0
    WHOLE = 1


class Kind(enum.IntEnum):
    NOTHING = 0
    BOOL = 1
    NUMBER = 2
    REAL = 3
    TEXT = 4
    LIST = 5
    RECORD = 6


class OisinOption(c.Structure):
    _fields_ = [
        ("name", c.c_char_p),
        ("value", c.c_char_p),
    ]


class ScriptFace(enum.IntEnum):
    LISTED = 0
    LIFTED = 1
    FORMATTED = 2


class Change(enum.IntEnum):
    CHANGED = 0
    REMOVED = 1
    ADDED = 2


class OisinDifference(c.Structure):
    _fields_ = [
        ("change", c.c_int),
        ("file", c.c_char_p),
        ("place", c.c_char_p),
        ("text", c.c_char_p),
    ]


OisinFound = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(OisinDifference))


class OisinWorldOptions(c.Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("seed", c.c_uint64),
        ("language", c.c_char_p),
        ("skip_menu", c.c_bool),
        ("saved", c.c_void_p),
        ("saved_size", c.c_size_t),
    ]


class OisinInput(c.Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("direction", c.c_uint),
        ("buttons", c.c_uint),
        ("action", c.c_uint),
        ("item", c.c_uint),
        ("belt", c.c_uint),
        ("option", c.c_uint),
        ("select", c.c_uint),
        ("adjust", c.c_int),
        ("go", c.c_bool),
        ("x", c.c_int32),
        ("y", c.c_int32),
        ("text", c.c_char_p),
    ]


class OisinPlace(c.Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("map", c.c_char_p),
        ("x", c.c_int32),
        ("y", c.c_int32),
        ("direction", c.c_uint),
    ]


class SoundKind(enum.IntEnum):
    MUSIC = 0
    MUSIC_ONCE = 1
    SOUND = 2
    SPEECH = 3
    MOVIE = 4
    MOVIE_LOOP = 5


class OisinSound(c.Structure):
    _fields_ = [
        ("size", c.c_size_t),
        ("kind", c.c_int),
        ("name", c.c_char_p),
        ("pan", c.c_int),
        ("loudness", c.c_uint),
        ("file", c.c_char_p),
    ]


class Quest(enum.IntEnum):
    UNKNOWN = 0
    OPEN = 1
    DONE = 2
    FAILED = 3


FUNCTIONS = {
    "oisin_version": (c.c_char_p, []),
    "oisin_version_number": (c.c_uint, []),
    "oisin_new": (c.c_void_p, []),
    "oisin_free": (None, [c.c_void_p]),
    "oisin_set_threads": (None, [c.c_uint]),
    "oisin_error": (c.c_char_p, [c.c_void_p]),
    "oisin_error_code": (c.c_int, [c.c_void_p]),
    "oisin_error_errno": (c.c_int, [c.c_void_p]),
    "oisin_error_name": (c.c_char_p, [c.c_int]),
    "oisin_message_count": (c.c_size_t, [c.c_void_p]),
    "oisin_message": (c.POINTER(OisinMessage), [c.c_void_p, c.c_size_t]),
    "oisin_on_message": (None, [c.c_void_p, OisinMessageCallback, c.c_void_p]),
    "oisin_on_progress": (None, [c.c_void_p, OisinProgress, c.c_void_p]),
    "oisin_format": (c.POINTER(OisinFormat), [c.c_size_t]),
    "oisin_format_of_suffix": (c.POINTER(OisinFormat), [c.c_char_p]),
    "oisin_format_page": (c.c_char_p, [c.c_void_p, c.c_char_p]),
    "oisin_open": (c.c_void_p, [c.c_void_p, c.c_char_p]),
    "oisin_open_bytes": (c.c_void_p, [c.c_void_p, c.c_char_p, c.c_void_p, c.c_size_t]),
    "oisin_close": (None, [c.c_void_p]),
    "oisin_open_reader": (c.c_void_p, [c.c_void_p, c.c_char_p, c.POINTER(OisinReader)]),
    "oisin_file_set_format": (c.c_bool, [c.c_void_p, c.c_char_p]),
    "oisin_file_format": (c.POINTER(OisinFormat), [c.c_void_p]),
    "oisin_file_title": (c.c_char_p, [c.c_void_p]),
    "oisin_file_bytes": (c.c_void_p, [c.c_void_p, c.POINTER(c.c_size_t)]),
    "oisin_file_save": (c.c_bool, [c.c_void_p, c.c_char_p]),
    "oisin_file_check": (c.c_bool, [c.c_void_p]),
    "oisin_file_member_count": (c.c_size_t, [c.c_void_p]),
    "oisin_file_member": (c.c_char_p, [c.c_void_p, c.c_size_t]),
    "oisin_open_member": (c.c_void_p, [c.c_void_p, c.c_size_t]),
    "oisin_file_picture_count": (c.c_size_t, [c.c_void_p]),
    "oisin_file_picture_name": (c.c_char_p, [c.c_void_p, c.c_size_t]),
    "oisin_file_set_sheet": (c.c_bool, [c.c_void_p, c.c_void_p]),
    "oisin_open_picture": (c.POINTER(OisinPicture), [c.c_void_p, c.c_size_t]),
    "oisin_close_picture": (None, [c.POINTER(OisinPicture)]),
    "oisin_open_pcm": (c.c_void_p, [c.c_void_p]),
    "oisin_close_pcm": (None, [c.c_void_p]),
    "oisin_pcm_rate": (c.c_uint, [c.c_void_p]),
    "oisin_pcm_channels": (c.c_uint, [c.c_void_p]),
    "oisin_pcm_read": (c.c_size_t, [c.c_void_p, c.POINTER(c.c_float), c.c_size_t]),
    "oisin_file_records": (c.c_void_p, [c.c_void_p, c.c_int]),
    "oisin_kind": (c.c_int, [c.c_void_p]),
    "oisin_name": (c.c_char_p, [c.c_void_p]),
    "oisin_count": (c.c_size_t, [c.c_void_p]),
    "oisin_at": (c.c_void_p, [c.c_void_p, c.c_size_t]),
    "oisin_get": (c.c_void_p, [c.c_void_p, c.c_char_p]),
    "oisin_number": (c.c_int64, [c.c_void_p]),
    "oisin_real": (c.c_double, [c.c_void_p]),
    "oisin_text": (c.c_char_p, [c.c_void_p, c.POINTER(c.c_size_t)]),
    "oisin_to_json": (c.c_char_p, [c.c_void_p, c.c_int, c.POINTER(c.c_size_t)]),
    "oisin_from_json": (c.c_void_p, [c.c_void_p, c.c_char_p, c.c_char_p, c.c_size_t]),
    "oisin_convert": (c.c_bool, [c.c_void_p, c.POINTER(c.c_char_p), c.c_size_t, c.c_char_p, c.POINTER(OisinOption)]),
    "oisin_unpack": (c.c_bool, [c.c_void_p, c.POINTER(c.c_char_p), c.c_size_t, c.c_char_p, c.POINTER(OisinOption)]),
    "oisin_pack": (c.c_bool, [c.c_void_p, c.c_char_p, c.c_char_p, c.POINTER(OisinOption)]),
    "oisin_new_project": (c.c_bool, [c.c_void_p, c.c_char_p]),
    "oisin_build": (c.c_bool, [c.c_void_p, c.c_char_p, c.c_char_p, c.POINTER(OisinOption)]),
    "oisin_check": (c.c_bool, [c.c_void_p, c.POINTER(c.c_char_p), c.c_size_t, c.POINTER(OisinOption)]),
    "oisin_test": (c.c_bool, [c.c_void_p, c.POINTER(c.c_char_p), c.c_size_t, c.POINTER(OisinOption), c.POINTER(c.c_char_p)]),
    "oisin_scripts": (c.c_char_p, [c.c_void_p, c.c_char_p, c.c_char_p, c.c_int, c.POINTER(OisinOption)]),
    "oisin_diff": (c.c_bool, [c.c_void_p, c.c_char_p, c.c_char_p, c.POINTER(OisinOption), OisinFound, c.c_void_p, c.POINTER(c.c_size_t)]),
    "oisin_world_error": (c.c_char_p, [c.c_void_p]),
    "oisin_world_error_code": (c.c_int, [c.c_void_p]),
    "oisin_world_button": (c.c_uint, [c.c_char_p]),
    "oisin_world_open": (c.c_void_p, [c.c_void_p, c.POINTER(c.c_char_p), c.c_size_t, c.POINTER(OisinWorldOptions)]),
    "oisin_world_open_file": (c.c_void_p, [c.c_void_p, c.POINTER(OisinWorldOptions)]),
    "oisin_world_close": (None, [c.c_void_p]),
    "oisin_world_tick": (c.c_bool, [c.c_void_p, c.POINTER(OisinInput)]),
    "oisin_world_ticks": (c.c_uint32, [c.c_void_p]),
    "oisin_world_rate": (c.c_uint32, [c.c_void_p]),
    "oisin_world_hash": (c.c_uint64, [c.c_void_p]),
    "oisin_world_place": (c.c_bool, [c.c_void_p, c.POINTER(OisinPlace)]),
    "oisin_world_screen": (c.c_char_p, [c.c_void_p]),
    "oisin_world_option_count": (c.c_size_t, [c.c_void_p]),
    "oisin_world_option": (c.c_char_p, [c.c_void_p, c.c_size_t]),
    "oisin_world_text": (c.c_char_p, [c.c_void_p, c.c_size_t]),
    "oisin_world_said": (c.c_char_p, [c.c_void_p, c.c_size_t]),
    "oisin_world_sound": (c.c_bool, [c.c_void_p, c.c_size_t, c.POINTER(OisinSound)]),
    "oisin_world_file": (c.c_void_p, [c.c_void_p, c.c_char_p]),
    "oisin_world_attribute": (c.c_bool, [c.c_void_p, c.c_char_p, c.POINTER(c.c_int32)]),
    "oisin_world_item_count": (c.c_bool, [c.c_void_p, c.c_char_p, c.POINTER(c.c_int32)]),
    "oisin_world_quest": (c.c_bool, [c.c_void_p, c.c_char_p, c.POINTER(c.c_int)]),
    "oisin_world_save": (c.c_void_p, [c.c_void_p, c.POINTER(c.c_size_t)]),
    "oisin_world_picture": (c.c_bool, [c.c_void_p, c.c_uint, c.c_uint, c.c_void_p, c.c_size_t]),
}
