/* Parts, in order: comments; headers; similar texts; merging; numbers; pseudo-translations.
 * Merging loses no work: the translation of a text that was removed is suggested for the most
 * similar new text, or kept as obsolete. */
#include "tirnanog/translations/translations.h"

#include "base/hash.h"
#include "base/text.h"
#include "base/path.h"
#include "tirnanog/translations/language_names.h"

static const char utf8_type[] = "text/plain; charset=UTF-8";
static const char pseudo_mark[] = "X-Pseudo-Translation";

/* ---- comments ---- */

/* "objects/lamp.obj" is an "obj", "ui/alerts.cfg" is "alerts", "config" itself. */
static Text file_word(Text path)
{
    static const struct {
        const char *suffix, *word;
    } words[] = {{".dlg", "dialog"},   {".npc", "NPC"},       {".obj", "object"},
                 {".qst", "quest"},    {".atr", "attribute"}, {".opt", "character option"},
                 {".cft", "crafting"}, {".cut", "cutscene"},  {".tmx", "map"}};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (text_ends(path, words[i].suffix))
            return text_of(words[i].word);
    const Text base = path_base(path);
    size_t dot = base.size;
    text_find(base, '.', &dot);
    return text_slice(base, 0, dot);
}

/* "#. dialog: message, spoken by Brid" */
static Text note_of(const ProjectTexts *texts, const Table *speakers, const TextPlace *place,
                    Arena *arena)
{
    const Text word = file_word(place->path), speaker = text_speaker(texts, speakers, place);
    const bool answer = text_is_answer(place);
    const Text member = answer ? TEXT("answer") : place->member;
    Text box = TEXT("");
    for (TextBox kind = 0; kind < TEXT_BOXES; kind++)
        if (text_box_has(kind, place))
            box = arena_format(arena, ", one line of at most %d pixels",
                               (int)text_boxes[kind].width);
    return arena_format(arena, "#. %.*s: %.*s%s%.*s%.*s\n", (int)word.size, word.at,
                        (int)member.size, member.at,
                        !speaker.size ? ""
                        : answer      ? " to "
                                      : ", spoken by ",
                        (int)speaker.size, speaker.at, (int)box.size, box.at);
}

/* The comments of each text; equal ones once. */
Text *translation_notes(const ProjectTexts *texts, Arena *arena)
{
    Text *notes = arena_alloc(arena, texts->count, sizeof *notes);
    const Table speakers = text_speakers(texts, arena);
    for (size_t i = 0, end; i < texts->place_count; i = end) {
        Writer out = writer_to(arena);
        Table seen = table_new(arena);
        const uint32_t text = texts->places[i].text;
        for (end = i; end < texts->place_count && texts->places[end].text == text; end++) {
            const Text note = note_of(texts, &speakers, &texts->places[end], arena);
            if (*table_put(&seen, note, (uint32_t)end) == end)
                write_text(&out, note);
        }
        for (size_t p = i; p < end; p++)
            write_format(&out, "#: %.*s:%u\n", (int)texts->places[p].path.size,
                         texts->places[p].path.at, texts->places[p].line);
        notes[text] = writer_text(&out);
    }
    return notes;
}

/* ---- headers ---- */

/* The header with a line "name: value" instead of the one of that name. */
static Text header_with(Text header, const char *name, Text value, Arena *arena)
{
    Writer out = writer_to(arena);
    const Text wanted = text_of(name);
    bool found = false;
    while (header.size) {
        size_t end = header.size;
        text_find(header, '\n', &end);
        const Text line = text_slice(header, 0, end);
        header = text_slice(header, end < header.size ? end + 1 : end, header.size);
        const bool same = line.size > wanted.size && line.at[wanted.size] == ':' &&
                          text_equal_caseless(text_slice(line, 0, wanted.size), wanted);
        if (same && !found)
            write_format(&out, "%s: %.*s\n", name, (int)value.size, value.at);
        else if (!same && line.size)
            write_format(&out, "%.*s\n", (int)line.size, line.at);
        found |= same;
    }
    if (!found)
        write_format(&out, "%s: %.*s\n", name, (int)value.size, value.at);
    return writer_text(&out);
}

/* Dates are left to the editors of translators: the same project gives the same bytes. */
static Text new_header(const ProjectTexts *texts, Text code, Arena *arena)
{
    return arena_format(
        arena,
        "Project-Id-Version: %.*s\nReport-Msgid-Bugs-To: \nPO-Revision-Date: \n"
        "Last-Translator: \nLanguage-Team: \nLanguage: %.*s\nMIME-Version: 1.0\n"
        "Content-Type: %s\nContent-Transfer-Encoding: 8bit\n",
        (int)texts->title.size, texts->title.at, (int)code.size, code.at, utf8_type);
}

/* The texts without translations; entry 0 is the name of the language. */
static PoEntry *new_entries(const ProjectTexts *texts, Arena *arena)
{
    const Text *notes = translation_notes(texts, arena);
    PoEntry *entries = arena_alloc(arena, texts->count + 1, sizeof *entries);
    entries[0] = (PoEntry){
        .id = texts->source_name.size ? texts->source_name : texts->source,
        .context = TEXT(PO_LANGUAGE),
        .notes =
            TEXT("#. the name of the language that you translate into, in that language\n")};
    for (size_t i = 0; i < texts->count; i++)
        entries[i + 1] = (PoEntry){.id = texts->items[i], .notes = notes[i]};
    return entries;
}

void translation_template(const ProjectTexts *texts, PoFile *out, Arena *arena)
{
    *out = (PoFile){.entries = new_entries(texts, arena),
                    .count = texts->count + 1,
                    .header = new_header(texts, TEXT(""), arena)};
}

/* ---- similar texts ---- */

enum { BUCKETS = 256 };

/* How often each pair of neighbouring bytes is in a text, by a hash of the pair. */
static size_t count_pairs(Text text, uint32_t counts[BUCKETS])
{
    memset(counts, 0, BUCKETS * sizeof *counts);
    for (size_t i = 0; i + 1 < text.size; i++)
        counts[((uint8_t)text.at[i] * 31u + (uint8_t)text.at[i + 1]) % BUCKETS]++;
    return text.size ? text.size - 1 : 0;
}

/* Percent of common pairs (the Dice coefficient). */
static unsigned similarity(const uint32_t a[BUCKETS], size_t a_count, Text text)
{
    uint32_t b[BUCKETS];
    const size_t all = a_count + count_pairs(text, b);
    size_t common = 0;
    for (size_t i = 0; i < BUCKETS; i++)
        common += a[i] < b[i] ? a[i] : b[i];
    return all ? (unsigned)(200 * common / all) : 0;
}

/* The translation of the most similar lost text, if it is similar enough. That of a fuzzy entry
 * was made for an earlier text. */
static void take_similar(PoEntry *entry, const PoEntry *lost, size_t count, bool *used)
{
    enum { SIMILAR = 60 };
    uint32_t pairs[BUCKETS];
    const size_t pair_count = count_pairs(entry->id, pairs);
    unsigned best = SIMILAR - 1;
    size_t found = count;
    for (size_t i = 0; i < count; i++) {
        const bool fuzzy = lost[i].suggestion.size > 0;
        const Text id = fuzzy ? lost[i].previous : lost[i].id;
        if (lost[i].plural.size)
            continue;
        if (id.size * 3 < entry->id.size || id.size > entry->id.size * 3)
            continue;
        const unsigned similar = similarity(pairs, pair_count, id);
        if (similar <= best)
            continue;
        best = similar;
        entry->suggestion = fuzzy ? lost[i].suggestion : lost[i].text;
        entry->previous = id;
        entry->comments = lost[i].comments;
        found = i;
    }
    if (found < count)
        used[found] = true;
}

/* ---- merging ---- */

static void keep_translation(PoEntry *entry, const PoEntry *old)
{
    entry->text = old->text;
    entry->suggestion = old->suggestion;
    entry->previous = old->previous;
    entry->previous_context = old->previous_context;
    entry->comments = old->comments;
}

static bool has_work(const PoEntry *entry)
{
    return entry->text.size || entry->suggestion.size;
}

/* Translations by msgid, each for one text; further ones are obsolete. */
typedef struct Merging {
    Table by_id; /* numbers of `entries` */
    PoEntry *entries;
    size_t count;
    PoEntry *lost;
    size_t lost_count;
} Merging;

static void add_old(Merging *merging, const PoEntry *entry, Arena *arena)
{
    const uint32_t *known = table_get(&merging->by_id, entry->id);
    if (!known) {
        table_put(&merging->by_id, entry->id, (uint32_t)merging->count);
        *ARENA_PUSH(arena, merging->entries, merging->count) = *entry;
        return;
    }
    PoEntry *best = &merging->entries[*known];
    const PoEntry *worse = entry;
    PoEntry before;
    if (!has_work(best) ||
        (!best->text.size && entry->text.size)) { /* confirmed before fuzzy */
        before = *best;
        *best = *entry;
        worse = &before;
    }
    if (has_work(worse) && !(text_equal(worse->text, best->text) &&
                             text_equal(worse->suggestion, best->suggestion)))
        *ARENA_PUSH(arena, merging->lost, merging->lost_count) = *worse;
}

static void collect_old(Merging *merging, const PoFile *old, Text code, Arena *arena)
{
    for (size_t i = 0; i < old->count; i++)
        if (!po_is_language_name(old, i, code))
            add_old(merging, &old->entries[i], arena);
    for (size_t i = 0; i < old->obsolete_count; i++)
        if (old->obsolete[i].plural.size)
            *ARENA_PUSH(arena, merging->lost, merging->lost_count) = old->obsolete[i];
        else if (!text_is(old->obsolete[i].context, PO_LANGUAGE))
            add_old(merging, &old->obsolete[i], arena);
}

/* The old entry of the name keeps its comments. An empty one gets the usual name. */
static void merge_name(PoEntry *entry, const PoFile *old, Text code)
{
    const LanguageName *usual = language_name(code);
    for (size_t i = 0; i < old->count; i++)
        if (po_is_language_name(old, i, code)) {
            keep_translation(entry, &old->entries[i]);
            break;
        }
    if (usual && !has_work(entry))
        entry->text = text_of(usual->name);
}

void translation_merge(const ProjectTexts *texts, Text code, const PoFile *old, PoFile *out,
                       Arena *arena)
{
    Merging merging = {.by_id = table_new(arena)};
    collect_old(&merging, old, code, arena);
    *out = (PoFile){.entries = new_entries(texts, arena),
                    .count = texts->count + 1,
                    .header_comments = old->header_comments,
                    .crlf = old->crlf};
    out->header = old->header.size
                      ? header_with(old->header, "Content-Type", text_of(utf8_type), arena)
                      : new_header(texts, code, arena);
    if (!po_header_field(out->header, "Language").size)
        out->header = header_with(out->header, "Language", code, arena);
    merge_name(&out->entries[0], old, code);
    bool *kept = arena_alloc(arena, merging.count, sizeof *kept);
    for (size_t i = 1; i < out->count; i++) {
        const uint32_t *known = table_get(&merging.by_id, out->entries[i].id);
        if (known) {
            keep_translation(&out->entries[i], &merging.entries[*known]);
            kept[*known] = true;
        }
    }
    for (size_t i = 0; i < merging.count; i++)
        if (!kept[i] && has_work(&merging.entries[i]))
            *ARENA_PUSH(arena, merging.lost, merging.lost_count) = merging.entries[i];
    bool *used = arena_alloc(arena, merging.lost_count, sizeof *used);
    for (size_t i = 1; i < out->count; i++)
        if (!table_get(&merging.by_id, out->entries[i].id))
            take_similar(&out->entries[i], merging.lost, merging.lost_count, used);
    for (size_t i = 0; i < merging.lost_count; i++)
        if (!used[i])
            *ARENA_PUSH(arena, out->obsolete, out->obsolete_count) = merging.lost[i];
    for (size_t i = 0; i < out->count; i++)
        out->fuzzy_count += out->entries[i].suggestion.size > 0;
}

/* ---- numbers ---- */

TranslationStats translation_stats(const ProjectTexts *texts, Text code, const PoFile *file,
                                   Arena *arena)
{
    enum { MISSING, FUZZY, TRANSLATED };
    TranslationStats stats = {.total = texts->count + 1};
    uint8_t *states = arena_alloc(arena, stats.total, 1);
    Table numbers = table_new(arena);
    for (size_t i = 0; i < texts->count; i++)
        table_put(&numbers, texts->items[i], (uint32_t)i + 1);
    for (size_t i = 0; i < file->count; i++) {
        const PoEntry *entry = &file->entries[i];
        const uint32_t *number = table_get(&numbers, entry->id);
        const uint8_t state = entry->text.size         ? TRANSLATED
                              : entry->suggestion.size ? FUZZY
                                                       : MISSING;
        if (po_is_language_name(file, i, code))
            states[0] = state;
        else if (number && states[*number] < state)
            states[*number] = state;
    }
    const bool source = text_equal(code, texts->source); /* its texts need no translation */
    for (size_t i = 0; i < stats.total; i++) {
        stats.translated += source || states[i] == TRANSLATED;
        stats.fuzzy += !source && states[i] == FUZZY;
    }
    stats.missing = stats.total - stats.translated - stats.fuzzy;
    return stats;
}

/* ---- pseudo-translations ---- */

/* Letters that look similar, with two bytes of UTF-8 each; vowels are written twice. */
static Text pseudo_text(Text text, Arena *arena)
{
    static const char *const lower[26] = {
        "\xC3\xA1", "b",        "\xC3\xA7", "\xC4\x91", "\xC3\xA9", "f",        "\xC4\x9F",
        "\xC4\xA5", "\xC3\xAD", "\xC4\xB5", "\xC4\xB7", "\xC4\xBE", "m",        "\xC3\xB1",
        "\xC3\xB3", "p",        "q",        "\xC5\x99", "\xC5\xA1", "\xC5\xA5", "\xC3\xBA",
        "v",        "\xC5\xB5", "x",        "\xC3\xBD", "\xC5\xBE"};
    static const char *const upper[26] = {
        "\xC3\x81", "B",        "\xC3\x87", "\xC4\x90", "\xC3\x89", "F",        "\xC4\x9E",
        "\xC4\xA4", "\xC3\x8D", "\xC4\xB4", "\xC4\xB6", "\xC4\xBD", "M",        "\xC3\x91",
        "\xC3\x93", "P",        "Q",        "\xC5\x98", "\xC5\xA0", "\xC5\xA4", "\xC3\x9A",
        "V",        "\xC5\xB4", "X",        "\xC3\x9D", "\xC5\xBD"};
    Writer out = writer_to(arena);
    write_u8(&out, '[');
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.at[i];
        const bool small = c >= 'a' && c <= 'z', capital = c >= 'A' && c <= 'Z';
        const char *letter = small ? lower[c - 'a'] : capital ? upper[c - 'A'] : NULL;
        if (!letter) {
            write_u8(&out, (uint8_t)c);
            continue;
        }
        write_text(&out, text_of(letter));
        if (strchr("aeiouyAEIOUY", c))
            write_text(&out, text_of(lower[(c | 32) - 'a']));
    }
    write_u8(&out, ']');
    return writer_text(&out);
}

void translation_pseudo(const ProjectTexts *texts, Text code, PoFile *out, Arena *arena)
{
    *out = (PoFile){.entries = new_entries(texts, arena), .count = texts->count + 1};
    out->header = header_with(new_header(texts, code, arena), pseudo_mark, TEXT("yes"), arena);
    for (size_t i = 0; i < out->count; i++)
        out->entries[i].text = pseudo_text(out->entries[i].id, arena);
}

bool translation_is_pseudo(const PoFile *file)
{
    return text_is(po_header_field(file->header, pseudo_mark), "yes");
}
