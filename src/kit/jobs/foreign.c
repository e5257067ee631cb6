/* Finds the row of foreign.def that describes a file, by its bytes or suffix, or a folder, by a
 * file in it, and makes a sentence of the row. */
#include "kit/jobs/foreign.h"

#include "base/system/folders.h"

typedef struct ForeignRow {
    enum { ROW_FILE, ROW_SUFFIX, ROW_FOLDER } kind;
    size_t offset, size;
    const char *mark, *what, *advice;
} ForeignRow;

static const ForeignRow rows[] = {
#define FILE_OF(offset, magic, what, advice)                                                   \
    {ROW_FILE, offset, sizeof(magic) - 1, magic, what, advice},
#define SUFFIX_OF(suffix, what, advice)                                                        \
    {ROW_SUFFIX, 0, sizeof(suffix) - 1, suffix, what, advice},
#define FOLDER_OF(file, what, advice) {ROW_FOLDER, 0, sizeof(file) - 1, file, what, advice},
#include "kit/jobs/foreign.def"
#undef FILE_OF
#undef SUFFIX_OF
#undef FOLDER_OF
};

static Text sentence(const ForeignRow *row, Arena *arena)
{
    return arena_format(arena, "this is %s; %s", row->what, row->advice);
}

/* Binary data contains a zero byte or control characters. */
static bool is_plain_text(Bytes file)
{
    const size_t size = file.size < 4096 ? file.size : 4096;
    for (size_t i = 0; i < size; i++)
        if (file.data[i] < ' ' && !strchr("\t\n\r\f", file.data[i]))
            return false;
    return true;
}

Text foreign_file(Text path, Bytes file, Arena *arena)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const ForeignRow *row = &rows[i];
        if (row->kind == ROW_FILE && file.size >= row->offset + row->size &&
            !memcmp(file.data + row->offset, row->mark, row->size))
            return sentence(row, arena);
        if (row->kind == ROW_SUFFIX && path.size > row->size &&
            text_equal_caseless(text_slice(path, path.size - row->size, path.size),
                                (Text){row->mark, row->size}))
            return sentence(row, arena);
    }
    if (!file.size)
        return TEXT("the file is empty");
    return is_plain_text(file) ? TEXT("this is a text file of no format that oisin reads")
                               : TEXT("unrecognized file format");
}

static bool has_file(const char *path, const char *name, Arena *arena)
{
    if (*name != '*')
        return file_exists(arena_format(arena, "%s/%s", path, name).at);
    FolderEntries *folder = folder_entries(path);
    bool found = false;
    for (const ListedEntry *entry; folder && !found && (entry = folder_next(folder));)
        found = text_ends(text_of(entry->name), name + 1);
    if (folder)
        folder_entries_close(folder);
    return found;
}

Text foreign_folder(const char *path, Arena *arena)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].kind == ROW_FOLDER && has_file(path, rows[i].mark, arena))
            return sentence(&rows[i], arena);
    return TEXT("");
}
