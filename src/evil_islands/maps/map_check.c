/* Checks a map of Evil Islands with the objects that stand on it: a row of checks.def. */
#include "base/path.h"
#include "evil_islands/maps/map.h"
#include "evil_islands/graph/map_graph.h"
#include "kit/jobs/checks.h"
#include "kit/jobs/files.h"
#include "evil_islands/maps/map_folder.h"

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
