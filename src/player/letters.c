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

/* A note for authors: on another computer the letters look different or are missing. */
static void report_font(Letters *letters, Session *session, const SystemFont *font)
{
    if (text_equal(letters->path, font->path) && !font->missing)
        return;
    arena_reset(letters->arena);
    letters->path = arena_text(letters->arena, font->path);
    report_note(
        session->report,
        "%zu characters such as U+%04X are not in the built-in font; drawing those that "
        "the game's fonts lack with %s%s",
        letters->count, (unsigned)letters->codes[0].first, letters->path.at,
        font->missing ? ", which lacks some of them" : "");
}

/* Rebuilds the font: a few hundred characters take some milliseconds. */
static void make(Letters *letters, Session *session)
{
    const PlayerOptions *options = session->options;
    Report silent = report_to(NULL, NULL);
    SsfnModel model;
    SystemFont font;
    letters->sfn = (Bytes){NULL, 0};
    arena_reset(letters->made);
    Arena *scratch = arena_new();
    uint32_t *codes = ARENA_ALLOC(scratch, uint32_t, letters->count);
    for (size_t i = 0; i < letters->count; i++)
        codes[i] = letters->codes[i].first;
    if (options->font && options->font(codes, letters->count, &font, scratch)) {
        if (!ssfn_import(font.file, font.face, letters->codes, letters->count, &model, scratch,
                         &silent) ||
            !ssfn_write(&model, &letters->sfn, letters->made, &silent))
            letters->sfn = (Bytes){NULL, 0};
        else
            report_font(letters, session, &font);
    }
    arena_free(scratch);
}

/* Returns true if there are new characters. */
static bool add_text(Letters *letters, const Session *session, Text text)
{
    bool more = false;
    for (size_t at = 0; at < text.size;) {
        const uint32_t code = utf8_next(text, &at);
        if (code > ' ' && !render_can_show(session->renderer, code))
            more |= add(letters, code);
    }
    return more;
}

static void pass_on(Letters *letters, Session *session, bool more)
{
    if (more)
        make(letters, session);
    if (letters->sfn.size && (more || letters->loads != session->loads)) {
        renderer_letters(session->renderer, letters->sfn);
        session->drawn = false;
    }
    letters->loads = session->loads;
}

void letters_note(Letters *letters, Session *session, Text text)
{
    pass_on(letters, session, add_text(letters, session, text));
}

void letters_note_game(Letters *letters, Session *session)
{
    const Content *content = session->world->content;
    bool more = false;
    for (uint32_t i = 0; i < content->texts.count; i++)
        more |= add_text(letters, session, content_text(content, i));
    pass_on(letters, session, more);
}
