/* Parts of answers: problems of a check, and how many changes there are. */
#include "studio/editor/editor_internal.h"

void put_message_members(JsonWriter *json, const Message *message)
{
    json_put_text(json, "path", message->subject);
    json_put_uint(json, "line", message->line);
    json_put_uint(json, "column", message->column);
    json_put_text(json, "severity",
                  text_of(message->severity == SEVERITY_ERROR     ? "error"
                          : message->severity == SEVERITY_WARNING ? "warning"
                                                                  : "note"));
    json_put_text(json, "text", message->text);
}

void put_messages(JsonWriter *json, const Messages *messages)
{
    json_open_list(json, "problems");
    for (size_t i = 0; i < messages->count; i++) {
        json_open(json, NULL);
        put_message_members(json, &messages->items[i]);
        json_close(json);
    }
    json_close_list(json);
}

void put_state(JsonWriter *json, const Call *call)
{
    const EditStore *store = &call->editor->store;
    const Journal *journal = &store->journal;
    const Checked *checked = call->editor->checked;
    json_put_uint(json, "changes", store->changes);
    json_put_uint(json, "checked", checked ? checked->change : 0);
    json_put_text(json, "undo",
                  journal->done ? journal->steps[journal->done - 1].label : TEXT(""));
    json_put_text(json, "redo",
                  journal->done < journal->count ? journal->steps[journal->done].label
                                                 : TEXT(""));
}
