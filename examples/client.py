#!/usr/bin/env python3
"""A bot for servers of TirNanoG games (oisin serve), by docs/reference/protocol.md.

    client.py HOST:PORT NAME PASSWORD [--register] [--pin SHA256] ORDER...

Orders are carried out one after the other; each waits for its outcome, which is printed:
    walk:DX,DY      walk that many pixels         say:TEXT     say a line to players nearby
    hear:TEXT       wait for a line with TEXT     bag:         print the items
    give:NAME       trade: give one item to NAME  take:NAME    trade: take what NAME gives
Without --pin, any certificate is accepted, as at a first visit, and printed.
"""
import hashlib, socket, ssl, struct, sys, time

C_HELLO, C_REGISTER, C_LOGIN, C_INPUT, C_SAY, C_TRADE, C_PONG = 0, 2, 3, 4, 5, 6, 9
S_RESULT, S_WELCOME, S_STATE, S_CHAT, S_TRADE, S_PING, S_BYE, S_PIECE = 2, 3, 4, 5, 6, 8, 10, 11
LOOK, MOVE, BAG, SCREEN, STEPS = 1, 2, 7, 12, 18
GAME, CREATE, DONE_ROW, CANCEL = 0, 11, 0x1001, 1 << 1
MASK_BUTTONS, MASK_OPTION, MASK_TARGET = 1 << 2, 1 << 6, 1 << 10
ASK, ITEMS, AGREE, TRADE_CANCEL, TRADE_DONE = range(5)

# The records of STATE: numbers as NAME:LETTER (of struct), lists as (NAME, COUNT, RECORD), where COUNT is a number or an
# earlier field, and (CONDITION, RECORD) for what is present only if the condition is true.
CHOICES = ("choices", "choice_count", ["choice:I palette:I"])
PARTS = [
    ["tick:I sequence:I age:H flags:B"],
    ["actor:H npc:I born:I until:I sprite:I altitude:b transport:B player:I size:B", ("name", "size", ["c:B"]),
     "choice_count:H", CHOICES, "worn_count:B", ("worn", "worn_count", ["object:H"])],
    ["actor:H map:H x:i y:i pose:B gait:B lift:b height:h", ("pose&16", ["action:B since:I until:I"])],
    ["actor:H count:H", ("values", "count", ["value:i"])],
    ["actor:H"],
    ["map:H flags:B count:I", ("cells", "count", ["cell:I sprite:H"])],
    ["started:B scene:I scene_x:i scene_y:i minutes:i arrived:I music:I play_started:I"],
    ["count:H", ("items", "count", ["object:H count:I"])],
    [("equipped", 32, ["object:H"]), ("belt", 32, ["object:H"])],
    ["count:H", ("quests", "count", ["quest:B"])],
    ["choice_count:H", CHOICES, ("possible", "choice_count", ["n:B"]), "count:H", ("points", "count", ["n:i"])],
    ["count:H", ("values", "count", ["value:i"])],
    ["place:B screen:B record:I since:I until:I selected:H count:H speaker:I", ("options", "count", ["row:H"])],
    ["field:B", ("quantities", 16, ["n:H"]), ("objects", 16, ["object:H"])],
    ["count:B", ("alerts", "count", ["alert:I since:I quest:I"])],
    ["count:B", ("overlays", "count", ["sprite:I since:I until:I place:I x:i y:i"])],
    ["count:B", ("shots", "count", ["sprite:I map:H since:I until:I x:i y:i to_x:i to_y:i"])],
    ["count:B", ("effects", "count", ["kind:B name:I pan:b loudness:H"])],
    ["first:H count:B", ("steps", "count", ["gap:B pose:B", ("pose<128", ["x:b y:b"]), ("pose>127", ["fine_x:h fine_y:h"])])],
    ["flags:B", ("flags&4", ["inputs:B age:B"])],
    ["actor:H action:B since:B lasts:H"],
]


def read(record, data, at):
    """Reads a record; returns its fields and the offset of its end."""
    out = {}
    for item in record:
        if isinstance(item, str):
            for name, letter in (word.split(":") for word in item.split()):
                (out[name],) = struct.unpack_from("<" + letter, data, at)
                at += struct.calcsize("<" + letter)
        elif len(item) == 2:
            more, at = read(item[1], data, at) if eval(item[0], {}, out) else ({}, at)
            out.update(more)
        else:
            out[item[0]] = []
            for _ in range(out.get(item[1], item[1])):
                more, at = read(item[2], data, at)
                out[item[0]].append(more)
    return out, at


class Bot:
    def __init__(self, host, port, pin):
        context = ssl._create_unverified_context()  # servers sign their certificates themselves: the pin counts
        self.wire = context.wrap_socket(socket.create_connection((host, port), 60))
        self.pin = hashlib.sha256(self.wire.getpeercert(binary_form=True)).hexdigest()
        if pin and pin != self.pin:
            sys.exit(f"client.py: the certificate of the server is {self.pin}")
        self.data, self.pieces, self.sequence, self.result = b"", b"", 0, None
        self.actor, self.x, self.y, self.screen, self.rows = None, None, None, None, []
        self.bag, self.players, self.lines, self.trades = {}, {}, [], []
        self.send(C_HELLO, struct.pack("<H4s", 1, b"TNGP"))

    def send(self, kind, body):
        self.wire.sendall(struct.pack("<H", kind | (len(body) + 2) << 5) + body)

    def until(self, condition, seconds=60):
        """Handles packets until something is so, and returns it."""
        end = time.monotonic() + seconds
        while not condition():
            more = self.wire.recv(65536) if time.monotonic() < end else sys.exit("client.py: waited too long")
            self.data += more or sys.exit("client.py: the server has closed the connection")
            while len(self.data) >= 2 and len(self.data) >= (size := struct.unpack_from("<H", self.data)[0] >> 5):
                kind, body, self.data = self.data[0] & 31, self.data[2:size], self.data[size:]
                self.packet(kind, body)
        return condition()

    def packet(self, kind, body):
        if kind == S_PIECE:  # of a long packet; bit 7: the last one
            self.pieces += body[1:]
            if body[0] & 0x80:
                whole, self.pieces = self.pieces, b""
                self.packet(body[0] & 31, whole)
        elif kind == S_PING:
            self.send(C_PONG, body)
        elif kind == S_RESULT:
            self.result = (body[0], body[1], body[3:].decode())
        elif kind == S_WELCOME:
            self.actor, self.players = struct.unpack_from("<I", body, 4)[0], {}
        elif kind == S_CHAT:
            size = body[5]
            self.lines.append(f"{body[6:6 + size].decode()}: {body[7 + size:].decode()}")
        elif kind == S_TRADE:
            self.trades.append(struct.unpack_from("<BIIB", body))
        elif kind == S_BYE:
            sys.exit(f"client.py: the server ends the connection: reason {body[0]} {body[2:].decode()}")
        at = 0
        while kind == S_STATE and at < len(body):
            part, end = read(PARTS[body[at]], body, at + 1)
            self.part(body[at], part)
            at = end

    def part(self, kind, part):
        if kind == LOOK and part["player"]:
            self.players[bytes(c["c"] for c in part["name"]).decode()] = part["player"]
        elif kind == MOVE and part["actor"] == self.actor:
            self.x, self.y = part["x"] / 256, part["y"] / 256
        elif kind == STEPS:
            actor = part["first"]
            for step in part["steps"]:
                actor += step["gap"]
                if actor == self.actor:
                    self.x += step.get("x", 0) + step.get("fine_x", 0) / 256
                    self.y += step.get("y", 0) + step.get("fine_y", 0) / 256
        elif kind == BAG:
            self.bag = {item["object"]: item["count"] for item in part["items"] if item["count"]}
        elif kind == SCREEN and part["place"] == 0:
            self.screen, self.rows = part["screen"], [row["row"] for row in part["options"]]

    def account(self, kind, name, password):
        """Registers or logs in; returns the number of the result and its text."""
        self.send(kind, b"".join(bytes([len(word.encode())]) + word.encode() for word in (name, password)) + b"en")
        return self.until(lambda: self.result and self.result[0] == kind and self.result[1:])

    def input(self, mask, *numbers):
        self.sequence += 1
        self.send(C_INPUT, struct.pack("<IH" + ("ii" if mask == MASK_TARGET else "H"), self.sequence, mask, *numbers))

    def enter(self):
        """From the login to the map: starts the game with a character of the default choices."""
        self.until(lambda: self.screen is not None and self.x is not None)
        while self.screen != GAME:
            before = self.screen, self.rows
            creates = self.screen == CREATE and DONE_ROW in self.rows
            self.input(*((MASK_OPTION, 1 + self.rows.index(DONE_ROW)) if creates else (MASK_BUTTONS, CANCEL)))
            self.until(lambda: (self.screen, self.rows) != before)

    def walk(self, words):
        x, y = (int(a) + int(b) for a, b in zip((self.x, self.y), words.split(",")))
        self.input(MASK_TARGET, x, y)
        self.until(lambda: abs(self.x - x) + abs(self.y - y) < 40)
        return f"walked to {self.x:.0f},{self.y:.0f}"

    def say(self, words):
        self.send(C_SAY, bytes([0, 0, len(words.encode())]) + words.encode())
        return self.hear(words)

    def hear(self, words):
        return "heard " + self.until(lambda: next((line for line in self.lines if words in line), None))

    def trade(self, name, items=b""):
        """Offers items, a packed list, and agrees to what the other side offers."""
        other = self.until(lambda: self.players.get(name))
        news = lambda *acts: [news for news in self.trades if news[0] in acts and news[1] == other]
        act = lambda *numbers, items=b"\0": self.send(C_TRADE, struct.pack("<BII", *numbers) + items)
        if not items:
            self.until(lambda: news(ASK))  # the giver asks first
        act(ASK, other, 0)
        if self.until(lambda: news(ITEMS)) and items:
            act(ITEMS, other, 0, items=items)
        offer = self.until(lambda: [news for news in news(ITEMS) if items or news[3]])[-1]
        act(AGREE, other, offer[2])
        return ("traded with " if self.until(lambda: news(TRADE_DONE, TRADE_CANCEL))[0][0] == TRADE_DONE else "no trade with ") + name

    def give(self, name):
        return self.trade(name, struct.pack("<BHI", 1, min(self.until(lambda: self.bag)), 1))


(address, name, password), orders = sys.argv[1:4] if len(sys.argv) > 3 else sys.exit(__doc__), sys.argv[4:] + [""]
pin = orders.pop(orders.index("--pin") + 1) if "--pin" in orders else None
bot = Bot(address.rsplit(":", 1)[0].strip("[]"), address.rsplit(":", 1)[1], pin)
print("certificate", bot.pin, flush=True)
if "--register" in orders:
    bot.account(C_REGISTER, name, password)
code, text = bot.account(C_LOGIN, name, password)
if code:
    sys.exit(f"client.py: the login failed with result {code} {text}")
bot.enter()
print(f"entered at {bot.x:.0f},{bot.y:.0f}", flush=True)
acts = {"walk": bot.walk, "say": bot.say, "hear": bot.hear, "bag": lambda _: f"bag {bot.bag}", "give": bot.give, "take": bot.trade}
for act, _, argument in (order.partition(":") for order in orders if order and not order.startswith("--")):
    print(acts[act](argument), flush=True)
