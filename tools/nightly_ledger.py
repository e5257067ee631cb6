"""What tools/nightly.py has proved: its ledger, the sums in docs/assurance.json, and the tables made of them.

The ledger has a line for each slice. docs/assurance.json has sums: ledger -> commit -> job. Each ledger has
an ID, so that two machines add up, and one that is recorded twice counts once."""
import collections
import dataclasses
import json
import os
import secrets
import sys


@dataclasses.dataclass
class Slice:
    job: str
    commit: str
    when: str
    seconds: float
    amount: float = 0
    executions: int = 0
    gaps: int = 0
    result: str = "ok"  # ok | finding | skipped | listed: `amount` is how many targets the group has
    note: str = ""
    goal: float = 0


FIELDS = dataclasses.fields(Slice)


def parse(line):
    """None for a line that is not a slice. Lines of an older program may lack the last values."""
    words = line.split("\t")
    if not 5 <= len(words) <= len(FIELDS):
        return None
    try:
        return Slice(**{field.name: field.type(word) for field, word in zip(FIELDS, words)})
    except ValueError:
        return None


class Ledger:
    def __init__(self, path):
        self.path, self.slices = path, []
        self.name = secrets.token_hex(4)
        self.done, self.seconds = collections.defaultdict(dict), collections.defaultdict(dict)
        if path.exists():
            self.read(path.read_bytes())

    def read(self, file):
        """The file is replaced by the next slice, so a copy stays of one with bad lines."""
        bad = []
        for number, line in enumerate(file.decode(errors="replace").split("\n"), 1):
            if line.startswith("# ledger ") and len(line.split()) == 3:
                self.name = line.split()[2]
            elif line and not line.startswith("#"):
                one = parse(line)
                if one:
                    self.count(one)
                else:
                    bad.append(str(number))
        if bad:
            copy = self.path.with_suffix(self.path.suffix + ".damaged")
            copy.write_bytes(file)
            print(f"{self.path}:{','.join(bad)}: cannot be read; a copy is in {copy}", file=sys.stderr, flush=True)

    def count(self, one):
        self.slices.append(one)
        done, seconds = self.done[one.commit], self.seconds[one.commit]
        group = one.job.split(":")[0]
        seconds[group] = seconds.get(group, 0) + one.seconds
        if one.result == "ok":
            done[one.job] = done.get(one.job, 0) + one.amount

    def add(self, one):
        self.count(one)
        lines = [f"# ledger {self.name}", "# " + "\t".join(field.name for field in FIELDS)]
        lines += ["\t".join(str(value) for value in dataclasses.astuple(one)) for one in self.slices]
        new = self.path.with_suffix(".new")
        with open(new, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self.path)

    def at(self, commit):
        return [one for one in self.slices if one.commit == commit]

    def done_at(self, commit):
        """How much of each job is done, and the seconds of each group."""
        return self.done[commit], self.seconds[commit]


# ---- docs/assurance.json ----

SUMS = ("seconds", "amount", "goal", "executions", "gaps", "findings")


def read_record(path):
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def sums_of(slices):
    """{"when": date, "targets": {group: count}, "jobs": {job: sums}}. Sums are rounded at the end: slices may be
    shorter than half a second."""
    found = {"when": max(one.when for one in slices), "targets": {}, "jobs": {}}
    for one in slices:
        if one.result == "listed":
            found["targets"][one.job.split(":")[0]] = int(one.amount)
        if one.result not in ("ok", "finding"):
            continue
        sums = found["jobs"].setdefault(one.job, dict.fromkeys(SUMS, 0))
        for name in ("seconds", "amount", "executions", "gaps"):
            sums[name] += getattr(one, name)
        sums["goal"] = max(sums["goal"], one.goal)
        sums["findings"] += one.result == "finding"
    for sums in found["jobs"].values():
        sums.update({name: round(value) for name, value in sums.items()})
    return found


def merge(record, ledger):
    """The record with what the ledger has; all others' results stay."""
    mine = dict(record.get(ledger.name, {}))
    for commit in {one.commit for one in ledger.slices}:
        mine[commit] = sums_of(ledger.at(commit))
    return {**record, ledger.name: mine} if mine else record


def write_record(path, record):
    """One line for each job, so that `git diff` shows what is new."""
    out = []
    for ledger, commits in sorted(record.items()):
        parts = []
        for commit, sums in sorted(commits.items(), key=lambda item: (item[1]["when"], item[0])):
            jobs = [f"    {json.dumps(job)}: {json.dumps(values)}" for job, values in sorted(sums["jobs"].items())]
            head = f'   "when": {json.dumps(sums["when"])}, "targets": {json.dumps(sums["targets"], sort_keys=True)}'
            parts.append(f"  {json.dumps(commit)}: {{\n{head}, \"jobs\": {{\n" + ",\n".join(jobs) + "}}")
        out.append(f" {json.dumps(ledger)}: {{\n" + ",\n".join(parts) + "}")
    new = path.with_suffix(".new")
    new.write_text("{\n" + ",\n".join(out) + "\n}\n", encoding="utf-8")
    os.replace(new, path)


# ---- tables ----


def flat(record):
    """(when, commit, job, sums) of all."""
    for commits in record.values():
        for commit, found in commits.items():
            for job, sums in found["jobs"].items():
                yield found["when"], commit, job, sums


def hours(seconds):
    return f"{seconds / 3600:.2f}"


def group_row(name, row, record):
    mine = [one for one in flat(record) if one[2].split(":")[0] == name]
    if not mine:
        return f"| {name} | {row['what']} | not run yet | | | | | |"
    when, newest = max((one[0], one[1]) for one in mine)
    at_newest, total = collections.defaultdict(collections.Counter), collections.Counter()
    for _, commit, job, sums in mine:
        total.update(sums)
        if commit == newest:
            at_newest[job].update(amount=sums["amount"])
            at_newest[job]["goal"] = sums["goal"]
    goal, unit = float(row["goal"]), row["unit"]
    targets = max(found["targets"].get(name, 0) for commits in record.values() for commit, found in commits.items() if commit == newest)
    reached = sum(0 < sums["goal"] <= sums["amount"] for sums in at_newest.values())
    amount = f"{hours(total['amount'])} h" if unit == "s" else f"{total['amount']:,} {unit}"
    if total["gaps"]:
        amount += f", {total['gaps']} not noticed"
    wanted = "all files" if unit == "files" else f"{hours(goal)} h" if unit == "s" else f"{goal:,.0f} {unit}"
    at = f"{reached} of {targets} (`{newest[:8]}`, {when[:10]})"
    executions = f"{total['executions']:,}" if total["executions"] else ""
    return f"| {name} | {row['what']} | {wanted} | {at} | {amount} | {executions} | {hours(total['seconds'])} | {total['findings']} |"


NO_TIME = "0.00"  # less than 18 seconds: no row


def target_sums(record, groups):
    """For the groups with executions: each target's sums over all commits."""
    counts = collections.defaultdict(collections.Counter)
    for _, _, job, sums in flat(record):
        group, target = job.split(":", 1)
        if group in groups:
            counts[target].update({f"{group} {key}": sums[key] for key in ("seconds", "amount", "executions")})
    return sorted(counts.items())


def target_rows(sums_of):
    for target, sums in sums_of:
        if hours(sums["fuzz amount"]) == NO_TIME:
            continue
        cells = [f"{hours(sums['fuzz amount'])} h", f"{sums['fuzz executions']:,}", f"{sums['memory amount']:,}", f"{sums['memory executions']:,}"]
        yield f"| {target} | " + " | ".join(cells) + " |"


def commit_rows(record):
    """The newest first."""
    days, sums = {}, collections.defaultdict(collections.Counter)
    jobs = collections.defaultdict(set)
    for when, commit, job, found in flat(record):
        days[commit] = max(when, days.get(commit, ""))
        jobs[commit].add(job)
        sums[commit].update(found)
    for when, commit in sorted(((when, commit) for commit, when in days.items()), reverse=True):
        total = sums[commit]
        if hours(total["seconds"]) == NO_TIME:
            continue
        yield f"| `{commit}` | {when[:10]} | {len(jobs[commit])} | {hours(total['seconds'])} | {total['executions']:,} | {total['findings']} |"


def markdown(record, table):
    lines = ["| job | one slice | goal for each target | reached by, at the newest commit | in all | executions | hours | findings |"]
    lines.append("|---|---|--:|---|--:|--:|--:|--:|")
    lines += [group_row(name, row, record) for name, row in table.items()]
    rows = list(commit_rows(record))
    if rows:
        lines += ["", "| commit | last run | jobs | hours | executions | findings |", "|---|---|--:|--:|--:|--:|", *rows]
    sums_of = target_sums(record, ("fuzz", "memory"))
    rows = list(target_rows(sums_of))
    if rows:
        lines += ["", "| target | fuzzed | executions | files without memory | runs |", "|---|--:|--:|--:|--:|", *rows]
    others = [target for target, sums in sums_of if hours(sums["fuzz amount"]) == NO_TIME]
    if others:
        files, runs = (sum(sums[key] for target, sums in sums_of if target in others) for key in ("memory amount", "memory executions"))
        lines += ["", f"Not fuzzed yet, but run without memory ({files:,} files, {runs:,} runs): {', '.join(others)}."]
    lines += ["", "What each job does not show:", ""]
    lines += [f"- `{name}`: {row['limits']}." for name, row in table.items()]
    return "\n".join(lines)


def summary_line(slices):
    slices = [one for one in slices if one.result != "listed"]
    seconds, executions = sum(one.seconds for one in slices), sum(one.executions for one in slices)
    wrong = sum(one.result == "finding" for one in slices)
    return f"{len({one.job for one in slices})} jobs, {hours(seconds)} hours, {executions:,} executions, {wrong} findings"
