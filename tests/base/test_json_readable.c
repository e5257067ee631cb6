/* JSON in which values were edited: what is written from it can be read again. */
#include "lib/format_samples.h"

#include "base/json.h"
#include "base/text.h"

#include <jansson.h>

enum { EDITS = 400, JSON_SIZE_MAX = 300000 };

static uint32_t seed;

static uint32_t random_below(uint32_t max)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % max;
}

static json_t *other_number(json_int_t value)
{
    const json_int_t numbers[] = {0,     1,         value + 1,  value - 1,   value * 2, 255,
                                  65535, INT32_MAX, UINT32_MAX, value + 512, value / 2, 7};
    return json_integer(numbers[random_below(COUNT_OF(numbers))]);
}

static json_t *other_text(const char *text)
{
    static const char *const texts[] = {"",         "x",        "a/b",      "00",
                                        "ffffffff", "\xd0\x96", "long long"};
    const size_t size = strlen(text);
    const uint32_t which = random_below(COUNT_OF(texts) + 2);
    return which < COUNT_OF(texts) ? json_string(texts[which])
           : size && which & 1     ? json_stringn_nocheck(text, size - 1)
                                   : json_pack("s+", text, text);
}

/* A value in the list or object: which one is by chance. */
static json_t *child_of(json_t *parent, const char **key, size_t *index)
{
    *key = NULL;
    if (json_is_array(parent) && json_array_size(parent)) {
        *index = random_below((uint32_t)json_array_size(parent));
        return json_array_get(parent, *index);
    }
    if (!json_is_object(parent) || !json_object_size(parent))
        return NULL;
    uint32_t left = random_below((uint32_t)json_object_size(parent));
    void *at = json_object_iter(parent);
    while (left--)
        at = json_object_iter_next(parent, at);
    *key = json_object_iter_key(at);
    return json_object_iter_value(at);
}

static json_t *other_list(json_t *list)
{
    json_t *other = json_copy(list);
    const uint32_t which = random_below(3);
    if (which == 0)
        json_array_clear(other);
    else if (which == 1 && json_array_size(list))
        json_array_remove(other, random_below((uint32_t)json_array_size(list)));
    else
        json_array_extend(other, list);
    return other;
}

static json_t *other_value(json_t *value)
{
    return json_is_integer(value)   ? other_number(json_integer_value(value))
           : json_is_string(value)  ? other_text(json_string_value(value))
           : json_is_boolean(value) ? json_boolean(!json_boolean_value(value))
           : json_is_array(value)   ? other_list(value)
                                    : json_incref(value);
}

/* Goes down from the root by chance, and changes the value where it stops. */
static void edit(json_t *root)
{
    json_t *parent = root;
    for (int depth = 0; depth < 12; depth++) {
        const char *key;
        size_t index = 0;
        json_t *value = child_of(parent, &key, &index);
        if (!value || (key && !strcmp(key, "format")))
            return;
        const bool inner = json_is_object(value) || json_is_array(value);
        if (inner && (json_is_object(value) || random_below(4))) {
            parent = value;
            continue;
        }
        json_t *other = other_value(value);
        if (key)
            json_object_set_new(parent, key, other);
        else
            json_array_set_new(parent, index, other);
        return;
    }
}

/* Returns whether it was written. */
static bool try_edit(const FormatSample *sample, const json_t *whole, unsigned number)
{
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    const Format *format;
    Bytes made;
    json_t *edited = json_deep_copy(whole);
    json_object_del(edited, "exact");
    for (unsigned count = 1 + random_below(3); count--;)
        edit(edited);
    char *text = json_dumps(edited, JSON_ENCODE_ANY);
    const bool written =
        text && format_from_json(bytes_of_text(text_of(text)), &made, &format, arena, &silent);
    Writer again = writer_to(arena);
    if (written && !format_to_json(format, made, true, &again, arena, &silent))
        fail_msg("%s, edit %u: the file cannot be read: %s", sample->name, number, text);
    free(text);
    json_decref(edited);
    arena_free(arena);
    return written;
}

static void files_made_of_edited_json_can_be_read(void **state)
{
    FormatSample sample;
    (void)state;
    for (size_t i = 0; format_sample(i, &sample); i++) {
        Kit *kit = kit_new();
        const Bytes file = sample_bytes(&sample, kit);
        const Format *format = format_named(text_of(sample.name));
        Writer text = writer_to(kit->arena);
        unsigned written = 0;
        assert_true(format_to_json(format, file, true, &text, kit->arena, &kit->report));
        const json_t *whole = json_read(writer_bytes(&text), kit->arena, &kit->report);
        assert_non_null(whole);
        seed = (uint32_t)i;
        const unsigned edits = text.size > JSON_SIZE_MAX ? EDITS / 20 : EDITS;
        for (unsigned number = 0; number < edits; number++)
            written += try_edit(&sample, whole, number);
        print_message("%s: %u of %u edits were written\n", sample.name, written, edits);
        kit_free(kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(files_made_of_edited_json_can_be_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
