/* Checks a project with what needs a world, or its tests: a row of checks.def. */
#include "studio/lint/project_check.h"

#include "kit/jobs/checks.h"
#include "studio/lint/lint_positions.h"
#include "studio/lint/lint_texts.h"
#include "studio/scenario/scenario.h"
#include "tirnanog/jobs/project_files.h"

bool check_tests_and_world(const ProjectChecked *checked, Arena *arena, Report *report)
{
    if (!scenarios_read(checked->files, checked->names, arena, report))
        return false;
    if (checked->game) {
        lint_positions(checked->game, checked->scripts, arena, report);
        lint_texts(checked, arena, report);
    }
    return true;
}

bool check_project(Job *job, const char *path)
{
    Arena *arena = arena_new();
    Within within;
    Report report = report_within(&within, path, job->report);
    ProjectFiles files;
    const bool ok = project_open_files(path, &files, arena, job->report) &&
                    project_check_with(&files, check_tests_and_world, arena, &report);
    arena_free(arena);
    return ok;
}
