/* Builds one file of the game from a workspace. */
#ifndef OISIN_KIT_WORKSPACE_WORKSPACE_BUILD_H
#define OISIN_KIT_WORKSPACE_WORKSPACE_BUILD_H

#include "base/progress.h"
#include "kit/workspace/workspace_changes.h"

/* Converted members are stored in an unnamed file in the workspace, not in memory; members
 * that are copied unchanged from large files stay mapped. `parts` refers to both: it is
 * valid until `built_end`, or until the arena of `change_build` is freed. */
typedef struct Built {
    ArchiveParts parts;
    int spool; /* the unnamed file */
    void *map;
    size_t map_size;
} Built;

/* Reports all errors in its members. Call `built_end` in any case. */
bool change_build(const Changes *changes, const TopChange *change, const Progress *progress,
                  Built *out, Arena *arena, Report *report);
void built_end(Built *built);

/* Whether every unedited member of the packed archive `file` has the bytes that unpack read:
 * checked before the archive is moved to its place. Loose files have nothing to compare. */
bool built_verify(const TopChange *change, Bytes file, Report *report);

#endif
