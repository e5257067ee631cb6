#include "view_kit.h"

static bool view_list(void *context, Text path, ViewerEntry **out, size_t *count, Arena *arena)
{
    const Shelf *shelf = context;
    Table seen = table_new(arena);
    for (size_t i = 0; i < shelf->files.count; i++) {
        Text rest = shelf->files.items[i].path;
        size_t slash;
        if (path.size) {
            if (rest.size <= path.size || rest.at[path.size] != '/' ||
                !text_equal(text_slice(rest, 0, path.size), path))
                continue;
            rest = text_slice(rest, path.size + 1, rest.size);
        }
        const bool folder = text_find(rest, '/', &slash);
        const Text name = folder ? text_slice(rest, 0, slash) : rest;
        if (!table_get(&seen, name))
            *ARENA_PUSH(arena, *out, *count) =
                (ViewerEntry){name, folder, folder ? 0 : shelf->files.items[i].bytes.size};
        table_put(&seen, name, 1);
    }
    return *count > 0 || !path.size;
}

static bool view_load(void *context, Text path, Bytes *out, Arena *arena, Report *report)
{
    const Shelf *shelf = context;
    (void)arena;
    for (size_t i = 0; i < shelf->files.count; i++)
        if (text_equal(shelf->files.items[i].path, path)) {
            *out = shelf->files.items[i].bytes;
            return true;
        }
    return report_error(report, "%.*s does not exist", (int)path.size, path.at);
}

ViewerHost view_host(Shelf *shelf)
{
    return (ViewerHost){
        .context = shelf, .title = TEXT("shelf"), .list = view_list, .load = view_load};
}

#define PAGE_FILE(name, content)                                                               \
    {                                                                                          \
        {"" name, sizeof(name) - 1}, { (const uint8_t *)content, sizeof(content) - 1 }         \
    }
static ProjectFile page_files[] = {
    PAGE_FILE("engine.wasm", "code"),
    PAGE_FILE("icon.png", "icon"),
    PAGE_FILE("index.html", "<title>@TITLE@</title> @SIZE@ @CRC@ @OFFLINE@ @VERSION@"),
    PAGE_FILE("manifest.webmanifest", "{\"name\": \"@TITLE JSON@\"}"),
    PAGE_FILE("sw.js", "@VERSION@ @FILES@"),
};
const ProjectFiles view_page = {.items = page_files, .count = COUNT_OF(page_files)};
