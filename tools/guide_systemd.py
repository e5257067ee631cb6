#!/usr/bin/env python3
"""A stand-in for systemctl on a machine without systemd (tools/guide_machine.sh): does what the unit files say, as far as the
guide needs it.

The first `enable --now` starts a process that keeps the socket of oisin-server.socket and starts the service on it, as a user
of its own (DynamicUser), with its folders (StateDirectory, LogsDirectory, RuntimeDirectory); further calls send it orders."""
import configparser
import os
import pathlib
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import time

UNITS = pathlib.Path("/usr/lib/systemd/system")
RUN = pathlib.Path("/run/guide")
ORDERS, READY, JOURNAL = RUN / "orders", RUN / "ready", RUN / "journal"
USER = 61200  # one of those of DynamicUser


def unit(name):
    parser = configparser.RawConfigParser(strict=False, delimiters="=", comment_prefixes="#")
    parser.optionxform = str
    parser.read(UNITS / name)
    return parser


def private_folder(parent, name, mode):
    """As systemd does with DynamicUser: a folder that is there already is moved. (`private` is closed to other users there;
    the service sees it through a mount.)"""
    private, link = pathlib.Path(parent, "private", name), pathlib.Path(parent, name)
    private.parent.mkdir(exist_ok=True)
    private.parent.chmod(0o755)
    if link.is_dir() and not link.is_symlink() and not private.exists():
        link.rename(private)
    private.mkdir(mode=mode, exist_ok=True)
    private.chmod(mode)
    os.chown(private, USER, USER)
    if not link.is_symlink():
        link.symlink_to(pathlib.Path("private", name))


class Service:
    def __init__(self):
        self.unit = unit("oisin-server.service")["Service"]
        host, port = unit("oisin-server.socket")["Socket"]["ListenStream"].rsplit(":", 1)
        self.players = socket.create_server((host.strip("[]"), int(port)), family=socket.AF_INET6, backlog=512,
                                            dualstack_ipv6=True)
        self.notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notices.bind("")
        self.child = None
        self.count = 0

    def start(self):
        private_folder("/var/lib", self.unit["StateDirectory"], int(self.unit["StateDirectoryMode"], 8))
        private_folder("/var/log", self.unit["LogsDirectory"], 0o755)
        runtime = pathlib.Path("/run", self.unit["RuntimeDirectory"])
        shutil.rmtree(runtime, ignore_errors=True)  # a restart removes it, too
        runtime.mkdir(mode=0o755)
        os.chown(runtime, USER, USER)
        name = self.notices.getsockname().decode().replace("\0", "@")
        words = ["sh", "-c", 'export LISTEN_PID=$$; exec "$@"', "sh"] + self.unit["ExecStart"].split()
        environment = {"PATH": "/usr/bin:/bin", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "game", "NOTIFY_SOCKET": name,
                       "RUNTIME_DIRECTORY": str(runtime)}

        def become():
            os.dup2(self.players.fileno(), 3, inheritable=True)
            os.setgroups([])
            os.setgid(USER)
            os.setuid(USER)
            os.umask(int(self.unit["UMask"], 8))

        folder = self.unit["WorkingDirectory"].replace("%S", "/var/lib")
        with open(JOURNAL, "ab") as journal:
            self.child = subprocess.Popen(words, cwd=folder, env=environment, preexec_fn=become, pass_fds=[3], stdin=subprocess.DEVNULL,
                                          stdout=journal, stderr=journal)

    def order(self, word):
        if word == "restart":
            self.child.send_signal(signal.SIGTERM)
            if self.child.wait(90):
                sys.exit(1)
            self.start()
        elif word == "reload":
            self.child.send_signal(signal.SIGHUP)
        else:
            if self.child:
                self.child.kill()
            sys.exit(0)

    def run(self):
        os.mkfifo(ORDERS)
        orders = os.open(ORDERS, os.O_RDWR)
        waits = selectors.DefaultSelector()
        waits.register(orders, selectors.EVENT_READ)
        waits.register(self.notices, selectors.EVENT_READ)
        self.start()
        while True:
            for key, _ in waits.select():
                if key.fileobj is self.notices:
                    if "READY=1" in self.notices.recv(4096).decode():
                        self.count += 1
                        READY.write_text(str(self.count))
                else:
                    for word in os.read(orders, 4096).decode().split():
                        self.order(word)


def ready_count():
    return int(READY.read_text() or 0) if READY.exists() else 0


def wait_for(count):
    for _ in range(600):
        if ready_count() >= count:
            return
        time.sleep(0.1)
    sys.exit("the service does not report that it is ready")


def main():
    words = sys.argv[1:]
    before = ready_count()
    if words == ["enable", "--now", "oisin-server.socket", "oisin-server.service"]:
        RUN.mkdir()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 3)  # so that descriptor 3 is none of ours
        service = Service()
        if os.fork() == 0:
            os.setsid()
            quiet = os.open(os.devnull, os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(quiet, number)
            service.run()
    elif words in (["reload", "oisin-server"], ["restart", "oisin-server"]):
        ORDERS.write_text(words[0] + "\n")
    elif words == ["end-of-machine"]:
        if ORDERS.exists():
            ORDERS.write_text("end\n")
        return
    else:
        sys.exit("unknown: systemctl " + " ".join(words))
    wait_for(before + 1)


main()
