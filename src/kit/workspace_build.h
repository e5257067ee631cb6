/* One file of the game put together from a workspace. */
#ifndef OISIN_KIT_WORKSPACE_BUILD_H
#define OISIN_KIT_WORKSPACE_BUILD_H

#include "base/progress.h"
#include "kit/workspace_changes.h"

/* What is made anew waits in a file without a name in the workspace, not in memory. */
typedef struct Built {
    ArchiveParts parts;
    void *map;
    size_t map_size;
} Built;

/* All mistakes in its members are told. Call `built_end` in any case. */
bool change_build(const Changes *changes, const TopChange *change, const Progress *progress,
                  Built *out, Arena *arena, Report *report);
void built_end(Built *built);

#endif
