/* Members are made in parallel, in batches of limited size, and written to a temporary file
 * (the spool), so that an archive need not fit into memory. The archive is then assembled from
 * parts of the spool. The end verifies a written archive. */
#include "kit/workspace/workspace_build.h"

#include "base/system/files.h"
#include "base/system/memory.h"
#include "base/tasks.h"
#include "base/text.h"
#include "kit/jobs/plain_file.h"

#include <errno.h>
#include <stdlib.h>

/* Limits of what is in memory at a time; see workspace_unpack.c. */
enum { BATCH_BYTES = 16 << 20, BATCH_FILES = 256 };

/* A member of the archive being built. */
typedef struct Member {
    Text path;
    int64_t time;
    size_t entry;         /* index in the manifest, or ... */
    const NewMember *new; /* ... a new member */
    OwnedBytes content;   /* while its batch is processed */
    Messages messages;    /* in the content's arena */
    bool ok, spooled;
    Bytes kept;        /* if not spooled: allocated in Building.arena */
    uint64_t at, size; /* if spooled: its position in the spool */
} Member;

typedef struct Building {
    const Changes *changes;
    const TopChange *change;
    Member *members;
    size_t count, from; /* from: start of the batch */
    int spool;          /* a handle */
    uint64_t spooled;
    Arena *arena; /* valid as long as the result */
    Report *report;
} Building;

/* Within the workspace, where there is space for its files; the system's folder for
 * temporary files may be small. -1 if it cannot be created. */
static int spool_new(const char *folder, Arena *arena)
{
    return file_unnamed(arena_format(arena, "%s/" WORKSPACE_FOLDER, folder).at);
}

/* Runs in a thread: each member has its own arena and messages. */
static void make_member(void *context, size_t index)
{
    const Building *building = context;
    Member *member = &building->members[building->from + index];
    Arena *arena = member->content.owner = arena_new();
    member->messages = (Messages){.arena = arena};
    Report report = report_to(messages_sink, &member->messages);
    member->ok = member->new
                     ? change_new_bytes(building->changes, building->change, member->new,
                                        &member->content.bytes, arena, &report)
                     : change_entry_bytes(building->changes, building->change, member->entry,
                                          &member->content.bytes, arena, &report);
}

/* Whether the bytes are not allocated in their arena but mapped by it: these need no copy. */
static bool is_mapped(const OwnedBytes *content)
{
    return content->bytes.size >= FILE_MAPPED_FROM &&
           arena_used(content->owner) < content->bytes.size;
}

/* Writes the member's bytes to the spool, or keeps their arena; no pointers to freed arenas
 * remain. */
static bool spool_member(Building *building, Member *member)
{
    const Bytes bytes = member->content.bytes;
    bool ok = member->ok;
    messages_replay(&member->messages, building->report);
    member->messages = (Messages){0};
    if (ok && is_mapped(&member->content)) {
        member->kept = owned_bytes_move(&member->content, building->arena);
        return true;
    }
    if (ok && !file_write(building->spool, bytes.data, bytes.size))
        ok = report_system_error(building->report, "cannot write a temporary file: %s",
                                 strerror(errno));
    member->spooled = true;
    member->at = building->spooled;
    member->size = bytes.size;
    building->spooled += bytes.size;
    owned_bytes_free(&member->content);
    return ok;
}

/* An estimate from the manifest; new members count as 0, and are limited by their number. */
static uint64_t open_size(const Building *building, const Member *member)
{
    uint64_t size = 0;
    if (!member->new) {
        const WorkspaceEntry *entry = &building->change->top.entries[member->entry];
        for (size_t i = 0; i < entry->file_count; i++)
            size += entry->files[i].size;
    }
    return size;
}

static bool make_members(Building *building, const Progress *progress)
{
    bool ok = true;
    for (size_t count; building->from < building->count; building->from += count) {
        uint64_t size = 0;
        progress_step(progress, building->change->top.path.at, building->from, building->count);
        for (count = 0; building->from + count < building->count && count < BATCH_FILES &&
                        size < BATCH_BYTES;
             count++)
            size += open_size(building, &building->members[building->from + count]);
        tasks_run(make_member, building, count);
        for (size_t i = 0; i < count; i++)
            ok &= spool_member(building, &building->members[building->from + i]);
    }
    return ok;
}

/* The order of the manifest is that of the archive; new members follow. */
static void take_members(Building *building, Arena *arena)
{
    const TopChange *change = building->change;
    building->members = ARENA_ALLOC(arena, Member, change->top.count + change->new_count);
    for (size_t i = 0; i < change->top.count; i++)
        if (change->states[i] != ENTRY_GONE)
            building->members[building->count++] =
                (Member){.path = change->top.entries[i].path,
                         .time = change->states[i] == ENTRY_SAME
                                     ? change->top.entries[i].time
                                     : change->times[i], /* edits have their own time */
                         .entry = i};
    for (size_t i = 0; i < change->new_count; i++)
        building->members[building->count++] = (Member){.path = change->news[i].path,
                                                        .time = change->news[i].time,
                                                        .new = &change->news[i]};
}

/* A size of 0 cannot be mapped. */
static bool map_spool(Building *building, Built *out)
{
    if (!building->spooled)
        return true;
    out->map_size = (size_t)building->spooled;
    out->map = memory_map_file(building->spool, out->map_size);
    return out->map || report_system_error(building->report, "cannot use a temporary file: %s",
                                           strerror(errno));
}

/* For a loose file, the only member is the result. */
static bool join(const Building *building, Built *out, Arena *arena, Report *report)
{
    const TopChange *change = building->change;
    const ArchiveKind *kind = archive_kind(change->top.archive);
    ArchiveFile *files = ARENA_ALLOC(arena, ArchiveFile, building->count);
    Bytes recipe = {0};
    size_t count = 0;
    for (size_t i = 0; i < building->count; i++) {
        const Member *member = &building->members[i];
        const Bytes bytes = !member->spooled ? member->kept
                            : member->size
                                ? (Bytes){(const uint8_t *)out->map + member->at, member->size}
                                : (Bytes){(const uint8_t *)"", 0};
        if (kind && text_is(member->path, ARCHIVE_RECIPE))
            recipe = bytes;
        else
            files[count++] = (ArchiveFile){member->path, bytes, member->time};
    }
    if (kind)
        return archive_pack(kind, files, count, recipe, NULL, &out->parts, arena, report);
    if (change->top.archive.size)
        return report_cause(report, CAUSE_UNSUPPORTED, "unknown kind of archive \"%.*s\"",
                            (int)change->top.archive.size, change->top.archive.at);
    out->parts.items = &files[0].bytes;
    out->parts.count = 1;
    return true;
}

/* Missing members are counted, not reported one by one. */
typedef struct Relay {
    Report *to;
} Relay;

static void pass_on(void *context, const Message *message)
{
    if (message->severity != SEVERITY_NOTE)
        report_message(((Relay *)context)->to, message);
}

/* The result refers to the mapped spool until built_end(): a file without a name goes when it
 * is closed. */
bool change_build(const Changes *changes, const TopChange *change, const Progress *progress,
                  Built *out, Arena *arena, Report *report)
{
    Building building = {.changes = changes,
                         .change = change,
                         .spool = spool_new(changes->folder, arena),
                         .arena = arena,
                         .report = report};
    Relay relay = {report};
    Report fewer = report_to(pass_on, &relay);
    Report about =
        report_child(&fewer, arena_format(arena, "%s/%.*s", changes->folder,
                                          (int)change->top.path.size, change->top.path.at));
    *out = (Built){.spool = building.spool};
    if (building.spool < 0)
        return report_system_error(report, "%s/" WORKSPACE_FOLDER ": cannot write: %s",
                                   changes->folder, strerror(errno));
    take_members(&building, arena);
    return make_members(&building, progress) && map_spool(&building, out) &&
           join(&building, out, arena, &about);
}

void built_end(Built *built)
{
    if (built->map)
        memory_release(built->map, built->map_size);
    if (built->spool >= 0)
        file_close(built->spool);
    *built = (Built){.spool = -1};
}

/* ---- verification ---- */

typedef struct Verifying {
    const TopChange *change;
    Table entries; /* unedited ones by path: their index */
    size_t left;   /* not found yet */
    Report *report;
} Verifying;

static bool verify_member(void *context, const ArchiveFile *file, Report *report)
{
    Verifying *verifying = context;
    uint64_t hash;
    const uint32_t *index = table_get(&verifying->entries, file->path);
    (void)report;
    if (!index)
        return true;
    verifying->left--;
    workspace_entry_hash(&verifying->change->top.entries[*index], &hash);
    return hash == hash_bytes(0, file->bytes) ||
           report_error(verifying->report,
                        "%.*s was not edited, but would change: nothing is packed",
                        (int)file->path.size, file->path.at);
}

bool built_verify(const TopChange *change, Bytes file, Report *report)
{
    const ArchiveKind *kind = archive_kind(change->top.archive);
    if (!kind)
        return true;
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    Verifying verifying = {.change = change, .entries = table_new(arena), .report = report};
    ArchiveOptions how = {0};
    for (size_t i = 0; i < change->top.count; i++) {
        const WorkspaceEntry *entry = &change->top.entries[i];
        uint64_t hash;
        how.recursive = how.recursive || text_ends(entry->path, "/" ARCHIVE_RECIPE);
        if (change->states[i] != ENTRY_SAME || archive_is_recipe(entry->path) ||
            !workspace_entry_hash(entry, &hash))
            continue;
        table_put(&verifying.entries, entry->path, (uint32_t)i);
        verifying.left++;
    }
    const size_t errors = report->errors;
    bool ok = archive_unpack(kind, file, &how, verify_member, &verifying, &silent);
    if (ok && verifying.left)
        ok = report_error(report, "%zu unedited member%s would be lost: nothing is packed",
                          verifying.left, PLURAL(verifying.left));
    else if (!ok && report->errors == errors)
        ok = report_error(report, "the new archive cannot be read: nothing is packed");
    arena_free(arena);
    return ok;
}
