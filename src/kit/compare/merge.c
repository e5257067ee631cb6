/* Parts, in order: output; one file, merged as a tree, as text or as a whole; archives, whose
 * members are merged as files again. */
#include "kit/compare/merge_internal.h"

#include "base/hash.h"
#include "base/text.h"
#include "kit/formats/archive.h"

void merge_conflict_write(const MergeConflict *conflict, Writer *out)
{
    write_text(out, conflict->file);
    if (conflict->place.size) {
        write_text(out, TEXT(": "));
        write_text(out, conflict->place);
    }
    write_text(out, TEXT(": base "));
    write_text(out, conflict->base);
    write_text(out, TEXT(", mine "));
    write_text(out, conflict->mine);
    write_text(out, TEXT(", theirs "));
    write_text(out, conflict->theirs);
}

/* ---- one file ---- */

typedef struct FileMerge {
    Text name;
    const MergeInput *input;
    Merge *merge;
    size_t depth;
    Arena *arena;
    Report *report;
} FileMerge;

static bool merge_any(const FileMerge *file, Bytes *out);

Bytes merge_existing_file(Bytes bytes)
{
    static const uint8_t none[1];
    return bytes.size ? bytes : (Bytes){none, 0};
}

/* A missing file has no data; an empty one has data of size 0 (merge_existing_file()). */
static bool exists(Bytes bytes) { return bytes.data != NULL; }

static bool same(Bytes a, Bytes b) { return exists(a) == exists(b) && bytes_equal(a, b); }

/* The name is made printable once: each conflict of the job refers to it. */
static MergeJob job_for(const FileMerge *file)
{
    Writer name = writer_to(file->arena);
    difference_plain(&name, file->name);
    return (MergeJob){.merge = file->merge,
                      .file = writer_text(&name),
                      .place = writer_to(file->arena),
                      .arena = file->arena};
}

static Text size_of(Bytes bytes, Arena *arena)
{
    return exists(bytes) ? arena_format(arena, "%zu byte%s", bytes.size, PLURAL(bytes.size))
                         : TEXT("nothing");
}

/* A conflict about the file itself: only the sizes are reported, and one side is used
 * unchanged. */
static void take_whole(const FileMerge *file, Bytes *out)
{
    const MergeInput *input = file->input;
    const MergeConflict conflict = {.file = job_for(file).file,
                                    .base = size_of(input->base, file->arena),
                                    .mine = size_of(input->mine, file->arena),
                                    .theirs = size_of(input->theirs, file->arena)};
    file->merge->conflicts++;
    file->merge->sink(file->merge->context, &conflict);
    *out = file->merge->prefer_theirs ? input->theirs : input->mine;
}

static bool merge_plain(const FileMerge *file, Bytes *out)
{
    const MergeInput *input = file->input;
    if (!difference_is_text(input->base) || !difference_is_text(input->mine) ||
        !difference_is_text(input->theirs)) {
        take_whole(file, out);
        return true;
    }
    MergeJob job = job_for(file);
    *out = bytes_of_text(merge_texts(&job, text_of_bytes(input->base),
                                     text_of_bytes(input->mine), text_of_bytes(input->theirs)));
    return true;
}

/* Without the exact bytes, which belong to one of the files. */
static json_t *tree_of(const FileMerge *file, const Format *format, Bytes bytes,
                       const char *side)
{
    Arena *scratch = arena_new(); /* the text is as large as the tree */
    Writer text = writer_to(scratch);
    Report inner = report_child(file->report, file->name);
    Report about = report_child(&inner, text_of(side));
    json_t *tree = NULL;
    if (format_to_json(format, bytes, true, &text, scratch, &about))
        tree = json_read(writer_bytes(&text), file->arena, &about);
    if (tree)
        json_object_del(tree, "exact");
    arena_free(scratch);
    return tree;
}

/* If the result equals a side, that side's bytes are used: building would lose what JSON
 * does not have. The encoding of texts is global, and is restored after the build. */
static bool merge_trees(const FileMerge *file, const Format *format, Bytes *out)
{
    const MergeInput *input = file->input;
    const MergeValues trees = {tree_of(file, format, input->base, "base"),
                               tree_of(file, format, input->mine, "mine"),
                               tree_of(file, format, input->theirs, "theirs")};
    if (!trees.base || !trees.mine || !trees.theirs)
        return false;
    MergeJob job = job_for(file);
    const json_t *merged = merge_values(&job, &trees);
    Report about = report_child(file->report, file->name);
    *out = input->mine;
    if (json_equal(merged, trees.mine))
        return true;
    *out = input->theirs;
    GameTexts before;
    if (json_equal(merged, trees.theirs))
        return true;
    if (!format_use_encoding(merged, &before, &about))
        return false;
    const bool ok = format_build(format, merged, out, file->arena, &about);
    game_texts_use(before);
    return ok;
}

/* ---- archives ---- */

typedef struct Members {
    ArchiveFile *items; /* without the recipe */
    size_t count;
    Table table; /* from a path to its index */
    Bytes recipe;
    Arena *arena;
} Members;

/* Copies everything: the member's bytes are valid only during this call. */
static bool keep_member(void *context, const ArchiveFile *member, Report *report)
{
    Members *members = context;
    (void)report;
    const Bytes bytes = arena_copy(members->arena, member->bytes);
    if (archive_is_recipe(member->path)) {
        members->recipe = bytes;
        return true;
    }
    const Text path = arena_text(members->arena, member->path);
    table_put(&members->table, path, (uint32_t)members->count);
    *ARENA_PUSH(members->arena, members->items, members->count) =
        (ArchiveFile){path, bytes, member->time};
    return true;
}

/* Reads one side completely; `side` is named in messages. */
static bool open_archive(const FileMerge *file, const ArchiveKind *kind, Bytes bytes,
                         const char *side, Members *out)
{
    Report inner = report_child(file->report, file->name);
    Report about = report_child(&inner, text_of(side));
    *out = (Members){.table = table_new(file->arena), .arena = file->arena};
    return archive_unpack(kind, bytes, NULL, keep_member, out, &about);
}

static const ArchiveFile *find(const Members *members, Text path)
{
    const uint32_t *at = table_get(&members->table, path);
    return at ? &members->items[*at] : NULL;
}

/* A member that is absent stays different from one that is empty. */
static Bytes bytes_of(const ArchiveFile *member)
{
    return member ? merge_existing_file(member->bytes) : (Bytes){0};
}

typedef struct Archives {
    Members base, mine, theirs, merged;
} Archives;

/* Without bytes in the result, the member was removed. The time is that of the side that is
 * used. */
static bool merge_member(const FileMerge *file, Archives *archives, Text path)
{
    const ArchiveFile *mine = find(&archives->mine, path),
                      *theirs = find(&archives->theirs, path);
    const MergeInput input = {bytes_of(find(&archives->base, path)), bytes_of(mine),
                              bytes_of(theirs)};
    const FileMerge inner = {.name =
                                 arena_format(file->arena, "%.*s/%.*s", (int)file->name.size,
                                              file->name.at, (int)path.size, path.at),
                             .input = &input,
                             .merge = file->merge,
                             .depth = file->depth + 1,
                             .arena = file->arena,
                             .report = file->report};
    Bytes out = {0};
    if (!merge_any(&inner, &out))
        return false;
    if (exists(out))
        *ARENA_PUSH(file->arena, archives->merged.items, archives->merged.count) =
            (ArchiveFile){path, out,
                          same(out, input.theirs) && theirs ? theirs->time
                          : mine                            ? mine->time
                                                            : 0};
    return true;
}

static void no_sink(void *context, const MergeConflict *conflict)
{
    (void)context, (void)conflict;
}

/* Recipes: what both have changed follows from the members. */
static bool merge_recipes(const FileMerge *file, const Archives *archives, Writer *out)
{
    Merge silent = {.sink = no_sink};
    MergeJob job = job_for(file);
    const MergeValues trees = {json_read(archives->base.recipe, file->arena, file->report),
                               json_read(archives->mine.recipe, file->arena, file->report),
                               json_read(archives->theirs.recipe, file->arena, file->report)};
    if (!trees.base || !trees.mine || !trees.theirs)
        return false;
    job.merge = &silent;
    write_text(out, json_text_of(merge_values(&job, &trees), file->arena));
    return true;
}

/* Members in the order of "mine", then those that only "theirs" has. A member that only the
 * base has was removed by both sides, and needs no merge. */
static bool merge_archives(const FileMerge *file, const ArchiveKind *kind, Bytes *out)
{
    Archives archives = {0};
    ArchiveParts parts;
    Writer recipe = writer_to(file->arena);
    if (!open_archive(file, kind, file->input->base, "base", &archives.base) ||
        !open_archive(file, kind, file->input->mine, "mine", &archives.mine) ||
        !open_archive(file, kind, file->input->theirs, "theirs", &archives.theirs))
        return false;
    for (size_t i = 0; i < archives.mine.count; i++)
        if (!merge_member(file, &archives, archives.mine.items[i].path))
            return false;
    for (size_t i = 0; i < archives.theirs.count; i++)
        if (!find(&archives.mine, archives.theirs.items[i].path) &&
            !merge_member(file, &archives, archives.theirs.items[i].path))
            return false;
    Report about = report_child(file->report, file->name);
    if (!merge_recipes(file, &archives, &recipe) ||
        !archive_pack(kind, archives.merged.items, archives.merged.count, writer_bytes(&recipe),
                      NULL, &parts, file->arena, &about))
        return false;
    *out = archive_bytes(&parts, file->arena);
    return true;
}

/* ---- any files ---- */

/* A format that the user has named holds for the file itself, not for the members of an
 * archive. */
static const Format *format_for(const FileMerge *file, Bytes bytes)
{
    return file->merge->format && !file->depth ? file->merge->format
                                               : format_of(file->name, bytes);
}

/* The simple cases come first: one side is unchanged, or both are equal; they need no
 * format. Archives deeper than ARCHIVE_LEVELS_MAX are compared as plain files. */
static bool merge_any(const FileMerge *file, Bytes *out)
{
    const MergeInput *input = file->input;
    const bool mine_is_base = same(input->base, input->mine);
    *out = mine_is_base ? input->theirs : input->mine;
    if (mine_is_base || same(input->base, input->theirs) || same(input->mine, input->theirs))
        return true;
    if (!exists(input->base) || !exists(input->mine) || !exists(input->theirs)) {
        take_whole(file, out);
        return true;
    }
    const Format *format = format_for(file, input->base);
    if (!format || format_for(file, input->mine) != format ||
        format_for(file, input->theirs) != format || file->depth >= ARCHIVE_LEVELS_MAX)
        return merge_plain(file, out);
    if (!strcmp(format->name, "tng") || !strcmp(format->name, "sav"))
        return report_error(file->report,
                            "%.*s: games are not merged: merge the texts of their projects, "
                            "which `oisin unpack` writes",
                            (int)file->name.size, file->name.at);
    const ArchiveKind *kind = archive_kind(text_of(format->name));
    return kind ? merge_archives(file, kind, out) : merge_trees(file, format, out);
}

bool merge_files(Text name, const MergeInput *input, Merge *merge, Bytes *out, Arena *arena,
                 Report *report)
{
    const FileMerge file = {
        .name = name, .input = input, .merge = merge, .arena = arena, .report = report};
    return merge_any(&file, out);
}
