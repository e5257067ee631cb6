/* Checks of maps of Evil Islands: rows of checks.def and folder_forms.def. Parts, in order:
 * scripts; folders of sectors; a map with its objects. */
#include "base/path.h"
#include "evil_islands/maps/map.h"
#include "evil_islands/graph/map_graph.h"
#include "kit/formats/archive.h"
#include "evil_islands/objects/mob_script.h"
#include "kit/jobs/checks.h"
#include "kit/jobs/files.h"
#include "evil_islands/maps/map_folder.h"

bool check_map_script(Bytes file, Arena *arena, Report *report)
{
    return mob_script_check_text(mob_script_text(file, arena), NULL, arena, report);
}

/* Also which sectors are missing; the archive has been checked, so nothing is reported twice.
 */
bool map_folder_check(Job *job, const char *path, Bytes file, Arena *arena, Report *report)
{
    const MapSource source = {.path = text_of(path), .file = file};
    Map *map = ARENA_ALLOC(arena, Map, 1);
    const Format *format = job_format(job, path, file, report);
    return format && format_check(format, file, arena, report) &&
           archive_check(archive_kind(TEXT("res")), text_of(path), file, report) &&
           map_load(&source, map, arena, report);
}

/* The sectors beside a .mp. */
static bool find_siblings(void *context, Text suffix, ProjectFiles *out, Arena *arena)
{
    const Text path = *(const Text *)context;
    return load_siblings(text_slice(path, 0, path.size - path_base(path).size), suffix, out,
                         arena);
}

static bool find_nothing(void *context, Text name, Bytes *out, Arena *arena)
{
    (void)context, (void)name, (void)out, (void)arena;
    return false;
}

/* The objects of --mob: checked on their own, then against the map. */
static bool check_objects(Job *job, const char *path, Bytes map, Arena *arena, Report *report)
{
    const char *objects = job_text(job, OPTION_mob);
    Text name = text_of(path);
    const ConversionFolder folder = {
        .beside = find_nothing, .all = find_siblings, .context = &name};
    const MapSource source = {.path = name, .file = map, .folder = &folder};
    Bytes file;
    Report about = report_child(job->report, text_of(objects));
    return job_file(job, OPTION_mob, &file, arena) &&
           job_check_bytes(job, objects, file, arena, &about) &&
           map_graph_check(&source, file, arena, &about, report);
}

static bool is_map_file(const char *path)
{
    const Text name = text_of(path);
    return !is_folder(path) && (path_has_suffix(name, ".mpr") || path_has_suffix(name, ".mp"));
}

/* Whether an input is a map, or a folder that stands for one. */
static bool is_map(const Job *job, const char *path)
{
    return is_map_file(path) ||
           (!job_given(job, OPTION_format) && is_folder(path) && map_folder_is(path));
}

bool check_objects_fit(Job *job)
{
    return !job_text(job, OPTION_mob) ||
           (job->input_count == 1 && is_map(job, job->inputs[0])) ||
           job_usage_error(job, "--mob needs one map (.mpr, .mp or a folder of sectors)");
}

bool check_objects_on_map(Job *job)
{
    return !job_text(job, OPTION_mob) || job_each(job, check_objects);
}
