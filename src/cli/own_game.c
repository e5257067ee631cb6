/* A copy of the player that has the name of a game, as `build --for windows` writes it, plays
 * that game: people who get it start it by a double click. */
#include "cli/command_line.h"

#include "base/folders.h"
#include "base/system/files.h"
#include "base/system/process.h"
#include "base/text.h"

/* Options are those of `play`. */
bool own_game_command(CommandLine *line, Arena *arena)
{
    static const char usual[] = "oisin";
    char program[PATH_SIZE];
    if ((line->count > 1 && line->words[1][0] != '-') || !program_file(program, sizeof program))
        return true;
    const Text name = command_line_name(program, arena);
    const Text folder = folder_above(text_of(program), arena);
    const char *game = arena_format(arena, "%.*s/%.*s.tng", (int)folder.size, folder.at,
                                    (int)name.size, name.at)
                           .at;
    if (!text_starts(text_lowered(name, arena), usual) && file_exists(game))
        command_line_insert(line, (const char *const[]){"play", "--show-errors", game}, 3,
                            arena);
    return true;
}
