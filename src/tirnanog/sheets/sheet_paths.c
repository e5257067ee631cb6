/* Paths of sheets: `#` stands for the name of a file. */
#include "tirnanog/sheets/sheets.h"

#include "base/text.h"

/* The place of # in a path, or its end. */
static size_t name_at(Text path)
{
    size_t at = path.size;
    text_find(path, '#', &at);
    return at;
}

Text sheet_name(const Sheet *sheet)
{
    const Text path = text_of(sheet->path);
    const size_t at = name_at(path);
    size_t slash = 0;
    const bool in_folder = text_find(path, '/', &slash);
    if (at == path.size)
        return in_folder ? text_slice(path, slash + 1, path.size) : path;
    const Text suffix = text_slice(path, at + 2, path.size);
    return text_is(suffix, "cfg") ? text_slice(path, 0, slash) : suffix;
}

static bool is_path_of(const Sheet *sheet, Text path)
{
    const Text pattern = text_of(sheet->path);
    const size_t at = name_at(pattern);
    if (at == pattern.size)
        return text_equal(pattern, path);
    const Text end = text_slice(pattern, at + 1, pattern.size);
    size_t slash;
    return path.size > at + end.size &&
           text_equal(text_slice(path, 0, at), text_slice(pattern, 0, at)) &&
           text_equal(text_slice(path, path.size - end.size, path.size), end) &&
           !text_find(text_slice(path, at, path.size), '/', &slash);
}

const Sheet *sheet_of_path(Text path)
{
    for (const Sheet *const *sheet = all_sheets; *sheet; sheet++)
        if (is_path_of(*sheet, path))
            return *sheet;
    return NULL;
}
