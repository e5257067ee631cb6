/* A small game that is built in, or a template of the program or in a zip file: rows of
 * new_job.def. */
#include "base/path.h"
#include "kit/jobs/files.h"
#include "kit/jobs/new_job.h"
#include "tirnanog/jobs/preview_files.h"
#include "tirnanog/jobs/project_template.h"
#include "tirnanog/jobs/templates.h"
#include "tirnanog/project/project.h"

bool new_small_game(const char *value, Text game, ProjectFiles *files, Arena *arena,
                    Report *report)
{
    TngOutput built;
    (void)value;
    return project_new(game, files, arena, report) &&
           project_build(files, &(BuildOptions){0}, &built, arena, report) &&
           previews_add(&built, files, arena, report);
}

bool new_from_template(const char *path, Text game, ProjectFiles *files, Arena *arena,
                       Report *report)
{
    Bytes zip;
    if (template_is_name(path))
        return template_make(path, game, files, arena, report);
    Report about = report_child(report, text_of(path));
    if (!project_game_id_check(game, report) || !file_load(path, &zip, arena, report) ||
        !project_template_read(zip, files, arena, &about))
        return false;
    files->game = game;
    return true;
}
