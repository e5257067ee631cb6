#include "tree_kit.h"

#include "base/folders.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/system/folders.h"
#include "base/text.h"
#include "kit/jobs/files.h"

#include <stdlib.h>

static void read_below(Tree *tree, const char *folder, Text below, const char *ignored);

static void read_entry(Tree *tree, const char *folder, Text below, Text name,
                       const char *ignored)
{
    Report silent = report_to(NULL, NULL);
    const char *path = arena_format(tree->arena, "%s/%s", folder, name.at).at;
    const Text here = below.size ? arena_format(tree->arena, "%s/%s", below.at, name.at) : name;
    if (path_is_staging(name)) {
        tree->staged = true;
        tree->pending |= file_exists(arena_format(tree->arena, "%s/journal", path).at);
    } else if (is_folder(path)) {
        read_below(tree, path, here, ignored);
    } else if (!text_is(name, ignored)) {
        Arena *arena = arena_new();
        Bytes bytes;
        assert_true(file_load(path, &bytes, arena, &silent));
        *ARENA_PUSH(tree->arena, tree->items, tree->count) =
            (TreeFile){here, hash_bytes(0, bytes)};
        arena_free(arena);
    }
}

static void read_below(Tree *tree, const char *folder, Text below, const char *ignored)
{
    FolderEntries *entries = folder_entries(folder);
    assert_non_null(entries);
    for (const ListedEntry *entry; (entry = folder_next(entries));)
        read_entry(tree, folder, below, arena_text(tree->arena, text_of(entry->name)), ignored);
    folder_entries_close(entries);
}

static int compare(const void *a, const void *b)
{
    return text_compare(((const TreeFile *)a)->path, ((const TreeFile *)b)->path);
}

Tree tree_read(const char *folder, const char *ignored, Arena *arena)
{
    Tree tree = {.arena = arena};
    read_below(&tree, folder, TEXT(""), ignored);
    if (tree.count)
        qsort(tree.items, tree.count, sizeof *tree.items, compare);
    return tree;
}

const TreeFile *tree_find(const Tree *tree, Text path)
{
    const TreeFile wanted = {path, 0};
    return tree->count ? bsearch(&wanted, tree->items, tree->count, sizeof wanted, compare)
                       : NULL;
}

bool tree_has(const Tree *tree, const TreeFile *file)
{
    const TreeFile *found = tree_find(tree, file->path);
    return found && found->hash == file->hash;
}

bool tree_has_content(const Tree *tree, uint64_t hash)
{
    for (size_t i = 0; i < tree->count; i++)
        if (tree->items[i].hash == hash)
            return true;
    return false;
}

bool tree_equal(const Tree *one, const Tree *other)
{
    bool equal = one->count == other->count;
    for (size_t i = 0; i < one->count && equal; i++)
        equal = tree_has(other, &one->items[i]);
    return equal;
}
