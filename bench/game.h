/* Games of the programs of this folder: `oisin new`'s with more in it. */
#ifndef OISIN_BENCH_GAME_H
#define OISIN_BENCH_GAME_H

#include "kit.h"

#include "tirnanog/container/tng.h"
#include "tirnanog/project/project.h"

static inline void say(void *context, const Message *message)
{
    (void)context;
    fprintf(stderr, "%.*s\n", (int)message->text.size, message->text.at);
}

static inline void put(ProjectFiles *files, Text path, Bytes bytes, Arena *arena)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_equal(files->items[i].path, path)) {
            files->items[i].bytes = bytes;
            return;
        }
    *ARENA_PUSH(arena, files->items, files->count) =
        (ProjectFile){.path = arena_text(arena, path), .bytes = bytes};
}

static inline void put_text(ProjectFiles *files, const char *path, const char *text,
                            Arena *arena)
{
    put(files, text_of(path), bytes_of_text(text_of(text)), arena);
}

static inline void begin_game(ProjectFiles *files, Arena *arena, Report *report)
{
    if (!project_new(TEXT("mygame"), files, arena, report))
        exit(1);
}

static inline Bytes game_bytes(ProjectFiles *files, Arena *arena, Report *report)
{
    TngOutput out;
    project_files_sort(files);
    if (!project_build(files, &(BuildOptions){0}, &out, arena, report))
        exit(1);
    return tng_output_bytes(&out, arena);
}

static inline TngFile *open_game(ProjectFiles *files, Arena *arena, Report *report)
{
    TngFile *game = ARENA_ALLOC(arena, TngFile, 1);
    if (!tng_read(game_bytes(files, arena, report), game, arena, report))
        exit(1);
    return game;
}

#endif
