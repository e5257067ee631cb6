/* Keeps the steps of an editor in memory and in a file. Parts, in order: changes of files, of
 * which the part that differs is kept; lines; the list of steps, and the repair of its end when
 * the journal is opened. */
#include "studio/editor/edit_journal.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"

uint64_t file_hash(Bytes bytes)
{
    const uint64_t hash = hash_bytes(0, bytes);
    return hash ? hash : 1; /* 0: there is no file */
}

/* ---- changes ---- */

/* Common bytes at both ends are left out: a change of one value of a large map takes a few
 * bytes. `end` must not overlap `start` if a text is repeated. */
static FileChange change_of(const FileWrite *write, Arena *arena)
{
    const Bytes a = write->before, b = write->after;
    size_t start = 0, end = 0;
    while (start < a.size && start < b.size && a.data[start] == b.data[start])
        start++;
    while (end < a.size - start && end < b.size - start &&
           a.data[a.size - 1 - end] == b.data[b.size - 1 - end])
        end++;
    return (FileChange){
        .path = arena_text(arena, write->path),
        .existed = write->existed,
        .exists = write->exists,
        .hash_before = write->existed ? file_hash(a) : 0,
        .hash_after = write->exists ? file_hash(b) : 0,
        .at = start,
        .removed = arena_copy(arena, bytes_slice(a, start, a.size - end - start)),
        .added = arena_copy(arena, bytes_slice(b, start, b.size - end - start)),
    };
}

/* Each step has its own arena, as steps are removed one by one. */
JournalStep journal_step(Text label, const FileWrite *writes, size_t count)
{
    Arena *arena = arena_new();
    JournalStep step = {.arena = arena, .count = count};
    step.label = arena_text(arena, label);
    step.changes = ARENA_ALLOC(arena, FileChange, count);
    for (size_t i = 0; i < count; i++)
        step.changes[i] = change_of(&writes[i], arena);
    return step;
}

/* False if the file does not have the removed bytes there: it was changed elsewhere. */
static bool exchange(Bytes file, size_t at, Bytes removed, Bytes added, Bytes *out,
                     Arena *arena)
{
    if (at > file.size || removed.size > file.size - at ||
        (removed.size && memcmp(file.data + at, removed.data, removed.size) != 0))
        return false;
    Writer writer = writer_to(arena);
    write_bytes(&writer, bytes_slice(file, 0, at));
    write_bytes(&writer, added);
    write_bytes(&writer, bytes_slice(file, at + removed.size, file.size - at - removed.size));
    *out = writer_bytes(&writer);
    return true;
}

/* The hash covers the whole file, the comparison only the part that differs. */
bool change_forward(const FileChange *change, Bytes before, Bytes *after, Arena *arena)
{
    return exchange(before, change->at, change->removed, change->added, after, arena) &&
           (!change->exists || file_hash(*after) == change->hash_after);
}

bool change_back(const FileChange *change, Bytes after, Bytes *before, Arena *arena)
{
    return exchange(after, change->at, change->added, change->removed, before, arena) &&
           (!change->existed || file_hash(*before) == change->hash_before);
}

/* ---- lines ---- */

/* Hexadecimal, because a 64-bit hash may be larger than the integers of a JSON reader. */
static void write_hash(JsonWriter *json, const char *key, uint64_t hash)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(hash >> (8 * i));
    json_put_hex(json, key, (Bytes){bytes, sizeof bytes});
}

/* The writer of JSON puts line ends between members: a line of the journal has none. */
static Bytes one_line(Writer *out)
{
    size_t kept = 0;
    for (size_t i = 0; i < out->size; i++)
        if (out->data[i] != '\n')
            out->data[kept++] = out->data[i];
    out->size = kept;
    write_u8(out, '\n');
    return writer_bytes(out);
}

/* One step is one line, so that a program killed while writing damages only the last one. */
static Bytes line_of(const JournalStep *step, Arena *arena)
{
    Writer out = writer_to(arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_text(&json, "label", step->label);
    json_open_list(&json, "changes");
    for (size_t i = 0; i < step->count; i++) {
        const FileChange *change = &step->changes[i];
        json_open(&json, NULL);
        json_put_text(&json, "path", change->path);
        write_hash(&json, "before", change->hash_before);
        write_hash(&json, "after", change->hash_after);
        json_put_uint(&json, "at", change->at);
        json_put_hex(&json, "removed", change->removed);
        json_put_hex(&json, "added", change->added);
        json_close(&json);
    }
    json_close_list(&json);
    json_close(&json);
    return one_line(&out);
}

static bool read_hash(const json_t *object, const char *key, uint64_t *out, Arena *arena,
                      Report *report)
{
    Bytes bytes;
    if (!json_get_hex(object, key, &bytes, arena, report) || bytes.size != sizeof *out)
        return false;
    *out = uint_of(bytes.data, sizeof *out, false);
    return true;
}

/* Whether the file existed is in the hash: 0 means that there was none. */
static bool read_change(const json_t *object, FileChange *out, Arena *arena, Report *report)
{
    int64_t at;
    if (!json_get_text(object, "path", &out->path, arena, report) ||
        !read_hash(object, "before", &out->hash_before, arena, report) ||
        !read_hash(object, "after", &out->hash_after, arena, report) ||
        !json_get_int(object, "at", 0, INT64_MAX, &at, report) ||
        !json_get_hex(object, "removed", &out->removed, arena, report) ||
        !json_get_hex(object, "added", &out->added, arena, report))
        return false;
    out->at = (size_t)at;
    out->existed = out->hash_before != 0;
    out->exists = out->hash_after != 0;
    return true;
}

/* On error the arena is freed and `out` must not be used. */
static bool read_step(const json_t *object, JournalStep *out, Report *report)
{
    const json_t *changes = json_object_get(object, "changes");
    Arena *arena = arena_new();
    *out = (JournalStep){.arena = arena, .count = json_array_size(changes)};
    bool ok =
        json_is_array(changes) && json_get_text(object, "label", &out->label, arena, report);
    out->changes = ARENA_ALLOC(arena, FileChange, out->count);
    for (size_t i = 0; i < out->count && ok; i++)
        ok = read_change(json_array_get(changes, i), &out->changes[i], arena, report);
    if (!ok)
        arena_free(arena);
    return ok;
}

/* ---- the list ---- */

/* `forgotten` counts bytes of the file that no longer have a step; rewrite() removes them. */
static void remove_steps(Journal *journal, size_t from, size_t count)
{
    if (!count)
        return;
    for (size_t i = from; i < from + count; i++) {
        journal->size -= journal->steps[i].size;
        journal->forgotten += journal->steps[i].size;
        arena_free(journal->steps[i].arena);
    }
    memmove(journal->steps + from, journal->steps + from + count,
            (journal->count - from - count) * sizeof *journal->steps);
    journal->count -= count;
}

/* A new step removes those that were undone. */
static void push(Journal *journal, JournalStep step)
{
    remove_steps(journal, journal->done, journal->count - journal->done);
    journal->steps = arena_reserve(journal->arena, journal->steps, journal->count,
                                   &journal->capacity, sizeof *journal->steps);
    for (size_t i = 0; i < step.count; i++)
        step.size += step.changes[i].removed.size + step.changes[i].added.size;
    journal->steps[journal->count++] = step;
    journal->size += step.size;
    journal->done = journal->count;
}

/* After a push: all steps are done. */
static void forget(Journal *journal)
{
    while (journal->count > 1 &&
           (journal->count > JOURNAL_STEPS_MAX || journal->size > journal->size_max)) {
        remove_steps(journal, 0, 1);
        journal->done--;
    }
}

/* The step that "skip" gives up: it can neither be undone nor repeated. */
static void drop_last_done(Journal *journal)
{
    if (journal->done)
        remove_steps(journal, --journal->done, 1);
}

/* Lines repeat what the editor did: steps, undo, redo and skip, in their order. */
static JournalLine read_line(Journal *journal, Text line, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    JournalStep step;
    const json_t *object = json_read(bytes_of_text(line), arena, &silent);
    if (json_object_get(object, "undo")) {
        journal->done -= journal->done > 0;
        return LINE_UNDO;
    }
    if (json_object_get(object, "redo")) {
        journal->done += journal->done < journal->count;
        return LINE_REDO;
    }
    if (json_object_get(object, "skip")) {
        drop_last_done(journal);
        return LINE_SKIP;
    }
    if (!json_is_object(object) || !read_step(object, &step, &silent))
        return LINE_INVALID;
    push(journal, step);
    forget(journal);
    return LINE_STEP;
}

/* Whether all files are as they were before the step, or after it. */
static bool files_are(const Journal *journal, const JournalStep *step, bool after)
{
    Report silent = report_to(NULL, NULL);
    Arena *arena = arena_new();
    bool same = step->count > 0;
    for (size_t i = 0; i < step->count && same; i++) {
        const FileChange *change = &step->changes[i];
        Bytes now;
        const ReadResult found =
            journal->host->read(journal->host->context, change->path, &now, arena, &silent);
        same = (found == READ_OK ? file_hash(now) : 0) ==
               (after ? change->hash_after : change->hash_before);
    }
    arena_free(arena);
    return same;
}

/* The program may have been killed after it wrote its last line, but before the files. */
static bool repair_end(Journal *journal, JournalLine last)
{
    const bool undone = last == LINE_UNDO;
    if (last == LINE_INVALID || last == LINE_SKIP ||
        (undone ? journal->done == journal->count : !journal->done))
        return false;
    if (!files_are(journal, &journal->steps[journal->done - !undone], undone))
        return false;
    if (last == LINE_STEP)
        remove_steps(journal, journal->done - 1, 1);
    journal->done = undone ? journal->done + 1 : journal->done - 1;
    return true;
}

/* Files are written together, and those that a step removes after them. A program that is
 * killed between both leaves files that should be gone. `back`: the step was undone. */
static void finish_removals(const Journal *journal, const JournalStep *step, bool back)
{
    const EditorHost *host = journal->host;
    Report silent = report_to(NULL, NULL);
    Arena *arena = arena_new();
    for (size_t i = 0; i < step->count; i++) {
        const FileChange *change = &step->changes[i];
        FileWrite write = {.path = change->path, .existed = true};
        if ((back ? change->hash_before : change->hash_after) == 0 &&
            host->read(host->context, change->path, &write.before, arena, &silent) == READ_OK &&
            file_hash(write.before) == (back ? change->hash_after : change->hash_before))
            (void)host->write(host->context, &write, 1, &silent);
    }
    arena_free(arena);
}

/* Only the steps that are kept. */
static void rewrite(Journal *journal)
{
    Report silent = report_to(NULL, NULL);
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    for (size_t i = 0; i < journal->count; i++) {
        Arena *scratch = arena_new();
        write_bytes(&out, line_of(&journal->steps[i], scratch));
        arena_free(scratch);
    }
    for (size_t i = journal->done; i < journal->count; i++)
        write_format(&out, "{\"undo\": true}\n");
    (void)journal->host->journal_replace(journal->host->context, writer_bytes(&out), &silent);
    journal->forgotten = 0; /* also if it failed: tried again after as many bytes */
    arena_free(arena);
}

/* Reads up to the first invalid line. A read-only editor repairs nothing. */
void journal_open(Journal *journal, const EditorHost *host)
{
    *journal = (Journal){.host = host, .size_max = JOURNAL_BYTES_MAX, .arena = arena_new()};
    Arena *arena = arena_new();
    Bytes file;
    if (host->journal_read(host->context, &file, arena)) {
        Text rest = text_of_bytes(file), line;
        JournalLine kind = LINE_UNDO, last = LINE_INVALID;
        size_t lines = 0;
        for (; kind != LINE_INVALID && text_line(&rest, &line); lines++) {
            Arena *scratch = arena_new();
            kind = read_line(journal, line, scratch);
            last = kind ? kind : last;
            arena_free(scratch);
        }
        const bool repaired = repair_end(journal, last);
        const bool back = last == LINE_UNDO;
        if (!repaired && !host->read_only && last != LINE_INVALID && last != LINE_SKIP &&
            (back ? journal->done < journal->count : journal->done > 0))
            finish_removals(journal, &journal->steps[journal->done - !back], back);
        if (!host->read_only &&
            (repaired || kind == LINE_INVALID || lines > 2 * JOURNAL_STEPS_MAX ||
             journal->forgotten > journal->size_max))
            rewrite(journal);
    }
    arena_free(arena);
}

/* `last_step` is one that was added and neither committed nor dropped. */
void journal_close(Journal *journal)
{
    for (size_t i = 0; i < journal->count; i++)
        arena_free(journal->steps[i].arena);
    if (journal->last_step.arena)
        arena_free(journal->last_step.arena);
    arena_free(journal->arena);
    *journal = (Journal){0};
}

/* The line is written before the files: repair_end() detects a program that was killed in
 * between. */
static bool append(Journal *journal, JournalLine kind, Bytes line, Report *report)
{
    journal->last = kind;
    return journal->host->journal_append(journal->host->context, line, &journal->last_at,
                                         report);
}

/* The step belongs to the journal from here on, also after an error. */
bool journal_add(Journal *journal, JournalStep step, Report *report)
{
    Arena *scratch = arena_new();
    const bool ok = append(journal, LINE_STEP, line_of(&step, scratch), report);
    arena_free(scratch);
    if (ok)
        journal->last_step = step;
    else
        arena_free(step.arena);
    return ok;
}

/* After the files were written. */
void journal_commit(Journal *journal)
{
    push(journal, journal->last_step);
    journal->last_step = (JournalStep){0};
    forget(journal);
    if (journal->forgotten > journal->size_max)
        rewrite(journal);
}

/* The files could not be written: the line is cut off again. If that fails, the whole file is
 * written. */
void journal_drop(Journal *journal)
{
    if (journal->last == LINE_STEP)
        arena_free(journal->last_step.arena);
    journal->last_step = (JournalStep){0};
    journal->done += journal->last == LINE_UNDO;
    journal->done -= journal->last == LINE_REDO;
    if (!journal->host->journal_cut(journal->host->context, journal->last_at))
        rewrite(journal);
}

bool journal_undone(Journal *journal, Report *report)
{
    if (!journal->done ||
        !append(journal, LINE_UNDO, bytes_of_text(TEXT("{\"undo\": true}\n")), report))
        return false;
    journal->done--;
    return true;
}

bool journal_redone(Journal *journal, Report *report)
{
    if (journal->done == journal->count ||
        !append(journal, LINE_REDO, bytes_of_text(TEXT("{\"redo\": true}\n")), report))
        return false;
    journal->done++;
    return true;
}

bool journal_skip(Journal *journal, Report *report)
{
    if (!journal->done ||
        !append(journal, LINE_SKIP, bytes_of_text(TEXT("{\"skip\": true}\n")), report))
        return false;
    drop_last_done(journal);
    return true;
}
