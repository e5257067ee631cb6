/* Finding the kind of a file, and a whole proof: questions, hash, comparison. */
#include "studio/prove/prove_internal.h"

#include "base/lazy_library.h"
#include "base/path.h"
#include "kit/formats/archive.h"
#include "evil_islands/textures/mmp.h"
#include "kit/formats/format.h"
#include "tirnanog/container/sav.h"

#include <sodium.h>

#define LIBSODIUM(FUNCTION) FUNCTION(crypto_hash_sha256)
LAZY_FUNCTIONS(libsodium, LIBSODIUM);

bool prove_kind_of(Text path, Bytes file, ProveKind *out)
{
    const Format *format = format_of(path, file);
    static const struct {
        const char *format;
        ProveKind kind;
    } kinds[] = {{"tng", PROVE_GAME},
                 {"cam", PROVE_CAMERA},
                 {"anm", PROVE_ANIMATION},
                 {"mmp", PROVE_TEXTURE}};
    if (sav_is(file)) {
        *out = PROVE_SAVE;
        return true;
    }
    for (size_t i = 0; format && i < COUNT_OF(kinds); i++)
        if (text_is(text_of(format->name), kinds[i].format)) {
            *out = kinds[i].kind;
            return true;
        }
    return false;
}

Text prove_game_id(Bytes file)
{
    enum { ID_AT = 16, ID_SIZE = 16 };
    if (file.size < ID_AT + ID_SIZE || (!tng_is(file) && !sav_is(file)))
        return (Text){"", 0};
    const char *id = (const char *)file.data + ID_AT;
    return (Text){id, strnlen(id, ID_SIZE)};
}

/* ---- archives ---- */

typedef struct Members {
    ProveMembers *out;
    bool animations; /* of an archive of animations: its files have no suffix */
    Arena *arena;
} Members;

/* Whether a folder of the path, an archive within the archive, has animations. */
static bool within_animations(Text path)
{
    for (size_t i = 0; i < path.size; i++)
        if (path.at[i] == '/' && path_has_suffix(text_slice(path, 0, i), ".anm"))
            return true;
    return false;
}

static bool kind_of_member(const Members *members, const ArchiveFile *file, ProveKind *out)
{
    const Bytes bytes = file->bytes;
    enum { FOURCC_AT = 16 };
    if (mmp_is(bytes)) {
        *out = PROVE_TEXTURE;
        return bytes.size > MMP_HEADER_SIZE && !memcmp(bytes.data + FOURCC_AT, "PNT3", 4);
    }
    if (!bytes.size || archive_of_bytes(bytes) || archive_is_recipe(file->path))
        return false;
    if (path_has_suffix(file->path, ".cam")) {
        *out = PROVE_CAMERA;
        return true;
    }
    *out = PROVE_ANIMATION;
    return members->animations || path_has_suffix(file->path, ".anm") ||
           within_animations(file->path);
}

static bool examine_member(void *context, const ArchiveFile *file, Report *report)
{
    Members *members = context;
    Report silent = report_to(NULL, NULL);
    ProveKind kind;
    (void)report;
    if (!kind_of_member(members, file, &kind))
        return true;
    Proof *proof = &members->out->proofs[kind];
    if (!prove_examine[kind](proof, file->bytes, &silent))
        prove_misfit(proof, (ProvePlace){(unsigned)proof->files, 0, 0},
                     "the file cannot be examined");
    proof->files++;
    members->out->has[kind] = true;
    return true;
}

bool prove_is_archive(Bytes file) { return archive_of_bytes(file) != NULL; }

bool prove_archive(Text path, Bytes archive, ProveMembers *out, Arena *arena, Report *report)
{
    const ArchiveOptions options = {.recursive = true};
    if (!LAZY_LOAD(libsodium, report))
        return false;
    *out = (ProveMembers){.has = {false}};
    Proof empty = {.size = archive.size, .arena = arena};
    libsodium.crypto_hash_sha256(empty.hash, archive.data, archive.size);
    for (unsigned i = 0; i < PROVE_KINDS; i++) {
        out->proofs[i] = empty;
        out->proofs[i].kind = (ProveKind)i;
    }
    Members members = {out, path_has_suffix(path, ".anm"), arena};
    if (!archive_unpack(archive_of_bytes(archive), archive, &options, examine_member, &members,
                        report))
        return false;
    for (unsigned i = 0; i < PROVE_KINDS; i++)
        if (out->has[i])
            return true;
    return report_error(report, "the archive contains no camera path, animation or texture of "
                                "the kind PNT3");
}

/* ---- files ---- */

/* Adds to a proof what does not depend on its kind. */
static bool proved(bool examined, Bytes file, Proof *out)
{
    if (examined)
        libsodium.crypto_hash_sha256(out->hash, file.data, file.size);
    return examined;
}

bool prove_save_file(Bytes file, const ProveGameFile *game, Proof *out, Arena *arena,
                     Report *report)
{
    *out = (Proof){.kind = PROVE_SAVE, .size = file.size, .arena = arena};
    return LAZY_LOAD(libsodium, report) &&
           proved(prove_save(out, file, game, report), file, out);
}

bool prove_file(ProveKind kind, Bytes file, Bytes game, Proof *out, Arena *arena,
                Report *report)
{
    if (!LAZY_LOAD(libsodium, report) ||
        !proved(prove_questions_of(kind, file, game, out, arena, report), file, out))
        return false;
    if (kind == PROVE_GAME)
        prove_compare(out, file);
    return true;
}
