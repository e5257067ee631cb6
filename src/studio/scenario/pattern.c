/* Patterns: parses the values after a word, and resolves names of the game. */
#include "base/text.h"
#include "studio/scenario/scenario_parser.h"

/* The next word or bracket of a pattern. */
static Text pattern_next(const char **pattern)
{
    while (**pattern == ' ')
        ++*pattern;
    const char *start = *pattern;
    if (*start == '[' || *start == ']')
        ++*pattern;
    else
        while (**pattern && !strchr(" []", **pattern))
            ++*pattern;
    return (Text){start, (size_t)(*pattern - start)};
}

/* Names of kinds are in upper case; anything else in a pattern is a word to be written. */
static KindNumber kind_of(Text word)
{
    KindNumber kind = 0;
    while (kind < KINDS && !text_is(word, kinds[kind].name))
        kind++;
    return kind; /* KINDS: a literal word */
}

/* ---- words of lists ---- */

/* The number of a word in "a b c|d e f": its position in one of the lists. */
static bool list_find(const char *list, Text word, int32_t *out)
{
    Text rest = text_of(list), item;
    for (int32_t i = 0; (item = text_word(&rest)).size; i++) {
        size_t bar;
        if (text_find(item, '|', &bar)) { /* the last of one list, the first of the next */
            if (text_equal(text_slice(item, 0, bar), word)) {
                *out = i;
                return true;
            }
            item = text_slice(item, bar + 1, item.size);
            i = 0;
        }
        if (text_equal(item, word)) {
            *out = i;
            return true;
        }
    }
    return false;
}

/* Only for a suggestion: more than 32 words are not looked at. */
static Text list_nearest(const char *list, Text word)
{
    Text words[32];
    size_t count = 0;
    for (const char *at = list; *at && count < COUNT_OF(words);) {
        const size_t size = strcspn(at, " |");
        words[count++] = (Text){at, size};
        at += size + (at[size] != 0);
    }
    return text_nearest(word, words, count);
}

/* ---- matching ---- */

/* Looks only at the form of a word: whether a name exists is checked when it is read. */
static bool lexeme_fits(const Lexeme *lexeme, Text word)
{
    int32_t number;
    const KindNumber kind = kind_of(word);
    if (kind == KINDS)
        return lexeme->kind != LEXEME_TEXT && text_equal(lexeme->text, word);
    if (kind == KIND_OF_TEXT || kind == KIND_OF_CODE)
        return lexeme->kind == (kind == KIND_OF_TEXT ? LEXEME_TEXT : LEXEME_CODE);
    if (kind == KIND_OF_RELATION)
        return lexeme->kind == LEXEME_SIGN;
    if (*kinds[kind].words)
        return lexeme->kind == LEXEME_WORD &&
               list_find(kinds[kind].words, lexeme->text, &number);
    if (kinds[kind].reference == SCRIPT_NUMBER)
        return lexeme->kind == LEXEME_NUMBER;
    return lexeme->kind == LEXEME_WORD;
}

/* Decides between rows with the same word by their first value. */
bool pattern_fits(const Reading *reading, const char *pattern)
{
    Text word = pattern_next(&pattern);
    if (!word.size)
        return reading->now.kind == LEXEME_END;
    const bool optional = text_is(word, "[");
    if (optional)
        word = pattern_next(&pattern);
    return lexeme_fits(&reading->now, word) || (optional && reading->now.kind == LEXEME_END);
}

/* ---- values ---- */

/* THING is an NPC or an object; NPCs come first. */
static bool name_read(Reading *reading, const Kind *kind, ScriptKind reference, Value *out)
{
    const ScriptNames *names = reading->names;
    const Text word = reading->now.text;
    out->reference = reference;
    if (names->index && names->index(names->context, reference, word, &out->index))
        return true;
    if (kind == &kinds[KIND_OF_THING] && reference == SCRIPT_NPC)
        return name_read(reading, kind, SCRIPT_OBJECT, out);
    Text near = names->nearest ? names->nearest(names->context, reference, word) : TEXT("");
    if (kind == &kinds[KIND_OF_THING] && names->nearest) {
        const Text npc = names->nearest(names->context, SCRIPT_NPC, word);
        const Text both[] = {npc, near};
        near = !npc.size ? near : !near.size ? npc : text_nearest(word, both, 2);
        return reading_error(reading, reading->now.at, "no npc or object \"%.*s\"%s",
                             (int)word.size, word.at, reading_hint(reading, near).at);
    }
    return reading_error(reading, reading->now.at, "no %s \"%.*s\"%s",
                         script_kind_name(reference), (int)word.size, word.at,
                         reading_hint(reading, near).at);
}

/* The limits of kinds fit into 32 bits. */
static bool number_read(Reading *reading, const Kind *kind, Value *out)
{
    int64_t number;
    if (!text_number(reading->now.text, kind->min, kind->max, &number))
        return reading_error(reading, reading->now.at,
                             "%s is a number from %lld to %lld, not \"%.*s\"", kind->name,
                             (long long)kind->min, (long long)kind->max,
                             (int)reading->now.text.size, reading->now.text.at);
    out->number = (int32_t)number;
    return true;
}

/* The value is the position of the word, which is the number of the engine. */
static bool word_read(Reading *reading, const Kind *kind, Value *out)
{
    const Text word = reading->now.text;
    int32_t place = 0;
    if (!list_find(kind->words, word, &place))
        return reading_error(
            reading, reading->now.at, "no %s \"%.*s\": it is one of %s%s", kind->name,
            (int)word.size, word.at,
            arena_format(reading->arena, "%.*s", (int)strcspn(kind->words, "|"), kind->words)
                .at,
            reading_hint(reading, list_nearest(kind->words, word)).at);
    out->number = place;
    return true;
}

/* Units with 0 are handled separately: milliseconds and ticks. */
static const struct {
    const char *word;
    uint32_t centiseconds;
} units[] = {{"s", 100}, {"min", 6000}, {"ms", 0}, {"ticks", 0}, {"tick", 0}};

/* 2s, 1.5s, 3min, 500ms, 50 ticks. */
bool time_read(Reading *reading, Step *step)
{
    const Text word = reading->now.text;
    const size_t at = reading->now.at;
    enum { MAX = 100000 };
    size_t size = 0;
    while (size < word.size && (strchr("0123456789.", word.at[size]) && word.at[size]))
        size++;
    size_t dot = size;
    int64_t whole = 0, part = 0;
    text_find(text_slice(word, 0, size), '.', &dot);
    bool ok = size && text_number(text_slice(word, 0, dot), 0, MAX, &whole);
    const Text digits = text_slice(word, dot < size ? dot + 1 : size, size);
    ok = ok && digits.size <= 2 && (!digits.size || text_number(digits, 0, 99, &part));
    part *= digits.size == 1 ? 10 : 1;
    Text unit = text_slice(word, size, word.size);
    reading_next(reading);
    if (!unit.size && reading->now.kind == LEXEME_WORD) {
        unit = reading->now.text;
        reading_next(reading);
    }
    const uint64_t hundredth = (uint64_t)whole * 100 + (uint64_t)part;
    if (ok && text_is(unit, "ms"))
        step->centiseconds = (uint32_t)(hundredth / 1000);
    else if (ok && (text_is(unit, "ticks") || text_is(unit, "tick")) && !part)
        step->ticks = (uint32_t)whole;
    else
        for (size_t i = 0; i < COUNT_OF(units); i++)
            if (ok && units[i].centiseconds && text_is(unit, units[i].word))
                step->centiseconds = (uint32_t)(hundredth * units[i].centiseconds / 100);
    if (!step->centiseconds && !step->ticks)
        return reading_error(reading, at,
                             "expected a time like 2s, 1.5s, 500ms, 3min or 50 ticks");
    return true;
}

/* The lexeme is consumed also after an error, so that reading goes on behind it. */
static bool value_read(Reading *reading, KindNumber number, Step *step, Value *out)
{
    const Kind *kind = &kinds[number];
    const Lexeme now = reading->now;
    if (now.kind == LEXEME_END)
        return reading_error(reading, now.at, "expected %s: %s", kind->name, kind->doc);
    out->given = true;
    out->word = now.text;
    if (number == KIND_OF_TIME)
        return time_read(reading, step);
    bool ok = true;
    if (number == KIND_OF_TEXT || number == KIND_OF_CODE || number == KIND_OF_RELATION) {
        if (!lexeme_fits(&now, text_of(kind->name)))
            return reading_error(reading, now.at, "expected %s: %s", kind->name, kind->doc);
        if (number == KIND_OF_RELATION)
            ok = word_read(reading, kind, out);
    } else if (now.kind == LEXEME_TEXT || now.kind == LEXEME_CODE || now.kind == LEXEME_SIGN) {
        return reading_error(reading, now.at, "expected %s: %s", kind->name, kind->doc);
    } else if (number == KIND_OF_LANGUAGE) {
        if (now.text.size != 2)
            return reading_error(reading, now.at, "expected a language code of two letters");
    } else if (*kind->words) {
        ok = word_read(reading, kind, out);
    } else if (kind->reference == SCRIPT_NUMBER ||
               (number == KIND_OF_VALUE && now.kind == LEXEME_NUMBER)) {
        ok = number_read(reading, number == KIND_OF_VALUE ? &kinds[KIND_OF_NUMBER] : kind, out);
    } else {
        ok = name_read(reading, kind, kind->reference, out);
    }
    reading_next(reading);
    return ok;
}

/* Skips the rest of a bracket that is omitted. */
static void skip_group(const char **pattern, size_t *index)
{
    for (Text word; (word = pattern_next(pattern)).size && !text_is(word, "]");)
        if (text_is(word, "["))
            skip_group(pattern, index);
        else
            *index += kind_of(word) < KINDS;
}

/* Values that were not given get the default of their kind. */
static void fall_back(const char *pattern, Step *step)
{
    size_t index = 0;
    for (Text word; (word = pattern_next(&pattern)).size;) {
        const KindNumber kind = kind_of(word);
        if (kind == KINDS)
            continue;
        if (!step->values[index].given)
            step->values[index].number = kinds[kind].fallback;
        index++;
    }
}

/* Whether `at most TIME` follows, which belongs to no pattern. */
static bool is_limit(const Reading *reading)
{
    const Text rest =
        text_trimmed(text_slice(reading->file, reading->next, reading->file.size));
    return reading_is(reading, "at") && text_starts(rest, "most ");
}

/* Groups in brackets are omitted if their first word does not fit. */
bool pattern_read(Reading *reading, const Row *row, Step *step)
{
    const char *pattern = row->pattern;
    size_t index = 0;
    for (Text word; (word = pattern_next(&pattern)).size;) {
        if (text_is(word, "]"))
            continue;
        if (text_is(word, "[")) {
            const char *inside = pattern;
            if (!lexeme_fits(&reading->now, pattern_next(&inside)) || is_limit(reading))
                skip_group(&pattern, &index);
            continue;
        }
        const KindNumber kind = kind_of(word);
        if (kind < KINDS) {
            if (!value_read(reading, kind, step, &step->values[index++]))
                return false;
        } else if (lexeme_fits(&reading->now, word)) {
            reading_next(reading);
        } else {
            return reading_error(reading, reading->now.at, "expected \"%.*s\": %s %s",
                                 (int)word.size, word.at, row->word, row->pattern);
        }
    }
    fall_back(row->pattern, step);
    return !reading->failed;
}

/* ---- handlers ---- */

/* $0 to $9 in a row's script are its values. */
static Text script_of(const Reading *reading, const Step *step)
{
    Writer out = writer_to(reading->arena);
    for (const char *at = step->row->script; *at; at++) {
        if (*at != '$') {
            write_u8(&out, (uint8_t)*at);
            continue;
        }
        const Value *value = &step->values[*++at - '0'];
        /* In an NPC's own script its attributes are plain, the player's have an @. */
        if (value->given && value->reference == SCRIPT_ATTRIBUTE && value != step->values &&
            step->values[1].given)
            write_u8(&out, '@');
        if (value->given && value->reference != SCRIPT_NUMBER)
            write_text(&out, value->word);
        else
            write_format(&out, "%d", value->number);
    }
    return writer_text(&out);
}

/* Scripts of rows are compiled without messages: an error can only come from a name. */
bool step_compile(Reading *reading, Step *step)
{
    ScriptCode code;
    if (!*step->row->script)
        return true;
    if (!strcmp(step->row->pattern, "CODE")) { /* its errors have positions in this file */
        const Text body = step->values[0].word;
        const size_t from = (size_t)(body.at - reading->file.at);
        const ScriptSource source = {reading->file, from, from + body.size};
        if (!script_compile(&source, reading->names, NULL, &code, reading->arena,
                            reading->report)) {
            reading->failed = true;
            return false;
        }
    } else {
        Report silent = report_to(NULL, NULL);
        const ScriptSource source = script_source(script_of(reading, step));
        if (!script_compile(&source, reading->names, NULL, &code, reading->arena, &silent))
            return reading_error(reading, reading->line_at,
                                 "this cannot be written as a script: a name is a keyword");
    }
    step->code = code.bytes;
    return true;
}
