/* Writes the folders of targets. Parts, in order: the list of --for; one folder; all. */
#include "tirnanog/jobs/targets.h"

#include "base/output/output.h"
#include "base/path.h"
#include "base/portable_name.h"
#include "base/system/files.h"
#include "base/text.h"
#include "tirnanog/container/tng.h"
#include "tirnanog/container/tng_json.h"
#include "tirnanog/project/project.h"

#include <errno.h>

static const Target targets[] = {
#define TARGET(name, files, title, note, trial, steps)                                         \
    {#name, files, title, note, trial, steps},
#include "tirnanog/jobs/targets.def"
#undef TARGET
};

enum {
#define TARGET(name, files, title, note, trial, steps) TARGET_##name,
#include "tirnanog/jobs/targets.def"
#undef TARGET
};

const Target *target_at(size_t index)
{
    return index < COUNT_OF(targets) ? &targets[index] : NULL;
}

/* ---- the list ---- */

/* Removes the next name from "web,windows"; NULL if it is none. */
static const Target *next_target(Text *list)
{
    size_t comma = list->size;
    text_find(*list, ',', &comma);
    const Text name = text_trimmed(text_slice(*list, 0, comma));
    *list = text_slice(*list, comma < list->size ? comma + 1 : comma, list->size);
    for (size_t i = 0; i < COUNT_OF(targets); i++)
        if (text_is(name, targets[i].name))
            return &targets[i];
    return NULL;
}

static bool names_targets(Job *job, const char *list)
{
    Text rest = text_of(list);
    const Target *target = NULL;
    do
        target = next_target(&rest);
    while (target && rest.size);
    if (target)
        return true;
    char names[128] = "";
    for (size_t i = 0; i < COUNT_OF(targets); i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ", " : "",
                 targets[i].name);
    return job_usage_error(job, "--for: expected targets with commas, of %s; found \"%s\"",
                           names, list);
}

bool targets_fit(Job *job, const char *folder)
{
    static const JobOption others[] = {OPTION_web, OPTION_launchers, OPTION_extension};
    const char *list = job_text(job, OPTION_for);
    if (!list)
        return !job_given(job, OPTION_web) || !job_given(job, OPTION_extension) ||
               job_usage_error(job, "--extension and --web cannot be combined");
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (job_given(job, others[i]))
            return job_usage_error(job, "--%s and --for cannot be combined",
                                   job_option_names[others[i]]);
    return names_targets(job, list) &&
           ((folder && *folder) || job_usage_error(job, "--for requires -o DIR"));
}

/* ---- one folder ---- */

/* For everybody who may read it. */
static bool make_executable(const char *path, Report *report)
{
    enum { READ = 0444, TO_RUN = 2 };
    const int file = file_open(FOLDER_CURRENT, path, OPEN_READ);
    FileInfo info;
    const bool ok = file >= 0 && file_info_of(file, &info) &&
                    file_set_mode(file, (info.mode & 07777) | (info.mode & READ) >> TO_RUN);
    const int cause = errno;
    if (file >= 0)
        file_close(file);
    return ok || report_error(report, "%s: %s", path, strerror(cause));
}

typedef struct TargetFolder {
    const Target *target;
    const char *path;
    TargetFiles made;
} TargetFolder;

static bool save(Job *job, const TargetFolder *folder, Arena *arena)
{
    Report *report = job->report;
    const ProjectFiles *files = &folder->made.files;
    const Text program = folder->made.program;
    Output *set = output_files(folder->path, arena, report);
    bool ok = true;
    for (size_t i = 0; i < files->count && ok; i++)
        ok = output_put(set, files->items[i].path, &files->items[i].bytes, 1, 0, report);
    if (!output_end(set, ok, report))
        return false;
    if (program.size &&
        !make_executable(
            arena_format(arena, "%s/%.*s", folder->path, (int)program.size, program.at).at,
            report))
        return false;
    const char *trial = folder->target->trial;
    job_note(job, *trial ? "%s: %s; try it with `%s %s`" : "%s: %s", folder->path,
             folder->target->note, trial, folder->path);
    Text steps = text_of(folder->target->steps), step;
    while (text_line(&steps, &step))
        job_note(job, "    %.*s", (int)step.size, step.at);
    return true;
}

/* ---- all ---- */

/* Windows cannot have all names, and a player whose name begins as those of programs plays no
 * game (cli/own_game.c). */
static bool can_name_files(Text id, Arena *arena)
{
    return tng_game_id_ok(id) && !portable_problem(id) &&
           !text_starts(text_lowered(id, arena), "oisin");
}

static bool describe(Bytes file, TargetGame *out, Arena *arena, Report *report)
{
    TngFile game;
    *out = (TargetGame){.file = file, .title = tng_title(file, arena)};
    if (!tng_read(file, &game, arena, report) || !project_icon(file, &out->icon, arena, report))
        return false;
    const Text id = tng_game_id(&game.header);
    out->name = can_name_files(id, arena) ? id : TEXT("game");
    return true;
}

/* All are made before the first one is written. */
bool targets_save(Job *job, const char *folder, Bytes file, Arena *arena)
{
    const char *web = job_text(job, OPTION_web), *list = job_text(job, OPTION_for);
    TargetFolder *all = NULL;
    size_t count = 0;
    TargetGame game;
    if (!describe(file, &game, arena, job->report))
        return false;
    if (web)
        *ARENA_PUSH(arena, all, count) =
            (TargetFolder){.target = &targets[TARGET_web], .path = web};
    for (Text rest = text_of(list ? list : ""); rest.size;) {
        const Target *target = next_target(&rest);
        *ARENA_PUSH(arena, all, count) =
            (TargetFolder){.target = target,
                           .path = path_join(text_of(folder), text_of(target->name), arena).at};
    }
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++)
        ok = all[i].target->make(&game, &all[i].made, arena, job->report);
    for (size_t i = 0; i < count && ok; i++)
        ok = save(job, &all[i], arena);
    return ok;
}
