/* Collects missing characters in order, and makes the fonts for all of them again when there
 * are new ones. Fonts that the renderer may use are replaced only together with the renderer's
 * pointers to them (`pass_on`). */
#include "player/missing_letters.h"

#include "base/text.h"
#include "tirnanog/fonts/text_layout.h"
#include "engine/render/screen_words.h"

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
static void report_font(Letters *letters, Session *session, const SystemFont *font,
                        const uint32_t *codes, size_t count)
{
    for (size_t i = 0; i < letters->path_count; i++)
        if (text_equal(letters->paths[i], font->path) && !font->missing)
            return;
    const Text path = arena_text(letters->arena, font->path);
    *ARENA_PUSH(letters->arena, letters->paths, letters->path_count) = path;
    report_note(
        session->report,
        "%zu character%s such as U+%04X %s not in the built-in font; drawing those that "
        "the game's fonts lack with %s%s",
        count, PLURAL(count), (unsigned)codes[0], count == 1 ? "is" : "are", path.at,
        font->missing ? ", which lacks some of them" : "");
}

/* Characters that are drawn with one font. */
typedef struct Group {
    uint32_t *codes;
    size_t count;
    uint32_t script; /* 0: those that need no shaping */
} Group;

/* The group of a character; digits and punctuation of a script are in its group. */
static Group *group_of(Group *groups, size_t *count, uint32_t code)
{
    if (!text_needs_shaping(code))
        return &groups[0];
    const uint32_t script = text_script(code);
    for (size_t i = 1; i < *count; i++)
        if (groups[i].script == script || !script)
            return &groups[i];
    if (!script || *count == LETTERS_SCRIPTS_MAX + 1)
        return &groups[0];
    groups[*count].script = script;
    return &groups[(*count)++];
}

/* Returns false if there is no outline font for the script. */
static bool make_outlines(Letters *letters, Session *session, const Group *group,
                          Arena *scratch)
{
    Report silent = report_to(NULL, NULL);
    SystemFont font;
    if (!session->options->font(group->codes, group->count, &font, letters->made) ||
        !outline_font_open(font.file, font.face, scratch, &silent))
        return false;
    letters->outlines[letters->outline_count++] = (OutlineFile){font.file, font.face};
    report_font(letters, session, &font, group->codes, group->count);
    return true;
}

static void make_letters(Letters *letters, Session *session, const Group *group, Arena *scratch)
{
    Report silent = report_to(NULL, NULL);
    SsfnModel model;
    SystemFont font;
    SsfnCodes *ranges = ARENA_ALLOC(scratch, SsfnCodes, group->count);
    for (size_t i = 0; i < group->count; i++)
        ranges[i] = (SsfnCodes){group->codes[i], group->codes[i]};
    if (!session->options->font(group->codes, group->count, &font, scratch))
        return;
    if (ssfn_import(font.file, font.face, ranges, group->count, &model, scratch, &silent) &&
        ssfn_write(&model, &letters->sfn, letters->made, &silent))
        report_font(letters, session, &font, group->codes, group->count);
    else
        letters->sfn = (Bytes){NULL, 0};
}

/* Rebuilds the fonts: a few hundred characters take some milliseconds. */
static void make(Letters *letters, Session *session)
{
    letters->sfn = (Bytes){NULL, 0};
    letters->outline_count = 0;
    arena_reset(letters->made);
    if (!session->options->font)
        return;
    Arena *scratch = arena_new();
    Group *groups = ARENA_ALLOC(scratch, Group, LETTERS_SCRIPTS_MAX + 1);
    size_t count = 1;
    for (size_t i = 0; i < letters->count; i++) {
        const uint32_t code = letters->codes[i].first;
        Group *group = group_of(groups, &count, code);
        *ARENA_PUSH(scratch, group->codes, group->count) = code;
    }
    for (size_t i = 1; i < count; i++)
        if (!make_outlines(letters, session, &groups[i], scratch))
            for (size_t k = 0; k < groups[i].count; k++)
                *ARENA_PUSH(scratch, groups[0].codes, groups[0].count) = groups[i].codes[k];
    if (groups[0].count)
        make_letters(letters, session, &groups[0], scratch);
    arena_free(scratch);
}

/* Returns true if there are new characters. */
static bool add_text(Letters *letters, const Session *session, Text text)
{
    bool more = false;
    for (size_t at = 0; at < text.size;) {
        const uint32_t code = utf8_next(text, &at);
        if (code > ' ' && !text_is_ignorable(code) && !render_can_show(session->renderer, code))
            more |= add(letters, code);
    }
    return more;
}

static void pass_on(Letters *letters, Session *session, bool more)
{
    if (more)
        make(letters, session);
    /* The renderer must not keep fonts of which `make` freed the bytes. */
    const bool has = letters->sfn.size || letters->outline_count;
    if (more || (has && letters->loads != session->loads)) {
        Report silent = report_to(NULL, NULL);
        renderer_letters(session->renderer, letters->sfn);
        renderer_outlines(session->renderer, letters->outlines, letters->outline_count,
                          &silent);
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
    for (int word = 0; word < WORDS; word++)
        more |= add_text(letters, session, word_in(content->code, (Word)word));
    pass_on(letters, session, more);
}
