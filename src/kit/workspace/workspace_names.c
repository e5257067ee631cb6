/* Names in a workspace: safe and free of collisions. */
#include "kit/workspace/workspace_data.h"

#include "base/text.h"

bool workspace_path_is_safe(Text path)
{
    size_t from = 0;
    for (size_t i = 0; i <= path.size; i++) {
        const unsigned char c = i < path.size ? (unsigned char)path.at[i] : '/';
        if (c < ' ' || c == 127 || c == '\\')
            return false;
        if (c != '/')
            continue;
        const Text part = text_slice(path, from, i);
        if (!part.size || text_is(part, ".") || text_is(part, ".."))
            return false;
        from = i + 1;
    }
    return utf8_invalid(path) == path.size;
}

bool workspace_path_is_hidden(Text path)
{
    for (size_t i = 0; i < path.size; i++)
        if (path.at[i] == '.' && (i == 0 || path.at[i - 1] == '/'))
            return true;
    return false;
}

/* Lower case for ASCII and for the Cyrillic letters of cp1251. */
static uint32_t small_letter(uint32_t character)
{
    return character >= 'A' && character <= 'Z'       ? character + 32
           : character >= 0x410 && character <= 0x42F ? character + 32
           : character >= 0x400 && character <= 0x40F ? character + 80
           : character == 0x490                       ? 0x491
                                                      : character;
}

/* Upper-case and lower-case letters have the same size in UTF-8. */
Text workspace_folded(Text path, Arena *arena)
{
    char *copy = (char *)arena_text(arena, path).at;
    for (size_t i = 0; i < path.size;) {
        const size_t from = i;
        const uint32_t character = utf8_next(path, &i), small = small_letter(character);
        if (small != character)
            utf8_put(copy + from, small);
    }
    return (Text){copy, path.size};
}

enum { NAME_KEPT = 1, NAME_TAKEN, NAME_FOLDER };

WorkspaceNames workspace_names(Arena *arena)
{
    return (WorkspaceNames){table_new(arena), table_new(arena), arena};
}

/* A path that is the folder of one file cannot be the name of another. */
static void folders_keep(WorkspaceNames *names, Text folded)
{
    for (size_t i = 0; i < folded.size; i++)
        if (folded.at[i] == '/')
            *table_put(&names->table, text_slice(folded, 0, i), NAME_FOLDER) = NAME_FOLDER;
}

void workspace_names_keep(WorkspaceNames *names, Text path)
{
    const Text folded = workspace_folded(path, names->arena);
    table_put(&names->table, folded, NAME_KEPT);
    folders_keep(names, folded);
}

static bool take(WorkspaceNames *names, Text path, bool own)
{
    const Text folded = workspace_folded(path, names->arena);
    uint32_t *state = table_get(&names->table, folded);
    if (state && !(own && *state == NAME_KEPT))
        return false;
    *table_put(&names->table, folded, NAME_TAKEN) = NAME_TAKEN;
    folders_keep(names, folded);
    return true;
}

static Text numbered(Text path, unsigned number, Arena *arena)
{
    size_t dot = path.size;
    while (dot && path.at[dot - 1] != '.' && path.at[dot - 1] != '/')
        dot--;
    const bool has = dot > 1 && path.at[dot - 1] == '.';
    const size_t end = has ? dot - 1 : path.size;
    return arena_format(arena, "%.*s~%u%.*s", (int)end, path.at, number, (int)(path.size - end),
                        path.at + end);
}

static bool is_own(Text path, Text own) { return text_equal(path, own); }

Text workspace_names_take(WorkspaceNames *names, Text own, Text wanted, Text other)
{
    if (take(names, wanted, is_own(wanted, own)))
        return wanted;
    if (take(names, other, is_own(other, own)))
        return other;
    /* Numbering continues from the last number, so that thousands of similar names do not take
     * quadratic time. */
    const Text key = workspace_folded(other, names->arena);
    for (;;) {
        const Text path = numbered(other, ++*table_put(&names->numbers, key, 0), names->arena);
        if (take(names, path, false))
            return path;
    }
}
