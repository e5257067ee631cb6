#include "audit_kit.h"

/* ---- projects in memory ---- */

void audit_put(Kit *kit, ProjectFiles *files, const char *path, Bytes bytes)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_is(files->items[i].path, path)) {
            files->items[i].bytes = bytes;
            return;
        }
    ProjectFile *items = ARENA_ALLOC(kit->arena, ProjectFile, files->count + 1);
    memcpy(items, files->items, files->count * sizeof *items);
    items[files->count++] = (ProjectFile){text_of(path), bytes};
    files->items = items;
}

void put_text(Kit *kit, ProjectFiles *files, const char *path, const char *text)
{
    audit_put(kit, files, path, bytes_of_text(text_of(text)));
}

const char *audit_text(Kit *kit, ProjectFiles *files, const char *path)
{
    project_files_sort(files);
    const ProjectFile *file = project_file(files, text_of(path));
    if (!file)
        fail_msg("missing: %s", path);
    return arena_format(kit->arena, "%.*s", (int)file->bytes.size,
                        (const char *)file->bytes.data)
        .at;
}

const char *audit_replaced(Kit *kit, const char *text, const char *part, const char *by)
{
    const char *at = strstr(text, part);
    if (!at)
        fail_msg("missing: %s in:\n%s", part, text);
    return arena_format(kit->arena, "%.*s%s%s", (int)(at - text), text, by, at + strlen(part))
        .at;
}

void put_picture(Kit *kit, ProjectFiles *files, const char *path, Pixel colour)
{
    const Image image = image_new(2, 2, kit->arena);
    for (size_t i = 0; i < 4; i++)
        image.pixels[i] = colour;
    audit_put(kit, files, path, png_write(&image, NULL, kit->arena));
}

ProjectFiles small_project(Kit *kit)
{
    ProjectFiles files;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    return files;
}

bool try_build(Kit *kit, ProjectFiles *files, Bytes *out)
{
    TngOutput game;
    if (!project_build(files, &(BuildOptions){0}, &game, kit->arena, &kit->report))
        return false;
    uint8_t *data = arena_alloc(kit->arena, game.size, 1), *to = data;
    for (size_t i = 0; i < game.count; to += game.parts[i++].size)
        memcpy(to, game.parts[i].data, game.parts[i].size);
    *out = (Bytes){data, game.size};
    return true;
}

Bytes built(Kit *kit, ProjectFiles *files)
{
    Bytes out = {0};
    if (!try_build(kit, files, &out))
        fail_msg("%s", kit_message(kit, 0));
    return out;
}

TngFile *game_of(Kit *kit, Bytes file)
{
    TngFile *game = arena_alloc(kit->arena, 1, sizeof *game);
    assert_true(tng_read(file, game, kit->arena, &kit->report));
    return game;
}

ProjectFiles unbuilt(Kit *kit, Bytes file)
{
    ProjectFiles files;
    assert_true(project_unpack(game_of(kit, file), &files, kit->arena, &kit->report));
    return files;
}

void *asset_of(Kit *kit, TngFile *game, unsigned section, size_t index)
{
    void *asset = tng_asset(game, tng_section(game, section), index, kit->arena, &kit->report);
    assert_non_null(asset);
    return asset;
}
