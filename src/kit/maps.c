#include "kit/maps.h"

#include "kit/files.h"
#include "kit/map_folder.h"
#include "convert/file_store.h"
#include "convert/map_picture.h"

#include <strings.h>
#include <unistd.h>

/* Whether a map is to become a project. */
static bool maps_are_projects(const Job *job)
{
    const char *as = job_text(job, OPTION_as);
    return as && !strcmp(as, "project");
}

bool maps_are_loose(const Job *job, const char *path, const char *to)
{
    static const char *const outputs[] = {"glb", "png", "tmx"};
    bool drawn = !strcasecmp(to, "mob") && job_given(job, OPTION_rebuild_aigraph);
    for (size_t i = 0; i < COUNT_OF(outputs); i++)
        drawn |= !strcasecmp(to, outputs[i]);
    drawn |= !*to && maps_are_projects(job);
    return drawn && !job_given(job, OPTION_choose) && is_folder(path) && map_folder_is(path);
}

bool maps_written_loose(const Job *job, const char *output)
{
    const char *onto = job_text(job, OPTION_onto);
    return onto && (is_folder(output) || !path_suffix(text_of(output)).size) &&
           is_folder(onto) && map_folder_is(onto);
}

bool maps_are_meant(const Job *job, const char *output)
{
    static const char *const inputs[] = {".mpr", ".mp", ".cam"};
    static const char *const outputs[] = {".mpr"};
    const Text input = text_of(job->inputs[0]);
    for (size_t i = 0; i < COUNT_OF(inputs); i++)
        if (path_has_suffix(input, inputs[i]))
            return true;
    if (maps_are_loose(job, input.at, path_suffix(text_of(output)).at))
        return true;
    if (maps_written_loose(job, output) ||
        (path_has_suffix(input, ".glb") && path_has_suffix(text_of(output), ".mob")))
        return true;
    for (size_t i = 0; i < COUNT_OF(outputs); i++)
        if (path_has_suffix(input, ".png") && path_has_suffix(text_of(output), outputs[i]))
            return true;
    return false;
}

/* Adds a file, or all files of a folder. */
static bool add(Job *job, const char *path, ProjectFiles *out, Arena *arena)
{
    ProjectFiles files = {0};
    ProjectFile one = {.path = text_of(path)};
    if (is_folder(path)) {
        if (!project_load_files(path, &files, arena, job->report))
            return false;
        project_files_sort(&files);
    } else if (file_load(path, &one.bytes, arena, job->report)) {
        files = (ProjectFiles){.items = &one, .count = 1};
    } else {
        return false;
    }
    for (size_t i = 0; i < files.count; i++)
        *ARENA_PUSH(arena, out->items, out->count) = files.items[i];
    return true;
}

/* Loads files, folders and archives, separated by commas. */
static bool load_list(Job *job, JobOption option, const ProjectFiles **out, Arena *arena)
{
    const char *list = job_text(job, option);
    ProjectFiles *files = ARENA_ALLOC(arena, ProjectFiles, 1);
    while (list && *list) {
        const size_t size = strcspn(list, ",");
        if (size && !add(job, arena_text(arena, (Text){list, size}).at, files, arena))
            return false;
        list += size + (list[size] == ',');
        *out = files;
    }
    return true;
}

/* The map that an image changes: an .mpr, or a folder of loose files. */
static bool load_onto(Job *job, MapSettings *out, Arena *arena)
{
    const char *path = job_text(job, OPTION_onto);
    if (path && is_folder(path))
        return map_folder_load(path, &out->onto, &out->onto_path, arena, job->report);
    return job_file(job, OPTION_onto, &out->onto, arena);
}

bool maps_take_options(Job *job, MapSettings *out, Arena *arena)
{
    const char *as = job_text(job, OPTION_as), *onto = job_text(job, OPTION_onto);
    long side;
    *out = (MapSettings){.onto_path = onto ? text_of(onto) : TEXT(""),
                         .force = job_given(job, OPTION_force),
                         .rebuild_graph = job_given(job, OPTION_rebuild_aigraph)};
    if (job_given(job, OPTION_cam) && (as || job_given(job, OPTION_size)))
        return job_usage_error(job, "--cam has no --as and no --size");
    if (as && !map_layer_named(text_of(as), &out->layer))
        return job_usage_error(job, "--as of a map: expected %s, found \"%s\"", MAP_LAYER_NAMES,
                               as);
    if (out->layer == MAP_PROJECT &&
        job_given(job, OPTION_mob) != job_given(job, OPTION_models))
        return job_usage_error(job,
                               "--as project requires both --mob and --models, or neither");
    if (!job_number(job, OPTION_size, MAP_TILE_MIN, MAP_TILE_MAX, MAP_TILE_SIDE, &side))
        return false;
    out->side = (uint32_t)side;
    return load_onto(job, out, arena) && job_file(job, OPTION_cam, &out->camera, arena) &&
           job_file(job, OPTION_mob, &out->objects, arena) &&
           load_list(job, OPTION_texture, &out->textures, arena) &&
           load_list(job, OPTION_models, &out->models, arena);
}

bool maps_may_write(Job *job, const MapSettings *settings, const char *output)
{
    if (settings->layer != MAP_PROJECT || settings->force || !is_folder(output))
        return true;
    Report about = report_child(job->report, text_of(output));
    return !project_is_in(output) ||
           report_cause(&about, CAUSE_EXISTS,
                        "is a project already; --force replaces the files "
                        "that come from the map");
}
