/* script list and script format, of a map's script: a .mob, or the text alone (.txt, .eis). */
#ifndef OISIN_CLI_SCRIPT_MAP_H
#define OISIN_CLI_SCRIPT_MAP_H

#include "cli/command.h"

/* Whether a file is, by its name, a map's script or has one. */
bool script_of_map(const char *path);
int script_map_list(Invocation *invocation);
int script_map_format(Invocation *invocation);

#endif
