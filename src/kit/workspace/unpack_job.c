/* unpack: archives, the rows of packers.def, and folders that become a workspace. */
#include "kit/workspace/packers.h"

#include "base/path.h"
#include "kit/formats/archive.h"
#include "kit/jobs/archive_jobs.h"
#include "kit/jobs/files.h"
#include "kit/jobs/foreign.h"
#include "kit/workspace/workspace.h"

static const struct {
    const char *format;
    bool (*unpack)(Job *job, Bytes file, const char *folder, Arena *arena, Report *report);
} unpackers[] = {
#define UNPACKER(format, unpack) {#format, unpack},
#include "kit/workspace/packers.def"
};

/* Several archives are unpacked into one folder each, named like the archive. */
static Text archive_folder(const Job *job, const char *path, const char *folder, Arena *arena)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return job->input_count == 1
               ? text_of(folder)
               : path_join(
                     text_of(folder),
                     (Text){name, dot && dot > name ? (size_t)(dot - name) : strlen(name)},
                     arena);
}

static bool unpack(Job *job, const char *path, const char *folder, Arena *arena)
{
    Bytes file;
    Report about = report_child(job->report, text_of(path));
    if (!file_load(path, &file, arena, job->report))
        return false;
    const Format *format = format_of(text_of(path), file);
    if (!format) {
        const Text words = foreign_file(text_of(path), file, arena);
        return report_cause(&about, CAUSE_UNSUPPORTED, "%.*s", (int)words.size, words.at);
    }
    const ArchiveKind *kind = archive_kind(text_of(format->name));
    if (kind)
        return archive_unpack_into(job, kind, file, archive_folder(job, path, folder, arena).at,
                                   &about);
    for (size_t i = 0; i < COUNT_OF(unpackers); i++)
        if (!strcmp(format->name, unpackers[i].format))
            return unpackers[i].unpack(job, file, folder, arena, &about);
    return report_cause(&about, CAUSE_UNSUPPORTED,
                        "a .%s file is neither a game nor an archive", format->name);
}

/* Folders, and archives to be unpacked in open forms, become a workspace. */
static bool makes_workspace(const Job *job)
{
    bool folders = false;
    for (size_t i = 0; i < job->input_count; i++)
        folders = folders || is_folder(job->inputs[i]);
    return folders || job_given(job, OPTION_open);
}

static bool unpack_each(Job *job, const char *folder)
{
    bool ok = true;
    for (size_t i = 0; i < job->input_count; i++) {
        Arena *arena = arena_new();
        ok &= unpack(job, job->inputs[i], folder, arena);
        arena_free(arena);
    }
    return ok;
}

bool job_unpack(Job *job, const char *folder)
{
    if (!folder)
        return job_usage_error(job, "unpack requires -o DIR");
    if (!makes_workspace(job))
        return unpack_each(job, folder);
    Arena *arena = arena_new();
    const bool ok = workspace_unpack(job, folder, job_given(job, OPTION_open), arena);
    arena_free(arena);
    return ok;
}
