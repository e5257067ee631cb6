#!/usr/bin/env python3
"""server_soak.py OISIN [MINUTES]: a server on which bots come, play, and go again for a long time.

Groups of 20 bots connect for 20 to 90 s each; a third of them is killed instead of leaving. Once
a minute the server's memory, file descriptors and players are printed. It fails if the server
ends, if a bot that was not killed loses its connection, or if memory or descriptors of the
second half of the time are more than those of the first half and a tenth.
"""
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

GROUP, GROUPS = 20, 4


class Group:
    def __init__(self, oisin, port, number, chance):
        self.number = number
        self.dies = chance.random() < 1 / 3
        self.end = time.monotonic() + chance.randint(20, 90)
        seconds = 600 if self.dies else int(self.end - time.monotonic())
        self.process = subprocess.Popen(
            [oisin, "swarm", f"127.0.0.1:{port}", "--bots", str(GROUP), "--ramp", "20", "-q",
             "--seconds", str(seconds), "--first", str(1 + GROUP * number)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def is_over(self):
        if self.dies and time.monotonic() > self.end:
            self.process.kill()
            self.process.wait()
            return True
        if self.process.poll() is None:
            return False
        if self.process.returncode:
            sys.exit(f"server_soak.py: a group of bots failed: {self.process.stderr.read()}")
        return True


def memory(pid):
    """Private and shared pages of the process in KiB, without those of files."""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return int(re.search(r"^Anonymous: +(\d+) kB", file.read(), re.M).group(1))


def main():
    oisin, minutes = os.path.realpath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 60
    if minutes < 4:
        sys.exit("server_soak.py: at least 4 minutes are needed")
    folder = tempfile.TemporaryDirectory(prefix="oisin-soak")
    os.chdir(folder.name)
    subprocess.run([oisin, "new", "game", "-q"], check=True)
    events = open("events.log", "w")
    server = subprocess.Popen([oisin, "serve", "game", "--state", "state.db", "--no-limits",
                               "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=events, text=True)
    port = next(match.group(1) for match in (re.search(r"listening at .*, port (\d+)", line) for line in server.stdout) if match)
    chance, rows, groups = random.Random(1), [], []
    begin = time.monotonic()
    try:
        while time.monotonic() < begin + 60 * minutes:
            groups = [group for group in groups if not group.is_over()]
            while len(groups) < GROUPS:  # the same accounts come again
                free = set(range(3 * GROUPS)) - {group.number for group in groups}
                groups.append(Group(oisin, port, chance.choice(sorted(free)), chance))
            if server.poll() is not None:
                sys.exit(f"server_soak.py: the server has ended with {server.returncode}")
            if time.monotonic() > begin + 60 * (len(rows) + 1):
                rows.append((memory(server.pid), len(os.listdir(f"/proc/{server.pid}/fd"))))
                print(f"minute {len(rows)}: {rows[-1][0]} KiB, {rows[-1][1]} descriptors", flush=True)
            time.sleep(0.5)
    finally:
        for group in groups:
            group.process.kill()
        server.send_signal(signal.SIGTERM)
    if server.wait(60):
        sys.exit("server_soak.py: the server ends with an error")
    half = len(rows) // 2
    for column, name in enumerate(("KiB of memory", "descriptors")):
        first, second = (max(row[column] for row in part) for part in (rows[:half], rows[half:]))
        print(f"{name}: at most {first} in the first half, {second} in the second")
        if second > first * 1.1:
            sys.exit(f"server_soak.py: the {name} grow")


main()
