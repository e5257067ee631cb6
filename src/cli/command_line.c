/* What functions that change the words of the command line have in common. */
#include "cli/command_line.h"

#include "base/path.h"

#include <string.h>

static char *word_of(const char *text, Arena *arena)
{
    const size_t size = strlen(text) + 1;
    return memcpy(ARENA_ALLOC(arena, char, size), text, size);
}

void command_line_insert(CommandLine *line, const char *const *words, int count, Arena *arena)
{
    const int all = line->count + count;
    char **out = ARENA_ALLOC(arena, char *, (size_t)all + 1);
    out[0] = line->words[0];
    for (int i = 0; i < count; i++)
        out[1 + i] = word_of(words[i], arena);
    for (int i = 1; i < line->count; i++)
        out[count + i] = line->words[i];
    *line = (CommandLine){all, out};
}

Text command_line_name(const char *path, Arena *arena)
{
    const Text name = path_base(path_with_slashes(text_of(path), arena));
    return path_has_suffix(name, ".exe") ? path_without_suffix(name) : name;
}
