/* The game of `oisin new`, built once in memory, for what is fed to a running world. */
#ifndef OISIN_FUZZ_SMALL_GAME_H
#define OISIN_FUZZ_SMALL_GAME_H

#include "tirnanog/project/project.h"

#include <stdlib.h>

/* For ever. */
static Bytes small_game_file(void)
{
    static Arena *arena;
    static Bytes bytes;
    if (arena)
        return bytes;
    arena = arena_new();
    Report report = report_to(NULL, NULL);
    ProjectFiles files = {0};
    TngOutput out;
    if (!project_new(TEXT("small"), &files, arena, &report) ||
        !project_build(&files, &(BuildOptions){0}, &out, arena, &report))
        abort();
    return bytes = tng_output_bytes(&out, arena);
}

static inline const TngFile *small_game(void)
{
    static Arena *arena;
    static TngFile game;
    if (arena)
        return &game;
    arena = arena_new();
    Report report = report_to(NULL, NULL);
    if (!tng_read(small_game_file(), &game, arena, &report))
        abort();
    return &game;
}

#endif
