#!/usr/bin/env python3
"""crossfire_server.py [CLIENTS [SECONDS [WINDOW]]]: what crossfire-server costs for each client. If
not given: 100, 15 and 11 cells, the protocol's default. Prints lines as bench_server does:
    cpu MS               of one client in a second, the server's user and system time
    memory KIB           that it has grown by, for each client after the first
    bytes OUT IN         of one client in a second, without TCP's headers; not encrypted
    ticks N moves N      a second; moves that were done, of one client
    near N               of the other clients are in a client's window, about
Exits with 1 and one line if that cannot be measured here.

The server runs on the first core, in a separate network namespace with loopback only, with its
state in a temporary folder. It is killed when this program ends, however it ends. All begin on one
meadow that takes the place of a part of Scorn, and walk about on it, MOVES times a second. The
protocol is Debian's crossfire-doc, Developers/protocol.txt: a size of two bytes, a word,
arguments."""
import ctypes
import fcntl
import os
import random
import shutil
import signal
import socket
import string
import struct
import subprocess
import sys
import tempfile
import time

SERVER = shutil.which("crossfire-server", path=os.environ.get("PATH", "") + ":/usr/sbin")
DATA = "/usr/share/games/crossfire"
# The beginners' house would be another one for each of them.
START, START_MAP, START_AT = "map_scorn", "maps/world/world_105_115", (5, 37)
SIDE, HEIGHT = 25, 50 # cells: the map's last rows are a square meadow, the others sea
NEW_ARGUMENTS = ["race human_player", "class warrior_class", f"starting_map {START}"] + [
    f"{name} 12" for name in ("Str", "Dex", "Con", "Int", "Wis", "Pow", "Cha")]
MOVES = 4            # a second, of each client
SETTLE = 15          # s: by then they are spread over the meadow and know all pictures
BATCH = 10           # clients that log in together
LIMIT = 150          # s for everything
NAP = 0.002          # s: clients look for what has come, as those of bench_server do
NOBODY = 65534       # the server refuses to run as root
SCROLL_CENTRE = 15   # a map2's first coordinate, if its flag is set, is the way gone plus this
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
PR_SET_PDEATHSIG = 1
SIOCSIFFLAGS, IFF_UP = 0x8914, 1
LIBC = ctypes.CDLL(None, use_errno=True)


class Failure(Exception):
    """Why there are no figures, in one line."""


def leave_network():
    """Only the loopback of a new network namespace is left; a user may do that in one of users."""
    flags = CLONE_NEWNET if os.geteuid() == 0 else CLONE_NEWNET | CLONE_NEWUSER
    if LIBC.unshare(flags):
        raise Failure(f"no separate network namespace: {os.strerror(ctypes.get_errno())}")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", IFF_UP))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def make_data(folder):
    """Debian's files by links, but for the meadow and the folders that it is in."""
    own, place = {START_MAP}, os.path.dirname(START_MAP)
    os.makedirs(os.path.join(folder, place))
    while place:
        own.add(place)
        place = os.path.dirname(place)
    for place in own - {START_MAP} | {""}:
        for entry in os.listdir(os.path.join(DATA, place)):
            name = os.path.join(place, entry)
            if name not in own:
                os.symlink(os.path.join(DATA, name), os.path.join(folder, name))
    with open(os.path.join(folder, START_MAP), "w") as file:
        file.write(f"arch map\nname Meadow\nwidth {SIDE}\nheight {HEIGHT}\n"
                   f"enter_x {START_AT[0]}\nenter_y {START_AT[1]}\nend\n")
        for x in range(SIDE):
            for y in range(HEIGHT):
                ground = "sea" if y < HEIGHT - SIDE else "grass"
                file.write(f"arch {ground}\nx {x}\ny {y}\nend\n")


def start_server(folder, port, core):
    make_data(os.path.join(folder, "data"))
    for name in ("tmp", "local", "local/account", "local/datafiles", "local/players",
                 "local/temp.maps", "local/unique-items"):
        os.mkdir(os.path.join(folder, name))
    root = os.geteuid() == 0
    if root:
        for place, _, _ in os.walk(folder):
            os.chown(place, NOBODY, NOBODY)

    def prepare():
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.sched_setaffinity(0, {core})

    command = [SERVER, "-p", str(port)]
    for option in ("data", "local"):
        command += [f"-{option}", os.path.join(folder, option)]
    command += ["-tmpdir", os.path.join(folder, "tmp"), "-log", os.path.join(folder, "tmp", "log")]
    as_nobody = dict(user=NOBODY, group=NOBODY, extra_groups=[]) if root else {}
    return subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            preexec_fn=prepare, **as_nobody)


def cpu_of(pid):
    """ms, user and system."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def memory_of(pid):
    """KiB, resident."""
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1024


def sized(text):
    return bytes([len(text)]) + text


class Client:
    def __init__(self, number, port, window):
        letters = string.ascii_lowercase
        self.name = ("Bot" + letters[number // 26] + letters[number % 26]).encode()
        self.random = random.Random(number)
        self.buffer, self.bytes_in, self.bytes_out = b"", 0, 0
        self.playing, self.ticks, self.moved = False, 0, 0
        self.at, self.heading = list(START_AT), "north"
        self.next_move = time.monotonic() + self.random.random() / MOVES
        self.sent = 0
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setblocking(False)
        self.send(b"version 1023 1029 bench")
        self.send(b"setup loginmethod 2 facecache 1 mapsize %dx%d tick %d" % (
            window, window, number == 0))
        self.send(b"accountnew " + sized(self.name) + sized(b"password"))

    def send(self, packet):
        data = struct.pack(">H", len(packet)) + packet
        if self.socket.send(data) != len(data):
            raise Failure("the server does not read what is sent")
        self.bytes_out += len(data)

    def receive(self):
        try:
            data = self.socket.recv(1 << 16)
        except BlockingIOError:
            return
        if not data:
            raise Failure(f"the server let go of {self.name.decode()}")
        self.bytes_in += len(data)
        self.buffer += data
        at = 0
        while len(self.buffer) >= at + 2:
            end = at + 2 + struct.unpack_from(">H", self.buffer, at)[0]
            if len(self.buffer) < end:
                break
            self.take(*self.buffer[at + 2:end].partition(b" ")[::2])
            at = end
        self.buffer = self.buffer[at:]

    def take(self, word, rest):
        if word == b"accountplayers" and not self.playing:
            lines = [sized(line.encode() + b"\0") for line in NEW_ARGUMENTS]
            self.send(b"createplayer " + sized(self.name) + sized(b"password") + b"".join(lines))
        elif word == b"player":
            self.playing = True
        elif word == b"tick":
            self.ticks += 1
        elif word == b"map2" and len(rest) >= 2:
            where, = struct.unpack_from(">H", rest)
            if where & 15 == 1:
                self.at[0] += (where >> 10) - SCROLL_CENTRE
                self.at[1] += (where >> 4 & 63) - SCROLL_CENTRE
                self.moved += 1
        elif word in (b"failure", b"addme_failed", b"goodbye"):
            raise Failure(f"{word.decode()} {rest.decode(errors='replace')}".strip())

    def move(self, now):
        """Four cells one way on the average, then another."""
        if not self.playing or now < self.next_move:
            return
        if self.random.randrange(4) == 0:
            self.heading = self.random.choice(["north", "east", "south", "west"])
        self.send(b"ncom " + struct.pack(">HI", self.sent & 255, 1) + self.heading.encode())
        self.sent += 1
        self.next_move += 1 / MOVES


def play(clients, seconds, until=lambda: False):
    """True if `until` was, before the seconds were over."""
    end = time.monotonic() + seconds
    while (now := time.monotonic()) < end and not until():
        time.sleep(NAP)
        for client in clients:
            client.receive()
            client.move(now)
    return until()


def connect(server, port, window):
    """The first client, when the server has read its files."""
    while True:
        if server.poll() is not None:
            raise Failure(f"{SERVER} ended with {server.returncode}")
        try:
            return Client(0, port, window)
        except ConnectionRefusedError:
            time.sleep(0.1)


def near(clients, window):
    """Others in the window of one, on the average. Where they began is known to a few cells."""
    reach = window // 2
    pairs = sum(abs(one.at[0] - other.at[0]) <= reach and abs(one.at[1] - other.at[1]) <= reach
                for one in clients for other in clients if one is not other)
    return pairs / len(clients)


def measure(server, port, count, seconds, window):
    clients = [connect(server, port, window)]
    if not play(clients, 30, lambda: clients[0].playing):
        raise Failure("the first client does not get to play")
    play(clients, 2)
    memory = memory_of(server.pid)
    while len(clients) < count:
        for number in range(len(clients), min(len(clients) + BATCH, count)):
            clients.append(Client(number, port, window))
        if not play(clients, 30, lambda: all(client.playing for client in clients)):
            raise Failure(f"{len(clients)} clients do not get to play")
    play(clients, SETTLE)

    def mark():
        return [time.monotonic(), cpu_of(server.pid), clients[0].ticks] + [
            sum(getattr(client, name) for client in clients)
            for name in ("moved", "bytes_in", "bytes_out")]

    before = mark()
    play(clients, seconds)
    took, cpu, ticks, moved, received, sent = (now - then for now, then in zip(mark(), before))
    share = count * took
    print(f"cpu {cpu / share:.4f}")
    print(f"memory {(memory_of(server.pid) - memory) / max(count - 1, 1):.1f}")
    print(f"bytes {received / share:.0f} {sent / share:.0f}")
    print(f"ticks {ticks / took:.2f} moves {moved / share:.2f}")
    print(f"near {near(clients, window):.0f}")


def run(count, seconds, window):
    if not SERVER:
        raise Failure("crossfire-server is not installed")
    leave_network()
    folder = tempfile.mkdtemp(prefix="oisin-crossfire-")
    server = None
    try:
        port = free_port()
        core = min(os.sched_getaffinity(0))
        server = start_server(folder, port, core)
        others = os.sched_getaffinity(0) - {core}
        if others:
            os.sched_setaffinity(0, others)
        measure(server, port, count, seconds, window)
    finally:
        signal.alarm(0)
        if server:
            server.kill()
            server.wait()
        shutil.rmtree(folder)


def on_signal(number, _):
    raise Failure("it took too long" if number == signal.SIGALRM else f"signal {number}")


def main(words):
    try:
        count, seconds, window = (int(word) for word in words + ["100", "15", "11"][len(words):])
    except ValueError:
        sys.exit(__doc__.split(":")[0])
    if not 1 <= count <= 400 or not 1 <= seconds <= 60 or window not in range(9, 26, 2):
        sys.exit("1 to 400 clients, 1 to 60 seconds, a window of 9, 11, ... 25 cells")
    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, on_signal)
    signal.alarm(LIMIT)
    try:
        run(count, seconds, window)
    except (Failure, OSError, subprocess.SubprocessError) as failure:
        sys.exit(f"crossfire_server.py: {failure}")


if __name__ == "__main__":
    main(sys.argv[1:])
