/* The lines of a transcript: steps, and what they have changed. */
#include "studio/scenario/transcript_internal.h"

#include "base/text.h"

#include <stdarg.h>

Position transcript_position(const Transcript *transcript)
{
    return (Position){context_actor(transcript_player(transcript))->map,
                      run_here(&transcript->run)};
}

/* ---- lines ---- */

static TranscriptLine *add_line(Transcript *transcript, bool expects, const char *format,
                                va_list values)
{
    TranscriptLine *line = ARENA_PUSH(transcript->arena, transcript->lines, transcript->count);
    *line = (TranscriptLine){.text = arena_vformat(transcript->arena, format, values),
                             .expects = expects,
                             .enemy = NONE,
                             .times = 1};
    return line;
}

void transcript_expect(Transcript *transcript, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    add_line(transcript, true, format, values);
    va_end(values);
}

TranscriptLine *transcript_step(Transcript *transcript, const char *format, ...)
{
    va_list values;
    transcript_tell(transcript);
    va_start(values, format);
    TranscriptLine *line = add_line(transcript, false, format, values);
    va_end(values);
    transcript->since = 0;
    transcript->steered = false;
    transcript->placed = transcript_position(transcript);
    return line;
}

void transcript_comes(Transcript *transcript, const char *format, ...)
{
    enum { AT_ONCE = 20, MORE = 5 };
    va_list values;
    va_start(values, format);
    const uint32_t rate = transcript->run.world->content->rate;
    const uint32_t seconds = transcript->since / rate + MORE;
    transcript_tell(transcript);
    TranscriptLine *line = add_line(transcript, true, format, values);
    va_end(values);
    line->text = transcript->since < AT_ONCE
                     ? arena_format(transcript->arena, "expect %.*s", (int)line->text.size,
                                    line->text.at)
                     : arena_format(transcript->arena, "wait until %.*s at most %us",
                                    (int)line->text.size, line->text.at, seconds);
}

void transcript_again(Transcript *transcript, const char *word, Text thing)
{
    TranscriptLine *last = transcript->count ? &transcript->lines[transcript->count - 1] : NULL;
    if (!last || last->expects || !text_equal(last->thing, thing) ||
        !text_starts(last->text, word)) {
        last = transcript_step(transcript, "%s %.*s", word, (int)thing.size, thing.at);
        last->thing = thing;
        return;
    }
    last->times++;
    last->text = arena_format(transcript->arena, "%s %.*s %u", word, (int)thing.size, thing.at,
                              last->times);
    transcript->since = 0;
}

/* ---- names ---- */

Text transcript_name(Transcript *transcript, ScriptKind kind, uint32_t index)
{
    const Text name = run_name(&transcript->run, kind, index);
    return arena_text(transcript->arena, name);
}

Text transcript_record_name(Transcript *transcript, ScriptKind kind, unsigned section,
                            uint32_t index)
{
    return transcript_name(transcript, kind,
                           content_name(transcript->run.world->content, section, index));
}

/* A text as in a test file: at most its first line. */
Text transcript_quoted(Transcript *transcript, Text text)
{
    Writer out = writer_to(transcript->arena);
    write_text(&out, TEXT("\""));
    for (size_t i = 0; i < text.size && text.at[i] != '\n'; i++) {
        if (text.at[i] == '"' || text.at[i] == '\\')
            write_text(&out, TEXT("\\"));
        write_text(&out, text_slice(text, i, i + 1));
    }
    write_text(&out, TEXT("\""));
    return writer_text(&out);
}

/* ---- expectations ---- */

static int32_t count_of(const Belongings *all, uint32_t sprite)
{
    int32_t count = 0;
    for (uint32_t i = 0; i < all->item_count; i++)
        count += all->items[i].sprite == sprite ? (int32_t)all->items[i].count : 0;
    return count;
}

static void tell_item(Transcript *transcript, uint32_t sprite)
{
    const int32_t count = count_of(&transcript->now, sprite);
    const Text name = transcript_name(transcript, SCRIPT_OBJECT, sprite);
    if (count == count_of(&transcript->told, sprite))
        return;
    if (count)
        transcript_expect(transcript, "expect has %.*s = %d", (int)name.size, name.at, count);
    else
        transcript_expect(transcript, "expect has no %.*s", (int)name.size, name.at);
}

static bool lists(const Belongings *all, uint32_t sprite, uint32_t before)
{
    for (uint32_t i = 0; i < before; i++)
        if (all->items[i].sprite == sprite)
            return true;
    return false;
}

static void tell_items(Transcript *transcript)
{
    const Belongings *now = &transcript->now, *told = &transcript->told;
    for (uint32_t i = 0; i < now->item_count; i++)
        if (!lists(now, now->items[i].sprite, i))
            tell_item(transcript, now->items[i].sprite);
    for (uint32_t i = 0; i < told->item_count; i++)
        if (!lists(told, told->items[i].sprite, i) &&
            !lists(now, told->items[i].sprite, now->item_count))
            tell_item(transcript, told->items[i].sprite);
}

static void tell_quests(Transcript *transcript)
{
    static const char *const words[] = {"unknown", "open", "done", "failed"};
    for (uint32_t i = 0; i < transcript->run.world->quest_count; i++) {
        const unsigned state = transcript->now.quests[i] & 3;
        const Text name = transcript_record_name(transcript, SCRIPT_QUEST, SECTION_QUESTS, i);
        if (state != (transcript->told.quests[i] & 3u))
            transcript_expect(transcript, "expect quest %.*s %s", (int)name.size, name.at,
                              words[state]);
    }
}

/* Attributes that were set once: others are counters, or change with time. */
static void tell_values(Transcript *transcript)
{
    for (size_t i = 0; i < transcript->value_count; i++) {
        const TranscriptValue *value = &transcript->values[i];
        const Text name = transcript_name(transcript, SCRIPT_ATTRIBUTE, value->attribute);
        if (value->times != 1 || value->value == value->first)
            continue;
        transcript_expect(transcript, "expect %.*s = %d", (int)name.size, name.at,
                          value->value);
        transcript->lines[transcript->count - 1].at_once = true;
    }
    transcript->value_count = 0;
}

void transcript_copy_belongings(Belongings *to, const Belongings *from, uint32_t quest_count)
{
    memcpy(to->quests, from->quests, quest_count);
    memcpy(to->items, from->items, from->item_count * sizeof *from->items);
    to->item_count = from->item_count;
}

void transcript_tell(Transcript *transcript)
{
    if (transcript->beginning)
        return;
    tell_quests(transcript);
    tell_items(transcript);
    tell_values(transcript);
    transcript_copy_belongings(&transcript->told, &transcript->now,
                               transcript->run.world->quest_count);
}
