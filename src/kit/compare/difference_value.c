/* JSON values: relevance, keys, output on one line, and hashes. */
#include "kit/compare/difference_internal.h"

#include "base/hash.h"
#include "base/text.h"

#include <ctype.h>
#include <float.h>
#include <inttypes.h>
#include <stdio.h>

enum { VALUE_MAX = 60 };

/* Keys that follow from others, or describe where the file stores something. */
static const char *const noise[] = {"exact", "next", "name_offset", "offset",
                                    "at",    "hash", "crc"};

bool difference_is_noise(const json_t *object, const char *key)
{
    if (!strcmp(key, "size")) /* of the stored data, which may be compressed */
        return json_object_get(object, "at") || json_object_get(object, "offset");
    for (size_t i = 0; i < COUNT_OF(noise); i++)
        if (!strcmp(key, noise[i]))
            return true;
    return false;
}

Text difference_string(const json_t *value)
{
    return (Text){json_string_value(value), json_string_length(value)};
}

/* "speaker": 5 with "speaker_name": "Ann": the name is shown instead of the number. */
const json_t *difference_companion_name(const json_t *object, const char *key)
{
    char longer[128];
    if (!json_is_integer(json_object_get(object, key)) ||
        (size_t)snprintf(longer, sizeof longer, "%s_name", key) >= sizeof longer)
        return NULL;
    const json_t *name = json_object_get(object, longer);
    return json_is_string(name) ? name : NULL;
}

bool difference_is_companion_name(const json_t *object, const char *key)
{
    char shorter[128];
    const size_t size = strlen(key);
    if (size <= 5 || size >= sizeof shorter || strcmp(key + size - 5, "_name") != 0)
        return false;
    memcpy(shorter, key, size - 5);
    shorter[size - 5] = 0;
    return difference_companion_name(object, shorter) != NULL;
}

/* The value for people: the name next to a number, if there is one. */
const json_t *difference_member(const json_t *object, const char *key)
{
    const json_t *name = difference_companion_name(object, key);
    return name ? name : json_object_get(object, key);
}

/* ---- values on one line ---- */

static void put_value(Writer *out, const json_t *value, size_t end);

/* Stops when `end` is reached, so that a large object is not written in full. */
static void put_members(Writer *out, const json_t *object, size_t end)
{
    const char *key, *comma = "";
    json_t *member;
    write_u8(out, '{');
    json_object_foreach((json_t *)object, key, member)
    {
        if (difference_is_noise(object, key) || difference_is_companion_name(object, key))
            continue;
        write_text(out, text_of(comma));
        if (out->size >= end) {
            write_text(out, TEXT("..."));
            break;
        }
        difference_plain(out, text_of(key));
        write_text(out, TEXT(": "));
        put_value(out, difference_member(object, key), end);
        comma = ", ";
    }
    write_u8(out, '}');
}

static void put_elements(Writer *out, const json_t *list, size_t end)
{
    write_u8(out, '[');
    for (size_t i = 0; i < json_array_size(list); i++) {
        write_text(out, i ? TEXT(", ") : TEXT(""));
        if (out->size >= end) {
            write_text(out, TEXT("..."));
            break;
        }
        put_value(out, json_array_get(list, i), end);
    }
    write_u8(out, ']');
}

/* Numbers of files are 32-bit floats; larger ones come from JSON that was written by hand. */
static void put_real(Writer *out, double number)
{
    char digits[FLOAT_DIGITS];
    if (number < -FLT_MAX || number > FLT_MAX) {
        write_format(out, "%.17g", number);
        return;
    }
    text_float((float)number, digits); /* written by json_put_float */
    write_text(out, text_of(digits));
}

static void put_value(Writer *out, const json_t *value, size_t end)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        put_members(out, value, end);
        break;
    case JSON_ARRAY:
        put_elements(out, value, end);
        break;
    case JSON_STRING:
        difference_quote(out, difference_string(value), 0);
        break;
    case JSON_INTEGER:
        write_format(out, "%" PRId64, (int64_t)json_integer_value(value));
        break;
    case JSON_REAL:
        put_real(out, json_real_value(value));
        break;
    case JSON_TRUE:
        write_text(out, TEXT("true"));
        break;
    case JSON_FALSE:
        write_text(out, TEXT("false"));
        break;
    case JSON_NULL:
        write_text(out, TEXT("null"));
        break;
    }
}

/* At most VALUE_MAX bytes, and the rest of the value that exceeds them. */
void difference_value(Writer *out, const json_t *value)
{
    put_value(out, value, out->size + VALUE_MAX);
}

/* ---- as a hash ---- */

/* Whether the member is `name`, or the name next to it. */
static bool is_own_name(const char *key, const char *name)
{
    const size_t size = name ? strlen(name) : 0;
    return name && !strncmp(key, name, size) && (!key[size] || !strcmp(key + size, "_name"));
}

/* Equal hashes are taken for equal values. Companion names replace numbers: if only numbers
 * are shifted, elements are equal. */
uint64_t difference_hash(const json_t *value, const char *without)
{
    const char *key;
    json_t *member;
    uint64_t hash = (uint64_t)json_typeof(value) + 1;
    double real;
    switch (json_typeof(value)) {
    case JSON_OBJECT: /* in any order */
        json_object_foreach((json_t *)value, key, member)
        {
            if (!difference_is_noise(value, key) && !difference_companion_name(value, key) &&
                !is_own_name(key, without))
                hash += hash_mix(hash_bytes(1, bytes_of_text(text_of(key))),
                                 difference_hash(member, NULL));
        }
        return hash_mix(hash, 1);
    case JSON_ARRAY:
        for (size_t i = 0; i < json_array_size(value); i++)
            hash = hash_mix(hash, difference_hash(json_array_get(value, i), NULL));
        return hash;
    case JSON_STRING:
        return hash_bytes(hash, bytes_of_text(difference_string(value)));
    case JSON_INTEGER:
        return hash_mix(hash, (uint64_t)json_integer_value(value));
    case JSON_REAL:
        real = json_real_value(value);
        return hash_bytes(hash, (Bytes){(const uint8_t *)&real, sizeof real});
    default:
        return hash;
    }
}

static bool is_word(Text text)
{
    for (size_t i = 0; i < text.size; i++)
        if (!isalnum((unsigned char)text.at[i]) && text.at[i] != '_')
            return false;
    return text.size != 0;
}

/* "a.b" for plain words, otherwise a["b c"]. */
void difference_key(Writer *place, const char *key)
{
    if (is_word(text_of(key))) {
        write_format(place, "%s%s", place->size ? "." : "", key);
    } else {
        write_u8(place, '[');
        difference_quote(place, text_of(key), 0);
        write_u8(place, ']');
    }
}
