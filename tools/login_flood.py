#!/usr/bin/env python3
"""login_flood.py PORT NAME PASSWORD [SECONDS [ADDRESSES]]: how long an honest login takes during a flood.

Wrong logins from ADDRESSES (default: 1,000) addresses 127.1.x.y to a server at 127.0.0.1 (docs/reference/protocol.md),
as fast as it answers; meanwhile NAME logs in from 127.0.0.1 again and again. Register NAME and let it log in once before.
"""
import asyncio
import os
import ssl
import struct
import sys
import time

HELLO, LOGIN, RESULT = bytes.fromhex("00010100") + b"TNGP", 3, 2
CODES = {0: "OK", 4: "WRONG", 7: "WAIT", 8: "BUSY"}
context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
context.check_hostname = False
context.verify_mode = ssl.CERT_NONE
port, name, password = int(sys.argv[1]), sys.argv[2], sys.argv[3]
seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 20
addresses = int(sys.argv[5]) if len(sys.argv) > 5 else 1000
counts, end = {}, time.monotonic() + seconds


def login(who, secret):
    body = bytes([len(who)]) + who + bytes([len(secret)]) + secret + b"en"
    return struct.pack("<H", LOGIN | (len(body) + 2) << 5) + body


async def result(reader):
    while True:
        head = struct.unpack("<H", await reader.readexactly(2))[0]
        body = await reader.readexactly((head >> 5) - 2)
        if head & 31 == RESULT:
            return CODES.get(body[1], str(body[1]))


async def attempt(address, who, secret):
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context, local_addr=(address, 0))
    try:
        writer.write(HELLO + login(who, secret))
        return await result(reader)
    finally:
        writer.close()


async def attacker(number):
    address = f"127.1.{number // 250}.{1 + number % 250}"
    while time.monotonic() < end:
        try:
            code = await attempt(address, f"Player {number}".encode(), b"a wrong password")
        except (OSError, asyncio.IncompleteReadError):
            code = "closed"
        counts[code] = counts.get(code, 0) + 1
        if code == "WAIT":
            await asyncio.sleep(0.2)


async def honest():
    times = []
    while time.monotonic() < end:
        await asyncio.sleep(0.5)
        began = time.monotonic()
        try:
            code = await attempt("127.0.0.1", name.encode(), password.encode())
        except (OSError, asyncio.IncompleteReadError):
            code = "closed"
        times.append((time.monotonic() - began, code))
    return times


async def flood():
    await asyncio.gather(*(attacker(i) for i in range(addresses)))
    print("flood:", ", ".join(f"{count} {code}" for code, count in sorted(counts.items())), flush=True)


# Another process, so that the work of the attackers does not delay the honest player.
if os.fork() == 0:
    asyncio.run(flood())
    os._exit(0)
times = asyncio.run(honest())
os.wait()
spent = sorted(t for t, _ in times)
print(f"honest logins: {sum(code == 'OK' for _, code in times)} of {len(times)}, "
      f"median {spent[len(spent) // 2]:.2f} s, longest {spent[-1]:.2f} s")
