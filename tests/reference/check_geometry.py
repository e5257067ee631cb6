#!/usr/bin/env python3
"""Compares what `oisin convert` makes of random models, bodies, maps and cameras with an
independent implementation of the same rules. See README.md.

usage: check_geometry.py OISIN [--seed N] [--rigs 200] [--bodies 1000] [--cameras 100]
                         [--maps 100]
"""

import argparse
import os
import shutil
import sys
import tempfile

import harness
import land_checks
import return_checks
import rig_checks
import world_checks

CHECKS = (rig_checks.check_examples,
          rig_checks.check_axes,
          rig_checks.check_rigs,
          rig_checks.check_morphs,
          return_checks.check_foreign,
          return_checks.check_return,
          return_checks.check_assimp,
          world_checks.check_bodies,
          world_checks.check_cameras,
          world_checks.check_links,
          world_checks.check_old_figures,
          land_checks.check_land)


def main():
    parser = argparse.ArgumentParser(description="compare oisin with the reference geometry")
    parser.add_argument("oisin", help="the program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rigs", type=int, default=200)
    parser.add_argument("--bodies", type=int, default=1000)
    parser.add_argument("--cameras", type=int, default=100)
    parser.add_argument("--maps", type=int, default=100)
    parser.add_argument("--keep", metavar="DIR", help="leave all files in this folder")
    options = parser.parse_args()
    if not os.access(options.oisin, os.X_OK):
        parser.error("%s is not a program" % options.oisin)
    folder = options.keep or tempfile.mkdtemp(prefix="oisin-reference-")
    os.makedirs(folder, exist_ok=True)
    try:
        check = harness.Check(options, folder)
        for one in CHECKS:
            one(check)
        return 1 if check.report.print() else 0
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
