/* Contents are compared by their addresses: what was not changed is still shared. */
#include "studio/editor/map_changes.h"

#include "tirnanog/maps/maps_sync.h"

ProjectFiles files_copy(const ProjectFiles *files, Arena *arena)
{
    ProjectFiles copy = *files;
    copy.items = NULL;
    copy.count = 0;
    for (size_t i = 0; i < files->count; i++)
        *ARENA_PUSH(arena, copy.items, copy.count) = files->items[i];
    return copy;
}

void files_set(ProjectFiles *files, Text path, Bytes bytes, Arena *arena)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_equal(files->items[i].path, path)) {
            files->items[i].bytes = bytes;
            return;
        }
    *ARENA_PUSH(arena, files->items, files->count) = (ProjectFile){path, bytes};
    project_files_sort(files);
}

/* The text of the map with new cells in its layers. */
static MapEditResult edit_layers(Call *call, const Names *names, const ProjectFiles *files,
                                 Text path, const LayerChanges *layers, size_t count, Text *out,
                                 Text *unknown)
{
    MapEditResult result = MAP_EDIT_DONE;
    *out = text_of_bytes(project_file(files, path)->bytes);
    for (size_t i = 0; i < count && result == MAP_EDIT_DONE; i++)
        result = map_edit(names, files, path, *out, layers[i].layer, layers[i].items,
                          layers[i].count, out, unknown, call->arena, &call->report);
    return result;
}

static bool add_tilesets(Call *call, ProjectFiles *files)
{
    MapsSync sync;
    if (!project_maps_sync(files, &sync, call->arena, &call->report))
        return false;
    for (size_t i = 0; i < sync.files.count; i++)
        files_set(files, sync.files.items[i].path, sync.files.items[i].bytes, call->arena);
    return true;
}

bool map_change_cells(Call *call, const Names *names, ProjectFiles *files, Text path,
                      const LayerChanges *layers, size_t layer_count)
{
    Text text, unknown;
    if (!project_file(files, path))
        return report_error(&call->report, "the project has no such map");
    MapEditResult result =
        edit_layers(call, names, files, path, layers, layer_count, &text, &unknown);
    if (result == MAP_EDIT_UNKNOWN) {
        if (!add_tilesets(call, files))
            return false;
        result = edit_layers(call, names, files, path, layers, layer_count, &text, &unknown);
        if (result == MAP_EDIT_UNKNOWN)
            return report_error(&call->report, "the map can have no tile for \"%.*s\"",
                                (int)unknown.size, unknown.at);
    }
    if (result == MAP_EDIT_DONE)
        files_set(files, path, bytes_of_text(text), call->arena);
    return result == MAP_EDIT_DONE;
}

size_t edits_between(const ProjectFiles *before, const ProjectFiles *after, Text first,
                     FileEdit **edits, Arena *arena)
{
    size_t count = 0;
    for (size_t i = 0; i < after->count; i++) {
        const ProjectFile *file = &after->items[i], *old = project_file(before, file->path);
        if (old && old->bytes.data == file->bytes.data)
            continue;
        *ARENA_PUSH(arena, *edits, count) =
            (FileEdit){.path = file->path,
                       .base_hash = old ? file_hash(old->bytes) : 0, /* 0: new */
                       .base = old ? old->bytes : (Bytes){0},
                       .mine = file->bytes};
        if (text_equal(file->path, first)) {
            const FileEdit edit = (*edits)[count - 1];
            (*edits)[count - 1] = (*edits)[0];
            (*edits)[0] = edit;
        }
    }
    return count;
}
