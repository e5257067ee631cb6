/* The command that is meant by the name of the program. */
#include "cli/command_line.h"

#include "base/system/process.h"
#include "base/text.h"

bool called_name_command(CommandLine *line, Arena *arena)
{
    static const struct {
        const char *name, *command;
    } rows[] = {
#define CALLED(name, command) {#name, #command},
#include "cli/called_names.def"
#undef CALLED
        {NULL, NULL}};
    const char *called = program_called();
    const Text name = called ? command_line_name(called, arena) : TEXT("");
    for (size_t i = 0; rows[i].name; i++)
        if (text_is_caseless(name, rows[i].name)) {
            command_line_insert(line, &rows[i].command, 1, arena);
            return true;
        }
    return given_file_command(line, arena);
}
