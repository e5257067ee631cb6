/* One file of a project: the first byte chooses which, the rest is its text. */
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/sheets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The project of `oisin new`, made once. */
static ProjectFiles base_project(void)
{
    static Arena *arena;
    static ProjectFiles files;
    Report silent = report_to(NULL, NULL);
    if (!arena) {
        arena = arena_new();
        project_new(TEXT("fuzz"), &files, arena, &silent);
    }
    return files;
}

static Text path_of(uint8_t number, Arena *arena)
{
    static const char *const others[] = {"maps/meadow.tmx", "lang/de.po",
                                         "tiles/tree_soo0.png"};
    size_t count = 0;
    while (all_sheets[count])
        count++;
    const size_t index = number % (count + COUNT_OF(others));
    if (index >= count)
        return text_of(others[index - count]);
    const char *path = all_sheets[index]->path, *hash = strchr(path, '#');
    return hash ? arena_format(arena, "%.*sguide%s", (int)(hash - path), path, hash + 1)
                : text_of(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const ProjectFiles base = base_project();
    ProjectFiles files = {.game = base.game,
                          .items = ARENA_ALLOC(arena, ProjectFile, base.count + 1)};
    const Text path = path_of(data[0], arena);
    const ProjectFile file = {path, {data + 1, size - 1}};
    for (size_t i = 0; i < base.count; i++)
        if (!text_equal(base.items[i].path, path))
            files.items[files.count++] = base.items[i];
    files.items[files.count++] = file;
    TngOutput out;
    if (project_build(&files, &(BuildOptions){0}, &out, arena, &report)) {
        /* What was accepted can be taken apart and built again. */
        TngFile game;
        ProjectFiles again;
        Writer whole = writer_to(arena);
        for (size_t i = 0; i < out.count; i++)
            write_bytes(&whole, out.parts[i]);
        if (!tng_read(writer_bytes(&whole), &game, arena, &report) ||
            !project_unpack(&game, &again, arena, &report))
            __builtin_trap();
    }
    arena_free(arena);
    return 0;
}
