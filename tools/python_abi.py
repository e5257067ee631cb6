#!/usr/bin/env python3
"""python_abi.py: prints packaging/python/oisin/_abi.py, the declarations of include/oisin.h for ctypes."""

import os
import sys

import header

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PLAIN = {"void": "None", "bool": "c.c_bool", "int": "c.c_int", "unsigned": "c.c_uint", "size_t": "c.c_size_t", "float": "c.c_float",
         "double": "c.c_double", "int32_t": "c.c_int32", "uint32_t": "c.c_uint32", "int64_t": "c.c_int64", "uint64_t": "c.c_uint64"}


def type_of(kind, names):
    """The ctypes expression of a type in C."""
    kind = " ".join(kind.replace("const", " ").replace("*", " * ").split())
    base, stars = kind.replace("*", "").strip(), kind.count("*")
    if base == "char" and stars:
        base, stars, expression = "", stars - 1, "c.c_char_p"
    elif base == "void" and stars:
        base, stars, expression = "", stars - 1, "c.c_void_p"
    elif names.get(base) == "opaque":
        stars, expression = stars - 1, "c.c_void_p"
    elif names.get(base) == "callback":
        stars, expression = stars - 1, base
    elif names.get(base) == "enum":
        expression = "c.c_int"
    elif names.get(base) == "struct":
        expression = base
    else:
        expression = PLAIN[base]
    for _ in range(stars):
        expression = f"c.POINTER({expression})"
    return expression


def enum_lines(item):
    """An IntEnum; names lose the prefix that all share."""
    prefix = os.path.commonprefix([name for name, _ in item.members])
    prefix = prefix[:prefix.rindex("_") + 1]
    yield f"class {item.name[5:]}(enum.IntEnum):"
    for name, value in item.members:
        yield f"    {name[len(prefix):]} = {value}"


def lines():
    items = header.read(os.path.join(ROOT, "include/oisin.h"))
    names = {item.name: item.kind for item in items}
    yield '"""Declarations of the library, printed by tools/python_abi.py from include/oisin.h: do not edit."""'
    yield ""
    yield "import ctypes as c"
    yield "import enum"
    for item in items:
        if item.name == "OISIN_VERSION":
            yield ""
            yield f"VERSION = {item.members[0]}"
        if item.kind == "enum":
            yield from ["", ""]
            yield from enum_lines(item)
        elif item.kind == "struct":
            yield from ["", "", f"class {item.name}(c.Structure):", "    _fields_ = ["]
            for kind, name in item.members:
                yield f'        ("{name}", {type_of(kind, names)}),'
            yield "    ]"
        elif item.kind == "callback":
            arguments = ", ".join([type_of(item.result, names)] + [type_of(kind, names) for kind, _ in item.parameters])
            yield from ["", "", f"{item.name} = c.CFUNCTYPE({arguments})"]
    yield from ["", "", "FUNCTIONS = {"]
    for item in items:
        if item.kind == "function":
            arguments = ", ".join(type_of(kind, names) for kind, _ in item.parameters)
            yield f'    "{item.name}": ({type_of(item.result, names)}, [{arguments}]),'
    yield "}"


if __name__ == "__main__":
    sys.stdout.write("\n".join(lines()) + "\n")
