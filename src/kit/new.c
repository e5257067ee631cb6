/* new: a small game that is built in, a template, or a quest of Evil Islands. */
#include "kit/jobs.h"

#include "base/path.h"
#include "formats/evil_islands/quest.h"
#include "kit/files.h"
#include "kit/previews.h"
#include "kit/project_template.h"
#include "project/project.h"

static bool small_game(Text game, ProjectFiles *files, Arena *arena, Report *report)
{
    TngOutput built;
    return project_new(game, files, arena, report) &&
           project_build(files, &(BuildOptions){0}, &built, arena, report) &&
           previews_add(&built, files, arena, report);
}

static bool from_template(const char *path, Text game, ProjectFiles *files, Arena *arena,
                          Report *report)
{
    Bytes zip;
    Report about = report_child(report, text_of(path));
    if (!project_game_id_check(game, report) || !file_load(path, &zip, arena, report) ||
        !project_template_read(zip, files, arena, &about))
        return false;
    files->game = game;
    return true;
}

static bool quest(Text name, const char *zone, ProjectFiles *files, Arena *arena,
                  Report *report)
{
    ProjectFile *items = arena_alloc(arena, 2, sizeof *items);
    items[0].path = arena_format(arena, "%s.mq", name.at);
    items[1].path = arena_format(arena, "%s.mob", name.at);
    *files = (ProjectFiles){.game = name, .items = items, .count = 2};
    return quest_new(name, text_of(zone), &items[0].bytes, &items[1].bytes, arena, report);
}

/* "a/b/mygame/" is the game mygame in a/b. */
bool job_new(Job *job)
{
    const char *template = job_text(job, OPTION_template);
    const char *zone = job_text(job, OPTION_ei_quest);
    if (template && zone)
        return job_usage_error(job, "--template and --ei-quest exclude each other");
    ProjectFiles files = {0};
    Arena *arena = arena_new();
    const Text path = arena_text(arena, path_without_slashes(text_of(job->inputs[0])));
    const Text game = path_base(path);
    const bool ok =
        (zone       ? quest(game, zone, &files, arena, job->report)
         : template ? from_template(template, game, &files, arena, job->report)
                    : small_game(game, &files, arena, job->report)) &&
        project_save_files(folder_above(path, arena).at, &files, false, job->report);
    arena_free(arena);
    return ok;
}
