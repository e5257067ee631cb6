#!/usr/bin/env python3
"""2,000 texts in archives of 20 to 40 texts of one language each: the program finds the encoding
of each archive, shows the texts in UTF-8, and keeps the encoding of edited texts.

usage: check_encodings.py OISIN [--seed N] [--texts 2000]

Python's codecs encode and decode. A byte that is not a character of its encoding is U+F700 + byte
(decisions.md). Readings that no document states: such a byte of cp1250 is a control character,
U+0081 for 0x81, as in Microsoft's tables; a member with byte 0x7F or 0x98 need not be a text.
"""

import argparse
import codecs
import os
import random
import shutil
import subprocess
import sys
import tempfile

import evil
import harness

ENCODINGS = {"Russian": "cp1251", "Polish": "cp1250", "Czech": "cp1250", "German": "cp1250",
             "French": "utf-8", "Korean": "cp949"}
# Letters that an edit may put into a text.
LETTERS = {"Russian": "ёжщъэЯЮФ", "Polish": "ąęłśżźćńóŁŚŻ", "Czech": "řěůčšžýáíéŘČŠŽ",
           "German": "äöüßÄÖÜ", "French": "éèêàçœùîôÉ", "Korean": "가힣똠펲꽃쥐"}
QUOTES = {"Russian": "«»", "Polish": "„”", "Czech": "„“", "German": "„“", "French": "«»",
          "Korean": "''"}
WORDS = {
    "Russian": """
меч щит лук стрела копьё топор доспех шлем сапоги перчатки кольцо зелье свиток заклинание маг воин
разбойник орк тролль ящер гоблин дракон паук волк медведь остров берег пещера замок деревня кузнец
торговец золото серебро камень руда кожа дерево кость иди стой помоги возьми принеси убей найди
открой закрой говори слушай друг враг враги король стража тюрьма мост река вода огонь воздух земля
молния яд смерть жизнь опыт сила ловкость разум здоровье усталость ночь день утро вечер спасибо
пожалуйста здравствуй прощай конечно может нельзя всё ещё уже никогда всегда почему сегодня я ты
он мы вы они не на с в к у и а но или что как где когда большой чёрный объём съешь хижина щупальце
""",
    "Polish": """
miecz tarcza łuk strzała włócznia topór zbroja hełm buty rękawice pierścień mikstura zwój zaklęcie
czarodziej wojownik rozbójnik ork trol jaszczur goblin smok pająk wilk niedźwiedź wyspa brzeg
jaskinia zamek wioska kowal kupiec złoto srebro kamień ruda skóra drewno kość idź stój pomóż weź
przynieś zabij znajdź otwórz zamknij mów słuchaj przyjaciel wróg król straż więzienie most rzeka
woda ogień powietrze ziemia błyskawica trucizna śmierć życie doświadczenie siła zręczność rozum
zdrowie zmęczenie noc dzień rano wieczór dziękuję proszę witaj żegnaj oczywiście może nigdy zawsze
dlaczego dziś źródło żołnierz ćwiartka łąka ja ty on my wy oni nie na z w do u i a ale czy co jak
gdzie
""",
    "Czech": """
meč štít luk šíp kopí sekera zbroj přilba boty rukavice prsten lektvar svitek kouzlo čaroděj
válečník loupežník skřet obr ještěr goblin drak pavouk vlk medvěd ostrov břeh jeskyně hrad vesnice
kovář obchodník zlato stříbro kámen ruda kůže dřevo kost jdi stůj pomoz vezmi přines zabij najdi
otevři zavři mluv poslouchej přítel nepřítel král stráž vězení most řeka voda oheň vzduch země
blesk jed smrt život zkušenost síla obratnost rozum zdraví únava noc den ráno večer děkuji prosím
vítej sbohem samozřejmě možná nikdy vždy proč dnes žlutý kůň úpěl ďábelské ódy já ty on my vy oni
ne na s v k u a ale nebo co jak kde když ještě už všechno měsíc růže tělo město
""",
    "German": """
Schwert Schild Bogen Pfeil Speer Axt Rüstung Helm Stiefel Handschuhe Ring Trank Schriftrolle
Zauber Magier Krieger Räuber Ork Troll Echse Kobold Drache Spinne Wolf Bär Insel Ufer Höhle
Schloss Dorf Schmied Händler Gold Silber Stein Erz Leder Holz Knochen geh bleib hilf nimm bring
töte finde öffne schließe sprich höre Freund Feind König Wache Gefängnis Brücke Fluss Wasser Feuer
Luft Erde Blitz Gift Tod Leben Erfahrung Stärke Geschick Verstand Gesundheit Müdigkeit Nacht Tag
Morgen Abend danke bitte grüß Gott lebewohl natürlich vielleicht niemals immer warum heute groß
süß Füße Straße weiß ich du er wir ihr sie nicht auf mit in zu bei und aber oder was wie wo wenn
über für schön Übung Äpfel
""",
    "French": """
épée bouclier arc flèche lance hache armure casque bottes gants anneau potion parchemin sortilège
mage guerrier brigand orque troll lézard gobelin dragon araignée loup ours île rivage caverne
château village forgeron marchand or argent pierre minerai cuir bois os va reste aide prends
apporte tue trouve ouvre ferme parle écoute ami ennemi roi garde prison pont rivière eau feu air
terre éclair poison mort vie expérience force dextérité esprit santé fatigue nuit jour matin soir
merci bonjour adieu évidemment peut-être jamais toujours pourquoi aujourd’hui garçon cœur être où
déjà forêt hôte je tu il nous vous ils ne sur avec dans à chez et mais ou que comme quand très
même après où bientôt
""",
    "Korean": """
검 방패 활 화살 창 도끼 갑옷 투구 장화 장갑 반지 물약 두루마리 주문 마법사 전사 도적 오크 트롤 도마뱀 고블린 용 거미 늑대 곰 섬 해변 동굴 성 마을 대장장이 상인 금
은 돌 광석 가죽 나무 뼈 가라 멈춰라 도와줘 가져와 죽여라 찾아라 열어라 닫아라 말해라 들어라 친구 적 왕 경비병 감옥 다리 강 물 불 공기 땅 번개 독 죽음 생명 경험 힘
민첩 지혜 건강 피로 밤 낮 아침 저녁 고맙습니다 부탁합니다 안녕하세요 물론 아마도 결코 언제나 왜 오늘 나는 너는 그는 우리는 그들은 똠방각하 펲시 꽃밭 없다 있다 어디 언제
무엇 어떻게 그러나 그리고 매우 이미 다시 함께 숲속 밝은 넓다 삶 햏자
"""}
# So many archives are also unpacked and packed alone.
SINGLE = 24
NAMES = ("briefing %d", "quest %d", "hero_%d", "item.%d", "Unit %d", "monster%d")


def escape(problem):
    """A byte that is not a character of its encoding."""
    byte = problem.object[problem.start]
    single = problem.encoding.lower() in ("charmap", "cp1250", "cp1251")
    return chr(byte if single else 0xF700 + byte), problem.start + 1


codecs.register_error("private", escape)


# ---------------------------------------------------------------------------------------
# Texts

class Archive:
    """language; texts: {name of the member: text}."""

    def __init__(self, number, language, count, rng):
        self.name, self.language = "texts%02d.res" % number, language
        self.encoding = ENCODINGS[language]
        words = WORDS[language].split()
        self.texts = {}
        while len(self.texts) < count:
            name = rng.choice(NAMES) % rng.randrange(1000)
            if name.lower() not in (n.lower() for n in self.texts):
                self.texts[name] = random_text(words, QUOTES[language], rng)

    def members(self):
        return [(name, text.encode(self.encoding)) for name, text in self.texts.items()]

    def data(self):
        return evil.res_write(self.members())


def random_text(words, quotes, rng):
    lines = []
    for _ in range(rng.choice((1, 1, 1, 2))):
        line = [rng.choice(words) for _ in range(rng.randint(2, 8))]
        line[0] = line[0][0].upper() + line[0][1:]
        if rng.random() < 0.2:
            at = rng.randrange(len(line))
            line[at] = quotes[0] + line[at] + quotes[1]
        if rng.random() < 0.2:
            line.insert(rng.randint(1, len(line)), rng.choice(("5", "120", "Zak", "OK", "-")))
        if rng.random() < 0.1:
            line = [word.upper() if word != "ß" else word for word in line]
        lines.append(" ".join(line) + rng.choice((".", "!", "?", "...", "", ",")))
    return rng.choice(("\n", "\r\n")).join(lines)


def edit_letter(text, language, rng):
    """One letter of the text is replaced by another."""
    places = [i for i, c in enumerate(text) if c.isalpha()]
    at = rng.choice(places)
    new = rng.choice([c for c in LETTERS[language] if c != text[at]])
    return text[:at] + new + text[at + 1:]


# ---------------------------------------------------------------------------------------

class Check:
    def __init__(self, options, folder):
        self.oisin, self.folder = os.path.abspath(options.oisin), folder
        self.wrong = options.wrong
        self.rng = random.Random("encodings %d" % options.seed)
        self.report = harness.Report()

    def path(self, *parts):
        path = os.path.join(self.folder, *parts)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def read(self, *parts):
        with open(os.path.join(self.folder, *parts), "rb") as file:
            return file.read()

    def write(self, data, *parts):
        with open(self.path(*parts), "wb") as file:
            file.write(data)

    def remove(self, name):
        shutil.rmtree(os.path.join(self.folder, name), ignore_errors=True)

    def run(self, *arguments):
        """-> (exit status, what was printed)"""
        done = subprocess.run([self.oisin, *arguments], cwd=self.folder, check=False, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout.decode("utf-8", "replace").strip()

    def succeeds(self, group, case, *arguments):
        status, text = self.run(*arguments)
        self.report.expect(group, case, status == 0, "%s: exit status %d: %s" %
                           (arguments[0], status, text[:300]))
        return status == 0

    def unpacked(self, work, archive):
        """{member: text}; None where there is no file or it is not UTF-8."""
        found = {}
        for name in archive.texts:
            try:
                found[name] = self.read(work, archive.name, name + ".txt").decode("utf-8")
            except (OSError, UnicodeDecodeError):
                found[name] = None
        return found

    def compare_texts(self, group, work, archive, report=None):
        """-> True if the encoding was found."""
        report = report or self.report
        found = self.unpacked(work, archive)
        case = "%s (%s, %d texts)" % (archive.name, archive.language, len(archive.texts))
        report.case(group)
        for name, text in archive.texts.items():
            report.expect(group, case, found[name] == text, "%s: found %s, expected %s" %
                               (name, shown(found[name]), shown(text)))
        return found == archive.texts

    # -- groups -------------------------------------------------------------------------

    def check_game(self, archives):
        """All archives in one folder: found, edited, packed."""
        group = "encodings"
        for archive in archives:
            self.write(archive.data(), "game", archive.name)
        if not self.succeeds(group, "all", "unpack", "game", "-o", "work", "--open", "-q"):
            return
        right = [a for a in archives if self.compare_texts(group, "work", a)]
        print("encodings: %d of %d archives in one folder are found right, %s" % (
            len(right), len(archives), by_language(archives, right)))
        self.path("new", "")
        self.succeeds(group, "all", "pack", "work", "-o", "new", "-q")
        for archive in archives:
            self.report.expect("encodings: packed without edits", archive.name,
                               self.read("new", archive.name) == archive.data(), "other bytes")
        expected = {archive.name: self.edit("work", archive) for archive in archives}
        self.succeeds(group, "all", "pack", "work", "-o", "game", "-q")
        for archive in archives:
            self.compare_members("encodings: edited", archive, "game", expected[archive.name])
        for name in ("game", "work", "new"):
            self.remove(name)

    def edit(self, work, archive):
        """Edits a letter of one text -> the members that are expected."""
        name = self.rng.choice(list(archive.texts))
        text = edit_letter(archive.texts[name], archive.language, self.rng)
        self.write(text.encode("utf-8"), work, archive.name, name + ".txt")
        encoding = self.wrong or archive.encoding
        return [(member, text.encode(encoding, "replace") if member == name else data)
                for member, data in archive.members()]

    def compare_members(self, group, archive, folder, expected):
        found = dict(evil.res_read(self.read(folder, archive.name)))
        case = "%s (%s)" % (archive.name, archive.language)
        self.report.case(group)
        self.report.expect(group, case, set(found) == {n for n, _ in expected}, "other members")
        for name, data in expected:
            self.report.expect(group, case, found.get(name) == data, "%s: found %s, expected %s" %
                               (name, found.get(name), data))

    def check_single(self, archives):
        """Each archive alone, unpacked and packed by its own commands."""
        group, right = "encodings: one archive", []
        for archive in archives:
            self.write(archive.data(), "game", archive.name)
            if not self.succeeds(group, archive.name, "unpack", "game/" + archive.name, "-o",
                                 "work", "--open", "-q"):
                continue
            right += [archive] if self.compare_texts(group, "work", archive) else []
            self.succeeds(group, archive.name, "pack", "work/" + archive.name, "-o", "same.res",
                          "-q")
            self.report.expect(group, archive.name, self.read("same.res") == archive.data(),
                               "packed without edits to other bytes")
            expected = self.edit("work", archive)
            self.succeeds(group, archive.name, "pack", "work/" + archive.name, "-o",
                          "game/" + archive.name, "-q")
            self.compare_members(group, archive, "game", expected)
            os.unlink(self.path("same.res"))
            self.remove("game")
            self.remove("work")
        print("encodings: %d of %d archives alone are found right, %s" % (
            len(right), len(archives), by_language(archives, right)))

    def count_others(self):
        """Archives of few texts: printed, not judged. Russian in UTF-8, which no edition has: judged."""
        for count in (1, 2, 4):
            archives = [Archive(number, language, count, self.rng)
                        for number, language in enumerate(list(WORDS) * 10)]
            self.count("archives of %d texts" % count, archives)
        archives = [Archive(number, "Russian", 30, self.rng) for number in range(10)]
        for archive in archives:
            archive.encoding = "utf-8"
        self.count("Russian in UTF-8, archives of 30 texts", archives, self.report)

    def count(self, title, archives, report=None):
        for archive in archives:
            self.write(archive.data(), "others", archive.name)
        self.run("unpack", "others", "-o", "work", "--open", "-q")
        right = texts = 0
        for archive in archives:
            found = self.unpacked("work", archive)
            right += found == archive.texts
            texts += sum(found[name] == text for name, text in archive.texts.items())
            if report:
                self.compare_texts("encodings: " + title, "work", archive, report)
        print("encodings: %s: %d of %d archives, %d of %d texts are found right" % (
            title, right, len(archives), texts, sum(len(a.texts) for a in archives)))
        self.remove("others")
        self.remove("work")

    def check_chosen(self):
        """--encoding of unpack and pack."""
        group = "encodings: --encoding"
        for number, language in enumerate(WORDS):
            archive = Archive(number, language, 20, self.rng)
            self.write(archive.data(), "game", archive.name)
            name = archive.encoding
            self.succeeds(group, language, "unpack", "game/" + archive.name, "-o", "work", "--open",
                          "-q", "--encoding", name)
            self.compare_texts(group, "work", archive)
            # Only the edited text is written in another encoding.
            expected = self.edit("work", archive)
            before = dict(archive.members())
            expected = [(n, d if d == before[n] else d.decode(name, "replace").encode("utf-8"))
                        for n, d in expected]
            self.succeeds(group, language, "pack", "work", "-o", "game", "-q", "--encoding",
                          "utf-8")
            self.compare_members(group, archive, "game", expected)
            self.remove("game")
            self.remove("work")

    def check_missing_letters(self):
        """A letter that the encoding of an archive does not have."""
        group = "encodings: missing letters"
        for number, language in enumerate(WORDS):
            archive = Archive(number, language, 20, self.rng)
            if archive.encoding == "utf-8":
                continue
            letter = "ż" if language != "Polish" and archive.encoding != "cp1250" else "ж"
            if archive.encoding == "cp949":
                letter = "ř"
            name = next(iter(archive.texts))
            self.write(archive.data(), "game", archive.name)
            self.succeeds(group, language, "unpack", "game", "-o", "work", "--open", "-q")
            self.write((archive.texts[name] + letter).encode(), "work", archive.name, name + ".txt")
            status, text = self.run("pack", "work", "-o", "game")
            self.report.expect(group, language, status != 0 and archive.encoding in text and
                               "%04X" % ord(letter) in text, "exit status %d: %s" % (status, text))
            self.report.expect(group, language, self.read("game", archive.name) == archive.data(),
                               "the archive was changed")
            self.remove("game")
            self.remove("work")

    def check_bytes(self):
        """All bytes, and random ones, in each encoding, also those that are not characters."""
        group = "encodings: any bytes"
        for encoding in ("cp1251", "cp1250", "utf-8", "cp949"):
            allowed = [byte for byte in range(32, 256) if byte not in (0x7F, 0x98)]
            members = [("all", bytes(allowed))]
            members += [("random %d" % i, bytes(self.rng.choice(allowed) for _ in range(60)))
                        for i in range(50)]
            data = evil.res_write(members)
            self.write(data, "game", "a.res")
            self.succeeds(group, encoding, "unpack", "game", "-o", "work", "--open", "-q",
                          "--encoding", encoding)
            edited = []
            for name, content in members:
                text = self.read("work", "a.res", name + ".txt").decode("utf-8")
                wanted = content.decode(encoding, "private")
                self.report.expect(group, encoding + ", " + name, text == wanted,
                                   "found %s, expected %s" % (ascii(text), ascii(wanted)))
                self.write(("a" + text).encode("utf-8"), "work", "a.res", name + ".txt")
                edited.append((name, b"a" + content))
            self.succeeds(group, encoding, "pack", "work", "-o", "game", "-q")
            found = dict(evil.res_read(self.read("game", "a.res")))
            for name, content in edited:
                self.report.expect(group, encoding + ", " + name, found[name] == content,
                                   "after an edit: found %s, expected %s" % (found[name], content))
            self.remove("game")
            self.remove("work")


def shown(text):
    return "nothing" if text is None else '"%s"' % text.replace("\r", "\\r").replace("\n", "\\n")


def by_language(archives, right):
    return ", ".join("%s %d of %d" % (language, sum(a.language == language for a in right),
                                      sum(a.language == language for a in archives))
                     for language in WORDS)


def main():
    parser = argparse.ArgumentParser(description="compare encodings of texts")
    parser.add_argument("oisin", help="the program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--texts", type=int, default=2000)
    parser.add_argument("--wrong", default="", metavar="ENCODING", help="for trying the check: "
                        "expect edited texts in this encoding")
    options = parser.parse_args()
    for language, words in WORDS.items():
        assert len(set(words.split())) >= 60, language
    with tempfile.TemporaryDirectory() as folder:
        check = Check(options, folder)
        archives = []
        left = options.texts
        while left > 0:
            count = min(left, check.rng.randint(20, 40))
            count = left if left - count < 20 and left <= 40 else min(count, max(20, left - 20))
            archives.append(Archive(len(archives), list(WORDS)[len(archives) % len(WORDS)], count,
                                    check.rng))
            left -= count
        print("encodings: %d texts in %d archives of %d to %d" % (
            sum(len(a.texts) for a in archives), len(archives),
            min(len(a.texts) for a in archives), max(len(a.texts) for a in archives)))
        check.check_game(archives)
        check.check_single(archives[:SINGLE])
        check.count_others()
        check.check_chosen()
        check.check_missing_letters()
        check.check_bytes()
    sys.exit(check.report.print())


main()
