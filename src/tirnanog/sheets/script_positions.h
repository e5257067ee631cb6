/* Source positions of handlers: maps their code to lines of the project's text files and
 * back, for the debugger. A build collects them if BuildOptions has a ProjectScripts;
 * everything in it lives as long as the build's arena and the project's files.
 *
 * The key is a TngScriptRef (section, index, event). A game that was built from the
 * project, also as an extension, has the same key for the same script. */
#ifndef OISIN_TIRNANOG_SHEETS_SCRIPT_POSITIONS_H
#define OISIN_TIRNANOG_SHEETS_SCRIPT_POSITIONS_H

#include "tirnanog/container/tng_scripts.h"
#include "tirnanog/script/script.h"

/* One handler, or one calculated attribute. */
typedef struct ProjectScript {
    TngScriptRef ref;
    Text file;       /* its path in the project: "npcs/brid.npc" */
    Text text;       /* all of that file; positions point into it */
    size_t from, to; /* the script in it, without its braces */
    ScriptCode code; /* the bytes that are in the game; with positions */
} ProjectScript;

typedef struct ProjectScripts {
    ProjectScript *items; /* in the order in which the build read them */
    size_t count;
} ProjectScripts;

/* NULL if the project has no such script. */
const ProjectScript *script_positions_get(const ProjectScripts *scripts, TngScriptRef ref);

/* The first byte in the file of the statement that contains byte `offset` of the script's code.
 */
size_t script_source_at(const ProjectScript *script, uint32_t offset);
/* The same, for messages about the file. */
SourcePosition script_position_at(const ProjectScript *script, uint32_t offset);

/* The line, from 1, of byte `offset` of a script's code; false if the script is unknown or
 * shorter. */
bool script_positions_line(const ProjectScripts *scripts, TngScriptRef ref, uint32_t offset,
                           Text *file, uint32_t *line);

/* A position in a game's code. */
typedef struct CodePosition {
    TngScriptRef ref;
    uint32_t offset; /* of an instruction before which the stack is empty */
} CodePosition;

/* Where to stop for a breakpoint at a line: the first code of each statement that starts
 * on it; for a handler's END only if no other statement of the handler does. If there is
 * none, the next line of the file with code is used (and stored in `*line`), so empty
 * lines, a handler's first line, those before it and lines in the middle of a statement
 * are accepted. Several statements or scripts on a line result in several positions.
 *
 * `file` is a path in the project, or the end of one: "brid.npc". Returns the number of
 * positions; 0 if there is no such file, or no script on or after the line. */
size_t script_positions_find(const ProjectScripts *scripts, Text file, uint32_t *line,
                             CodePosition **out, Arena *arena);

/* ---- for the build ---- */

/* Adds a script whose file and ref are set later. */
void script_positions_add(ProjectScripts *scripts, const ScriptSource *source,
                          const ScriptCode *code, Arena *arena);
/* Sets the file of the scripts from index `first` on. */
void script_positions_file(ProjectScripts *scripts, size_t first, Text file);
/* Sets the scripts from index `first` on to the events 0, 1, ... of one record. */
void script_positions_record(ProjectScripts *scripts, size_t first, uint32_t section,
                             uint32_t index);
/* Sets the script with the code at this address to the only one of a record. */
void script_positions_alone(ProjectScripts *scripts, const uint8_t *code, uint32_t section,
                            uint32_t index);

#endif
