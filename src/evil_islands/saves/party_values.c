/* Texts, numbers and records of parties: see party.h. */
#include "evil_islands/saves/party.h"

#include "base/game_text.h"
#include "base/text.h"

bool party_walk_text(PartyWalk *walk, const char *key)
{
    Reader *reader = walk->reader;
    if (!reader_ok(reader))
        return false;
    const uint8_t *start = reader->bytes.data + reader->at;
    const size_t left = reader_left(reader);
    const uint8_t *end = left ? memchr(start, 0, left) : NULL;
    if (!end)
        return reader_fail(reader, "\"%s\" is a text without a final zero", key);
    reader->at += (size_t)(end - start) + 1;
    if (walk->json)
        json_put_text(
            walk->json, key,
            game_text_decode((Text){(const char *)start, (size_t)(end - start)}, walk->arena));
    return true;
}

bool party_walk_number(PartyWalk *walk, const char *key, unsigned bytes, uint32_t *out)
{
    *out = (uint32_t)read_uint(walk->reader, bytes, key);
    if (walk->json && reader_ok(walk->reader))
        json_put_uint(walk->json, key, *out);
    return reader_ok(walk->reader);
}

bool party_walk_record(PartyWalk *walk, const char *key, const RecordLayout *layout)
{
    if (!walk->json) {
        read_bytes(walk->reader, layout->bytes);
        return reader_ok(walk->reader);
    }
    void *record = arena_alloc(walk->arena, 1, layout->size);
    if (!record_read(layout, record, walk->reader, walk->arena))
        return false;
    json_open(walk->json, key);
    record_show_fields(layout, record, NULL, walk->json);
    json_close(walk->json);
    return true;
}

bool party_parse_text(const json_t *json, const char *key, Writer *out, Arena *arena,
                      Report *report)
{
    Text text, bytes;
    if (!json_get_text(json, key, &text, arena, report))
        return false;
    if (!game_text_encode(text, &bytes, NULL, arena))
        return report_error(report, "\"%.*s\": %s", (int)text.size, text.at,
                            game_text_lack(text, arena).at);
    write_text(out, bytes);
    write_u8(out, 0);
    return true;
}

bool party_parse_number(const json_t *json, const char *key, unsigned bytes, Writer *out,
                        Report *report)
{
    int64_t number;
    if (!json_get_int(json, key, 0, (int64_t)(UINT64_MAX >> (64 - bytes * 8)), &number, report))
        return false;
    write_uint(out, (uint64_t)number, bytes);
    return true;
}

bool party_parse_record(const json_t *json, const char *key, const RecordLayout *layout,
                        Writer *out, Arena *arena, Report *report)
{
    void *record = arena_alloc(arena, 1, layout->size);
    const json_t *object = json_object_get(json, key);
    if (!object)
        return report_error(report, "\"%s\" is missing", key);
    if (!record_parse(layout, record, object, arena, report))
        return false;
    record_write(layout, record, out);
    return true;
}

bool party_keys_known(const json_t *json, const char *words, const char *what, Report *report)
{
    const char *key;
    json_t *value;
    if (!json_is_object(json))
        return report_error(report, "%s: expected an object", what);
    json_object_foreach((json_t *)json, key, value)
    {
        Text rest = text_of(words), word;
        while ((word = text_word(&rest)).size && !text_is(word, key))
            ;
        if (!word.size)
            return report_error(report, "unknown key \"%s\" in %s", key, what);
    }
    return true;
}
