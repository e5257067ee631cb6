/* Parts, in order: lookup of sections; assets, which are inflated and read when they are
 * requested; texts of a language. */
#include "tirnanog/container/tng.h"

#include "base/deflate.h"

const TngSection *tng_section(const TngFile *file, unsigned type)
{
    for (size_t i = 0; i < file->section_count; i++)
        if (file->sections[i].type == type)
            return &file->sections[i];
    return NULL;
}

/* There is one section for each language, in the order of the file. */
const TngSection *tng_language(const TngFile *file, size_t index)
{
    for (size_t i = 0; i < file->section_count; i++)
        if (file->sections[i].type == SECTION_LANGUAGE && index-- == 0)
            return &file->sections[i];
    return NULL;
}

size_t tng_language_count(const TngFile *file)
{
    size_t count = 0;
    while (tng_language(file, count))
        count++;
    return count;
}

/* A game can be played only with these sections; an extension lacks at least one. */
bool tng_is_extension(const TngFile *file)
{
    static const uint8_t base[] = {SECTION_ATTRIBUTES, SECTION_STARTUP, SECTION_ACTIONS,
                                   SECTION_MAPS};
    for (size_t i = 0; i < COUNT_OF(base); i++)
        if (!tng_section(file, base[i]))
            return true;
    return false;
}

/* What reading an object gives if its equipped sprites occur once or twice. */
typedef struct ObjectTrial {
    size_t left;       /* bytes behind it; SIZE_MAX: it cannot be read so */
    bool lists_differ; /* the second list has other sprites than the first */
} ObjectTrial;

/* Reads from a copy of the reader, without messages. */
static ObjectTrial try_object(const Reader *reader, u8 twice, u8 row_length)
{
    Report silent = report_to(NULL, NULL);
    Reader attempt = *reader;
    attempt.report = &silent;
    TngObject object = {.twice = twice, .row_length = row_length};
    Arena *scratch = arena_new();
    ObjectTrial trial = {SIZE_MAX, false};
    if (record_read(&TngObject_layout, &object, &attempt, scratch)) {
        trial.left = object.trailing.size;
        for (size_t i = 0; twice && i < COUNT_OF(object.equipped); i++)
            trial.lists_differ |=
                object.equipped[i].category != object.equipped_again[i].category ||
                object.equipped[i].index != object.equipped_again[i].index;
    }
    arena_free(scratch);
    return trial;
}

/* The 96 bytes of an object's equipped sprites occur once or twice, because the specification
 * lists them twice. The variant that leaves fewer bytes is correct. Both may fit by chance if
 * the object has handlers: then it is once, unless the two lists are the same. */
static bool is_listed_twice(const Reader *reader, u8 row_length)
{
    const ObjectTrial twice = try_object(reader, 1, row_length);
    if (twice.left == SIZE_MAX)
        return false;
    const size_t once = try_object(reader, 0, row_length).left;
    return twice.left < once || (twice.left == once && !twice.lists_differ);
}

/* An object's layout depends on two values that its bytes do not contain; they are set
 * before. */
static bool read_asset(const TngFile *file, const RecordLayout *layout, void *record,
                       Reader *reader, Arena *arena)
{
    if (layout == &TngObject_layout) {
        const u8 length = tng_row_length(&file->header);
        ((TngObject *)record)->twice = is_listed_twice(reader, length);
        ((TngObject *)record)->row_length = length;
    }
    return record_read(layout, record, reader, arena) &&
           (reader_left(reader) == 0 ||
            reader_fail(reader, "%zu bytes are left over", reader_left(reader)));
}

/* An asset without bytes is a record of zeros. Deflate without a wrapper is accepted. */
void *tng_asset_liberal(const TngFile *file, const TngSection *section, size_t index,
                        unsigned *liberal, Arena *arena, Report *report)
{
    const RecordLayout *layout = section->kind->asset;
    const Bytes stored = section->entries[index].stored;
    void *record = arena_alloc(arena, 1, layout->size);
    if (!stored.size)
        return record;
    Wrapping wrapping;
    const Inflated inflated = inflate_any(stored, 0, TNG_ASSET_MAX, &wrapping, arena);
    if (!inflated.problem && wrapping == WRAPPING_RAW)
        *liberal |= TNG_RAW_DEFLATE;
    Reader reader = reader_of(inflated.bytes, report);
    const Text part = arena_format(arena, "section %u (%s), number %zu", section->type,
                                   section->kind->title, index);
    reader.part = part.at;
    if (inflated.problem) {
        report_error(report, "%s: %s", part.at, inflated.problem);
        return NULL;
    }
    return read_asset(file, layout, record, &reader, arena) ? record : NULL;
}

/* Rows of sprites are made as long as today's, unless they are needed as stored. */
void *tng_asset(const TngFile *file, const TngSection *section, size_t index, Arena *arena,
                Report *report)
{
    unsigned liberal = 0;
    void *record = tng_asset_liberal(file, section, index, &liberal, arena, report);
    const u8 length = tng_row_length(&file->header);
    if (record && length && !file->rows_as_stored)
        tng_rows_widen(section->kind->asset, record, length, arena);
    return record;
}

/* The last text must have its zero, which makes text_of() safe. */
bool tng_texts(const TngSection *language, TngTexts *out, Arena *arena, Report *report)
{
    *out = (TngTexts){0};
    if (!language->texts.size)
        return true;
    const Inflated inflated = inflate_any(language->texts, 0, TNG_TEXTS_MAX, NULL, arena);
    if (inflated.problem)
        return report_error(report, "section 1 (translation): the texts: %s", inflated.problem);
    const Bytes bytes = inflated.bytes;
    if (bytes.size && bytes.data[bytes.size - 1])
        return report_error(report, "section 1 (translation): the last text is not terminated");
    for (size_t at = 0; at < bytes.size;) {
        Text *text = ARENA_PUSH(arena, out->items, out->count);
        *text = text_of((const char *)bytes.data + at);
        at += text->size + 1;
    }
    return true;
}
