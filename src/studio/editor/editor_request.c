/* One request of the page: what it asks with, and how it is answered. */
#include "studio/editor/editor_internal.h"

#include "base/text.h"

ProjectModel *call_model(const Call *call)
{
    return call->editor->checked ? call->editor->checked->model : NULL;
}

void call_json(Call *call, const JsonWriter *json)
{
    call->answer->status = 200;
    call->answer->type = "application/json; charset=utf-8";
    call->answer->bytes = writer_bytes(json->out);
}

void call_error(Call *call, unsigned status, const char *sentence)
{
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    const Messages *problems = &call->problems;
    json_open(&json, NULL);
    json_put_text(&json, "error",
                  problems->count ? problems->items[problems->count - 1].text
                                  : text_of(sentence));
    json_close(&json);
    call_json(call, &json);
    call->answer->status = status;
}

void call_unread(Call *call)
{
    static const char sentence[] = "the project cannot be read";
    const Checked *checked = call->editor->checked;
    for (size_t i = 0; checked && i < checked->problems.count; i++) {
        const Message *one = &checked->problems.items[i];
        if (one->severity != SEVERITY_ERROR)
            continue;
        call_error(call, 409,
                   arena_format(call->arena, "%s: %.*s%s%.*s", sentence, (int)one->subject.size,
                                one->subject.at, one->subject.size ? ": " : "",
                                (int)one->text.size, one->text.at)
                       .at);
        return;
    }
    call_error(call, 409, sentence);
}

Text call_text(const Call *call, const char *key) { return json_find_text(call->body, key); }

bool call_flag(const Call *call, const char *key)
{
    return json_is_true(json_object_get(call->body, key));
}

void put_hash(JsonWriter *json, const char *key, uint64_t hash)
{
    char text[24];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    json_put_text(json, key, text_of(text));
}

bool parse_hash(Text text, uint64_t *out)
{
    uint32_t high, low;
    if (text.size != 16 || !text_hex(text_slice(text, 0, 8), 8, &high) ||
        !text_hex(text_slice(text, 8, 16), 8, &low))
        return false;
    *out = (uint64_t)high << 32 | low;
    return true;
}
