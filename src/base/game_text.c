/* Parts, in order: decoding and encoding; files in UTF-8 or another encoding; notes of an
 * encoding; detection. A job whose encoding is not known runs once as cp1251 while the points
 * of its texts are counted. If they show another encoding, it runs again. */
#include "base/game_text.h"

#include "base/text.h"

Text game_text_decode(Text text, Arena *arena)
{
    const GameTexts now = game_texts();
    if (now.points)
        encoding_weigh(now.points, text);
    return encoding_decode(now.encoding, text, arena);
}

bool game_text_encode(Text text, Text *out, size_t *bad, Arena *arena)
{
    return encoding_encode(game_texts().encoding, text, out, bad, arena);
}

Text game_text_lack(Text text, Arena *arena)
{
    Arena *scratch = arena_new();
    size_t bad = 0;
    Text unused, out = TEXT("the text is not valid UTF-8");
    if (!game_text_encode(text, &unused, &bad, scratch) && bad < utf8_invalid(text))
        out = encoding_lack(game_texts().encoding, utf8_next(text, &bad), arena);
    arena_free(scratch);
    return out;
}

/* UTF-8 in which some bytes are wrong: three of four bytes after 7F are characters. Words in
 * the other encodings are hardly ever such. */
static bool is_damaged_utf8(Text text)
{
    size_t all = 0, whole = 0;
    for (size_t i = 0; i < text.size;) {
        size_t after = i;
        const bool high = (uint8_t)text.at[i] >= 0x80;
        utf8_next(text, &after);
        all += high ? after - i : 0;
        whole += high && after > i + 1 ? after - i : 0;
        i = after;
    }
    return 4 * whole > 3 * all;
}

/* Whether it has another encoding than UTF-8. */
static bool is_other(Text text)
{
    return utf8_invalid(text) < text.size && (game_texts().chosen || !is_damaged_utf8(text));
}

Text game_text_open(Text text, Encoding *found, Arena *arena)
{
    const GameTexts now = game_texts();
    EncodingPoints points = {{0}};
    Encoding encoding = ENCODING_UTF8;
    if (is_other(text)) {
        encoding_weigh(&points, text);
        encoding = now.chosen ? now.encoding : encoding_decide(NULL, &points);
    }
    if (found)
        *found = encoding;
    if (encoding != ENCODING_UTF8)
        return encoding_decode(encoding, text, arena);
    return text_without_mark(text);
}

/* A text in UTF-8 with a damaged byte stays: its reader reports the line. */
void game_texts_open(Text **texts, size_t count, Arena *arena, Report *report)
{
    const GameTexts now = game_texts();
    EncodingPoints points = {{0}};
    size_t others = 0;
    for (size_t i = 0; i < count; i++)
        if (is_other(*texts[i])) {
            encoding_weigh(&points, *texts[i]);
            others++;
        }
    const Encoding found = now.chosen ? now.encoding : encoding_decide(NULL, &points);
    if (!others || found == ENCODING_UTF8)
        return;
    if (count == 1)
        report_note(report, "read as %s, since it is not UTF-8", encoding_name(found));
    else
        report_note(report, "%zu of %zu files read as %s, since they are not UTF-8", others,
                    count, encoding_name(found));
    for (size_t i = 0; i < count; i++)
        if (is_other(*texts[i]))
            *texts[i] = encoding_decode(found, *texts[i], arena);
    game_texts_use((GameTexts){.encoding = found, .chosen = now.chosen});
}

Text game_text_note(void)
{
    const Encoding encoding = game_texts().encoding;
    return encoding == ENCODING_CP1251 ? TEXT("") : text_of(encoding_name(encoding));
}

bool game_text_use_note(Text note, Report *report)
{
    Encoding encoding;
    Text name = TEXT("");
    if (!note.at)
        return true;
    note = text_without_mark(note);
    text_line(&note, &name);
    name = text_trimmed(name);
    if (!encoding_named(name, &encoding))
        return report_error(report,
                            "unknown encoding \"%.*s\"; expected cp1251, cp1250, utf-8 or "
                            "cp949",
                            (int)name.size, name.at);
    if (!game_texts().chosen)
        game_texts_choose(encoding);
    return true;
}

bool game_text_detected(GameTextJob *job, void *context, Encoding *out, Arena *arena,
                        Report *report)
{
    if (game_texts().chosen || game_texts().points)
        return job(context, report);
    EncodingPoints points = {{0}};
    Messages messages = {.arena = arena};
    Report all = report_to(messages_sink, &messages);
    Report first = report_child(&all, report->subject);
    first.page = report->page;
    first.kind = report->kind;
    const GameTexts before = game_texts_use((GameTexts){.points = &points});
    bool ok = job(context, &first);
    const Encoding found = encoding_decide(NULL, &points);
    game_texts_use(before);
    if (out)
        *out = found;
    if (found == ENCODING_CP1251) {
        messages_replay(&messages, report);
        return ok;
    }
    game_texts_choose(found);
    ok = job(context, report);
    game_texts_use(before);
    return ok;
}
