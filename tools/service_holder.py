#!/usr/bin/env python3
"""A stand-in for systemd: keeps a listening socket, starts a server on it, and reads its notifications.

    service_holder.py LOG COMMAND...     serve by lines on stdin: start, stop, hangup, wait WORDS, quit

Prints "port N" first, then "ready" after each READY=1, "ended STATUS" after each end. LOG receives all notifications.
"""
import os
import selectors
import signal
import socket
import subprocess
import sys

os.dup2(os.open(os.devnull, os.O_RDONLY), 3)  # so that descriptor 3 is none of ours
log = open(sys.argv[1], "w", buffering=1)
command = sys.argv[2:]
players = socket.socket()
players.bind(("127.0.0.1", 0))
players.listen(512)
notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notices.bind("")  # an abstract name, chosen by the kernel
name = notices.getsockname().decode().replace("\0", "@")
child = None


def start():
    global child
    words = ["sh", "-c", 'export LISTEN_PID=$$ WATCHDOG_PID=$$; exec "$@"', "sh"] + command
    environment = dict(os.environ, LISTEN_FDS="1", LISTEN_FDNAMES="game", NOTIFY_SOCKET=name, WATCHDOG_USEC="1500000")

    def place():
        os.dup2(players.fileno(), 3, inheritable=True)

    child = subprocess.Popen(words, env=environment, preexec_fn=place, pass_fds=[3])


def say(words):
    print(words, flush=True)


say(f"port {players.getsockname()[1]}")
waits = selectors.DefaultSelector()
waits.register(sys.stdin, selectors.EVENT_READ)
waits.register(notices, selectors.EVENT_READ)
while True:
    for key, _ in waits.select(0.1):
        if key.fileobj is notices:
            words = notices.recv(4096).decode()
            log.write(words.replace("\n", " ") + "\n")
            if "READY=1" in words:
                say("ready")
            continue
        order = sys.stdin.readline().strip()
        if order == "start":
            start()
        elif order == "stop":
            child.send_signal(signal.SIGTERM)
        elif order == "hangup":
            if child:
                child.send_signal(signal.SIGHUP)
        else:
            if child:
                child.kill()
            sys.exit(0)
    if child and child.poll() is not None:
        say(f"ended {child.returncode}")
        child = None
