/* Parts, in order: files that unpack made (unchanged, changed or removed: by size and time,
 * otherwise by hash); other files, which become new members or new files of the game; the
 * bytes that a member gets in the packed archive. */
#include "kit/workspace/workspace_changes.h"

#include "base/path.h"
#include "base/tasks.h"
#include "base/text.h"
#include "kit/jobs/files.h"

#include <stdlib.h>

/* A file that must be read: its size matches and its time is not conclusive. */
typedef struct HashJob {
    Text path;
    uint64_t hash;
    bool differs;
    uint8_t *state;
} HashJob;

typedef struct Finding {
    Changes *changes;
    Table where; /* indices of `found` by path */
    bool *claimed;
    HashJob *jobs;
    size_t job_count;
    Table archives; /* tops that are archives, by path */
    Table plain;    /* folders that are not archives, whatever their names */
    Table folders;  /* new folders that are one member */
    Table members;  /* paths of the game's files, TOP/PATH: indices of ... */
    Text *opens;    /* ... the open files */
    size_t open_count;
    Arena *arena;
    Report *report;
} Finding;

static Text disk_path(const char *folder, Text path, Arena *arena)
{
    return arena_format(arena, "%s/%.*s", folder, (int)path.size, path.at);
}

static const OpenForm *form_of(const WorkspaceEntry *entry)
{
    return open_form_of_file(entry->format, entry->path, entry->files[0].path);
}

/* The folder of a form that uses one, from its first file. */
static Text folder_of(const WorkspaceEntry *entry)
{
    Text path = entry->files[0].path;
    while (path.size && path.at[path.size - 1] != '/')
        path.size--;
    return path.size ? text_slice(path, 0, path.size - 1) : path;
}

/* The first test also excludes the folder itself, with or without a slash at its end. */
static bool is_below(Text path, Text folder)
{
    return path.size > folder.size + 1 && path.at[folder.size] == '/' &&
           !memcmp(path.at, folder.at, folder.size);
}

/* The first file whose path is not smaller. */
static size_t first_from(const FoundFiles *found, Text path)
{
    size_t low = 0, high = found->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (text_compare(found->items[middle].path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The files below a folder are adjacent: appends `/` before the search. */
static size_t first_below(const FoundFiles *found, Text folder, Arena *arena)
{
    return first_from(found, arena_format(arena, "%.*s/", (int)folder.size, folder.at));
}

/* ---- files made by unpack ---- */

/* Equal size and time suffice. A time with a fraction was not set by unpack, which writes
 * whole seconds; then the content is compared. State pointers stay valid: states do not
 * move. */
static void look_at_file(Finding *finding, const WorkspaceFile *file, int64_t time,
                         const FoundFile *found, uint8_t *state)
{
    if (file->size != found->size)
        *state = ENTRY_CHANGED;
    else if (!(time && found->time == time && found->whole_second))
        *ARENA_PUSH(finding->arena, finding->jobs, finding->job_count) =
            (HashJob){disk_path(finding->changes->folder, file->path, finding->arena),
                      file->hash, false, state};
}

/* Claims all files of the entry. The time is that of its newest file. */
static void look_at_entry(Finding *finding, const WorkspaceEntry *entry, uint8_t *state,
                          int64_t *time)
{
    const FoundFiles *found = &finding->changes->found;
    const bool folder = open_form_is_folder(form_of(entry));
    size_t there = 0;
    for (size_t i = 0; i < entry->file_count; i++) {
        const uint32_t *index = table_get(&finding->where, entry->files[i].path);
        if (!index)
            continue;
        there++;
        finding->claimed[*index] = true;
        if (found->items[*index].time > *time)
            *time = found->items[*index].time;
        look_at_file(finding, &entry->files[i], entry->time, &found->items[*index], state);
    }
    const Text name = folder_of(entry);
    for (size_t i = folder ? first_below(found, name, finding->arena) : found->count;
         i < found->count && is_below(found->items[i].path, name); i++)
        if (!finding->claimed[i]) { /* a new file in it */
            finding->claimed[i] = true;
            *state = ENTRY_CHANGED;
            there++;
        }
    if (!there)
        *state = ENTRY_GONE;
    else if (there != entry->file_count)
        *state = ENTRY_CHANGED;
}

/* A file that cannot be read counts as different: packing it reports the reason later. */
static void hash_file(void *context, size_t index)
{
    HashJob *job = &((HashJob *)context)[index];
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    Bytes bytes;
    job->differs =
        !file_load(job->path.at, &bytes, arena, &silent) || hash_bytes(0, bytes) != job->hash;
    arena_free(arena);
}

/* First all entries by size and time, then the files in doubt in parallel, then the counts. */
static void look_at_all(Finding *finding)
{
    Changes *changes = finding->changes;
    for (size_t t = 0; t < changes->count; t++) {
        TopChange *change = &changes->tops[t];
        for (size_t e = 0; e < change->top.count; e++)
            look_at_entry(finding, &change->top.entries[e], &change->states[e],
                          &change->times[e]);
    }
    tasks_run(hash_file, finding->jobs, finding->job_count);
    for (size_t i = 0; i < finding->job_count; i++)
        if (finding->jobs[i].differs)
            *finding->jobs[i].state = ENTRY_CHANGED;
    for (size_t t = 0; t < changes->count; t++) {
        TopChange *change = &changes->tops[t];
        for (size_t e = 0; e < change->top.count; e++) {
            change->changed += change->states[e] == ENTRY_CHANGED;
            change->gone += change->states[e] == ENTRY_GONE;
            change->recipes_gone += change->states[e] == ENTRY_GONE &&
                                    archive_is_recipe(change->top.entries[e].path);
        }
    }
}

/* ---- other files ---- */

/* May move `tops`: pointers to them must not be held over a call. */
static size_t add_top(Finding *finding, Text path, const char *archive)
{
    Changes *changes = finding->changes;
    *ARENA_PUSH(finding->arena, changes->tops, changes->count) = (TopChange){
        .top = {.path = arena_text(finding->arena, path), .archive = text_of(archive)},
        .is_new = true};
    if (*archive)
        table_put(&finding->archives, path, (uint32_t)(changes->count - 1));
    return changes->count - 1;
}

/* The archive whose folder contains a path: an unpacked one, or a new folder with an
 * archive's suffix. SIZE_MAX if it is loose. */
static size_t archive_of(Finding *finding, Text path)
{
    for (size_t i = 0; i < path.size; i++) {
        const uint32_t *top =
            path.at[i] == '/' ? table_get(&finding->archives, text_slice(path, 0, i)) : NULL;
        if (top)
            return *top;
    }
    for (size_t i = 0; i < path.size; i++) {
        const Text folder = text_slice(path, 0, i);
        const ArchiveKind *kind =
            path.at[i] == '/' ? archive_of_suffix(path_suffix(folder)) : NULL;
        if (kind && !table_get(&finding->plain, folder))
            return add_top(finding, folder, kind->format);
    }
    return SIZE_MAX;
}

/* Rejects a second file for the same path; a removed file may return in another form. */
static bool note_member(Finding *finding, const TopChange *change, Text path, Text open)
{
    const Text key = arena_format(finding->arena, "%.*s/%.*s", (int)change->top.path.size,
                                  change->top.path.at, (int)path.size, path.at);
    const uint32_t index = *table_put(&finding->members, key, (uint32_t)finding->open_count);
    if (index != finding->open_count) {
        const Text other = finding->opens[index];
        return report_error(finding->report, "%s: %.*s and %.*s are both %.*s",
                            finding->changes->folder, (int)other.size, other.at, (int)open.size,
                            open.at, (int)path.size, path.at);
    }
    *ARENA_PUSH(finding->arena, finding->opens, finding->open_count) = open;
    return true;
}

static bool add_new(Finding *finding, TopChange *change, const NewMember *member)
{
    *ARENA_PUSH(finding->arena, change->news, change->new_count) = *member;
    return note_member(finding, change, member->path, member->open);
}

/* The top of a new loose file: an existing one in another form, or a new one. */
static TopChange *loose_top(Finding *finding, Text path)
{
    Changes *changes = finding->changes;
    for (size_t i = 0; i < changes->count; i++)
        if (!changes->tops[i].top.archive.size && text_equal(changes->tops[i].top.path, path))
            return &changes->tops[i];
    return &changes->tops[add_top(finding, path, "")];
}

/* A new folder that is one file of the game: handled with the first file below it. */
static bool is_new_folder(Text path, size_t from, NewMember *member)
{
    for (size_t i = from; i < path.size; i++) {
        const Text folder = text_slice(path, 0, i);
        const OpenForm *form = path.at[i] == '/' ? open_form_new_folder(folder) : NULL;
        if (!form)
            continue;
        member->open = folder;
        member->opened = (Opened){.form = form, .format = text_of(form->format)};
        member->path = text_slice(folder, from, folder.size);
        return true;
    }
    return false;
}

/* The bytes are loaded to detect the form; they are loaded again when the file is packed. */
static bool new_file(Finding *finding, Text path, size_t from, bool bare, NewMember *member)
{
    const Text disk = disk_path(finding->changes->folder, path, finding->arena);
    Report about = report_child(finding->report, disk);
    Bytes bytes;
    member->open = path;
    return file_load(disk.at, &bytes, finding->arena, &about) &&
           open_form_new(text_slice(path, from, path.size), bytes, bare, &member->opened,
                         &member->path, finding->arena, &about);
}

/* A path that archive_path() would change is rejected, so that no file gets another name. */
static bool is_safe(Finding *finding, const NewMember *member)
{
    Text safe;
    if (archive_is_recipe(member->path))
        return true;
    if (!archive_path(member->path, &safe, finding->arena, finding->report))
        return false;
    return text_equal(safe, member->path) ||
           report_error(finding->report, "the name \"%.*s\" is not allowed: it has a backslash",
                        (int)member->open.size, member->open.at);
}

/* A new file belongs to the archive whose folder contains it, otherwise to the game's
 * folder. `from` is the start of the path in the archive. */
static bool look_at_new(Finding *finding, const FoundFile *found)
{
    const Text path = found->path;
    NewMember member = {.time = found->time, .open = path};
    if (workspace_path_is_hidden(path) && !archive_is_recipe(path))
        return true;
    if (path_is_older(path)) {
        Report about = report_child(finding->report,
                                    disk_path(finding->changes->folder, path, finding->arena));
        report_warning(&about, "not packed: it is the older file after a job that was killed; "
                               "remove it when you have compared it");
        return true;
    }
    const size_t top = archive_of(finding, path);
    TopChange *change = NULL;
    size_t from = 0;
    if (top != SIZE_MAX) {
        change = &finding->changes->tops[top];
        from = change->top.path.size + 1;
    }
    if (archive_is_recipe(path)) { /* from a copied archive folder */
        if (!change)
            return true;
        member.path = text_slice(path, from, path.size);
    } else if (is_new_folder(path, from, &member)) {
        uint32_t *seen = table_put(&finding->folders, member.open, 0);
        if ((*seen)++)
            return true;
    } else if (!new_file(finding, path, from, change && change->bare, &member)) {
        return false;
    }
    return is_safe(finding, &member) &&
           add_new(finding, change ? change : loose_top(finding, member.path), &member);
}

/* A removed file that returns in another form counts as changed. */
static void join(TopChange *change)
{
    Table gone = table_new(arena_new());
    Arena *arena = gone.arena;
    for (size_t i = 0; i < change->top.count; i++)
        if (change->states[i] == ENTRY_GONE)
            table_put(&gone, change->top.entries[i].path, (uint32_t)i);
    for (size_t i = 0; i < change->new_count; i++)
        if (table_get(&gone, change->news[i].path)) {
            change->gone--;
            change->changed++;
            change->replaced++;
        }
    arena_free(arena);
}

static bool read_manifest(Changes *changes, Report *report)
{
    Bytes manifest;
    const Text path = arena_format(changes->arena, "%s/" WORKSPACE_MANIFEST, changes->folder);
    if (!file_load(path.at, &manifest, changes->arena, report))
        return false;
    Report about = report_child(report, path);
    return workspace_read(manifest, &changes->workspace, changes->arena, &about);
}

/* A game's folder may be named like an archive, "x.res": it must not become one. */
static void keep_plain_folders(Finding *finding, Text path)
{
    for (size_t i = 0; i < path.size; i++)
        if (path.at[i] == '/')
            table_put(&finding->plain, text_slice(path, 0, i), 1);
}

/* Whether most texts have names without a suffix. */
static bool texts_are_bare(const WorkspaceTop *top)
{
    size_t texts = 0, suffixed = 0;
    for (size_t i = 0; i < top->count; i++)
        if (text_is(top->entries[i].format, "text")) {
            texts++;
            suffixed += text_is(path_suffix(top->entries[i].path), "txt");
        }
    return suffixed * 2 < texts;
}

/* What most texts have in their settings. */
static Text usual_encoding(const WorkspaceTop *top)
{
    size_t counts[ENCODINGS] = {0};
    unsigned best = 0;
    for (size_t i = 0; i < top->count; i++) {
        Encoding encoding = ENCODING_CP1251;
        const OpenForm *form = form_of(&top->entries[i]);
        if (!open_form_has_encoding(form))
            continue;
        if (!top->entries[i].settings.size ||
            encoding_named(top->entries[i].settings, &encoding))
            counts[encoding] +=
                text_is(top->entries[i].format, "text") || top->entries[i].settings.size;
    }
    for (unsigned i = 1; i < ENCODINGS; i++)
        best = counts[i] > counts[best] ? i : best;
    return best ? text_of(encoding_name((Encoding)best)) : TEXT("");
}

/* The index in `archives` is that of `tops`, because the tops of the manifest are the first. */
static void take_tops(Finding *finding)
{
    Changes *changes = finding->changes;
    for (size_t i = 0; i < changes->workspace.count; i++) {
        const WorkspaceTop *top = &changes->workspace.tops[i];
        TopChange *change = ARENA_PUSH(finding->arena, changes->tops, changes->count);
        *change = (TopChange){.top = *top,
                              .states = ARENA_ALLOC(finding->arena, uint8_t, top->count),
                              .times = ARENA_ALLOC(finding->arena, int64_t, top->count)};
        change->bare = texts_are_bare(top);
        change->encoding = usual_encoding(top);
        keep_plain_folders(finding, top->path);
        if (top->archive.size)
            table_put(&finding->archives, top->path, (uint32_t)i);
    }
}

/* Members that exist are noted first, so that a new file for one of them is an error. */
static bool look_at_news(Finding *finding)
{
    Changes *changes = finding->changes;
    bool ok = true;
    for (size_t t = 0; t < changes->count; t++)
        for (size_t e = 0; e < changes->tops[t].top.count; e++) {
            const WorkspaceEntry *entry = &changes->tops[t].top.entries[e];
            if (changes->tops[t].states[e] != ENTRY_GONE)
                ok &=
                    note_member(finding, &changes->tops[t], entry->path, entry->files[0].path);
        }
    for (size_t i = 0; i < changes->found.count; i++)
        if (!finding->claimed[i])
            ok &= look_at_new(finding, &changes->found.items[i]);
    for (size_t i = 0; i < changes->count; i++)
        join(&changes->tops[i]);
    return ok;
}

/* `found` is sorted by path, which first_from() and look_at_entry() rely on. */
bool changes_find(const char *folder, Changes *out, Arena *arena, Report *report)
{
    *out = (Changes){.folder = folder, .arena = arena};
    if (!read_manifest(out, report) ||
        !folder_list(folder, NULL, true, &out->found, arena, report))
        return false;
    Finding finding = {.changes = out,
                       .where = table_new(arena),
                       .claimed = ARENA_ALLOC(arena, bool, out->found.count),
                       .archives = table_new(arena),
                       .plain = table_new(arena),
                       .folders = table_new(arena),
                       .members = table_new(arena),
                       .arena = arena,
                       .report = report};
    for (size_t i = 0; i < out->found.count; i++)
        table_put(&finding.where, out->found.items[i].path, (uint32_t)i);
    take_tops(&finding);
    look_at_all(&finding);
    return look_at_news(&finding);
}

bool change_is_gone(const TopChange *change)
{
    return !change->is_new && change->gone == change->top.count && !change->new_count;
}

/* ---- bytes ---- */

/* `name` is the path that the open form expects: relative to its folder, or empty for one
 * file. */
static bool load(const Changes *changes, Text path, Text name, ProjectFiles *out, Arena *arena,
                 Report *report)
{
    ProjectFile *file = ARENA_PUSH(arena, out->items, out->count);
    file->path = name;
    return file_load(disk_path(changes->folder, path, arena).at, &file->bytes, arena, report);
}

static bool load_folder(const Changes *changes, Text folder, ProjectFiles *out, Arena *arena,
                        Report *report)
{
    const FoundFiles *found = &changes->found;
    bool ok = true;
    for (size_t i = first_below(found, folder, arena);
         ok && i < found->count && is_below(found->items[i].path, folder); i++) {
        const Text path = found->items[i].path;
        ok = load(changes, path, text_slice(path, folder.size + 1, path.size), out, arena,
                  report);
    }
    return ok;
}

/* `open` is the file or folder from which the bytes are made. */
static bool close_bytes(const Changes *changes, Text path, Text open, Opened *opened,
                        Bytes *out, Arena *arena, Report *report)
{
    opened->files = (ProjectFiles){0};
    const bool loaded = open_form_is_folder(opened->form)
                            ? load_folder(changes, open, &opened->files, arena, report)
                            : load(changes, open, TEXT(""), &opened->files, arena, report);
    Report about = report_child(report, disk_path(changes->folder, open, arena));
    return loaded && open_form_close(path, opened, out, arena, &about);
}

/* The name contains the hash, so a damaged original is detected. */
static bool original_bytes(const Changes *changes, Text name, Bytes *out, Arena *arena,
                           Report *report)
{
    const Text path = arena_format(arena, "%s/" WORKSPACE_ORIGINALS "/%.*s", changes->folder,
                                   (int)name.size, name.at);
    uint64_t hash;
    if (!file_load(path.at, out, arena, report))
        return false;
    return (workspace_original_hash(name, &hash) && hash == hash_bytes(0, *out)) ||
           report_error(report, "%s is damaged", path.at);
}

/* The chosen encoding is for what was edited; nothing is noted of cp1251. */
static Text encoding_for(Text noted, bool edited)
{
    if (edited && game_texts().chosen)
        return text_of(encoding_name(game_texts().encoding));
    return noted.size ? noted : text_of(encoding_name(ENCODING_CP1251));
}

/* An unchanged entry with a stored original gets those bytes: its open form is not exact. */
bool change_entry_bytes(const Changes *changes, const TopChange *change, size_t index,
                        Bytes *out, Arena *arena, Report *report)
{
    const WorkspaceEntry *entry = &change->top.entries[index];
    Opened opened = {
        .form = form_of(entry), .format = entry->format, .settings = entry->settings};
    if (change->states[index] == ENTRY_SAME && entry->original.size)
        return original_bytes(changes, entry->original, out, arena, report);
    if (entry->format.size && !opened.form)
        return report_error(report, "%.*s: unknown open form \"%.*s\"", (int)entry->path.size,
                            entry->path.at, (int)entry->format.size, entry->format.at);
    if (open_form_has_encoding(opened.form))
        opened.settings = encoding_for(opened.settings, change->states[index] != ENTRY_SAME);
    return close_bytes(changes, entry->path,
                       open_form_is_folder(opened.form) ? folder_of(entry)
                                                        : entry->files[0].path,
                       &opened, out, arena, report);
}

bool change_new_bytes(const Changes *changes, const TopChange *change, const NewMember *member,
                      Bytes *out, Arena *arena, Report *report)
{
    Opened opened = member->opened;
    if (open_form_has_encoding(opened.form))
        opened.settings = encoding_for(change->encoding, true);
    return close_bytes(changes, member->path, member->open, &opened, out, arena, report);
}
