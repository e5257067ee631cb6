#!/usr/bin/env python3
"""bench/run.py BUILD [ROW...]: runs the benchmarks of this folder, each interleaved
with its peer, and prints one table: row, ours, peer, ratio, goal. The same goes to
build/bench.json. Rows whose peer is not installed say so."""
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import page

BUILD = os.path.abspath(sys.argv[1])
WANTED = sys.argv[2:]
RUNS = 5
PYTHON = (0.02, "0.02: 50 times as fast")  # the goal against scripts that check nothing
OISIN = os.path.join(BUILD, "oisin")
ROWS = []
HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS, EXAMPLE = (os.path.join(HERE, "..", name) for name in ("tools", "examples/segais"))


def bench(name):
    return os.path.join(BUILD, "bench", name)


def wanted(*names):
    return not WANTED or any(name in WANTED for name in names)


def add(row, ours, peer, unit, peer_name, goal, goal_text):
    """A ratio against a peer (goal is its limit) or, without a peer, the figure itself."""
    ratio = ours / peer if peer else None
    good = None if goal is None else (ratio if peer_name else ours) is not None and (
        (ratio if peer_name else ours) <= goal)
    ROWS.append(dict(row=row, ours=ours, peer=peer, unit=unit, peer_name=peer_name, ratio=ratio,
                     goal=goal_text, met=good))
    print(f"  {row}: {ours:.4g} {unit}", file=sys.stderr)


def timed(command, cwd=None, env=None, cpu=False):
    os.sync() # what others wrote before is not on this command's account: ours flushes to the disk
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, cwd=cwd, env=env, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{command}: {done.stderr.decode()[-500:]}")
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (used if cpu else wall) * 1000


def pair(ours, peer, runs=RUNS, prepare=None, cpu=False, cwd=None, env=None):
    """Medians of interleaved runs."""
    mine, theirs = [], []
    for _ in range(runs):
        if prepare:
            prepare()
        mine.append(timed(ours, cpu=cpu, env=env))
        if peer:
            if prepare:
                prepare()
            theirs.append(timed(peer, cwd=cwd, cpu=cpu))
    return statistics.median(mine), statistics.median(theirs) if theirs else None


def put_aside(folder):
    """Instead of removing it: for a minute, ext4 searches for inodes that were not used recently, which takes ten
    times as long as making the files."""
    if os.path.exists(folder):
        os.rename(folder, tempfile.mkdtemp(prefix="aside-", dir=os.path.dirname(folder)))


def peak_memory(command):
    """Largest resident set of a child, in MB."""
    pid = os.fork()
    if pid == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os.execv(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    if status:
        sys.exit(f"{command} failed")
    return usage.ru_maxrss / 1024, (usage.ru_utime + usage.ru_stime) * 1000


def lines_of(program, *arguments):
    out = subprocess.run([bench(program), *arguments], capture_output=True, text=True, check=True)
    return {line.split()[0]: [x for x in line.split()[1:]] for line in out.stdout.splitlines()}


def rows_build(work):
    project = os.path.join(work, "game")
    subprocess.run([bench("make_project"), project, "2000", "23", "44", "500", "123"], check=True)
    game, archive = os.path.join(work, "game.tng"), os.path.join(work, "game.zip")
    env = dict(os.environ, XDG_CACHE_HOME=os.path.join(work, "cache"))

    def clean():
        for path in (game, archive):
            if os.path.exists(path):
                os.remove(path)

    zip_there = shutil.which("zip")
    if wanted("build-cold"):
        ours, peer = pair([OISIN, "build", project, "-q", "--no-cache", "-o", game],
                          zip_there and ["zip", "-q", "-6", "-r", archive, "game"],
                          prepare=clean, cwd=work)
        add("build-cold", ours, peer, "ms", "zip -6", 0.9, "0.9")
    if wanted("build-warm"):
        subprocess.run([OISIN, "build", project, "-q", "-o", game], env=env, check=True)
        mine, theirs, one = [], [], []
        dialog = os.path.join(project, "dialogs", "d00000.dlg")
        text = open(dialog).read()
        for i in range(RUNS):
            mine.append(timed([OISIN, "build", project, "-q", "-o", game], env=env))
            with open(dialog, "w") as file:
                file.write(text.replace("today", f"today {i}"))
            one.append(timed([OISIN, "build", project, "-q", "-o", game], env=env))
            if zip_there:
                if os.path.exists(archive):
                    os.remove(archive)
                theirs.append(timed(["zip", "-q", "-0", "-r", archive, "game"], cwd=work))
        peer = statistics.median(theirs) if theirs else None
        open_memory, _ = peak_memory([OISIN, "probe", game])
        add("open-78mb-memory", open_memory, None, "MB", "", 20, "20 MB: assets stay unread")
        add("build-warm", statistics.median(mine), peer, "ms", "zip -0", 1.3, "1.3")
        add("build-warm-1-changed", statistics.median(one), peer, "ms", "zip -0", 1.3, "1.3")


def started(command, runs=21):
    """Median wall time in ms and memory in MB of a program that runs for a few milliseconds."""
    done = subprocess.run([bench("bench_start"), str(runs), *command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command}: {done.stderr}")
    _, ms, memory = done.stdout.split()
    return float(ms), int(memory) / 1024


def started_pair(ours, peer):
    """Medians of interleaved series."""
    series = [(started(ours), started(peer) if peer else (None, None)) for _ in range(RUNS)]
    return [statistics.median(one[k][0] for one in series) for k in range(2 if peer else 1)], \
        max(one[0][1] for one in series)


def rows_first_step(work):
    """The program from its start to its end, with a file of some kilobytes."""
    if not wanted("version", "probe", "probe-memory", "check", "convert"):
        return
    subprocess.run([OISIN, "new", os.path.join(work, "small"), "-q"], check=True)
    game = os.path.join(work, "small", "game.tng")
    subprocess.run([OISIN, "build", os.path.join(work, "small"), "-q"], check=True)
    git = shutil.which("git")
    for row, command, goal in (("version", ["version"], 2), ("probe", ["probe", game], 4),
                               ("check", ["check", game], 4),
                               ("convert", ["convert", game, "-o", os.path.join(work, "small.json")], 4)):
        if not wanted(row, row + "-memory"):
            continue
        times, memory = started_pair([OISIN, *command], git and [git, "version"])
        add(row, times[0], None, "ms", "", goal, f"{goal} ms")
        if row == "version" and git:
            add("version (git)", times[0], times[1], "ms", "git version", None, "-")
        if row == "probe":
            add("probe-memory", memory, None, "MB", "", 4, "4 MB")


def rows_again(work):
    """The example game: nothing has changed since the last build, or one text."""
    if not wanted("build-again", "build-again-1-changed") or not shutil.which("git"):
        return
    project = os.path.join(work, "again")
    shutil.copytree(EXAMPLE, project, ignore=shutil.ignore_patterns("*.tng"))
    for command in (["git", "init", "-q"], ["git", "add", "-A"],
                    ["git", "-c", "user.name=a", "-c", "user.email=a", "commit", "-qm", "a"]):
        subprocess.run(command, cwd=project, check=True)
    kept = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = os.path.join(work, "cache-again")
    status = ["git", "-C", project, "status"]
    build = [OISIN, "build", project, "-q"]
    subprocess.run(build, check=True)
    time.sleep(0.1) # files that have just changed are not trusted
    subprocess.run(build, check=True)
    times, _ = started_pair(build, [shutil.which("git"), *status[1:]])
    add("build-again", times[0], times[1], "ms", "git status", 1.5, "1.5")
    text_path = os.path.join(project, "dialogs", sorted(os.listdir(os.path.join(project, "dialogs")))[0])
    text = open(text_path).read()
    for row, command in (("build-again-1-changed", build), ("build-again-1-changed, draft", [*build, "--draft"])):
        mine, theirs = [], []
        subprocess.run(command, check=True)
        for i in range(3 * RUNS):
            with open(text_path, "w") as file:
                file.write(text.replace("\n", "\n" + "!" * (i % 2 + 1), 1))
            time.sleep(0.05)
            mine.append(timed(command))
            theirs.append(timed(status))
        add(row, statistics.median(mine), statistics.median(theirs), "ms", "git status", 3, "3.0")
    if kept is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = kept


def rows_growth(work):
    """Memory of a large project, and time and memory when everything is doubled."""
    if not wanted("build-memory", "build-doubled"):
        return
    figures = []
    for factor in (1, 2):
        project = os.path.join(work, f"large{factor}")
        subprocess.run([bench("make_project"), project, str(2500 * factor), "0",
                        str(50 * factor), str(1000 * factor)], check=True)
        command = [OISIN, "build", project, "-q", "--no-cache", "-o", project + ".tng"]
        figures.append(min((peak_memory(command) for _ in range(3)), key=lambda f: f[1]))
        shutil.rmtree(project)
    add("build-memory", figures[1][0], None, "MB", "", 500, "500 MB (5,000 sprites, 100 maps)")
    add("build-doubled", figures[1][1], figures[0][1], "ms CPU", "half of the project", 2.5,
        "2.5: no quadratic step")


def rows_programs():
    if wanted("atlas", "atlas-8000"):
        rows = lines_of("bench_atlas")
        add("atlas", float(rows["atlas"][0]), None, "ms", "", 75, "75 ms (4,000 frames)")
        add("atlas-density", 100 - 100 * float(rows["atlas"][2]), None, "% unused", "", 3,
            "3 % unused")
        add("atlas-mixed-area", 100 - 100 * float(rows["atlas-mixed"][4]), None, "% unused", "",
            10, "10 % of the whole area unused")
        add("atlas-8000", float(rows["atlas-8000"][0]), None, "ms", "", 400, "400 ms")
    if wanted("tmx", "map-load"):
        rows = lines_of("bench_tmx")
        tmx = rows["tmx"]
        add("tmx", float(tmx[0]), float(tmx[1]) if tmx[1] != "-" else None, "ms CPU",
            "tiled --export-map", 0.25, "0.25")
        add("map-load", float(rows["map-load"][0]), None, "ms", "", 30, "30 ms")
        add("map-load-memory", float(rows["map-load"][2]), None, "x raw", "", 3, "3 x raw")
    if wanted("png-decode", "png-encode"):
        for name, row in lines_of("bench_png").items():
            if not wanted(*(["png-decode"] if "decode" in name or "read" in name else
                            ["png-encode"])):
                continue
            encode = "encode" in name or "write" in name
            add(name, float(row[0]), float(row[1]), "ms", "libpng", 0.34 if encode else 0.5,
                "0.33" if encode else "0.5")


def rows_lay(work):
    """Ten characters, 168 images. The peer decodes and encodes those images with libpng."""
    if not wanted("lay", "lay-2-threads", "lay-compose-share", "lay-memory"):
        return
    people, ours, theirs = (os.path.join(work, name) for name in ("people", "ours", "theirs"))
    subprocess.run([bench("bench_lay"), "make", people], check=True)

    def command(threads):
        return [OISIN, "convert", people, "-o", ours, "--frames", "all", "-q", "-j", threads]

    def clean():
        shutil.rmtree(theirs, ignore_errors=True)

    timed(command("1"))
    if wanted("lay"):
        mine, peer = pair(command("1"), [bench("bench_lay"), "peer", ours, theirs], runs=3,
                          prepare=clean, cpu=True)
        add("lay", mine, peer, "ms CPU", "libpng, same images", 0.4, "0.4")
        sizes = [sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder)
                     if name.endswith(".png")) for folder in (ours, theirs)]
        add("lay-size", sizes[0] / 1e6, sizes[1] / 1e6, "MB", "libpng, same images", 1.1, "1.1")
    if wanted("lay-2-threads"):
        two, one = pair(command("2"), command("1"))
        add("lay-2-threads", two, one, "ms", "one thread", 0.65, "0.65")
    if wanted("lay-compose-share"):
        row = lines_of("bench_lay", "share", people)["share"]
        add("lay-compose-share", 100 * float(row[0]) / float(row[1]), None, "% of the time", "",
            5, "5 %")
    if wanted("lay-memory"):
        add("lay-memory", peak_memory(command("2"))[0], None, "MB", "", 100, "100 MB")


def rows_res(work):
    """50,000 small members of an archive. The peers: tar with the same files, a Python script."""
    if not wanted("res-unpack"):
        return
    archive, tar = os.path.join(work, "large.res"), os.path.join(work, "large.tar")
    ours, theirs = os.path.join(work, "ours"), os.path.join(work, "theirs")
    script = os.path.join(HERE, "read_res.py")
    subprocess.run([bench("make_res"), archive, "50000"], check=True)
    subprocess.run(["python3", script, archive, theirs], check=True)
    subprocess.run(["tar", "cf", tar, "-C", theirs, "."], check=True)

    def clean():
        put_aside(ours)
        put_aside(theirs)
        os.mkdir(theirs)

    command = [OISIN, "unpack", archive, "-o", ours, "-q"]
    mine, peer = pair(command, ["tar", "xf", tar, "-C", theirs], prepare=clean)
    add("res-unpack", mine, peer, "ms", "tar x", 2, "2.0")
    mine, peer = pair(command, ["python3", script, archive, theirs], runs=3, prepare=clean)
    add("res-unpack (Python)", mine, peer, "ms", "read_res.py", None, "-")
    clean()


def rows_workspace(work):
    """The same members as files of a workspace; and a pack that finds nothing to do."""
    if not wanted("workspace"):
        return
    archive, ours = os.path.join(work, "space.res"), os.path.join(work, "space")
    subprocess.run([bench("make_res"), archive, "50000"], check=True)

    def clean():
        put_aside(ours)

    def command(jobs):
        return [OISIN, "unpack", archive, "-o", ours, "-q", "--open", "--jobs", jobs]

    two, one = pair(command("2"), command("1"), runs=3, prepare=clean)
    add("workspace-unpack", two, one, "ms", "one thread, 50,000 small files", None, "-")
    mine, _ = pair([OISIN, "pack", ours, "-o", work, "-q"], None)
    add("workspace-unchanged", mine, None, "ms", "", None, "-")
    clean()
    subprocess.run([bench("bench_mmp"), "make", work], check=True)
    texture, folder = os.path.join(work, "grass.mmp"), os.path.join(work, "textures")
    subprocess.run([OISIN, "convert", os.path.join(work, "grass.png"), "-o", texture, "-q",
                    "--format", "dxt1", "--mips"], check=True)
    os.mkdir(folder)
    for i in range(100):
        shutil.copy(texture, os.path.join(folder, f"t{i}.mmp"))
    subprocess.run([OISIN, "pack", folder, "-o", archive, "-q"], check=True)
    two, one = pair(command("2"), command("1"), runs=3, prepare=clean)
    add("workspace-textures", two, one, "ms", "one thread, 100 textures", 0.75, "0.75")
    shutil.rmtree(folder)
    clean()


def rows_mmp(work):
    """Textures: reading against copying the pixels, the DXT1 encoder against ImageMagick's."""
    if wanted("mmp-decode"):
        for name, row in lines_of("bench_mmp").items():
            add(f"mmp-decode {name}", float(row[0]), float(row[1]), "ms", "copy of the pixels",
                1.5, "1.5")
    if wanted("mmp-decode", "mmp-png"):
        subprocess.run([bench("bench_mmp"), "make", work], check=True)
        script = os.path.join(HERE, "read_mmp.py")
        picture, texture, ours, theirs = (os.path.join(work, name) for name in (
            "grass.png", "grass.mmp", "ours.png", "theirs.png"))
        subprocess.run([OISIN, "convert", picture, "-o", texture, "-q", "--format", "dxt1"],
                       check=True)
        mine, peer = pair([OISIN, "convert", texture, "-o", ours, "-q"],
                          ["python3", script, texture, theirs], runs=3)
        add("mmp-png (Python)", mine, peer, "ms", "read_mmp.py", None, "-")
    if not wanted("dxt-encode"):
        return
    magick = shutil.which("convert")
    subprocess.run([bench("bench_mmp"), "make", work], check=True)
    for name in ("grass", "stones"):
        source, ours, theirs = (os.path.join(work, name + suffix)
                                for suffix in (".png", ".mmp", ".dds"))
        command = [OISIN, "convert", source, "-o", ours, "-q", "--format", "dxt1"]
        peer = [magick, source, "-define", "dds:compression=dxt1", "-define", "dds:mipmaps=0",
                theirs]
        mine, time_of_peer = pair(command, magick and peer, cpu=True)
        add(f"dxt-encode {name}", mine, time_of_peer, "ms CPU", "ImageMagick", 1.5, "1.5")
        noise = [float(lines_of("bench_mmp", "psnr", source, made)["psnr"][0])
                 for made in (ours, theirs) if os.path.exists(made)]
        levels = [255 * 10 ** (-db / 20) for db in noise] # the root of the mean square
        add(f"dxt-encode {name}, error", levels[0], levels[1] if magick else None, "levels",
            "ImageMagick", 1, f"1.0 ({', '.join(f'{db:.1f}' for db in noise)} dB)")


def rows_db(work):
    """A database of 10,000 rows to CSV and back: two commands, and two of a Python script."""
    if not wanted("db-csv"):
        return
    source, back = os.path.join(work, "items.idb"), os.path.join(work, "back.idb")
    ours, theirs = os.path.join(work, "tables"), os.path.join(work, "their_tables")
    script = os.path.join(HERE, "read_db.py")
    subprocess.run([bench("make_db"), source, "10000"], check=True)
    mine, peer = [], []
    for _ in range(RUNS):
        mine.append(timed([OISIN, "convert", source, "-o", ours, "-q"]) +
                    timed([OISIN, "convert", ours, "-o", back, "-q"]))
        same_files(source, back)
        peer.append(timed(["python3", script, source, theirs]) +
                    timed(["python3", script, theirs, back]))
        same_files(source, back)
    mine, peer = statistics.median(mine), statistics.median(peer)
    add("db-csv", mine, None, "ms", None, 100, "100 ms")
    add("db-csv (Python)", mine, peer, "ms", "read_db.py", *PYTHON)


def rows_mob(work):
    """Map objects of 2 MB: read and written in memory; as JSON, by a Python script too."""
    if not wanted("mob", "mob-json"):
        return
    if wanted("mob"):
        add("mob", float(lines_of("bench_mob")["mob"][0]), None, "ms", "", 50, "50 ms")
    source, out = os.path.join(work, "zone.mob"), os.path.join(work, "zone.json")
    script = os.path.join(HERE, "read_mob.py")
    subprocess.run([bench("make_mob"), source, "8300"], check=True)
    mine, peer = pair([OISIN, "convert", source, "-o", out, "-q"],
                      ["python3", script, source, out + "2"])
    add("mob-json", mine, None, "ms", "", 100, "100 ms")
    add("mob-json (Python)", mine, peer, "ms", "read_mob.py", *PYTHON)


def rows_model(work):
    if not wanted("figures"):
        return
    script = os.path.join(HERE, "read_fig.py")
    folder = os.path.join(work, "figures")
    os.makedirs(folder, exist_ok=True)
    subprocess.run([bench("bench_model"), "make", folder, "1000"], check=True)
    mine = float(lines_of("bench_model")["figures"][0])
    peer = float(subprocess.run(["python3", script, folder], capture_output=True, text=True,
                                check=True).stdout.split()[1])
    add("figures", mine, None, "ms CPU, 1,000 to .glb", "", 1000, "1,000 a second")
    add("figures (Python)", mine, peer, "ms CPU", "read_fig.py", *PYTHON)


def rows_map(work):
    """16 x 16 sectors with 2,000 objects to .glb; a Python script without textures and objects."""
    if not wanted("map"):
        return
    script = os.path.join(HERE, "read_map.py")
    folder = os.path.join(work, "map")
    os.makedirs(folder, exist_ok=True)
    subprocess.run([bench("make_map"), folder, "16", "16", "2000"], check=True)
    source, out = os.path.join(folder, "zone1.mpr"), os.path.join(folder, "zone1.glb")
    mine = statistics.median(timed([OISIN, "convert", source, "-o", out, "-q", "--mob",
                                    os.path.join(folder, "zone1.mob")]) for _ in range(RUNS))
    peer = timed(["python3", script, source, out + "2"])
    add("map", mine, None, "ms", "", 1000, "1 s")
    add("map (Python)", mine, peer, "ms", "read_map.py", *PYTHON)


# What the files of rows_many are made with, and their suffix.
MANY = (("res", ["make_res", "FILE", "50", "bin"], ".res"),
        ("db", ["make_db", "FILE", "200"], ".idb"),
        ("mob", ["make_mob", "FILE", "100"], ".mob"),
        ("fig", ["make_fig", "FILE", "25", "20"], ".fig"),
        ("map", ["make_map", "DIR", "1", "1", "50"], ".mpr"))


def many_files(work, name, program, suffix):
    """1,000 equal files in a new folder."""
    folder = os.path.join(work, f"many_{name}")
    os.makedirs(folder)
    first = os.path.join(folder, "zone1" + suffix)
    subprocess.run([bench(program[0])] + [{"FILE": first, "DIR": folder}.get(word, word)
                                          for word in program[1:]], check=True)
    files = [os.path.join(folder, f"file{i:04}{suffix}") for i in range(1000)]
    for path in files:
        shutil.copyfile(first, path)
    return folder, files


def rows_many(work):
    """1,000 files checked in one process: against one process of the Python script, which reads
    them without checking, and against `cat FILE... > /dev/null`, which copies them once."""
    for name, program, suffix in MANY:
        if not wanted("many", f"{name}-1000"):
            continue
        folder, files = many_files(work, name, program, suffix)
        ours = [OISIN, "check", "-q", "-j", "1"] + files
        script = os.path.join(HERE, f"read_{name}.py")
        mine, theirs = pair(ours, ["python3", script, "--read"] + files)
        add(f"{name}-1000 (Python)", mine, theirs, "ms", f"read_{name}.py", *PYTHON)
        mine, theirs = pair(ours, ["cat"] + files)
        add(f"{name}-1000 (copy)", mine, theirs, "ms", "cat of the same files", 5,
            "5.0: reading and all checks")
        shutil.rmtree(folder)


def same_files(one, other):
    with open(one, "rb") as a, open(other, "rb") as b:
        if a.read() != b.read():
            sys.exit(f"{other} is not {one}")


SCRIPT_PEERS = (("lua5.4", ["lua5.4"]), ("luajit -joff", ["luajit", "-joff"]))


def rows_script():
    """Processor time of both sides, interleaved; Lua with and without its compiler's tricks."""
    goals = {"loop": 0.80, "handler": 0.40}
    if wanted(*goals):
        folder = HERE
        ours = {name: [] for name in goals}
        peers = {(name, peer): [] for name in goals for peer, _ in SCRIPT_PEERS}
        for _ in range(RUNS):
            rows = lines_of("bench_script")
            for name in goals:
                ours[name].append(float(rows[name][0]))
                for peer, command in SCRIPT_PEERS:
                    if shutil.which(command[0]):
                        out = subprocess.run(command + [os.path.join(folder, name + ".lua")],
                                             capture_output=True, text=True, check=True).stdout
                        peers[name, peer].append(float(out.split()[-1]))
        for name, goal in goals.items():
            for peer, _ in SCRIPT_PEERS:
                if not wanted(name):
                    continue
                times = peers[name, peer]
                known = peer == "lua5.4" # the goals are against this one
                add(name if known else f"{name} (LuaJIT)", statistics.median(ours[name]),
                    statistics.median(times) if times else None, "ms", peer,
                    goal if known else None, f"{goal:.2f}" if known else "-")
    if wanted("suspended", "runaway"):
        rows = lines_of("bench_world")
        if wanted("suspended"):
            peer = None
            if shutil.which("lua5.4"):
                script = os.path.join(HERE, "suspended.lua")
                out = subprocess.run(["lua5.4", script], capture_output=True, text=True,
                                     check=True).stdout
                peer = float(out.split()[-1])
            add("suspended, memory", float(rows["suspended-memory"][0]), peer, "bytes each",
                "lua5.4", None, "-")
            add("suspended, frame", float(rows["suspended-frame"][0]), None, "ms", "", 1, "1 ms")
            add("suspended, worst frame", float(rows["suspended-worst"][0]), None, "ms", "", 5,
                "5 ms: all 10,000 resume in it")
        if wanted("runaway"):
            add("runaway", float(rows["runaway"][0]), None, "ms, worst tick", "", 5,
                "5 ms: maximum of five kinds")
    sides = ("512", "1024", "2048")
    if wanted("regions", *["regions-" + side for side in sides]):
        rows = lines_of("bench_regions")
        for side in sides:
            if wanted("regions", "regions-" + side):
                add("regions-" + side, float(rows[side][0]), None, "ms, worst tick", "", 25, "25 ms")


def rows_frame():
    """Without presenting it. The goals of a frame are those of benchmarks.md: 1.2 ms."""
    goals = [("frame", "ms, 1280 x 720", 1.2), ("frame-p99", "of the median", 2),
             ("frame-light", "ms, at night with a lamp", 1.7),
             ("frame-500", "ms, 500 NPCs", 3), ("frame-500-both", "ms, with its tick", 4),
             ("frame-4k", "ms, 3840 x 2160", 25), ("frame-4k-zoomed", "ms, the same, zoom 2", 25),
             ("frame-memory", "MB", 150)]
    if wanted("frame", *[name for name, _, _ in goals]):
        rows = lines_of("bench_frame")
        for name, unit, goal in goals:
            if wanted("frame", name):
                add(name, float(rows[name][0]), None, unit, "", goal, f"{goal:g}")


class Screen:
    """Xvfb while it lasts, or SDL's dummy; `env` for programs with a window."""

    def __enter__(self):
        self.env, self.server = dict(os.environ, SDL_AUDIODRIVER="dummy"), None
        if shutil.which("Xvfb"):
            self.server = subprocess.Popen(["Xvfb", ":93", "-screen", "0", "1280x800x24"],
                                           stderr=subprocess.DEVNULL)
            self.env["DISPLAY"] = ":93"
            time.sleep(1)
        else:
            self.env["SDL_VIDEODRIVER"] = "dummy"
        return self

    def __exit__(self, *_):
        if self.server:
            self.server.terminate()
            self.server.wait()


def first_frame(command, env):
    """From the start of the process; what it needs before main() is that of the shortest
    command."""
    load = timed([OISIN, "version"], env=env)
    said = subprocess.run(command + ["--frames", "1", "--timing"], env=env, capture_output=True,
                          text=True, check=True).stderr
    return load + float(re.search(r"first frame after ([0-9.]+)", said).group(1))


FLARE = shutil.which("flare") or shutil.which("/usr/games/flare")
FLARE_SAVE = """name=Bench
permadeath=0
option=male,head_short,portrait_male01
class=Adventurer,Exiled
xp=0
build=1,1,1,1
equipped_quantity=0,0,0,0,0,0,0,0,0,0,0,0
equipped=0,0,0,0,0,0,0,0,0,0,0,0
carried_quantity=0
carried=0
spawn=maps/arrival.txt,12,12
actionbar=0,0,0,0,0,0,0,0,0,0,0,0
"""


def flare_starter(work, screen):
    """A function that starts flare-engine with a saved game on its first map, of 40 x 40 cells,
    and gives the time to its frame; None if that cannot be done here."""
    home, watcher = os.path.join(work, "flare"), os.path.join(work, "flare_frame.so")
    source = os.path.join(HERE, "peers", "flare_frame.c")
    if not FLARE or not screen.server or subprocess.run(
            ["cc", "-O1", "-shared", "-fPIC", "-o", watcher, source, "-ldl"]).returncode:
        return None
    slot = os.path.join(home, ".local", "share", "flare", "saves", "empyrean", "1")
    env = {**screen.env, "HOME": home, "LD_PRELOAD": watcher}
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        env.pop(name, None)

    def start():
        shutil.rmtree(os.path.join(home, ".local"), ignore_errors=True)
        os.makedirs(slot)
        with open(os.path.join(slot, "avatar.txt"), "w") as file:
            file.write(FLARE_SAVE)
        lock = os.path.join(home, ".config", "flare", "flare_lock")
        if os.path.exists(lock): # it was stopped at its first frame
            os.remove(lock)
        begin = time.clock_gettime(time.CLOCK_MONOTONIC) * 1000
        try:
            said = subprocess.run([FLARE, "--load-slot=1"], env=env, capture_output=True,
                                  text=True, timeout=10).stderr
        except subprocess.TimeoutExpired:
            return None
        at = re.search(r"map frame at ([0-9.]+)", said)
        return float(at.group(1)) - begin if at else None

    return start if start() else None # the first one writes its settings, too


def rows_start(work, game, screen):
    if wanted("start"):
        command = [OISIN, "play", game, "--home", os.path.join(work, "home")]
        mine, floors = [], []
        for _ in range(RUNS):
            mine.append(first_frame(command, screen.env))
            floors.append(timed([bench("floor_window")], env=screen.env))
        # 65 ms where a window alone takes 40 (benchmarks.md), so 1.6 of the floor here
        add("start", statistics.median(mine), statistics.median(floors), "ms",
            "SDL window alone", 1.63, "1.63")
    if wanted("saved"):
        save = os.path.join(work, "town.sav")
        subprocess.run([OISIN, "play", game, "--headless", "-q", "--input",
                        os.path.join(TOOLS, "demo.input"), "--save", save], check=True)
        command = [OISIN, "play", game, "--home", os.path.join(work, "home"), "--load", save]
        peer = flare_starter(work, screen)
        mine, theirs = [], []
        for _ in range(RUNS):
            mine.append(first_frame(command, screen.env))
            if peer:
                theirs.append(peer())
        known = theirs and None not in theirs
        add("saved", statistics.median(mine), statistics.median(theirs) if known else 230, "ms",
            "flare-engine" if known else "flare-engine, as benchmarks.md saw it", 0.45, "0.45")
    if wanted("frame-window") and screen.server:
        out = subprocess.run([bench("bench_frame"), "window"], env=screen.env,
                             capture_output=True, text=True, check=True).stdout.split()
        ours, floor = float(out[1]), float(out[2])
        add("frame-window", ours, floor, "ms CPU", "SDL presenting alone", 1.3, "1.3")


def rows_web(work):
    """The page of a game in Chromium; tests/web/bench.mjs says how."""
    names = ("web-size", "web-title", "web-memory", "web-frame")
    page_folder = os.path.join(HERE, "../build/web/page")
    if not wanted(*names):
        return
    if not os.path.exists(page_folder) or not shutil.which("chromium") or not shutil.which("node"):
        print("  web-*: skipped without `make web`, node and chromium", file=sys.stderr)
        return
    example, scene = os.path.join(work, "webpage"), os.path.join(work, "webscene")
    env = dict(os.environ, OISIN_WEB=page_folder)
    os.makedirs(scene)
    native = []
    for _ in range(RUNS):
        said = subprocess.run([bench("bench_web"), scene], capture_output=True, text=True, check=True)
        native.append(float(said.stdout.split()[1]))
    subprocess.run([OISIN, "build", EXAMPLE, "-q", "--web", example], env=env, check=True)
    subprocess.run([OISIN, "build", os.path.join(scene, "scene.tng"), "-q", "--web", scene], env=env, check=True)
    said = subprocess.run(["node", os.path.join(HERE, "../tests/web/bench.mjs"), example, scene],
                          capture_output=True, text=True, check=True)
    rows = {line.split()[0]: float(line.split()[1]) for line in said.stdout.splitlines()}
    add("web-size", rows["size"], None, "MB", "", 2.5, "2.5 MB compressed, without the game")
    add("web-title", rows["title"], None, "ms", "", 2000, "2 s to the title of the example, cold")
    add("web-memory", rows["memory"], None, "MB", "", 200, "200 MB for the tab")
    add("web-frame", rows["frame"], statistics.median(native), "ms CPU", "native", 2.0, "2.0")


def rows_edit(work):
    """The editor's page in Chromium, for the example and for a large project; tests/web/bench_edit.mjs says how."""
    goals = {"open": (500, "from the start of the program to the tree"), "map": (200, "from a click to its picture"),
             "stroke": (16, "the page's work for a move of the pointer, the longest of 60"), "form": (100, "from a click to its fields"),
             "search": (100, "from Enter to the results"), "play": (300, "from a change to the game that goes on with it")}
    if not wanted("edit", *(f"edit-{name}" for name in goals)):
        return
    if not shutil.which("chromium") or not shutil.which("node"):
        print("  edit-*: skipped without node and chromium", file=sys.stderr)
        return
    small, large = os.path.join(work, "edited"), os.path.join(work, "edited-large")
    shutil.copytree(EXAMPLE, small)
    subprocess.run([bench("make_project"), large, "3700", "30", "100", "1000", "25"], check=True)
    env = dict(os.environ, OISIN=OISIN, OISIN_EDIT=os.path.join(HERE, "../web/edit"), WORK=work,
               XDG_CACHE_HOME=os.path.join(work, "edit-cache"))
    for words, project in (("", (small, "town", "dialogs/aoife_hello.dlg", "title", "salmon")),
                           (", 4,900 files", (large, "map000", "dialogs/d00000.dlg", "title", "today"))):
        said = subprocess.run(["node", os.path.join(HERE, "../tests/web/bench_edit.mjs"), *project], env=env,
                              capture_output=True, text=True, check=True)
        rows = {line.split()[0]: float(line.split()[1]) for line in said.stdout.splitlines()}
        for name, (limit, text) in goals.items():
            if name in rows:
                add(f"edit-{name}{words}", rows[name], None, "ms", "", limit, f"{limit} ms {text}")


def rows_save():
    """1,000 entities; zlib packs and unpacks the same bytes."""
    if not wanted("save", "load"):
        return
    rows = {name: [float(x) for x in row] for name, row in lines_of("bench_save").items()}
    if wanted("save"):
        ours, zlib, size, zlib_size = rows["save"]
        add("save", ours, zlib, "ms CPU", "zlib -6", None, "-")
        add("save, limit", ours, None, "ms CPU", "", 5, "5 ms (1,000 entities)")
        add("save-size", size / 1000, zlib_size / 1000, "KB", "zlib -6", 1.05, "1.05")
        add("save-stall", rows["stall"][0], None, "ms CPU", "", 2,
            "2 ms: delay of a frame")
        add("save-snapshot", rows["snapshot"][0], None, "ms CPU", "", 2, "2 ms")
    if wanted("load"):
        ours, inflate = rows["load"]
        add("load", ours, inflate, "ms CPU", "inflate", None, "-")
        add("load, limit", ours, None, "ms CPU", "", 3, "3 ms with all checks")


def crossfire():
    """What crossfire-server costs, and its name; what benchmarks.md saw if it does not run here."""
    name = "crossfire-server"
    seen = ({"cpu": ["0.45"], "memory": ["110"], "bytes": ["1000"]},
            f"{name}, as benchmarks.md saw it")
    script = os.path.join(HERE, "peers", "crossfire_server.py")
    try:
        out = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=240)
    except subprocess.TimeoutExpired:
        return seen
    if out.returncode:
        print(f"  {out.stderr.strip()[-200:]}", file=sys.stderr)
        return seen
    return {line.split()[0]: line.split()[1:] for line in out.stdout.splitlines()}, name


def rows_server_many():
    """5,000 bots and their server share two cores."""
    if not wanted("server-5000"):
        return
    out = subprocess.run([bench("bench_server"), "5000"], capture_output=True, text=True)
    rows = {line.split()[0]: line.split()[1:] for line in out.stdout.splitlines()}
    playing = int(rows["bots"][0]) if "bots" in rows else 0
    add("server-5000", float(rows["tick"][1]) if playing else 1000, None,
        f"ms, p99 of the ticks ({playing} bots play)", "", 25 if playing == 5000 else -1,
        "25 ms (5,000 bots, two cores)")


def rows_server():
    """1,000 bots from another process; docs/how-to/load-test.md says what is compared."""
    if not wanted("server-tick-p99", "server-cpu", "server-memory", "server-bytes"):
        return
    rows = lines_of("bench_server")
    if wanted("server-tick-p99"):
        add("server-tick-p99", float(rows["tick"][1]), None, "ms", "", 25,
            "25 ms (1,000 bots, one core)")
    if not wanted("server-cpu", "server-memory", "server-bytes"):
        return
    theirs, name = crossfire()
    for row, unit, limit, scale in (("cpu", "ms CPU a client and second", 0.10, 1),
                                    ("memory", "KiB a client", 24, 1),
                                    ("bytes", "KB a client and second", 0.7, 1000)):
        if not wanted(f"server-{row}"):
            continue
        ours, peer = (float(figures[row][0]) / scale for figures in (rows, theirs))
        add(f"server-{row}", ours, peer, unit, name, None, "-")
        add(f"server-{row}, limit", ours, None, unit, "", limit, f"{limit} {unit.split()[0]}")


def rows_player(work):
    if wanted("start", "saved", "frame-window"):
        game = os.path.join(work, "start.tng")
        subprocess.run([OISIN, "build", EXAMPLE, "-q", "-o", game], check=True)
        with Screen() as screen:
            rows_start(work, game, screen)
        if wanted("start"):
            os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
            add("start-memory", peak_memory([OISIN, "play", game, "--frames", "1"])[0], None, "MB",
                "", 90, "90 MB")
    if wanted("map-png"):
        folder = os.path.join(work, "maps")
        subprocess.run([bench("make_world"), folder], check=True)
        game = os.path.join(work, "world.tng")
        subprocess.run([OISIN, "build", folder, "-q", "-o", game], check=True)
        peer = shutil.which("tmxrasterizer") and [
            "env", "QT_QPA_PLATFORM=offscreen", "tmxrasterizer",
            os.path.join(folder, "maps", "world.tmx"), os.path.join(work, "peer.png")]
        ours, theirs = pair([OISIN, "convert", game, "--map", "world", "-o",
                             os.path.join(work, "ours.png")], peer, runs=3, cpu=True)
        add("map-png", ours, theirs, "ms CPU", "tmxrasterizer", 0.33, "0.33")


def main():
    work = tempfile.mkdtemp(prefix="oisin-bench-")
    try:
        if wanted("build-cold", "build-warm"):
            rows_build(work)
        rows_first_step(work)
        rows_again(work)
        rows_growth(work)
        rows_programs()
        rows_lay(work)
        rows_res(work)
        rows_workspace(work)
        rows_mmp(work)
        rows_db(work)
        rows_mob(work)
        rows_model(work)
        rows_map(work)
        rows_many(work)
        rows_script()
        rows_frame()
        rows_web(work)
        rows_edit(work)
        rows_save()
        rows_server()
        rows_server_many()
        rows_player(work)
    finally:
        shutil.rmtree(work)
    print(page.whole(ROWS))
    with open(os.path.join(os.path.dirname(BUILD), "bench.json"), "w") as file:
        json.dump(ROWS, file, indent=1)


main()
