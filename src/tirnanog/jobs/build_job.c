/* build; what pack and unpack do with projects and games. */
#include "kit/workspace/packers.h"

#include "base/folders.h"
#include "base/output/output.h"
#include "base/path.h"
#include "base/text.h"
#include "tirnanog/container/tng.h"
#include "tirnanog/jobs/build_stamp.h"
#include "kit/jobs/disk_cache.h"
#include "tirnanog/jobs/project_files.h"
#include "kit/jobs/job_inputs.h"
#include "tirnanog/jobs/kept_files.h"
#include "tirnanog/jobs/preview_files.h"
#include "tirnanog/jobs/targets.h"
#include "tirnanog/project/project.h"

/* Saves the game and, with --launchers, the files that start it, next to it: all or none. */
static bool save_game(Job *job, const char *output, const FolderList *list,
                      const ProjectFiles *files, const TngOutput *game, Arena *arena)
{
    Report *report = job->report;
    ProjectFiles launchers = {.game = files->game};
    const char *slash = strrchr(output, '/');
    InputFiles read = {.arena = arena};
    const Text beside = folder_above(text_of(output), arena);
    for (size_t i = 0; i < list->count; i++)
        input_files_add(&read, &list->items[i].status);
    if (!input_files_check_output(&read, output, report))
        return false;
    if (is_stream(output))
        return file_save(output, game->parts, game->count, report);
    if (job_given(job, OPTION_launchers) &&
        !project_launchers(files, game, text_of(slash ? slash + 1 : output), &launchers, arena,
                           report))
        return false;
    Output *set = output_files(beside.at, arena, report);
    /* A link may lead to another file system with a staging folder of a killed job. */
    const char *real = path_resolved(output, arena);
    if (real)
        output_recover(folder_above(text_of(real), arena).at, report);
    bool ok = file_has_contents(output, game->parts, game->count) ||
              output_put_at(set, output, game->parts, game->count, report);
    for (size_t i = 0; i < launchers.count && ok; i++)
        ok = output_put(set, launchers.items[i].path, &launchers.items[i].bytes, 1, 0, report);
    return output_end(set, ok, report);
}

/* Instead of the game itself. */
static bool has_targets(const Job *job)
{
    return job_given(job, OPTION_for) || job_given(job, OPTION_web);
}

/* Whether a build writes nothing but the game, to a file. */
static bool writes_game_only(const Job *job, const char *output)
{
    return output && !is_stream(output) && !has_targets(job) &&
           !job_given(job, OPTION_launchers) && !job_given(job, OPTION_previews);
}

/* The build of a project: what its steps pass on. */
typedef struct Build {
    Job *job;
    const char *folder, *output; /* output NULL: the game itself is not saved */
    const char *release;         /* the folder for targets */
    BuildOptions options;
    DiskCache disk;
    FolderList list;
    ProjectFiles files;
    TngOutput game;
    BuildStamp stamp;
    Arena *arena;
} Build;

static void read_options(Build *build)
{
    const Job *job = build->job;
    const char *extension = job_text(job, OPTION_extension);
    build->options = (BuildOptions){
        .strip = job_given(job, OPTION_strip),
        .automap = job_given(job, OPTION_automap),
        .optimise = job_given(job, OPTION_optimise),
        .draft = job_given(job, OPTION_draft),
        .extension = text_of(extension ? extension : ""),
        .cache = job_given(job, OPTION_no_cache) ? NULL : disk_cache_open(&build->disk),
        .progress = job->progress};
}

/* Whether the output is the result of an earlier build of the same files. */
static bool is_up_to_date(Build *build)
{
    build->stamp =
        build_stamp(build->folder, build->output, &build->options, &build->list, build->arena);
    return build_stamp_matches(&build->stamp, build->options.cache, build->output,
                               &build->game.size, build->arena);
}

static bool compile(Build *build, Report *inner)
{
    return project_load_kept(build->folder, &build->list, build->options.cache, &build->files,
                             build->arena, build->job->report) &&
           project_build(&build->files, &build->options, &build->game, build->arena, inner);
}

static bool save_outputs(const Build *build)
{
    Job *job = build->job;
    Arena *arena = build->arena;
    const TngOutput *game = &build->game;
    return (!has_targets(job) ||
            targets_save(job, build->release, tng_output_bytes(game, arena), arena)) &&
           (!build->output ||
            save_game(job, build->output, &build->list, &build->files, game, arena)) &&
           (!job_given(job, OPTION_previews) ||
            previews_save(build->folder, game, arena, job->report));
}

static void note_game(const Build *build)
{
    if (build->output)
        job_note(build->job, "%s: %zu bytes", build->output, build->game.size);
}

static bool build_project(Job *job, const char *folder, const char *output, const char *release,
                          Arena *arena)
{
    Build build = {
        .job = job, .folder = folder, .output = output, .release = release, .arena = arena};
    Within within;
    Report *report = job->report, inner = report_within(&within, folder, report);
    read_options(&build);
    const bool listed = project_list_files(folder, &build.list, arena, report);
    const bool stamped = listed && build.options.cache && writes_game_only(job, output);
    if (stamped && is_up_to_date(&build)) {
        note_game(&build);
        return true;
    }
    const bool compiled = listed && compile(&build, &inner);
    progress_end(job->progress);
    if (!compiled)
        return report_error(report, "%zu error%s: nothing was written", report->errors,
                            PLURAL(report->errors));
    if (build.options.cache)
        disk_cache_tidy(&build.disk);
    if (!save_outputs(&build))
        return false;
    if (stamped && !report->warnings && !inner.warnings && !inner.notes)
        build_stamp_keep(&build.stamp, build.options.cache, output, &build.game);
    note_game(&build);
    return true;
}

/* A game that was built before: only its targets are to be made. */
static bool build_targets(Job *job, const char *file, const char *release, Arena *arena)
{
    Bytes game;
    Report about = report_child(job->report, text_of(file));
    return file_load(file, &game, arena, job->report) &&
           (tng_check_crc(game, true, &about) ||
            report_error(job->report, "nothing was written")) &&
           targets_save(job, release, game, arena);
}

static bool is_game_file(const char *path)
{
    return path_has_suffix(text_of(path), ".tng") && !is_folder(path);
}

/* Options that `build GAME --web` and `build GAME --for` cannot have. */
static bool has_only_targets(Job *job, const char *output)
{
    static const JobOption others[] = {OPTION_strip, OPTION_automap,   OPTION_optimise,
                                       OPTION_draft, OPTION_launchers, OPTION_previews};
    const char *wrong = output ? "output" : NULL;
    for (size_t i = 0; i < COUNT_OF(others) && !wrong; i++)
        if (job_given(job, others[i]))
            wrong = job_option_names[others[i]];
    return !wrong ||
           job_usage_error(job, "--%s requires a project; %s is a game", wrong, job->inputs[0]);
}

bool job_build(Job *job, const char *output)
{
    const char *folder = job->inputs[0], *extension = job_text(job, OPTION_extension);
    const char *release = job_given(job, OPTION_for) ? output : NULL;
    const bool targets = has_targets(job), targets_only = targets && is_game_file(folder);
    if (!targets_fit(job, output))
        return false;
    if (release)
        output = NULL;
    if (targets_only && !has_only_targets(job, output))
        return false;
    Arena *arena = arena_new();
    if (!output && !targets)
        output = path_join(text_of(folder),
                           arena_format(arena, "%s.tng", extension ? extension : "game"), arena)
                     .at;
    const bool ok = targets_only ? build_targets(job, folder, release, arena)
                                 : build_project(job, folder, output, release, arena);
    arena_free(arena);
    return ok;
}

/* The usual packer: it also reports a folder that no packer accepts. */
bool project_pack_folder(Job *job, const char *folder, const char *output, Arena *arena)
{
    Report about = report_child(job->report, text_of(folder));
    if (is_folder(folder) && !project_is_in(folder))
        return report_cause(&about, CAUSE_UNSUPPORTED,
                            "cannot be packed as %s: it is neither a project (it has no config "
                            "file) nor a workspace (it has no folder .oisin), and %s does not "
                            "end with the suffix of an archive (oisin help pack)",
                            output, output);
    return build_project(job, folder, output, NULL, arena);
}

bool unpack_game(Job *job, Bytes file, const char *folder, Arena *arena, Report *report)
{
    TngFile game;
    ProjectFiles files;
    if (!tng_read(file, &game, arena, report) ||
        !tng_check_crc(file, !job_given(job, OPTION_force), report) ||
        !project_unpack(&game, &files, arena, report))
        return false;
    if (!project_save_files(folder, &files, job_given(job, OPTION_force), job->report))
        return false;
    job_note(job, "%s: %zu file%s", path_join(text_of(folder), files.game, arena).at,
             files.count, PLURAL(files.count));
    return true;
}
