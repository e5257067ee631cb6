#include "cli/maps.h"

#include "cli/convert_options.h"
#include "cli/files.h"
#include "convert/file_store.h"
#include "convert/map_picture.h"

bool maps_are_meant(const Invocation *invocation, const char *output)
{
    static const char *const inputs[] = {".mpr", ".mp", ".cam"};
    static const char *const outputs[] = {".mpr"};
    const Text input = text_of(invocation->arguments[0]);
    for (size_t i = 0; i < COUNT_OF(inputs); i++)
        if (path_has_suffix(input, inputs[i]))
            return true;
    for (size_t i = 0; i < COUNT_OF(outputs); i++)
        if (path_has_suffix(input, ".png") && path_has_suffix(text_of(output), outputs[i]))
            return true;
    return false;
}

/* Adds a file, or all of a folder. */
static bool add(Invocation *invocation, const char *path, ProjectFiles *out, Arena *arena)
{
    ProjectFiles files = {0};
    ProjectFile one = {.path = text_of(path)};
    if (is_folder(path)) {
        if (!project_load_files(path, &files, arena, &invocation->report))
            return false;
        project_files_sort(&files);
    } else if (file_load(path, &one.bytes, arena, &invocation->report)) {
        files = (ProjectFiles){.items = &one, .count = 1};
    } else {
        return false;
    }
    for (size_t i = 0; i < files.count; i++)
        *ARENA_PUSH(arena, out->items, out->count) = files.items[i];
    return true;
}

/* Files, folders and archives, with commas between them. */
static bool load_list(Invocation *invocation, const char *name, const ProjectFiles **out,
                      Arena *arena)
{
    const char *list = option_text(invocation, name);
    ProjectFiles *files = ARENA_TAKE(arena, ProjectFiles, 1);
    while (list && *list) {
        const size_t size = strcspn(list, ",");
        if (size && !add(invocation, arena_text(arena, (Text){list, size}).at, files, arena))
            return false;
        list += size + (list[size] == ',');
        *out = files;
    }
    return true;
}

int maps_take_options(Invocation *invocation, MapSettings *out, Arena *arena)
{
    const char *as = option_text(invocation, "as"), *onto = option_text(invocation, "onto");
    long side;
    *out = (MapSettings){.onto_path = onto ? text_of(onto) : TEXT("")};
    if (as && !map_layer_named(text_of(as), &out->layer))
        return usage_error(invocation, "--as of a map takes %s, not \"%s\"", MAP_LAYER_NAMES,
                           as);
    if (!option_number(invocation, "size", MAP_TILE_LEAST, MAP_TILE_MOST, MAP_TILE_SIDE, &side))
        return EXIT_USAGE;
    out->side = (uint32_t)side;
    return option_file(invocation, "onto", &out->onto, arena) &&
                   option_file(invocation, "cam", &out->camera, arena) &&
                   option_file(invocation, "mob", &out->objects, arena) &&
                   load_list(invocation, "texture", &out->textures, arena) &&
                   load_list(invocation, "models", &out->models, arena)
               ? EXIT_DONE
               : EXIT_FAILED;
}
