/* Conversions of Evil Islands to text and back: packed INI, animation databases. */
#include "base/game_text.h"
#include "base/text.h"
#include "kit/convert/conversion.h"
#include "evil_islands/tables/adb.h"
#include "evil_islands/tables/reg_ini.h"
#include "kit/formats/format.h"

/* Begins the last line of settings whose texts are not in cp1251. */
#define NOTE "#!encoding "

bool reg_to_text(ConversionJob *job, Arena *arena, Report *report)
{
    Text text;
    if (!reg_to_ini(job->input, &text, arena, report))
        return false;
    const Text note = game_text_note();
    if (note.size)
        text = arena_format(arena, "%.*s" NOTE "%.*s\n", (int)text.size, text.at,
                            (int)note.size, note.at);
    job->output = bytes_of_text(text);
    return true;
}

/* The encoding in the last note, which is a comment; NULL: none. */
static Text noted_encoding(Text text)
{
    Text found = {NULL, 0}, line;
    while (text_line(&text, &line))
        if (text_starts(line, NOTE))
            found = text_slice(line, sizeof NOTE - 1, line.size);
    return found;
}

bool text_to_reg(ConversionJob *job, Arena *arena, Report *report)
{
    const GameTexts before = game_texts();
    Text text = text_of_bytes(job->input);
    game_texts_open(&(Text *){&text}, 1, arena, report);
    const bool ok = game_text_use_note(noted_encoding(text), report) &&
                    ini_to_reg(text, &job->output, arena, report);
    game_texts_use(before);
    return ok;
}

bool adb_to_table(ConversionJob *job, Arena *arena, Report *report)
{
    Text text;
    if (!adb_to_csv(job->input, &text, arena, report))
        return false;
    job->output = bytes_of_text(text);
    return true;
}

bool table_to_adb(ConversionJob *job, Arena *arena, Report *report)
{
    const GameTexts before = game_texts();
    Text text = text_of_bytes(job->input);
    game_texts_open(&(Text *){&text}, 1, arena, report);
    const bool ok = csv_to_adb(bytes_of_text(text), &job->output, arena, report);
    game_texts_use(before);
    return ok;
}

bool is_character_or_new(const char *from, const ConversionJob *job)
{
    (void)from;
    return !job->input.size || format_is(format_named(TEXT("character")), job->input);
}

bool is_shot_or_new(const char *from, const ConversionJob *job)
{
    (void)from;
    return !job->input.size || !format_is(format_named(TEXT("sav")), job->input);
}
