/* Reads and changes the files of a project. Parts, in order: paths, files and their versions;
 * changes; undo. Each change is merged with the file, noted in the journal, then written, in
 * this order; undo and redo do the same with the reverse of a step. */
#include "studio/editor/edit_store.h"

#include "base/merge_lines.h"
#include "base/text.h"

void edit_store_open(EditStore *store, const EditorHost *host)
{
    *store = (EditStore){.host = host, .changes = 1};
    journal_open(&store->journal, host);
}

void edit_store_close(EditStore *store)
{
    journal_close(&store->journal);
    versions_free(&store->versions);
}

bool edit_store_path_ok(Text path)
{
    size_t parts = 0;
    if (!path.size || path.size > 1000 || utf8_invalid(path) < path.size)
        return false;
    for (size_t from = 0; from <= path.size; parts++) {
        size_t to = from;
        for (; to < path.size && path.at[to] != '/'; to++)
            if ((unsigned char)path.at[to] < 32 || path.at[to] == '\\' || path.at[to] == 127)
                return false;
        if (to == from || path.at[from] == '.' || to - from > 250)
            return false;
        from = to + 1;
    }
    return parts <= 16;
}

bool edit_store_read(EditStore *store, Text path, Bytes *out, uint64_t *hash, Arena *arena,
                     Report *report)
{
    *out = (Bytes){0};
    *hash = 0;
    if (!edit_store_path_ok(path))
        return report_error(report, "this path is not allowed");
    const ReadResult result = store->host->read(store->host->context, path, out, arena, report);
    if (result == READ_OK) {
        *hash = file_hash(*out);
        versions_add(&store->versions, *hash, *out);
    }
    return result != READ_FAILED;
}

bool edit_store_version(EditStore *store, Text path, uint64_t hash, Bytes *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    uint64_t now;
    if (!edit_store_read(store, path, out, &now, arena, &silent))
        return false;
    return now == hash || versions_find(&store->versions, hash, out, arena);
}

/* ---- changes ---- */

bool edit_store_is_text(Bytes bytes)
{
    return utf8_invalid(text_of_bytes(bytes)) == bytes.size &&
           !(bytes.size && memchr(bytes.data, 0, bytes.size));
}

/* Only texts have lines. */
static bool merge(Bytes base, Bytes mine, Bytes theirs, Bytes *out, Arena *arena)
{
    Text merged;
    if (!edit_store_is_text(base) || !edit_store_is_text(mine) || !edit_store_is_text(theirs) ||
        !merge_lines(text_of_bytes(base), text_of_bytes(mine), text_of_bytes(theirs), &merged,
                     arena))
        return false;
    *out = bytes_of_text(merged);
    return true;
}

static EditResult prepare(EditStore *store, const FileEdit *edit, FileWrite *out,
                          EditOutcome *outcome, Arena *arena, Report *report)
{
    uint64_t now;
    *out = (FileWrite){.path = edit->path, .exists = !edit->remove};
    out->after = edit->remove ? (Bytes){0} : edit->mine;
    if (!edit_store_read(store, edit->path, &out->before, &now, arena, report))
        return EDIT_FAILED;
    out->existed = now != 0;
    if (now == edit->base_hash)
        return EDIT_DONE;
    outcome->theirs = out->before;
    if (!now || !edit->base_hash || edit->remove ||
        !merge(edit->base, edit->mine, out->before, &out->after, arena))
        return EDIT_CONFLICT;
    outcome->merged = true;
    return EDIT_DONE;
}

static EditResult write_all(EditStore *store, const FileWrite *writes, size_t count,
                            Report *report)
{
    if (!store->host->write(store->host->context, writes, count, report))
        return EDIT_FAILED;
    for (size_t i = 0; i < count; i++)
        if (writes[i].exists)
            versions_add(&store->versions, file_hash(writes[i].after), writes[i].after);
    store->changes++;
    return EDIT_DONE;
}

/* Files that do not change need no step. */
static size_t changed_only(FileWrite *writes, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (writes[i].existed != writes[i].exists ||
            !bytes_equal(writes[i].before, writes[i].after))
            writes[kept++] = writes[i];
    return kept;
}

EditResult edit_store_change(EditStore *store, Text label, const FileEdit *edits, size_t count,
                             EditOutcome *out, Arena *arena, Report *report)
{
    FileWrite *writes = ARENA_ALLOC(arena, FileWrite, count);
    *out = (EditOutcome){0};
    if (store->host->read_only) {
        report_error(report, "the project is open for reading only");
        return EDIT_FAILED;
    }
    for (size_t i = 0; i < count; i++) {
        out->failed = i;
        const EditResult result = prepare(store, &edits[i], &writes[i], out, arena, report);
        if (result != EDIT_DONE)
            return result;
    }
    count = changed_only(writes, count);
    if (!count)
        return EDIT_DONE;
    if (!journal_add(&store->journal, journal_step(label, writes, count), report))
        return EDIT_FAILED;
    const EditResult result = write_all(store, writes, count, report);
    if (result != EDIT_DONE)
        journal_drop(&store->journal);
    else
        journal_commit(&store->journal);
    return result;
}

/* ---- undo ---- */

/* The file without the change (or with it again). If it has changed since, the change is taken
 * out of its lines. */
static EditResult reverse(EditStore *store, const FileChange *change, bool back, FileWrite *out,
                          Arena *arena, Report *report)
{
    const uint64_t from = back ? change->hash_after : change->hash_before;
    const uint64_t to = back ? change->hash_before : change->hash_after;
    uint64_t now;
    *out = (FileWrite){.path = change->path, .exists = to != 0};
    if (!edit_store_read(store, change->path, &out->before, &now, arena, report))
        return EDIT_FAILED;
    out->existed = now != 0;
    Bytes base = out->before, wanted;
    if (now != from && (!now || !from || !versions_find(&store->versions, from, &base, arena)))
        return EDIT_CONFLICT;
    if (!(back ? change_back : change_forward)(change, base, &wanted, arena))
        return EDIT_CONFLICT;
    out->after = wanted;
    if (now == from)
        return EDIT_DONE;
    return to && merge(base, wanted, out->before, &out->after, arena) ? EDIT_DONE
                                                                      : EDIT_CONFLICT;
}

static EditResult step_again(EditStore *store, const JournalStep *step, bool back, Text *label,
                             Arena *arena, Report *report)
{
    FileWrite *writes = ARENA_ALLOC(arena, FileWrite, step->count);
    *label = arena_text(arena, step->label);
    for (size_t i = 0; i < step->count; i++) {
        const EditResult result =
            reverse(store, &step->changes[i], back, &writes[i], arena, report);
        if (result != EDIT_DONE)
            return result;
    }
    if (!(back ? journal_undone : journal_redone)(&store->journal, report))
        return EDIT_FAILED;
    const EditResult result = write_all(store, writes, step->count, report);
    if (result != EDIT_DONE)
        journal_drop(&store->journal);
    return result;
}

EditResult edit_store_undo(EditStore *store, bool skip, Text *label, Arena *arena,
                           Report *report)
{
    const Journal *journal = &store->journal;
    *label = TEXT("");
    if (!journal->done || store->host->read_only)
        return EDIT_DONE;
    const EditResult result =
        step_again(store, &journal->steps[journal->done - 1], true, label, arena, report);
    if (result != EDIT_CONFLICT || !skip)
        return result;
    return journal_skip(&store->journal, report)
               ? edit_store_undo(store, false, label, arena, report)
               : EDIT_FAILED;
}

EditResult edit_store_redo(EditStore *store, Text *label, Arena *arena, Report *report)
{
    const Journal *journal = &store->journal;
    *label = TEXT("");
    if (journal->done == journal->count || store->host->read_only)
        return EDIT_DONE;
    return step_again(store, &journal->steps[journal->done], false, label, arena, report);
}
