/* Finds the row of a file, or the kind of an archive. */
#include "kit/jobs/inside.h"

#include "base/text.h"

#define INSIDE(kind, is, member)                                                               \
    extern const ArchiveKind kind;                                                             \
    bool is(Bytes file);                                                                       \
    bool member(Bytes file, Text path, Bytes *out, Arena *arena);
#include "kit/jobs/insides.def"

static const struct {
    const ArchiveKind *kind;
    bool (*is)(Bytes file);
    bool (*member)(Bytes file, Text path, Bytes *out, Arena *arena);
} rows[] = {
#define INSIDE(kind, is, member) {&kind, is, member},
#include "kit/jobs/insides.def"
};

const ArchiveKind *inside_of_bytes(Bytes file)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].is(file))
            return rows[i].kind;
    return archive_of_bytes(file);
}

const ArchiveKind *inside_of_format(Text format, Bytes file)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (text_is(format, rows[i].kind->format))
            return inside_of_bytes(file);
    return archive_kind(format);
}

bool inside_member(Bytes file, Text path, Bytes *out, Arena *arena)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].is(file))
            return rows[i].member(file, path, out, arena);
    return false;
}
