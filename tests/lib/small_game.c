#include "small_game.h"

Bytes small_game(Kit *kit)
{
    ProjectFiles files;
    TngOutput out;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    assert_true(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
    return tng_output_bytes(&out, kit->arena);
}
