/* Checks the members of archives, each with the check of its format. */
#include "base/path.h"
#include "base/text.h"
#include "kit/formats/archive.h"
#include "kit/formats/format.h"

typedef struct Checking {
    uint64_t stored, claimed; /* size of the whole archive; total size of all members */
    size_t files;
} Checking;

typedef struct Level {
    const ArchiveKind *kind;
    Text path; /* used in messages, and for the detection of formats */
    Text hint; /* suffix for members without one; empty: none */
    Bytes file;
    size_t depth;
    Report *report; /* about `path` */
} Level;

/* specs/evil_islands.md, naming conventions: members of .bon and .anm have the format of the
 * archive's suffix; in a .mod, the member with the name of the archive is a LNK. */
static const Format *format_of_member(const Level *level, Text name, Bytes content)
{
    const Text archive = path_without_suffix(path_base(level->path)),
               own = path_without_suffix(path_base(name));
    const Format *format = format_of(name, content);
    if (format || !level->hint.size)
        return format;
    if (text_is_caseless(level->hint, "bon") || text_is_caseless(level->hint, "anm"))
        return format_of_suffix(level->hint);
    if (text_is_caseless(level->hint, "mod") && text_equal_caseless(own, archive))
        return format_named(TEXT("lnk"));
    return NULL;
}

/* `archive/member`, without control characters. */
static Text path_of(const Level *level, Text name, Arena *arena)
{
    const Text path = arena_format(arena, "%.*s/%.*s", (int)level->path.size, level->path.at,
                                   (int)name.size, name.at);
    for (size_t i = level->path.size; i < path.size; i++) {
        char *c = (char *)&path.at[i];
        *c = *c == '\\' ? '/' : (unsigned char)*c < ' ' || *c == 127 ? '?' : *c;
    }
    return path;
}

static bool check_level(Checking *checking, const Level *level);

static bool check_member(Checking *checking, const Level *level, const void *archive,
                         size_t index)
{
    Arena *scratch = arena_new(); /* reset for each member: an archive may be large */
    const Text name = archive_name(level->kind, archive, index);
    Level inner = {.path = path_of(level, name, scratch), .depth = level->depth + 1};
    Report about = report_child(level->report, inner.path);
    Bytes content;
    inner.report = &about;
    bool ok = archive_content(level->kind, archive, index, &content, scratch, &about);
    const Format *format = ok ? format_of_member(level, inner.path, content) : NULL;
    if (format && content.size)
        ok = format_check(format, content, scratch, &about);
    inner.kind = ok ? archive_of_bytes(content) : NULL;
    if (inner.kind && inner.depth < ARCHIVE_LEVELS_MAX) {
        const Text suffix = path_suffix(inner.path);
        inner.hint = suffix.size ? suffix : level->hint;
        inner.file = content;
        ok = check_level(checking, &inner);
    }
    arena_free(scratch);
    return ok;
}

static bool check_level(Checking *checking, const Level *level)
{
    Arena *arena = arena_new();
    void *archive;
    size_t count;
    bool ok = level->kind->read(level->file, &archive, &count, arena, level->report);
    if (ok) {
        const uint64_t size = archive_total(level->kind, archive);
        checking->files += count;
        checking->claimed =
            size > UINT64_MAX - checking->claimed ? UINT64_MAX : checking->claimed + size;
        if (archive_is_bomb(checking->claimed, checking->stored) ||
            checking->files > ARCHIVE_FILES_MAX) {
            count = 0;
            ok = report_error(
                level->report,
                "its members claim %llu bytes in a file of %llu, which exceeds the limit",
                (unsigned long long)checking->claimed, (unsigned long long)checking->stored);
        }
        for (size_t i = 0; i < count; i++)
            ok &= check_member(checking, level, archive, i);
    }
    arena_free(arena);
    return ok;
}

bool archive_check(const ArchiveKind *kind, Text path, Bytes archive, Report *report)
{
    Checking checking = {.stored = archive.size};
    const Level level = {.kind = kind,
                         .path = path,
                         .hint = path_suffix(path),
                         .file = archive,
                         .report = report};
    return check_level(&checking, &level);
}
