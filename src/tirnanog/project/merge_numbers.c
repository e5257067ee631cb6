/* Names of an extension and their numbers in the joined game; texts and voices. */
#include "tirnanog/project/merge_games_internal.h"

#include "base/deflate.h"
#include "base/text.h"
#include "tirnanog/container/tng_names.h"

#include <assert.h>

/* Reports only the first failure of a join: later ones follow from it. Always returns false. */
bool merge_fail(Join *join, const char *format, ...)
{
    va_list arguments;
    if (join->failed)
        return false;
    join->failed = true;
    va_start(arguments, format);
    const Text what = arena_vformat(join->arena, format, arguments);
    va_end(arguments);
    return report_error(join->report, "%s, number %zu: %.*s", join->what, join->which,
                        (int)what.size, what.at);
}

/* Returns the offset of the text in the joined string block; equal texts share one place.
 * The key is a copy, so the text need not stay valid. */
uint32_t merge_string(Join *join, Text text)
{
    const uint32_t *known = table_get(&join->string_offsets, text);
    if (known)
        return *known;
    const uint32_t at = (uint32_t)join->strings.size;
    write_text(&join->strings, text);
    write_u8(&join->strings, 0);
    table_put(&join->string_offsets, arena_text(join->arena, text), at);
    return at;
}

/* The number of a name in the joined game: that of the same name in an earlier part, or the
 * next one. */
uint32_t merge_number(Join *join, MergeList list, Text name)
{
    MergeNumbers *numbers = &join->lists[list];
    const uint32_t *known = table_get(&numbers->by_name, name);
    if (known)
        return *known;
    const uint32_t number = (uint32_t)numbers->count;
    *ARENA_PUSH(join->arena, numbers->items, numbers->count) = name;
    table_put(&numbers->by_name, name, number);
    return number;
}

/* ---- names ---- */

/* Names of items that the extension leaves out follow its strings: "npc:3=brid". */
typedef struct LeftOut {
    Join *join;
    const char *word;
    Text *items;
    size_t count;
} LeftOut;

/* Facts that do not have this form are ignored: the list of facts is open. Gaps between
 * numbers become empty names, which number_list() treats as missing. */
static void note_left_out(void *context, Text fact)
{
    LeftOut *out = context;
    size_t colon, equal;
    int64_t number;
    if (!text_find(fact, ':', &colon) || !text_find(fact, '=', &equal) || colon > equal ||
        !text_is(text_slice(fact, 0, colon), out->word) ||
        !text_number(text_slice(fact, colon + 1, equal), 0, UINT16_MAX, &number))
        return;
    while (out->count <= (size_t)number)
        *ARENA_PUSH(out->join->arena, out->items, out->count) = TEXT("");
    out->items[number] = text_slice(fact, equal + 1, fact.size);
}

/* Generated names have no meaning. */
static bool taken_as_it_is(const Join *join, MergeList list, uint32_t number)
{
    return !join->named && (list < LIST_BACKS || list == LIST_SLOTS) &&
           number < join->lists[list].count;
}

/* Items that the extension does not contain must be in the base, otherwise they are removed. */
static uint32_t number_there(Join *join, MergeList list, Text name, const char *word)
{
    const uint32_t *known = table_get(&join->lists[list].by_name, name);
    if (!known && name.size)
        report_warning(join->report, "neither the extension nor the game has its %s \"%.*s\"",
                       word, (int)name.size, name.at);
    return known ? *known : TNG_NO_SPRITE;
}

/* Maps the part's numbers; an item without a name is the base's with the same number. */
static void number_list(Join *join, MergeList list, const NameList *names, const char *word)
{
    LeftOut out = {.join = join, .word = word, .items = names->items, .count = names->count};
    if (!names->count && !join->first) {
        out.items = NULL;
        tng_facts(&join->game, note_left_out, &out);
    }
    const bool left_out = !names->count && (list == LIST_NPCS || list == LIST_SPAWNERS);
    const size_t same = !out.count && !join->first ? join->lists[list].count : 0;
    join->to_count[list] = out.count + same;
    join->to[list] = ARENA_ALLOC(join->arena, uint32_t, out.count + same + 1);
    for (size_t i = 0; i < out.count + same; i++) {
        uint32_t number = (uint32_t)i;
        if (join->first) { /* duplicate names keep their numbers, too */
            size_t *count = &join->lists[list].count;
            *ARENA_PUSH(join->arena, join->lists[list].items, *count) = out.items[i];
            table_put(&join->lists[list].by_name, out.items[i], number);
        } else if (left_out && !same) {
            number = number_there(join, list, out.items[i], word);
        } else if (!same && !taken_as_it_is(join, list, number) &&
                   (out.items[i].size || names->count)) {
            number = merge_number(join, list, out.items[i]);
        }
        join->to[list][i] = number;
    }
}

/* The title and the languages' own names are the same texts in all parts, whatever they say. */
static void number_own_texts(Join *join)
{
    const TngSection *language = tng_language(&join->game, 0);
    const uint32_t name = language ? ((const TngLanguage *)language->record)->name : 0;
    const bool known = name && name < join->to_count[LIST_TEXTS];
    if (join->first)
        join->language_name = known ? name : TEXT_LANGUAGE;
    if (join->to_count[LIST_TEXTS])
        join->to[LIST_TEXTS][0] = 0;
    if (known)
        join->to[LIST_TEXTS][name] = join->language_name;
}

bool merge_names(Join *join)
{
    for (unsigned c = 0; c < CATEGORIES; c++)
        number_list(join, (MergeList)c, &join->names.sprites[c], "");
    number_list(join, LIST_NPCS, &join->names.kinds[NAME_NPC], "npc");
    number_list(join, LIST_SPAWNERS, &join->names.kinds[NAME_SPAWNER], "spawner");
    number_list(join, LIST_SLOTS, &join->names.kinds[NAME_SLOT], "slot");
    number_list(join, LIST_SPEECH, &join->names.kinds[NAME_SPEECH], "");
    number_list(join, LIST_TEXTS, &join->names.texts, "");
    number_own_texts(join);
    for (unsigned list = 0; list < JOIN_LISTS; list++)
        if (list != LIST_TEXTS && join->lists[list].count >= TNG_NO_SPRITE)
            return report_error(join->report, "more than %d sprites of a kind in total",
                                TNG_NO_SPRITE);
    return join->lists[LIST_SLOTS].count <= TNG_EQUIP_SLOTS ||
           report_error(join->report, "%zu equipment slots in total; the maximum is %d",
                        join->lists[LIST_SLOTS].count, TNG_EQUIP_SLOTS);
}

/* ---- languages ---- */

/* Adds the language if no earlier part has it. The result is valid until the next new
 * language only, since the list may move. */
static MergeLanguage *language_of(Join *join, const char code[2])
{
    for (size_t i = 0; i < join->language_count; i++)
        if (!memcmp(join->languages[i].code, code, 2))
            return &join->languages[i];
    MergeLanguage *language = ARENA_PUSH(join->arena, join->languages, join->language_count);
    *language = (MergeLanguage){.code = {code[0], code[1]}};
    return language;
}

/* A text equal to the original is not translated: then an earlier translation is used. */
static void add_texts(Join *join, MergeLanguage *language, const TngTexts *texts, bool original)
{
    while (language->text_count < join->lists[LIST_TEXTS].count)
        *ARENA_PUSH(join->arena, language->texts, language->text_count) = (Text){NULL, 0};
    for (size_t i = 0; i < texts->count && i < join->to_count[LIST_TEXTS]; i++) {
        assert(join->to[LIST_TEXTS][i] < language->text_count);
        Text *text = &language->texts[join->to[LIST_TEXTS][i]];
        const bool same = text_equal(texts->items[i], join->names.texts.items[i]);
        if (!text->at || original || !same)
            *text = texts->items[i];
    }
}

static bool add_language(Join *join, const TngSection *section, bool original)
{
    TngTexts texts;
    MergeLanguage *language = language_of(join, ((const TngLanguage *)section->record)->code);
    if (!tng_texts(section, &texts, join->arena, join->report))
        return false;
    const uint32_t own = ((const TngLanguage *)section->record)->name;
    add_texts(join, language, &texts, original);
    if (own < texts.count && join->language_name < language->text_count)
        language->texts[join->language_name] = texts.items[own];
    while (language->voice_count < join->lists[LIST_SPEECH].count)
        *ARENA_PUSH(join->arena, language->voices, language->voice_count) = (Bytes){0};
    for (size_t i = 0; i < section->count && i < join->to_count[LIST_SPEECH]; i++) {
        const uint32_t to = join->to[LIST_SPEECH][i]; /* may be missing without a name */
        if (section->entries[i].stored.size && to < language->voice_count)
            language->voices[to] = section->entries[i].stored;
    }
    return true;
}

bool merge_languages(Join *join)
{
    for (size_t i = 0; i < tng_language_count(&join->game); i++)
        if (!add_language(join, tng_language(&join->game, i), i == 0))
            return false;
    return true;
}

/* Missing texts are taken from the game's first language, otherwise from the original. */
static Text text_of_language(const Join *join, const MergeLanguage *language, size_t index)
{
    const MergeLanguage *const order[] = {language, join->languages};
    for (size_t i = 0; i < COUNT_OF(order); i++)
        if (index < order[i]->text_count && order[i]->texts[index].at)
            return order[i]->texts[index];
    return join->lists[LIST_TEXTS].items[index];
}

void merge_languages_end(Join *join, TngFile *out)
{
    const size_t voices = join->lists[LIST_SPEECH].count;
    for (size_t i = 0; i < join->language_count; i++) {
        const MergeLanguage *language = &join->languages[i];
        TngLanguage *record = ARENA_ALLOC(join->arena, TngLanguage, 1);
        Writer texts = writer_to(join->arena);
        for (size_t t = 0; t < join->lists[LIST_TEXTS].count; t++) {
            write_text(&texts, text_of_language(join, language, t));
            write_u8(&texts, 0);
        }
        memcpy(record->code, language->code, 2);
        record->name = join->language_name;
        record->speech_count = voices;
        record->speech = ARENA_ALLOC(join->arena, TngAsset, voices + 1);
        TngSection *section = &out->sections[out->section_count++];
        *section = (TngSection){.type = SECTION_LANGUAGE,
                                .kind = tng_section_kind(SECTION_LANGUAGE),
                                .record = record,
                                .entries = ARENA_ALLOC(join->arena, TngEntry, voices + 1),
                                .count = voices,
                                .texts = deflate_bytes(writer_bytes(&texts), WRAPPING_ZLIB,
                                                       DEFLATE_FAST, join->arena)};
        for (size_t v = 0; v < voices; v++) {
            record->speech[v].name = merge_string(join, join->lists[LIST_SPEECH].items[v]);
            section->entries[v].descriptor = &record->speech[v];
            if (v < language->voice_count)
                section->entries[v].stored = language->voices[v];
        }
    }
}

/* ---- facts ---- */

static void fact(Join *join, Text line)
{
    write_text(&join->strings, line);
    write_u8(&join->strings, 0);
}

void merge_facts_end(Join *join)
{
    Arena *arena = join->arena;
    fact(join, TEXT("#names"));
    for (unsigned c = 0; c < CATEGORY_BACKS; c++)
        for (size_t i = 0; i < join->lists[c].count; i++)
            fact(join,
                 arena_format(arena, "sprite:%u:%zu=%.*s", c, i,
                              (int)join->lists[c].items[i].size, join->lists[c].items[i].at));
    for (size_t i = 0; i < join->lists[LIST_SLOTS].count; i++)
        fact(join,
             arena_format(arena, "slot:%zu=%.*s", i, (int)join->lists[LIST_SLOTS].items[i].size,
                          join->lists[LIST_SLOTS].items[i].at));
    for (size_t i = 0; i < join->fact_count; i++)
        fact(join, join->facts[i]);
    for (size_t i = 0; i < join->lists[LIST_TEXTS].count && join->language_count; i++) {
        const Text id = join->lists[LIST_TEXTS].items[i];
        if (i != join->language_name && !text_equal(id, text_of_language(join, join->languages, i)))
            fact(join, arena_format(arena, "text:%zu=%.*s", i, (int)id.size, id.at));
    }
}
