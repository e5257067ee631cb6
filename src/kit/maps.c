#include "kit/maps.h"

#include "kit/files.h"
#include "convert/file_store.h"
#include "convert/map_picture.h"

bool maps_are_meant(const Job *job, const char *output)
{
    static const char *const inputs[] = {".mpr", ".mp", ".cam"};
    static const char *const outputs[] = {".mpr"};
    const Text input = text_of(job->inputs[0]);
    for (size_t i = 0; i < COUNT_OF(inputs); i++)
        if (path_has_suffix(input, inputs[i]))
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

bool maps_take_options(Job *job, MapSettings *out, Arena *arena)
{
    const char *as = job_text(job, OPTION_as), *onto = job_text(job, OPTION_onto);
    long side;
    *out = (MapSettings){.onto_path = onto ? text_of(onto) : TEXT("")};
    if (as && !map_layer_named(text_of(as), &out->layer))
        return job_usage_error(job, "--as of a map: expected %s, found \"%s\"", MAP_LAYER_NAMES,
                               as);
    if (!job_number(job, OPTION_size, MAP_TILE_MIN, MAP_TILE_MAX, MAP_TILE_SIDE, &side))
        return false;
    out->side = (uint32_t)side;
    return job_file(job, OPTION_onto, &out->onto, arena) &&
           job_file(job, OPTION_cam, &out->camera, arena) &&
           job_file(job, OPTION_mob, &out->objects, arena) &&
           load_list(job, OPTION_texture, &out->textures, arena) &&
           load_list(job, OPTION_models, &out->models, arena);
}
