/* Compares the description of a frame with the previous one and writes what is new: title,
 * text, row, messages. A new part implies the smaller ones after it: a new title is followed by
 * its text and row. */
#include "player/speech.h"

#include "base/text.h"
#include "engine/render/screen_words.h"

Speech speech_new(void) { return (Speech){.arena = arena_new()}; }

void speech_free(Speech *speech) { arena_free(speech->arena); }

void speech_clear(Speech *speech)
{
    speech->last = (Description){.notice_count = 0};
    arena_reset(speech->arena);
}

bool speech_is_empty(const Speech *speech)
{
    const Description *last = &speech->last;
    return !last->title.size && !last->body.size && !last->row.size && !last->detail.size &&
           !last->rows && !last->notice_count;
}

/* "row 2 of 7", in any order of the numbers. */
static void write_place(Writer *out, const char *code, uint32_t at, uint32_t rows)
{
    const Text words = word_in(code, WORD_ROW_OF);
    for (size_t i = 0; i < words.size; i++) {
        const bool number = words.at[i] == '%' && i + 1 < words.size;
        if (number)
            write_format(out, "%u", words.at[++i] == '1' ? at + 1 : rows);
        else
            write_format(out, "%c", words.at[i]);
    }
}

static void write_row(Writer *out, const Description *now, const char *code)
{
    if (now->rows > 1)
        write_place(out, code, now->at, now->rows);
    if (now->rows > 1 && now->row.size)
        write_format(out, ": ");
    write_format(out, "%.*s%s%.*s", (int)now->row.size, now->row.at,
                 now->detail.size && now->row.size ? ", " : "", (int)now->detail.size,
                 now->detail.at);
}

static bool ends_sentence(Text text)
{
    return text.size && strchr(".!?:", text.at[text.size - 1]);
}

static bool is_known(const Description *last, const Notice *notice)
{
    for (size_t i = 0; i < last->notice_count; i++)
        if (last->notices[i].id == notice->id &&
            text_equal(last->notices[i].text, notice->text))
            return true;
    return false;
}

static void write_notices(Writer *out, const Description *last, const Description *now)
{
    for (size_t i = 0; i < now->notice_count; i++) {
        const Text text = now->notices[i].text;
        if (!is_known(last, &now->notices[i]))
            write_format(out, "%s%.*s%s", out->size ? " " : "", (int)text.size, text.at,
                         ends_sentence(text) ? "" : ".");
    }
}

static void keep(Speech *speech, const Description *now)
{
    Description *last = &speech->last;
    arena_reset(speech->arena);
    *last = *now;
    last->title = arena_text(speech->arena, now->title);
    last->body = arena_text(speech->arena, now->body);
    last->row = arena_text(speech->arena, now->row);
    last->detail = arena_text(speech->arena, now->detail);
    for (size_t i = 0; i < now->notice_count; i++)
        last->notices[i].text = arena_text(speech->arena, now->notices[i].text);
}

static void write_news(Writer *out, const Description *last, const Description *now,
                       const char *code)
{
    const bool title = !text_equal(last->title, now->title);
    const bool body = title || !text_equal(last->body, now->body);
    const bool row = body || last->at != now->at || last->rows != now->rows ||
                     !text_equal(last->row, now->row) || !text_equal(last->detail, now->detail);
    const bool has_row = now->rows > 1 || now->row.size || now->detail.size;
    if (title)
        write_format(out, "%.*s%s", (int)now->title.size, now->title.at,
                     !now->title.size ? ""
                     : now->body.size ? ": "
                     : has_row && row ? ", "
                                      : ".");
    if (body)
        write_format(out, "%.*s%s", (int)now->body.size, now->body.at,
                     !now->body.size             ? ""
                     : !ends_sentence(now->body) ? ". "
                                                 : " ");
    if (row && has_row) {
        write_row(out, now, code);
        write_format(out, ".");
    }
}

/* At most so many bytes, without half a character. */
static void copy_text(char *out, Text text)
{
    size_t size = text.size < SPEECH_SIZE ? text.size : SPEECH_SIZE - 1;
    while (size < text.size && size && ((uint8_t)text.at[size] & 0xC0) == 0x80)
        size--;
    memcpy(out, text.at, size);
    out[size] = 0;
}

bool speech_next(Speech *speech, const Description *now, const char *code, char *out)
{
    Arena *scratch = arena_new();
    Writer writer = writer_to(scratch);
    write_news(&writer, &speech->last, now, code);
    write_notices(&writer, &speech->last, now);
    const Text said = text_trimmed(writer_text(&writer));
    const bool any = said.size > 0;
    if (any)
        copy_text(out, said);
    keep(speech, now);
    arena_free(scratch);
    return any;
}
