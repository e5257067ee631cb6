/* The folder that the editor opens for an argument of the command line. */
#ifndef OISIN_CLI_EDIT_TARGET_H
#define OISIN_CLI_EDIT_TARGET_H

#include "cli/invocation.h"

/* What is edited. */
typedef struct EditTarget {
    const char *folder;
    const char *output; /* of a workspace: the game's folder; NULL: unknown */
    bool is_workspace;
} EditTarget;

/* A project or a workspace is edited itself. A game file or an archive is unpacked beside, to
 * NAME-edit, unless that folder exists already; nothing is overwritten. The folder of a game
 * (with game.tng) stands for that file. */
bool edit_target(Invocation *invocation, const char *given, EditTarget *out, Arena *arena);

#endif
