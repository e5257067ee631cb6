#!/usr/bin/env python3
"""web_together.py OISIN [FOLDER]: two players in Chromium and a native bot play on one server.

The players register by the form of the page, walk, talk, trade and come back after the server was gone for a moment.
What happened is read from the server's state (`serve --export`). Needs chromium, and the page of `make web` (OISIN_WEB, or
next to the program). Screenshots are written to FOLDER. Python's standard library is the second implementation of
WebSockets: it controls the browser."""
import base64, json, os, socket, struct, subprocess, sys, tempfile, time, urllib.request

OISIN = os.path.abspath(sys.argv[1])
SHOTS = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
WORK = tempfile.mkdtemp(prefix="oisin-together-")
children = []


def fail(text):
    raise SystemExit(f"web_together.py: {text}; the server's log:\n" + open(f"{WORK}/log").read())


def until(text, condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            fail(f"expected {text}")
        time.sleep(0.2)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def start(command, **more):
    children.append(subprocess.Popen(command, cwd=WORK, **more))
    return children[-1]


# ---- the browser, by the DevTools protocol ----


class WebSocket:
    def __init__(self, port, path):
        self.file = socket.create_connection(("127.0.0.1", port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.file.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.exactly(1)
        assert b" 101 " in head, head

    def exactly(self, size):
        out = b""
        while len(out) < size:
            part = self.file.recv(size - len(out))
            if not part:
                raise EOFError("the browser has closed the connection")
            out += part
        return out

    def send(self, text):
        data, mask = text.encode(), os.urandom(4)
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        self.file.sendall(b"\x81" + size + mask + bytes(byte ^ mask[i & 3] for i, byte in enumerate(data)))

    def receive(self):
        size = self.exactly(2)[1] & 127
        size = struct.unpack(">H", self.exactly(2))[0] if size == 126 else \
            struct.unpack(">Q", self.exactly(8))[0] if size == 127 else size
        return self.exactly(size)


class Target:
    def __init__(self, port, path):
        self.socket = WebSocket(port, path)
        self.number = 0

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]

class Page(Target):
    """A page in another window, so that all are visible at once."""

    def __init__(self, port, url):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/version") as version:
            browser = Target(port, "/" + json.load(version)["webSocketDebuggerUrl"].split("/", 3)[3])
        target = browser.call("Target.createTarget", url=url, newWindow=True)["targetId"]
        super().__init__(port, f"/devtools/page/{target}")
        until("a loaded page", lambda: self.value("!!window.oisin"))

    def value(self, code):
        return self.call("Runtime.evaluate", expression=code, returnByValue=True)["result"].get("value")

    def key(self, code, text=None, seconds=0.08):
        name = text or code
        more = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", code=code, key=name, **more)
        time.sleep(seconds)
        self.call("Input.dispatchKeyEvent", type="keyUp", code=code, key=name)
        time.sleep(0.12)

    def keys(self, *codes):
        for code in codes:
            self.key(code)

    def type(self, text):
        for letter in text:
            self.key("Space" if letter == " " else "Key" + letter.upper(), letter, 0.04)

    def picture(self, name):
        data = base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        if SHOTS:
            os.makedirs(SHOTS, exist_ok=True)
            open(f"{SHOTS}/{name}.png", "wb").write(data)
        return data

    def front(self):
        self.call("Page.bringToFront")
        time.sleep(0.5)


# ---- the server ----


def serve(port, web):
    log = open(f"{WORK}/log", "a")
    server = start([OISIN, "serve", "game.tng", "--state", "a.db", "--listen", f"127.0.0.1:{port}", "--web", str(web),
                    "--web-proxy", "127.0.0.1"], stdout=log, stderr=log)
    until("a server", lambda: "in a browser" in open(f"{WORK}/log").read())
    return server


def count_of(words):
    return open(f"{WORK}/log").read().count(words)


def players():
    """{name: (x, y, items)} of the server's state."""
    subprocess.run([OISIN, "serve", "game.tng", "--state", "a.db", "--export", "x.sav"], cwd=WORK, check=True,
                   stdout=subprocess.DEVNULL)
    show = subprocess.run([OISIN, "show", "x.sav"], cwd=WORK, check=True, capture_output=True, text=True).stdout
    out = {}
    for chunk in json.loads(show)["chunks"]:
        if chunk["title"] == "player":
            entity = chunk["record"]["entity"]
            out[chunk["record"]["name"]] = (entity["x"], entity["y"], sum(one["quantity"] for one in entity["items"]))
    return out


# ---- the test ----


def log_in(page, name, register):
    page.front()
    page.type(name)
    page.key("ArrowDown")
    page.type("a good password")
    page.keys("ArrowDown", "ArrowDown", *(["ArrowDown"] if register else []), "Enter")
    until(f"{name} in the world", lambda: count_of(f"{name} has entered"))


def main():
    port, web, tools = free_port(), free_port(), free_port()
    subprocess.run([OISIN, "new", "mygame", "-q"], cwd=WORK, check=True)
    startup = f"{WORK}/mygame/game/startup.cfg"
    text = open(startup).read().replace("location(meadow,16,16,so)", "location(meadow,16,16,so)\n    give(coin,5)")
    open(startup, "w").write(text)
    subprocess.run([OISIN, "build", "mygame", "-o", "game.tng", "-q"], cwd=WORK, check=True)
    server = serve(port, web)
    start(["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", f"--remote-debugging-port={tools}",
           f"--user-data-dir={WORK}/chromium", "--window-size=900,700", "about:blank"],
          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def browser_is_there():
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{tools}/json/version").read()
        except OSError:
            return False
    until("a browser", browser_is_there)
    anna = Page(tools, f"http://localhost:{web}/?language=en")
    log_in(anna, "anna", True)
    bert = Page(tools, f"http://localhost:{web}/?language=de")
    log_in(bert, "bert", True)

    # they trade: both stand at the start
    bert.key("Enter")
    time.sleep(0.5)
    bert.picture("1-menu")
    bert.key("Enter")  # "trade"
    anna.front()
    time.sleep(1)
    anna.picture("2-question")
    anna.keys("ArrowUp", "Enter")  # "yes"
    time.sleep(0.5)
    anna.keys("ArrowRight", "ArrowRight")
    time.sleep(4)  # what changed has to be looked at
    anna.picture("3-trade")
    anna.keys("ArrowDown", "Enter")
    bert.front()
    time.sleep(4)
    bert.picture("4-trade")
    bert.keys("ArrowDown", "Enter")
    time.sleep(1)
    bert.picture("5-traded")
    until("two coins of anna at bert's", lambda: [one[2] for name, one in sorted(players().items())] == [3, 7])

    # a line of anna is seen by bert
    before = bert.picture("6-before-the-line")
    anna.front()
    anna.key("KeyT")
    anna.type("dia duit")
    anna.key("Enter")
    bert.front()
    time.sleep(0.5)
    if bert.picture("7-line") == before:
        fail("expected a line of anna on the screen of bert")

    # bert walks, a native bot comes
    x = players()["bert"][0]
    bert.key("ArrowRight", seconds=1.0)
    until("bert walks", lambda: players()["bert"][0] > x)
    anna.front()
    time.sleep(0.5)
    anna.picture("8-bert-has-walked")
    start([OISIN, "swarm", f"127.0.0.1:{port}", "--bots", "1", "--seconds", "600", "--quiet"], stdout=subprocess.DEVNULL)
    until("a native player", lambda: count_of("Bot 0001 has entered"))
    bert.front()
    time.sleep(3)
    bert.picture("9-native-player")

    # the server is killed: both come back by themselves, a hidden page, too
    there = players()
    server.kill()
    server.wait()
    time.sleep(1)
    bert.picture("10-lost")
    serve(port, web)
    until("both are back", lambda: count_of("anna has entered") == 2 and count_of("bert has entered") == 2, 40)
    time.sleep(1)
    bert.picture("11-back")
    now = players()
    if any(now[name] != there[name] for name in ("anna", "bert")):
        fail(f"expected {there}, found {now}")
    print("together: registered, traded, talked, walked, came back")


try:
    main()
finally:
    for child in reversed(children):
        child.kill()
        child.wait()
    subprocess.run(["rm", "-rf", WORK])
