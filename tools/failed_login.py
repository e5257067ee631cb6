#!/usr/bin/env python3
"""failed_login.py PORT NAME...: logs in to a server at 127.0.0.1 with a wrong password for each name
(docs/reference/protocol.md), and prints the results. A name of "-" sends a malformed packet
instead. FROM=ADDRESS in the environment is the address of the client."""
import os
import socket
import ssl
import struct
import sys

HELLO = bytes.fromhex("00010100") + b"TNGP"
LOGIN, RESULT, BYE = 3, 2, 10


def packet(kind, body):
    return struct.pack("<H", kind | (len(body) + 2) << 5) + body


def connect(port):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    wire = context.wrap_socket(socket.create_connection(("127.0.0.1", port), 10, (os.environ.get("FROM", "127.0.0.1"), 0)))
    wire.sendall(HELLO)
    return wire


def packets(wire):
    data = b""
    while True:
        while len(data) >= 2:
            head = struct.unpack_from("<H", data)[0]
            size = head >> 5
            if size < 2 or len(data) < size:
                break
            yield head & 31, data[2:size]
            data = data[size:]
        more = wire.recv(4096)
        if not more:
            return
        data += more


def attempt(port, name):
    wire = connect(port)
    if name == "-":
        wire.sendall(packet(LOGIN, b"\xff"))
    else:
        raw, secret = name.encode(), b"a wrong password"
        wire.sendall(packet(LOGIN, bytes([len(raw)]) + raw + bytes([len(secret)]) + secret + b"en"))
    for kind, body in packets(wire):
        if kind in (RESULT, BYE):
            print(name, "closed" if kind == BYE else "refused", body.hex())
            break
    wire.close()


for name in sys.argv[2:]:
    attempt(int(sys.argv[1]), name)
