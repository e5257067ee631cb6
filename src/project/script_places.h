/* Which line of a project's text files a handler's code comes from, and back:
 * what a debugger needs. A build collects it when BuildOptions has a
 * ProjectScripts to fill; everything in it lives as long as the build's arena
 * and the project's files.
 *
 * The key is a TngScriptRef (section, index, event), which a game that was
 * built from the project, also as an extension, has for the same script. */
#ifndef OISIN_PROJECT_SCRIPT_PLACES_H
#define OISIN_PROJECT_SCRIPT_PLACES_H

#include "formats/tirnanog/tng_scripts.h"
#include "script/script.h"

/* One handler, or one calculated attribute. */
typedef struct ProjectScript {
    TngScriptRef ref;
    Text file;       /* its path in the project: "npcs/brid.npc" */
    Text text;       /* all of that file; positions point into it */
    size_t from, to; /* the script in it, without its braces */
    ScriptCode code; /* the bytes as they are in the game; with positions */
} ProjectScript;

typedef struct ProjectScripts {
    ProjectScript *items; /* in the order in which the build read them */
    size_t count;
} ProjectScripts;

/* NULL if the project has no such script. */
const ProjectScript *script_places_get(const ProjectScripts *scripts, TngScriptRef ref);

/* The line (from 1) that byte `offset` of a script's code comes from; false if
 * there is no such script or it is shorter. */
bool script_places_line(const ProjectScripts *scripts, TngScriptRef ref, uint32_t offset,
                        Text *file, uint32_t *line);

/* A place in a game's code. */
typedef struct ScriptPlace {
    TngScriptRef ref;
    uint32_t offset; /* of an instruction before which no value is on the stack */
} ScriptPlace;

/* Where to stop for a breakpoint at a line: the first code of each statement that
 * begins on it; a handler's END only if nothing else of it does. Without one there,
 * the next line of the file that has one is taken (`*line` becomes it), so that
 * empty lines, a handler's first line, those before it and lines in the middle of a
 * statement will do. Several statements, or several scripts on a line, give several
 * places.
 *
 * `file` is a path in the project, or its end: "brid.npc". Returns how many
 * places there are; 0 if there is no such file or no script on or behind the line. */
size_t script_places_find(const ProjectScripts *scripts, Text file, uint32_t *line,
                          ScriptPlace **out, Arena *arena);

/* ---- for the build ---- */

/* Adds a script whose file and ref are not known yet. */
void script_places_add(ProjectScripts *scripts, const ScriptSource *source,
                       const ScriptCode *code, Arena *arena);
/* The scripts from `first` on come from `file`. */
void script_places_file(ProjectScripts *scripts, size_t first, Text file);
/* The scripts from `first` on are the events 0, 1, ... of one record. */
void script_places_record(ProjectScripts *scripts, size_t first, uint32_t section,
                          uint32_t index);
/* The script with this code, at this address, is the only one of a record. */
void script_places_alone(ProjectScripts *scripts, const uint8_t *code, uint32_t section,
                         uint32_t index);

#endif
