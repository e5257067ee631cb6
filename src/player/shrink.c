/* Parts, in order: lines of a recording; replaying a candidate; trying many; the steps that
 * make it shorter. */
#include "player/shrink.h"

#include "base/tasks.h"
#include "base/text.h"

typedef struct Line {
    uint32_t frame;
    Text text; /* after the frame */
} Line;

/* A recording: lines, and the number of ticks after which it ends. */
typedef struct Lines {
    Line *items;
    size_t count;
    uint32_t frames;
} Lines;

typedef struct Shrink {
    const ShrinkOptions *options;
    Text head; /* the lines before the first frame */
    Lines best;
    ShrinkResult *out;
    Arena *arena;
} Shrink;

/* ---- lines ---- */

static void read_lines(Shrink *shrink, Text file)
{
    Writer head = writer_to(shrink->arena);
    for (Text line; text_line(&file, &line);) {
        Text rest = text_trimmed(line);
        const Text whole = rest, word = text_word(&rest);
        int64_t frame;
        if (!text_number(word, 0, UINT32_MAX, &frame)) {
            if (whole.size)
                write_format(&head, "%.*s\n", (int)whole.size, whole.at);
            continue;
        }
        rest = text_trimmed(rest);
        if (!text_is(rest, "end"))
            *ARENA_PUSH(shrink->arena, shrink->best.items, shrink->best.count) =
                (Line){(uint32_t)frame, rest};
    }
    shrink->head = writer_text(&head);
}

static Text written(const Shrink *shrink, const Lines *lines, Arena *arena)
{
    Writer out = writer_to(arena);
    write_text(&out, shrink->head);
    for (size_t i = 0; i < lines->count; i++)
        write_format(&out, "%u %.*s\n", lines->items[i].frame, (int)lines->items[i].text.size,
                     lines->items[i].text.at);
    recording_end(&out, lines->frames);
    return writer_text(&out);
}

/* ---- a candidate ---- */

/* The number of ticks after which the condition holds; 0: it does not. What cannot be replayed,
 * such as source that needs something which was left out, does not hold. */
static uint32_t replayed(const Shrink *shrink, ShrinkWorker *worker, const Lines *lines)
{
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    Recording recording;
    Replay replay;
    uint32_t found = 0;
    if (recording_read(written(shrink, lines, scratch), &recording, scratch, &silent) &&
        replay_begin(&replay, &worker->game, &recording)) {
        while (!found && replay_goes_on(&replay) && replay_tick(&replay))
            if (worker->holds(worker->context, replay.world))
                found = replay.frame;
        replay_end(&replay);
    }
    arena_free(scratch);
    return found;
}

/* ---- many candidates ---- */

/* A change of the best recording: lines are left out, or later ones are shifted. */
typedef struct Change {
    size_t from, count; /* of the lines that are left out */
    uint32_t shift;     /* ticks by which line `from` and those after it come earlier */
} Change;

typedef struct Trials {
    const Shrink *shrink;
    const Change *changes;
    Lines *lines;
    uint32_t *found;
} Trials;

static Lines changed(const Lines *best, const Change *change, Arena *arena)
{
    Lines out = {ARENA_ALLOC(arena, Line, best->count + 1), 0, best->frames - change->shift};
    for (size_t i = 0; i < best->count; i++) {
        if (i >= change->from && i < change->from + change->count)
            continue;
        Line line = best->items[i];
        line.frame -= i >= change->from ? change->shift : 0;
        out.items[out.count++] = line;
    }
    return out;
}

static void try_one(void *context, size_t index)
{
    const Trials *trials = context;
    trials->found[index] = replayed(trials->shrink, &trials->shrink->options->workers[index],
                                    &trials->lines[index]);
}

/* The lines after the tick at which the condition holds have no effect. */
static void keep(Shrink *shrink, const Lines *lines, uint32_t frames)
{
    Lines *best = &shrink->best;
    size_t count = 0;
    for (size_t i = 0; i < lines->count; i++)
        if (lines->items[i].frame < frames)
            best->items[count++] = lines->items[i];
    best->count = count;
    best->frames = frames;
    shrink->out->inputs = count;
    progress_step(shrink->options->progress, "inputs", shrink->out->inputs_before - count,
                  shrink->out->inputs_before);
}

static bool stopped(Shrink *shrink)
{
    const ShrinkOptions *options = shrink->options;
    shrink->out->stopped |= options->stop && options->stop(options->stop_context);
    return shrink->out->stopped;
}

/* Tries as many changes as there are workers; uses the first that works, and returns its
 * number, or `count`. */
static size_t try_changes(Shrink *shrink, const Change *changes, size_t count)
{
    Arena *scratch = arena_new();
    Trials trials = {.shrink = shrink,
                     .changes = changes,
                     .lines = ARENA_ALLOC(scratch, Lines, count),
                     .found = ARENA_ALLOC(scratch, uint32_t, count)};
    for (size_t i = 0; i < count; i++)
        trials.lines[i] = changed(&shrink->best, &changes[i], scratch);
    tasks_run(try_one, &trials, count);
    shrink->out->replays += (uint32_t)count;
    size_t first = 0;
    while (first < count && !trials.found[first])
        first++;
    if (first < count)
        keep(shrink, &trials.lines[first], trials.found[first]);
    arena_free(scratch);
    return first;
}

/* ---- steps ---- */

/* Leaves out parts of `size` lines, the last ones first. */
static bool leave_out(Shrink *shrink, size_t size)
{
    const size_t workers = shrink->options->worker_count;
    Arena *scratch = arena_new();
    Change *changes = ARENA_ALLOC(scratch, Change, workers);
    bool any = false;
    for (size_t end = shrink->best.count; end && !stopped(shrink);) {
        size_t count = 0;
        for (size_t to = end; to && count < workers; to -= changes[count - 1].count) {
            const size_t from = to > size ? to - size : 0;
            changes[count++] = (Change){from, to - from, 0};
        }
        const size_t used = try_changes(shrink, changes, count);
        any |= used < count;
        const size_t next = changes[used < count ? used : count - 1].from;
        end = next < shrink->best.count ? next : shrink->best.count;
    }
    arena_free(scratch);
    return any;
}

static uint32_t pause_before(const Lines *lines, size_t index)
{
    const uint32_t end = index < lines->count ? lines->items[index].frame : lines->frames;
    return end - (index ? lines->items[index - 1].frame : 0);
}

/* Makes the pauses between lines shorter: by all ticks, half of them, and so on. */
static bool shorten(Shrink *shrink)
{
    bool any = false;
    for (size_t i = shrink->best.count; i-- > 0;) {
        uint32_t shift = i < shrink->best.count ? pause_before(&shrink->best, i) : 0;
        while (shift && !stopped(shrink)) {
            const uint32_t pause = i < shrink->best.count ? pause_before(&shrink->best, i) : 0;
            const Change change = {i, 0, shift < pause ? shift : pause};
            const bool works = change.shift && !try_changes(shrink, &change, 1);
            any |= works;
            if (!works)
                shift /= 2;
        }
    }
    return any;
}

static void reduce(Shrink *shrink)
{
    enum { FEW = 48, ROUNDS_MAX = 8 };
    size_t size = (shrink->best.count + 1) / 2;
    while (size > 1 && shrink->best.count > FEW && !stopped(shrink)) {
        leave_out(shrink, size);
        size = (size < shrink->best.count ? size : shrink->best.count) / 2;
    }
    bool any = true;
    for (unsigned i = 0; i < ROUNDS_MAX && any && !stopped(shrink); i++) {
        any = false;
        for (size = (shrink->best.count + 3) / 4; size; size /= 2)
            any |= leave_out(shrink, size);
        any |= shorten(shrink);
    }
}

bool recording_shrink(Text file, const ShrinkOptions *options, ShrinkResult *out, Arena *arena,
                      Report *report)
{
    Recording recording;
    *out = (ShrinkResult){0};
    Shrink shrink = {.options = options, .out = out, .arena = arena};
    if (!recording_read(file, &recording, arena, report))
        return false;
    read_lines(&shrink, file);
    shrink.best.frames = recording.frames;
    out->inputs_before = shrink.best.count;
    out->frames_before = recording.frames;
    const uint32_t found = replayed(&shrink, &options->workers[0], &shrink.best);
    if (!found)
        return report_error(report, "the condition does not hold at any of the %u ticks",
                            recording.frames);
    keep(&shrink, &shrink.best, found);
    reduce(&shrink);
    progress_end(options->progress);
    out->frames = shrink.best.frames;
    out->recording = written(&shrink, &shrink.best, arena);
    return true;
}
