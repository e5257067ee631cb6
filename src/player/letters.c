#include "player/letters.h"

#include "base/text.h"

Letters letters_new(void) { return (Letters){.arena = arena_new(), .made = arena_new()}; }

void letters_free(Letters *letters)
{
    arena_free(letters->arena);
    arena_free(letters->made);
}

/* Returns true if the character is new. */
static bool add(Letters *letters, uint32_t code)
{
    size_t at = 0;
    while (at < letters->count && letters->codes[at].first < code)
        at++;
    if (letters->count == LETTERS_MAX ||
        (at < letters->count && letters->codes[at].first == code))
        return false;
    memmove(letters->codes + at + 1, letters->codes + at,
            (letters->count - at) * sizeof *letters->codes);
    letters->codes[at] = (SsfnCodes){code, code};
    letters->count++;
    return true;
}

/* Rebuilds the font: a few hundred characters take some milliseconds. */
static void make(Letters *letters, Session *session)
{
    const PlayerOptions *options = session->options;
    Report silent = report_to(NULL, NULL);
    SsfnModel model;
    if (!letters->asked && options->font)
        options->font(&letters->file, letters->arena);
    letters->asked = true;
    letters->sfn = (Bytes){NULL, 0};
    arena_reset(letters->made);
    Arena *scratch = arena_new();
    if (!letters->file.size ||
        !ssfn_import(letters->file, 0, letters->codes, letters->count, &model, scratch,
                     &silent) ||
        !ssfn_write(&model, &letters->sfn, letters->made, &silent))
        letters->sfn = (Bytes){NULL, 0};
    arena_free(scratch);
}

void letters_note(Letters *letters, Session *session, Text text)
{
    bool more = false;
    for (size_t at = 0; at < text.size;) {
        const uint32_t code = utf8_next(text, &at);
        if (code > ' ' && !render_can_show(session->renderer, code))
            more |= add(letters, code);
    }
    if (more)
        make(letters, session);
    if (letters->sfn.size && (more || letters->loads != session->loads)) {
        renderer_letters(session->renderer, letters->sfn);
        session->drawn = false;
    }
    letters->loads = session->loads;
}
