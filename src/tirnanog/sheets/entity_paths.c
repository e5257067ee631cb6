/* Which files of a project are entities, by their paths. */
#include "tirnanog/sheets/entity_paths.h"

#include "base/text.h"

Text path_folder(Text path)
{
    size_t slash;
    return text_find(path, '/', &slash) ? text_slice(path, 0, slash) : TEXT("");
}

Text path_name(Text path, const char *suffix)
{
    size_t from = path.size;
    while (from && path.at[from - 1] != '/')
        from--;
    return text_slice(path, from, path.size - strlen(suffix));
}

/* `npc/` is an alias of `npcs/`, and credits may also be a .cfg. */
bool path_folder_is(Text folder, const char *wanted)
{
    return text_is(folder, wanted) || (text_is(folder, "npc") && !strcmp(wanted, "npcs"));
}

bool path_one_level(Text path)
{
    size_t slash, again;
    return text_find(path, '/', &slash) &&
           !text_find(text_slice(path, slash + 1, path.size), '/', &again);
}

/* Voices of a language end in _xx.ogg. */
static bool is_voice(Text path)
{
    const size_t size = path.size;
    return size > 7 && path.at[size - 7] == '_';
}

bool path_is_kind_in(Text path, Text folder, NameKind kind)
{
    const FileKind *row = file_kind(kind);
    return path_folder_is(folder, row->folder) && path_one_level(path) &&
           text_ends(path, row->suffix) && (kind != NAME_SPEECH || is_voice(path));
}

bool path_is_kind(Text path, NameKind kind)
{
    return path_is_kind_in(path, path_folder(path), kind);
}
