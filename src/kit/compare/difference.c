/* Parts, in order: what is on one side only; a pair of files, compared as trees if both have a
 * format, otherwise as bytes; archives, whose members are paired by name and compared as pairs
 * again. */
#include "kit/compare/difference_internal.h"

#include "base/game_text.h"
#include "base/hash.h"
#include "base/text.h"
#include "kit/formats/archive.h"

/* The sink must copy what it keeps: the texts end with this call. */
void difference_alone(Text name, DifferenceKind kind, Text member, uint64_t size,
                      Differences *differences)
{
    Arena *arena = arena_new();
    Writer file = writer_to(arena), text = writer_to(arena);
    difference_plain(&file, name);
    difference_plain(&text, member);
    write_format(&text, "%s(%llu byte%s)", member.size ? " " : "", (unsigned long long)size,
                 PLURAL(size));
    const Difference difference = {kind, writer_text(&file), TEXT(""), writer_text(&text)};
    differences->count++;
    differences->sink(differences->context, &difference);
    arena_free(arena);
}

/* ---- a pair of files ---- */

/* State that all levels of a job share. */
typedef struct Comparison {
    Differences *differences;
    uint64_t stored, claimed[2]; /* sizes of both files; total sizes of their unpacked members
                                  */
    Report *report;
} Comparison;

typedef struct Pair {
    Text name;
    DifferenceSide a, b;
    const Format *forced;
    size_t depth;
} Pair;

static bool compare_pair(Comparison *comparison, const Pair *pair);

/* Everything in it belongs to `arena`, which the caller frees after the comparison. */
static DifferenceJob job_for(const Comparison *comparison, const Pair *pair, Arena *arena)
{
    Writer name = writer_to(arena);
    difference_plain(&name, pair->name);
    return (DifferenceJob){.differences = comparison->differences,
                           .file = writer_text(&name),
                           .place = writer_to(arena),
                           .text = writer_to(arena),
                           .arena = arena};
}

Text difference_text_for_people(Text text, Arena *arena)
{
    return game_text_open(text, NULL, arena);
}

/* Line by line if both are texts, decoded for people; otherwise by bytes. */
static void compare_plain(const Comparison *comparison, const Pair *pair)
{
    Arena *arena = arena_new();
    DifferenceJob job = job_for(comparison, pair, arena);
    if (difference_is_text(pair->a.bytes) && difference_is_text(pair->b.bytes))
        difference_of_texts(&job,
                            difference_text_for_people(text_of_bytes(pair->a.bytes), arena),
                            difference_text_for_people(text_of_bytes(pair->b.bytes), arena));
    else
        difference_of_bytes(&job, pair->a.bytes, pair->b.bytes);
    arena_free(arena);
}

/* Formats may store the same content differently; without this, different files would seem
 * equal. */
static void report_other_bytes(const Comparison *comparison, const Pair *pair)
{
    Arena *arena = arena_new();
    DifferenceJob job = job_for(comparison, pair, arena);
    difference_format(&job, DIFFERENCE_CHANGED, "same content, other bytes: first at byte %zu",
                      difference_first(pair->a.bytes, pair->b.bytes));
    arena_free(arena);
}

typedef struct ShowJob {
    const Format *format;
    Bytes file;
    bool whole;
    Writer text;
    Arena *arena;
} ShowJob;

/* May run several times, once for each encoding that is tried: the text is reset. */
static bool run_show_job(void *context, Report *report)
{
    ShowJob *job = context;
    job->text.size = 0;
    JsonWriter json = json_to(&job->text);
    json_open(&json, NULL);
    if (!format_show(job->format, job->file, job->whole, &json, job->arena, report))
        return false;
    json_close(&json);
    json_end(&json);
    return true;
}

/* Returns NULL and reports once if the format cannot read the file. */
static json_t *tree_of(const Comparison *comparison, const Format *format,
                       const DifferenceSide *side, bool whole, Arena *trees)
{
    Arena *arena = arena_new(); /* the text is as large as the tree */
    ShowJob job = {format, side->bytes, whole, writer_to(arena), arena};
    Report about = report_child(comparison->report, side->path);
    json_t *tree = NULL;
    if (game_text_detected(run_show_job, &job, NULL, arena, &about))
        tree = json_read(writer_bytes(&job.text), trees, &about);
    arena_free(arena);
    return tree;
}

/* Returns false if a side cannot be read; then nothing was reported as a difference. */
static bool compare_trees(const Comparison *comparison, const Pair *pair, const Format *format,
                          bool whole)
{
    Arena *arena = arena_new();
    json_t *a = tree_of(comparison, format, &pair->a, whole, arena),
           *b = a ? tree_of(comparison, format, &pair->b, whole, arena) : NULL;
    const size_t before = comparison->differences->count;
    if (b) {
        DifferenceJob job = job_for(comparison, pair, arena);
        difference_of_trees(&job, a, b);
        if (comparison->differences->count == before)
            report_other_bytes(comparison, pair);
    }
    arena_free(arena);
    return b != NULL;
}

/* ---- archives ---- */

/* One file of a pair of archives. */
typedef struct Members {
    const ArchiveKind *kind;
    const void *archive;
    const DifferenceSide *side;
    Text *names; /* repeated names get a number */
    Table table;
    size_t count;
} Members;

/* The same name may occur several times in an archive: later ones get ~2, ~3, in order. */
static void name_members(Members *members, Arena *arena)
{
    Table again = table_new(arena);
    members->table = table_new(arena);
    members->names = ARENA_ALLOC(arena, Text, members->count + 1);
    for (size_t i = 0; i < members->count; i++) {
        const Text name = archive_name(members->kind, members->archive, i);
        Text own = name;
        while (table_get(&members->table, own))
            own = arena_format(arena, "%.*s~%u", (int)name.size, name.at,
                               ++*table_put(&again, name, 1));
        table_put(&members->table, own, (uint32_t)i);
        members->names[i] = own;
    }
}

/* The unpacked sizes of all levels are added up, against archives that unpack without end. */
static bool members_read(Comparison *comparison, const Pair *pair, bool second,
                         const ArchiveKind *kind, Members *members, Arena *arena)
{
    void *archive = NULL;
    *members = (Members){.kind = kind, .side = second ? &pair->b : &pair->a};
    Report about = report_child(comparison->report, members->side->path);
    bool ok = kind->read(members->side->bytes, &archive, &members->count, arena, &about);
    if (ok) {
        const uint64_t size = archive_total(kind, archive);
        uint64_t *claimed = &comparison->claimed[second];
        *claimed = size > UINT64_MAX - *claimed ? UINT64_MAX : *claimed + size;
        ok = archive_claim_fits(*claimed, comparison->stored, &about);
    }
    members->archive = archive;
    if (ok)
        name_members(members, arena);
    return ok;
}

static bool member_content(const Comparison *comparison, const Members *members, size_t index,
                           Bytes *out, Arena *arena)
{
    Report about = report_child(comparison->report, members->side->path);
    return archive_content(members->kind, members->archive, index, out, arena, &about);
}

/* Archives store backslashes; messages and formats expect slashes. The text was just
 * created, so it may be changed. */
static Text joined(Text folder, Text name, Arena *arena)
{
    Text path =
        arena_format(arena, "%.*s/%.*s", (int)folder.size, folder.at, (int)name.size, name.at);
    for (size_t i = folder.size; i < path.size; i++)
        if (path.at[i] == '\\')
            ((char *)path.at)[i] = '/';
    return path;
}

static bool compare_member(Comparison *comparison, const Pair *pair, const Members *a,
                           const Members *b, size_t index, size_t other)
{
    Arena *scratch = arena_new(); /* reset for each member: an archive may be large */
    const Text name = a->names[index];
    Pair inner = {.name = joined(pair->name, name, scratch),
                  .a = {.path = joined(pair->a.path, name, scratch)},
                  .b = {.path = joined(pair->b.path, name, scratch)},
                  .depth = pair->depth + 1};
    const bool ok = member_content(comparison, a, index, &inner.a.bytes, scratch) &&
                    member_content(comparison, b, other, &inner.b.bytes, scratch) &&
                    compare_pair(comparison, &inner);
    arena_free(scratch);
    return ok;
}

/* The content is needed only for its size; one that cannot be read counts as 0 bytes. */
static void report_unpaired(Comparison *comparison, const Pair *pair, const Members *members,
                            size_t index, DifferenceKind kind)
{
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    Bytes content = {0};
    const Text path = joined(TEXT(""), members->names[index], scratch);
    archive_content(members->kind, members->archive, index, &content, scratch, &silent);
    difference_alone(pair->name, kind, text_slice(path, 1, path.size), content.size,
                     comparison->differences);
    arena_free(scratch);
}

/* Continues after a failed member, so that all differences are reported. */
static bool compare_members(Comparison *comparison, const Pair *pair, const Members *a,
                            const Members *b)
{
    bool ok = true;
    for (size_t i = 0; i < a->count; i++) {
        const uint32_t *found = table_get(&b->table, a->names[i]);
        if (found)
            ok &= compare_member(comparison, pair, a, b, i, *found);
        else
            report_unpaired(comparison, pair, a, i, DIFFERENCE_REMOVED);
    }
    for (size_t i = 0; i < b->count; i++)
        if (!table_get(&a->table, b->names[i]))
            report_unpaired(comparison, pair, b, i, DIFFERENCE_ADDED);
    return ok;
}

/* An archive that cannot be read is compared as bytes, and the comparison fails. */
static bool compare_archives(Comparison *comparison, const Pair *pair, const ArchiveKind *kind,
                             const Format *format)
{
    Arena *arena = arena_new();
    Members a, b;
    const size_t before = comparison->differences->count;
    const bool read = members_read(comparison, pair, false, kind, &a, arena) &&
                      members_read(comparison, pair, true, kind, &b, arena);
    bool ok = read && compare_members(comparison, pair, &a, &b);
    if (!read)
        compare_plain(comparison, pair);
    else if (comparison->differences->count == before)
        /* The members are equal, so the difference is in the table and the layout. */
        if (!compare_trees(comparison, pair, format, false)) {
            compare_plain(comparison, pair);
            ok = false;
        }
    arena_free(arena);
    return ok;
}

/* ---- any files ---- */

/* Equal bytes need no format. The format of the command line holds for the outermost pair
 * only. */
static bool compare_pair(Comparison *comparison, const Pair *pair)
{
    if (bytes_equal(pair->a.bytes, pair->b.bytes))
        return true;
    const Format *format = pair->forced ? pair->forced : format_of(pair->a.path, pair->a.bytes);
    const Format *other = pair->forced ? pair->forced : format_of(pair->b.path, pair->b.bytes);
    if (format && other && format != other) {
        Arena *arena = arena_new();
        DifferenceJob job = job_for(comparison, pair, arena);
        difference_format(&job, DIFFERENCE_CHANGED, "%s -> %s", format->title, other->title);
        arena_free(arena);
        return true;
    }
    if (!format || !other || pair->depth >= ARCHIVE_LEVELS_MAX) {
        compare_plain(comparison, pair);
        return true;
    }
    const ArchiveKind *kind = archive_kind(text_of(format->name));
    if (kind)
        return compare_archives(comparison, pair, kind, format);
    if (compare_trees(comparison, pair, format, true))
        return true;
    compare_plain(comparison, pair);
    return false;
}

bool difference_files(Text name, const DifferenceSide *a, const DifferenceSide *b,
                      Differences *differences, Report *report)
{
    Comparison comparison = {
        .differences = differences, .stored = a->bytes.size + b->bytes.size, .report = report};
    const Pair pair = {name, *a, *b, differences->format, 0};
    return compare_pair(&comparison, &pair);
}
