#!/usr/bin/env python3
"""make_wheel.py FOLDER: writes the wheel of packaging/python there and prints its path. The same bytes for the same sources; no
package of Python is needed."""

import base64
import hashlib
import os
import re
import sys
import zipfile

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "packaging", "python")


def read(*parts):
    with open(os.path.join(SOURCES, *parts), "rb") as file:
        return file.read()


def project():
    """The values of pyproject.toml that a wheel needs: texts of one line."""
    text = read("pyproject.toml").decode()
    found = dict(re.findall(r'^([\w-]+) = "(.*)"$', text, re.M))
    found["license"] = re.search(r'^license = \{text = "(.*)"\}$', text, re.M)[1]
    found["version"] = re.search(r'^VERSION = "(.*)"$', read("oisin", "_abi.py").decode(), re.M)[1]
    return found


def contents():
    """The files of the wheel by their names in it, without RECORD."""
    about = project()
    info = f"oisin-{about['version']}.dist-info"
    files = {f"oisin/{name}": read("oisin", name) for name in os.listdir(os.path.join(SOURCES, "oisin")) if name.endswith(".py")}
    metadata = (f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\nSummary: {about['description']}\n"
                f"License: {about['license']}\nRequires-Python: {about['requires-python']}\n"
                "Description-Content-Type: text/markdown\n\n")
    files[info + "/METADATA"] = metadata.encode() + read("README.md")
    files[info + "/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: oisin\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    return info, files


def write(folder):
    info, files = contents()
    record = ""
    for name, data in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[info + "/RECORD"] = (record + info + "/RECORD,,\n").encode()
    path = os.path.join(folder, info.replace(".dist-info", "-py3-none-any.whl"))
    os.makedirs(folder, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name in sorted(files, key=lambda name: (name.endswith("/RECORD"), name)):
            row = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            row.compress_type = zipfile.ZIP_DEFLATED
            row.create_system = 3
            row.external_attr = 0o644 << 16
            wheel.writestr(row, files[name])
    return path


if __name__ == "__main__":
    print(write(sys.argv[1]))
