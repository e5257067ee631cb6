/* Packing of archives: see archive.h. */
#include "kit/formats/archive.h"

#include "base/hash.h"
#include "base/text.h"

#include <assert.h>
#include <stdlib.h>

/* Names with a leading dot, in any folder: the recipe, and files of editors and of git. */
static bool is_hidden(Text path)
{
    for (size_t i = 0; i < path.size; i++)
        if (path.at[i] == '.' && (i == 0 || path.at[i - 1] == '/'))
            return true;
    return false;
}

static int by_path(const void *a, const void *b)
{
    return text_compare(((const ArchiveItem *)a)->path, ((const ArchiveItem *)b)->path);
}

static uint8_t lowered(char c) { return (uint8_t)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

/* Only ASCII letters are folded, because other bytes may be of any encoding. */
static int compare_caseless(Text a, Text b)
{
    for (size_t i = 0; i < a.size && i < b.size; i++)
        if (lowered(a.at[i]) != lowered(b.at[i]))
            return lowered(a.at[i]) - lowered(b.at[i]);
    return (a.size > b.size) - (a.size < b.size);
}

/* The exact comparison makes the order independent of qsort(), which is not stable. */
static int by_caseless(const void *a, const void *b)
{
    const int order =
        compare_caseless(((const ArchiveItem *)a)->path, ((const ArchiveItem *)b)->path);
    return order ? order : by_path(a, b);
}

/* Removes the first part of a path, without its slash. */
static Text next_part(Text *rest)
{
    size_t slash = 0;
    while (slash < rest->size && rest->at[slash] != '/')
        slash++;
    const Text part = text_slice(*rest, 0, slash);
    *rest = text_slice(*rest, slash + (slash < rest->size), rest->size);
    return part;
}

/* Folder by folder: "Steal/1" comes before "Steal-2/1", though `-` is less than `/`. */
static int by_component(const void *a, const void *b)
{
    Text left = ((const ArchiveItem *)a)->path, right = ((const ArchiveItem *)b)->path;
    while (left.size || right.size) {
        const int order = compare_caseless(next_part(&left), next_part(&right));
        if (order)
            return order;
    }
    return by_path(a, b);
}

static const ArchiveLayout layouts[] = {
#define ARCHIVE_LAYOUT(word, alignment, dedup, compare, doc)                                   \
    {#word, doc, alignment, dedup, compare},
#include "kit/formats/archive_layouts.def"
};

const ArchiveLayout *archive_layout_named(Text word)
{
    for (size_t i = 0; i < COUNT_OF(layouts); i++)
        if (text_is(word, layouts[i].word))
            return &layouts[i];
    return NULL;
}

Text archive_layout_words(Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t i = 0; i < COUNT_OF(layouts); i++)
        write_format(&out, "%s%s", i ? ", " : "", layouts[i].word);
    return writer_text(&out);
}

/* ---- files of the recipe ---- */

/* The files to pack, by their paths. On systems that ignore case, members whose folders differ
 * only in case were unpacked to one folder, which has the name of one of them. */
typedef struct Found {
    const ArchiveFile *files;
    size_t count;
    bool *taken;
    Table exact;
    Table lowered; /* of files below `merged` */
    Table merged;  /* lower-case folders that the recipe spells in several ways */
    Arena *arena;
} Found;

static Text folder_of(Text path)
{
    size_t size = path.size;
    while (size && path.at[size - 1] != '/')
        size--;
    return text_slice(path, 0, size - (size > 0));
}

/* `first`: of each folder in lower case, the index of its first spelling. */
typedef struct Spellings {
    Text *items;
    size_t count;
    Table first;
} Spellings;

/* A folder and those above it. If the spelling is known, theirs are known, too. */
static void add_spelling(Found *found, Spellings *all, Text folder)
{
    for (; folder.size; folder = folder_of(folder)) {
        const Text key = text_lowered(folder, found->arena);
        const uint32_t index = *table_put(&all->first, key, (uint32_t)all->count);
        if (index == all->count)
            *ARENA_PUSH(found->arena, all->items, all->count) = folder;
        else if (text_equal(all->items[index], folder))
            return;
        else
            table_put(&found->merged, key, 1);
    }
}

/* Files that are named exactly belong to no other entry. */
static void find_files(Found *found, const json_t *entries)
{
    Spellings all = {.first = table_new(found->arena)};
    Table named = table_new(found->arena);
    Text last = TEXT("");
    size_t i;
    const json_t *entry;
    json_array_foreach((json_t *)entries, i, entry)
    {
        const Text path = json_find_text(entry, "path"), folder = folder_of(path);
        table_put(&named, path, 1);
        if (!text_equal(folder, last))
            add_spelling(found, &all, folder);
        last = folder;
    }
    for (i = 0; i < found->count; i++) {
        const Text path = found->files[i].path;
        table_put(&found->exact, path, (uint32_t)i);
        if (!found->merged.count || table_get(&named, path))
            continue;
        const Text key = text_lowered(path, found->arena);
        if (table_get(&found->merged, folder_of(key)))
            table_put(&found->lowered, key, (uint32_t)i);
    }
}

/* NULL if the entry has none. */
static const uint32_t *file_of(const Found *found, Text path)
{
    const uint32_t *index = table_get(&found->exact, path);
    return index || !found->lowered.count
               ? index
               : table_get(&found->lowered, text_lowered(path, found->arena));
}

/* The recipe's entries whose files exist, and those that need none. Their paths are copied:
 * the recipe may end before the items. */
static bool take_known(const json_t *recipe, const Found *found, ArchiveItem *items,
                       size_t *count, Report *report)
{
    size_t i;
    const json_t *entry;
    const json_t *entries = json_object_get(recipe, "entries");
    if (!json_is_array(entries))
        return report_error(report, "%s: \"entries\" must be a list", ARCHIVE_RECIPE);
    json_array_foreach((json_t *)entries, i, entry)
    {
        if (json_is_true(json_object_get(entry, "unused"))) {
            items[(*count)++] = (ArchiveItem){.path = TEXT(""), .recipe = entry};
            continue;
        }
        const Text path = json_find_text(entry, "path");
        const uint32_t *index = file_of(found, path);
        if (!path.size || (index && found->taken[*index]))
            return report_error(report, "%s: entry %zu has no unique \"path\"", ARCHIVE_RECIPE,
                                i);
        if (!index) {
            report_note(report, "%.*s was removed, and is not packed", (int)path.size, path.at);
            continue;
        }
        const ArchiveFile *file = &found->files[*index];
        found->taken[*index] = true;
        items[(*count)++] =
            (ArchiveItem){arena_text(found->arena, path), entry, file->bytes, file->time};
    }
    return true;
}

/* ---- levels ---- */

typedef struct Packing {
    const ArchiveKind *kind;
    ArchiveOptions options;
    size_t depth;
} Packing;

/* A folder with its own recipe, which becomes one file. */
typedef struct Inner {
    Text folder;
    Bytes recipe;
    ArchiveFile *files; /* with paths relative to it */
    size_t count;
    int64_t time; /* of the newest file */
} Inner;

static bool pack_level(const Packing *packing, const ArchiveFile *files, size_t count,
                       Bytes recipe, ArchiveParts *out, Arena *arena, Report *report);

/* The outermost parent folder of a file that has a recipe; SIZE_MAX if there is none. */
static size_t inner_of(const Table *inners, Text path, size_t *slash)
{
    for (size_t i = 1; i < path.size; i++) {
        const uint32_t *found =
            path.at[i] == '/' ? table_get(inners, text_slice(path, 0, i)) : NULL;
        *slash = i;
        if (found)
            return *found;
    }
    return SIZE_MAX;
}

/* The recipe of a folder, not that of the packed archive itself, which has no folder. */
static bool is_recipe(Text path)
{
    return text_ends(path, "/" ARCHIVE_RECIPE) && path.size > sizeof ARCHIVE_RECIPE;
}

/* The recipe names the inner format. With the option `fresh` it is used only for that. */
static bool pack_inner(const Packing *packing, const Inner *inner, ArchiveFile *out,
                       Arena *arena, Report *report)
{
    ArchiveParts parts;
    Text format = TEXT("");
    Report about = report_part(report, inner->folder, arena);
    json_t *json = json_read(inner->recipe, arena, &about);
    const bool told = json && json_get_text(json, "format", &format, arena, &about);
    arena_release(arena, json);
    Packing own = {archive_kind(format), packing->options, packing->depth + 1};
    Bytes recipe = {0};
    if (!own.options.fresh)
        recipe = inner->recipe;
    const bool ok = told &&
                    (own.kind || report_error(&about, "%s: \"%.*s\" is not an archive format",
                                              ARCHIVE_RECIPE, (int)format.size, format.at)) &&
                    (own.depth < ARCHIVE_LEVELS_MAX ||
                     report_error(&about, "archives are nested more than %d levels deep",
                                  ARCHIVE_LEVELS_MAX)) &&
                    pack_level(&own, inner->files, inner->count, recipe, &parts, arena, &about);
    if (ok)
        *out = (ArchiveFile){inner->folder, archive_bytes(&parts, arena), inner->time};
    return ok;
}

/* Replaces each folder that is an archive by its packed file. */
static bool pack_inners(const Packing *packing, const ArchiveFile **files, size_t *count,
                        Arena *arena, Report *report)
{
    Inner *inners = NULL;
    size_t inner_count = 0, kept = 0, slash;
    Table table = table_new(arena);
    for (size_t i = 0; i < *count; i++)
        if (is_recipe((*files)[i].path))
            table_put(
                &table,
                text_slice((*files)[i].path, 0, (*files)[i].path.size - sizeof ARCHIVE_RECIPE),
                UINT32_MAX);
    if (!table.count)
        return true;
    ArchiveFile *all = ARENA_ALLOC(arena, ArchiveFile, *count);
    for (size_t i = 0; i < *count; i++) {
        const ArchiveFile *file = &(*files)[i];
        size_t index = inner_of(&table, file->path, &slash);
        if (index == SIZE_MAX) {
            all[kept++] = *file;
            continue;
        }
        const Text folder = text_slice(file->path, 0, slash);
        if (index == UINT32_MAX) {
            index = inner_count;
            *ARENA_PUSH(arena, inners, inner_count) = (Inner){.folder = folder};
            *table_get(&table, folder) = (uint32_t)index;
        }
        assert(index < inner_count);
        Inner *inner = &inners[index];
        const Text path = text_slice(file->path, slash + 1, file->path.size);
        if (text_is(path, ARCHIVE_RECIPE)) {
            inner->recipe = file->bytes;
            continue;
        }
        *ARENA_PUSH(arena, inner->files, inner->count) =
            (ArchiveFile){path, file->bytes, file->time};
        if (!is_recipe(file->path) && file->time > inner->time)
            inner->time = file->time;
    }
    for (size_t i = 0; i < inner_count; i++)
        if (!pack_inner(packing, &inners[i], &all[kept++], arena, report))
            return false;
    *files = all;
    *count = kept;
    return true;
}

/* Entries of the recipe keep their order; new files follow, sorted, so that a pack does not
 * depend on the order of the folder. */
static bool pack_items(const Packing *packing, const ArchiveFile *files, size_t count,
                       const json_t *recipe, ArchiveParts *out, Arena *arena, Report *report)
{
    Found found = {files,
                   count,
                   ARENA_ALLOC(arena, bool, count),
                   table_new(arena),
                   table_new(arena),
                   table_new(arena),
                   arena};
    ArchiveItem *items = ARENA_ALLOC(
        arena, ArchiveItem, count + json_array_size(json_object_get(recipe, "entries")));
    size_t known = 0;
    find_files(&found, json_object_get(recipe, "entries"));
    if (recipe && !take_known(recipe, &found, items, &known, report))
        return false;
    size_t all = known;
    for (size_t i = 0; i < count; i++)
        if (!found.taken[i] && !is_hidden(files[i].path))
            items[all++] = (ArchiveItem){
                .path = files[i].path, .bytes = files[i].bytes, .time = files[i].time};
    if (all > known)
        qsort(items + known, all - known, sizeof *items,
              packing->options.layout ? packing->options.layout->compare : by_path);
    return packing->kind->pack(items, all, recipe, &packing->options, out, arena, report);
}

/* The recipe may be large, so its tree is released as soon as this level is packed; `out`
 * must not refer to it. */
static bool pack_level(const Packing *packing, const ArchiveFile *files, size_t count,
                       Bytes recipe, ArchiveParts *out, Arena *arena, Report *report)
{
    json_t *json = recipe.size ? json_read(recipe, arena, report) : NULL;
    bool ok = !recipe.size || json;
    const json_t *format = json_object_get(json, "format");
    if (json &&
        !(json_is_string(format) && !strcmp(json_string_value(format), packing->kind->format)))
        ok = report_error(report, "%s: not a recipe for a .%s", ARCHIVE_RECIPE,
                          packing->kind->format);
    ok = ok && pack_inners(packing, &files, &count, arena, report) &&
         pack_items(packing, files, count, json, out, arena, report);
    arena_release(arena, json);
    return ok;
}

/* Only .res archives of the game are known to need a different order. */
bool archive_pack(const ArchiveKind *kind, const ArchiveFile *files, size_t count, Bytes recipe,
                  const ArchiveOptions *options, ArchiveParts *out, Arena *arena,
                  Report *report)
{
    const Packing packing = {kind, options ? *options : (ArchiveOptions){0}, 0};
    if (packing.options.layout && strcmp(kind->format, "res") != 0)
        return report_error(report, "a .%s cannot have the layout of %s", kind->format,
                            packing.options.layout->word);
    return pack_level(&packing, files, count, recipe, out, arena, report);
}
