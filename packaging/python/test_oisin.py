"""Tests of the bindings: tools/check_python.sh runs them with the installed wheel."""

import errno
import gc
import io
import os
import pathlib
import subprocess
import tempfile
import threading
import unittest
import unittest.mock
import wave

import oisin

PROGRAM = os.environ["OISIN"]
SOURCES = pathlib.Path(os.environ["OISIN_SOURCES"])


class Base(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.addCleanup(self.holder.cleanup)
        self.folder = pathlib.Path(self.holder.name)
        self.kit = oisin.Kit()

    def command(self, *words):
        return subprocess.run([PROGRAM, *map(str, words)], cwd=self.folder, capture_output=True, check=True, text=True).stdout

    def make_game(self):
        self.kit.new_project(self.folder / "game")
        self.kit.build(self.folder / "game")
        return self.folder / "game/game.tng"


class Files(Base):
    def test_json_rebuilds_the_same_file(self):
        with self.kit.open(self.make_game()) as game:
            self.assertEqual((game.format, game.title), ("tng", "game"))
            self.assertEqual(game.records()["format"], "tng")
            self.assertEqual(self.command("show", "game/game.tng"), game.json())
            for records in (game.json(whole=True), game.records(whole=True)):
                self.assertEqual(self.kit.from_json(records, "new.tng").data, game.data)
            self.assertEqual(game.check(), [])
            game.save(self.folder / "copy.tng")
            self.assertEqual((self.folder / "copy.tng").read_bytes(), game.data)

    def test_archives_are_mappings(self):
        (self.folder / "in/zone").mkdir(parents=True)
        (self.folder / "in/zone/a.txt").write_text("hello")
        self.kit.pack(self.folder / "in", self.folder / "a.res")
        archive = self.kit.open(self.folder / "a.res")
        self.assertEqual(list(archive), ["zone/a.txt"])
        self.assertIn("zone/a.txt", archive)
        self.assertEqual(archive["zone/a.txt"].data, b"hello")
        with self.assertRaises(KeyError):
            archive["zone/b.txt"]
        with self.assertRaises(oisin.NotFound):
            archive.open_member(1)
        self.assertEqual(self.kit.open(self.folder / "a.res/ZONE/a.txt").data, b"hello")
        archive.close()
        with self.assertRaises(ValueError):
            archive.format

    def test_streams_are_read_where_needed(self):
        class Counted(io.BytesIO):
            total = 0

            def read(self, size=-1):
                part = super().read(size)
                self.total += len(part)
                return part

        (self.folder / "in").mkdir()
        (self.folder / "in/large.bin").write_bytes(os.urandom(1000000))
        (self.folder / "in/small.txt").write_text("hello")
        self.kit.pack(self.folder / "in", self.folder / "a.mpk")
        stream = Counted((self.folder / "a.mpk").read_bytes())
        archive = self.kit.open_stream(stream, "a.mpk")
        self.assertEqual(archive["small.txt"].data, b"hello")
        self.assertLess(stream.total, 10000)
        stream.close()
        with self.assertRaises(ValueError):  # that of the closed stream
            archive["large.bin"]
        self.assertEqual(self.kit.open_stream(io.BytesIO(b"")).data, b"")

    def test_streams_may_return_more_than_asked(self):
        class Greedy(io.BytesIO):
            def read(self, size=-1):
                return super().read()

        (self.folder / "in").mkdir()
        (self.folder / "in/small.txt").write_text("hello")
        self.kit.pack(self.folder / "in", self.folder / "a.mpk")
        archive = self.kit.open_stream(Greedy((self.folder / "a.mpk").read_bytes()), "a.mpk")
        self.assertEqual(archive["small.txt"].data, b"hello")

    def test_exceptions_of_streams_are_raised_by_the_call(self):
        """Properties, which cannot fail otherwise, returned empty values, and the next call dropped the exception."""
        class Interrupted(io.BytesIO):
            interrupt = False

            def read(self, size=-1):
                if self.interrupt:
                    raise KeyboardInterrupt
                return super().read(size)

        (self.folder / "in").mkdir()
        (self.folder / "in/a.txt").write_text("hello")
        self.kit.pack(self.folder / "in", self.folder / "a.mpk")
        ask = {"title": lambda file: file.title, "data": lambda file: file.data, "sound": lambda file: file.sound(),
               "json": lambda file: file.json(), "check": lambda file: file.check(), "save": lambda file: file.save(self.folder / "copy")}
        for name in ask:
            stream = Interrupted((self.folder / "a.mpk").read_bytes())
            with self.subTest(name), self.kit.open_stream(stream, "a.mpk") as file:
                file.format = "tng"  # nothing of it was read as this
                stream.interrupt = True
                with self.assertRaises(KeyboardInterrupt):
                    ask[name](file)
                stream.interrupt = False
                self.assertEqual(len(file.data), stream.seek(0, 2))  # it was raised once

    def test_failures_of_streams_belong_to_one_call(self):
        (self.folder / "in").mkdir()
        (self.folder / "in/a.txt").write_text("hello")
        self.kit.pack(self.folder / "in", self.folder / "a.mpk")
        stream = io.BytesIO((self.folder / "a.mpk").read_bytes())
        archive = self.kit.open_stream(stream, "a.mpk")
        archive.format = "tng"
        stream.close()
        with self.assertRaises(ValueError):  # it reads the stream, and cannot fail otherwise
            archive.title
        with self.assertRaises(oisin.NotFound):
            self.kit.open(self.folder / "none")
        with self.assertRaises(ValueError):
            archive.title
        with self.kit.open_bytes(b"hello", "a.txt") as other, self.assertRaises(oisin.Unsupported):
            other.json()
        with self.assertRaises(ValueError):  # that of the closed stream
            archive.check()

    def test_formats(self):
        self.assertIn("tng", self.kit.formats())
        self.assertTrue(self.kit.format_page("mmp").startswith("# ."))
        with self.kit.open_bytes(b"hello", "a.txt") as file:
            self.assertIsNone(file.format)
            self.assertEqual(file.members, [])
            file.format = "tng"
            self.assertEqual(file.format, "tng")
            with self.assertRaises(oisin.NotFound):
                file.format = "exe"


class Errors(Base):
    def test_each_code_is_a_class(self):
        game = self.make_game()
        with self.assertRaises(oisin.NotFound) as caught:
            self.kit.open(self.folder / "none")
        self.assertEqual(caught.exception.code, oisin.ErrorCode.NOT_FOUND)
        self.assertEqual(caught.exception.errno, errno.ENOENT)
        self.assertIn("No such file", str(caught.exception))
        with self.assertRaises(oisin.UsageError):
            self.kit.convert(game, self.folder / "x.png", mpis=True)
        with self.assertRaises(oisin.Unsupported):
            self.kit.convert(game, self.folder / "x.sfn")
        with self.assertRaises(oisin.Exists):
            self.kit.new_project(self.folder / "game")
        with self.assertRaises(oisin.FileError):
            self.kit.open(self.folder)
        with self.assertRaises(ValueError):
            self.kit.open("a\0b")

    def test_check_returns_problems(self):
        self.make_game()
        self.assertEqual(self.kit.check(self.folder / "game"), [])
        (self.folder / "game/dialogs/sign.dlg").write_text("x")
        problem = self.kit.check(self.folder / "game")[0]
        self.assertEqual((problem.severity, problem.line, problem.column), (oisin.Severity.ERROR, 1, 1))
        self.assertEqual(problem.code, oisin.ErrorCode.INVALID)
        self.assertIn("sign.dlg:1:1: ", str(problem))
        with self.assertRaises(oisin.Error) as caught:
            self.kit.build(self.folder / "game")
        self.assertEqual(caught.exception.messages[0].text, problem.text)
        with self.assertRaises(oisin.NotFound):
            self.kit.check(self.folder / "none")

    def test_check_raises_errors_of_arguments_in_any_order(self):
        damaged, missing = self.folder / "damaged.cam", self.folder / "missing.lay"
        damaged.write_bytes(b"damaged")
        for inputs in ((damaged, missing), (missing, damaged)):
            with self.assertRaises(oisin.NotFound) as caught:
                self.kit.check(inputs)
            self.assertEqual(caught.exception.code, oisin.ErrorCode.NOT_FOUND)
            self.assertEqual(caught.exception.errno, errno.ENOENT)
            self.assertEqual(len(caught.exception.messages), 2)

    def test_progress_cancels(self):
        self.kit.new_project(self.folder / "game")
        seen = []
        self.kit.progress = lambda what, done, total: seen.append(what)
        self.kit.build(self.folder / "game", self.folder / "a.tng")
        self.assertIn("images", seen)
        self.kit.progress = lambda what, done, total: what == "maps"
        with self.assertRaises(oisin.Cancelled):
            self.kit.build(self.folder / "game", self.folder / "b.tng")
        self.assertFalse((self.folder / "b.tng").exists())

        def fail(what, done, total):
            raise KeyboardInterrupt

        self.kit.progress = fail
        with self.assertRaises(KeyboardInterrupt):
            self.kit.build(self.folder / "game", self.folder / "b.tng")
        self.kit.progress = None
        self.kit.build(self.folder / "game", self.folder / "b.tng")

    def test_failed_scenarios(self):
        self.make_game()
        (self.folder / "game/tests").mkdir(exist_ok=True)
        (self.folder / "game/tests/a.test").write_text("scenario is rich\n  expect hp > 500\n")
        with self.assertRaises(oisin.TestsFailed) as caught:
            self.kit.test(self.folder / "game")
        self.assertIn("is rich", caught.exception.lines)


    def test_diff(self):
        for name in "a", "b":
            (self.folder / name).mkdir()
            (self.folder / name / "text.txt").write_text(name)
        (change, file, _, _), *_ = self.kit.diff(self.folder / "a", self.folder / "b")
        self.assertEqual((change, file), (oisin.Change.CHANGED, "text.txt"))
        with unittest.mock.patch("oisin._abi.Change", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
            self.kit.diff(self.folder / "a", self.folder / "b")


class Media(Base):
    def test_pictures_have_the_pixels_of_the_command(self):
        self.make_game()
        self.command("convert", "game/game.tng", "-o", "map.png", "--map", "meadow")
        self.command("convert", "map.png", "-o", "map.mmp", "--format", "8888")
        expected = self.kit.open(self.folder / "map.png").pictures[0]
        picture = self.kit.open(self.folder / "map.mmp").pictures[0]
        self.assertEqual(picture.size, expected.size)
        self.assertEqual(picture.data, expected.data)
        self.assertEqual(len(picture.data), 4 * picture.width * picture.height)
        self.assertEqual(picture.__array_interface__["shape"], (picture.height, picture.width, 4))
        self.assertEqual(len(self.kit.open_bytes(b"hello", "a.txt").pictures), 0)

    def test_expressions_have_names(self):
        file = self.kit.open(SOURCES / "examples/sprites/CRS_AOI_.lay")
        pictures = file.pictures
        self.assertGreater(len(pictures), 3)
        self.assertEqual(pictures[pictures.names[2]].name, pictures.names[2])
        self.assertEqual(pictures[-1].name, pictures.names[-1])
        with self.assertRaises(IndexError):
            pictures[len(pictures)]
        with self.assertRaises(KeyError):
            pictures["none"]
        alone = self.kit.open_bytes(file.data, "a.lay")
        with self.assertRaises(oisin.NotFound):
            alone.pictures
        alone.set_sheet(self.kit.open(SOURCES / "examples/sprites/CRS_AOI.png"))
        self.assertEqual(alone.pictures[0].data, pictures[0].data)

    def test_sounds(self):
        path = SOURCES / "examples/segais/sounds/door.ogg"
        with self.kit.open(path).sound() as sound:
            self.assertEqual((sound.rate, sound.channels), (44100, 1))
            samples = sound.read()
            self.assertGreater(len(samples), 1000)
            self.assertEqual(len(sound.read()), 0)
        with self.kit.open(path).sound() as sound:
            self.assertEqual(sound.read(100), samples[:100])
            sound.save_wav(self.folder / "a.wav")
        with wave.open(str(self.folder / "a.wav")) as file:
            self.assertEqual((file.getframerate(), file.getnframes()), (44100, len(samples) - 100))
        with self.assertRaises(oisin.Unsupported):
            self.kit.open_bytes(b"hello").sound()


class Worlds(Base):
    def test_world_equals_that_of_the_program(self):
        game = self.make_game()
        with self.kit.world(game, seed=7, skip_menu=True) as world:
            for _ in range(90):
                self.assertTrue(world.tick())
            self.assertEqual(world.ticks, 90)
            line = self.command("play", "game/game.tng", "--headless", "--skip-menu", "--seed", 7, "--frames", 90)
            self.assertEqual(line, f"90 frames, world {world.hash:016x}\n")

    def test_play_and_save(self):
        game = self.make_game()
        with self.kit.world(game, skip_menu=True) as world:
            start = world.place
            for _ in range(60):
                world.tick(direction="east")
            self.assertGreater(world.place.x, start.x)
            self.assertEqual((world.place.map, world.place.direction), ("meadow", "east"))
            self.assertEqual(world.attribute("hp"), 20)
            with self.assertRaises(oisin.NotFound):
                world.attribute("none")
            self.assertEqual(world.screen, "game")
            picture = world.picture(320, 240)
            self.assertEqual(len(picture.data), 320 * 240 * 4)
            with self.assertRaises(oisin.UsageError):
                world.picture(1, 1)
            with self.kit.world(game, saved=world.save()) as again:
                self.assertEqual(again.hash, world.hash)
            with self.assertRaises(ValueError):
                world.tick("jump")
            with self.assertRaises(TypeError):
                world.tick(jump=1)

    def test_menu_and_sounds(self):
        with self.kit.world(SOURCES / "examples/segais") as world:
            played = []
            for number in range(150):
                world.tick(*(["cancel"] if world.screen == "cutscene" else ["down"] if number % 10 == 0 else []))
                played += world.sounds
            self.assertIsNone(world.place)
            self.assertEqual(world.options[0], "new game")
            with self.assertRaises(oisin.StateError):
                world.save()
            sound = next(sound for sound in played if sound.kind == oisin.SoundKind.SOUND)
            self.assertEqual(world.file(sound.file).data, (SOURCES / "examples/segais" / sound.file).read_bytes())

    def test_threads_have_their_own_kits(self):
        game = self.make_game()
        found = []

        def run():
            with oisin.world(game, skip_menu=True) as world:
                for _ in range(30):
                    world.tick()
                found.append((oisin.kit(), world.hash))

        threads = [threading.Thread(target=run) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len({id(kit) for kit, _ in found}), 3)
        self.assertEqual(len({value for _, value in found}), 1)

    def test_objects_may_be_dropped_in_any_order(self):
        game = self.make_game()
        file = oisin.Kit().open(game)
        member = file[file.members[0]]
        del file
        gc.collect()
        self.assertGreater(len(member.data), 0)


if __name__ == "__main__":
    unittest.main()
