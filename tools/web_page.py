#!/usr/bin/env python3
"""web_page.py FOLDER: fills FOLDER with the page that `oisin build --web` copies (web/page/, and build/web/engine*).

@HASH name@ in a file becomes the hash of another one, by which browsers check it (sub-resource integrity); a file
with hashes is hashed after them. The other words between @ are filled in by `oisin build`, for a game (src/tirnanog/project/web_page.c)."""
import base64, hashlib, os, re, shutil, sys

BUILT = ["engine.mjs", "engine.wasm", "engine-plain.mjs", "engine-plain.wasm"]


def main():
    out = sys.argv[1]
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    for name in os.listdir("web/page"):
        shutil.copy(f"web/page/{name}", out)
    for name in BUILT:
        shutil.copy(f"build/web/{name}", out)
    with open(f"{out}/licences.txt", "w", encoding="utf-8") as file:
        for path in ("LICENSE", "build/web-libs/licences.txt"):
            file.write(open(path, encoding="utf-8").read() + "\n")
    names = sorted(os.listdir(out))
    hashes = {}

    def hash_of(name):
        if name not in hashes:
            hashes[name] = None  # a circle would be found by the next line
            data = open(f"{out}/{name}", "rb").read()
            for inner in re.findall(rb"@HASH ([a-z.-]+)@", data):
                value = hash_of(inner.decode())
                assert value, f"{name} and {inner} have each other's hash"
                data = data.replace(b"@HASH " + inner + b"@", value.encode())
            open(f"{out}/{name}", "wb").write(data)
            hashes[name] = "sha384-" + base64.b64encode(hashlib.sha384(data).digest()).decode()
        return hashes[name]

    for name in names:
        hash_of(name)


main()
