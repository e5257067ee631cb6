/* Finding the kind of a file, and a whole proof: questions, hash, comparison. */
#include "authoring/prove/prove_internal.h"

#include "formats/evil_islands/mmp.h"
#include "formats/format.h"
#include "formats/tirnanog/sav.h"

#include <sodium.h>

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

bool prove_file(ProveKind kind, Bytes file, Bytes game, Proof *out, Arena *arena,
                Report *report)
{
    if (!prove_questions_of(kind, file, game, out, arena, report))
        return false;
    crypto_hash_sha256(out->hash, file.data, file.size);
    if (kind == PROVE_GAME)
        prove_compare(out, file);
    return true;
}
