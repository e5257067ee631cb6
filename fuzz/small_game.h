/* The game of `oisin new`, built once in memory, for what is fed to a running world. */
#ifndef OISIN_FUZZ_SMALL_GAME_H
#define OISIN_FUZZ_SMALL_GAME_H

#include "project/project.h"

#include <stdlib.h>

static const TngFile *small_game(void)
{
    static Arena *arena;
    static TngFile game;
    if (arena)
        return &game;
    arena = arena_new();
    Report report = report_to(NULL, NULL);
    ProjectFiles files = {0};
    TngOutput out;
    if (!project_new(TEXT("small"), &files, arena, &report) ||
        !project_build(&files, &(BuildOptions){0}, &out, arena, &report) ||
        !tng_read(tng_output_bytes(&out, arena), &game, arena, &report))
        abort();
    return &game;
}

#endif
