#include "kit/workspace_build.h"

#include "base/tasks.h"
#include "base/text.h"
#include "kit/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BATCH_BYTES = 16 << 20, BATCH_FILES = 256 };

/* A member of what is built. */
typedef struct Member {
    Text path;
    int64_t time;
    size_t entry;         /* of the manifest, or ... */
    const NewMember *new; /* ... not */
    Bytes bytes;          /* data NULL: in the spool, ... */
    uint64_t at;          /* ... here */
    bool ok;
    Arena *arena; /* while its batch is worked on */
    Messages messages;
} Member;

typedef struct Building {
    const Changes *changes;
    const TopChange *change;
    Member *members;
    size_t count, from; /* the batch begins there */
    FILE *spool;
    uint64_t spooled;
    Report *report;
} Building;

static FILE *spool_new(const char *folder, Arena *arena)
{
    const Text path = arena_format(arena, "%s/" WORKSPACE_FOLDER, folder);
    int file = open(path.at, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0) { /* not every file system has files without names */
        const Text named = arena_format(arena, "%s/spool.XXXXXX", path.at);
        file = mkostemp((char *)named.at, O_CLOEXEC);
        if (file >= 0)
            unlink(named.at);
    }
    return file < 0 ? NULL : fdopen(file, "w+b");
}

static void make_member(void *context, size_t index)
{
    const Building *building = context;
    Member *member = &building->members[building->from + index];
    member->arena = arena_new();
    member->messages = (Messages){.arena = member->arena};
    Report report = report_to(messages_sink, &member->messages);
    member->ok = member->new
                     ? change_new_bytes(building->changes, member->new, &member->bytes,
                                        member->arena, &report)
                     : change_entry_bytes(building->changes, building->change, member->entry,
                                          &member->bytes, member->arena, &report);
}

/* Whether the bytes are the file's own, mapped, and outlive the arena. */
static bool is_mapped(const Building *building, const Member *member)
{
    if (member->bytes.size < FILE_MAPPED_FROM)
        return false;
    if (member->new)
        return !member->new->opened.form;
    const WorkspaceEntry *entry = &building->change->top.entries[member->entry];
    return !entry->format.size ||
           (entry->original.size && building->change->states[member->entry] == ENTRY_SAME);
}

static bool spool_member(Building *building, Member *member)
{
    bool ok = member->ok;
    messages_replay(&member->messages, building->report);
    if (ok && !is_mapped(building, member)) {
        const Bytes bytes = member->bytes;
        if (bytes.size && fwrite(bytes.data, 1, bytes.size, building->spool) != bytes.size)
            ok = report_error(building->report, "cannot write a temporary file: %s",
                              strerror(errno));
        member->at = building->spooled;
        member->bytes.data = NULL;
        building->spooled += bytes.size;
    }
    arena_free(member->arena);
    return ok;
}

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

static void take_members(Building *building, Arena *arena)
{
    const TopChange *change = building->change;
    building->members = ARENA_TAKE(arena, Member, change->top.count + change->new_count);
    for (size_t i = 0; i < change->top.count; i++)
        if (change->states[i] != ENTRY_GONE)
            building->members[building->count++] =
                (Member){.path = change->top.entries[i].path,
                         .time = change->states[i] == ENTRY_SAME
                                     ? change->top.entries[i].time
                                     : change->times[i], /* an edit brings its own */
                         .entry = i};
    for (size_t i = 0; i < change->new_count; i++)
        building->members[building->count++] = (Member){.path = change->news[i].path,
                                                        .time = change->news[i].time,
                                                        .new = &change->news[i]};
}

static bool map_spool(Building *building, Built *out)
{
    if (!building->spooled)
        return true;
    out->map_size = (size_t)building->spooled;
    if (fflush(building->spool) == 0)
        out->map =
            mmap(NULL, out->map_size, PROT_READ, MAP_PRIVATE, fileno(building->spool), 0);
    if (out->map && out->map != MAP_FAILED)
        return true;
    out->map = NULL;
    return report_error(building->report, "cannot use a temporary file: %s", strerror(errno));
}

static bool join(const Building *building, Built *out, Arena *arena, Report *report)
{
    const TopChange *change = building->change;
    const ArchiveKind *kind = archive_kind(change->top.archive);
    ArchiveFile *files = ARENA_TAKE(arena, ArchiveFile, building->count);
    Bytes recipe = {0};
    size_t count = 0;
    for (size_t i = 0; i < building->count; i++) {
        const Member *member = &building->members[i];
        Bytes bytes = member->bytes;
        if (!bytes.data)
            bytes.data =
                bytes.size ? (const uint8_t *)out->map + member->at : (const uint8_t *)"";
        if (kind && text_is(member->path, ARCHIVE_RECIPE))
            recipe = bytes;
        else
            files[count++] = (ArchiveFile){member->path, bytes, member->time};
    }
    if (kind)
        return archive_pack(kind, files, count, recipe, NULL, &out->parts, arena, report);
    if (change->top.archive.size)
        return report_error(report, "no archive is a \"%.*s\"", (int)change->top.archive.size,
                            change->top.archive.at);
    out->parts.items = &files[0].bytes;
    out->parts.count = 1;
    return true;
}

/* A member that is gone is counted, not told of one by one. */
typedef struct Relay {
    Report *to;
} Relay;

static void pass_on(void *context, const Message *message)
{
    if (message->severity != SEVERITY_NOTE)
        report_message(((Relay *)context)->to, message);
}

bool change_build(const Changes *changes, const TopChange *change, const Progress *progress,
                  Built *out, Arena *arena, Report *report)
{
    Building building = {.changes = changes,
                         .change = change,
                         .spool = spool_new(changes->folder, arena),
                         .report = report};
    Relay relay = {report};
    Report fewer = report_to(pass_on, &relay);
    *out = (Built){0};
    if (!building.spool)
        return report_error(report, "%s/" WORKSPACE_FOLDER ": cannot write: %s",
                            changes->folder, strerror(errno));
    take_members(&building, arena);
    report_about(&fewer, arena_format(arena, "%s/%.*s", changes->folder,
                                      (int)change->top.path.size, change->top.path.at));
    const bool ok = make_members(&building, progress) && map_spool(&building, out) &&
                    join(&building, out, arena, &fewer);
    fclose(building.spool);
    return ok;
}

void built_end(Built *built)
{
    if (built->map)
        munmap(built->map, built->map_size);
    built->map = NULL;
}
