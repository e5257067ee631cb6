/* Parts of paths. Also recognizes the names of staging folders, which archives must not
 * contain, and of older files that an undo has kept (NAME.before). */
#include "base/path.h"

#include "base/text.h"

static Text behind_last(Text path, char separator, char other)
{
    size_t at = path.size;
    while (at && path.at[at - 1] != separator && path.at[at - 1] != other)
        at--;
    return at ? text_slice(path, at, path.size) : path;
}

Text path_base(Text path) { return behind_last(path, '/', '/'); }

Text path_without_slashes(Text path)
{
    while (path.size > 1 && path.at[path.size - 1] == '/')
        path.size--;
    return path;
}

Text path_join(Text folder, Text name, Arena *arena)
{
    const bool ends = folder.size && folder.at[folder.size - 1] == '/';
    return arena_format(arena, "%.*s%s%.*s", (int)folder.size, folder.at, ends ? "" : "/",
                        (int)name.size, name.at);
}

Text path_with_slashes(Text name, Arena *arena)
{
    char *copy = (char *)arena_text(arena, name).at;
    for (size_t i = 0; i < name.size; i++)
        if (copy[i] == '\\')
            copy[i] = '/';
    return (Text){copy, name.size};
}

Text path_game_base(Text path) { return behind_last(path, '/', '\\'); }

Text path_suffix(Text path)
{
    const Text base = path_base(path), suffix = behind_last(base, '.', '.');
    return suffix.size < base.size ? suffix : TEXT("");
}

Text path_without_suffix(Text path)
{
    const Text base = path_base(path), suffix = behind_last(base, '.', '.');
    return suffix.size < base.size ? text_slice(path, 0, path.size - suffix.size - 1) : path;
}

Text path_game_stem(Text path)
{
    const Text base = path_game_base(path), stem = path_without_suffix(base);
    return stem.size ? stem : base;
}

bool path_has_suffix(Text path, const char *suffix)
{
    const size_t size = strlen(suffix);
    return path.size > size &&
           text_is_caseless(text_slice(path, path.size - size, path.size), suffix);
}

bool path_is_staging(Text part)
{
    const size_t start = strlen(PATH_STAGING_START);
    return part.size == start + 6 &&
           text_is_caseless(text_slice(part, 0, start), PATH_STAGING_START);
}

static bool is_older(Text part)
{
    while (part.size && part.at[part.size - 1] >= '0' && part.at[part.size - 1] <= '9')
        part.size--;
    return part.size > strlen(PATH_OLDER_SUFFIX) && text_ends(part, PATH_OLDER_SUFFIX);
}

bool path_is_older(Text path)
{
    for (size_t from = 0, i = 0; i <= path.size; i++)
        if (i == path.size || path.at[i] == '/') {
            if (is_older(text_slice(path, from, i)))
                return true;
            from = i + 1;
        }
    return false;
}
