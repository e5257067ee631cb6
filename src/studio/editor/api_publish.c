/* The game for players: the check before it, the folders of targets, a server on this network.
 */
#include "studio/editor/publish_check.h"

/* NULL after an error was answered. */
static const EditorPublisher *publisher_of(Call *call, bool writes)
{
    const EditorHost *host = call->editor->host;
    if (!host->publisher || host->workspace)
        call_error(call, 404, "this editor publishes nothing");
    else if (writes && host->read_only)
        call_error(call, 403, "the project is open for reading only");
    else
        return host->publisher;
    return NULL;
}

static void answer_publisher(Call *call, const EditorPublisher *publisher)
{
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    publisher->describe(publisher->context, &json, call->arena);
    json_open_list(&json, "warnings");
    for (size_t i = 0; i < call->problems.count; i++)
        if (call->problems.items[i].severity == SEVERITY_WARNING)
            json_put_text(&json, NULL, call->problems.items[i].text);
    json_close_list(&json);
    json_close(&json);
    call_json(call, &json);
}

void get_publish(Call *call)
{
    const EditorPublisher *publisher = publisher_of(call, false);
    if (publisher)
        answer_publisher(call, publisher);
}

void post_publish_check(Call *call)
{
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    if (!publisher_of(call, false))
        return;
    const PublishCheck check = publish_check(call);
    json_open(&json, NULL);
    put_publish_check(&json, &check);
    json_close(&json);
    call_json(call, &json);
}

/* False after the refusal was answered. `warned`: warnings are passed. */
static bool may_publish(Call *call)
{
    const PublishCheck check = publish_check(call);
    const bool refused = check.states[PUBLISH_ERROR] > 0;
    const Text sentence =
        publish_sentence(&check, refused ? PUBLISH_ERROR : PUBLISH_WARNING, call->arena);
    if (!refused && (!sentence.size || call_flag(call, "warned"))) {
        call->problems.count = 0; /* those of the check were shown */
        return true;
    }
    call->problems.count = 0;
    call_error(call, 409,
               arena_format(call->arena, "The game was not published. %.*s", (int)sentence.size,
                            sentence.at)
                   .at);
    return false;
}

void post_publish(Call *call)
{
    const EditorPublisher *publisher = publisher_of(call, true);
    if (!publisher || !may_publish(call))
        return;
    if (!publisher->make(publisher->context, call_text(call, "target"), call->arena,
                         &call->report))
        call_error(call, 409, "the folder cannot be made");
    else
        answer_publisher(call, publisher);
}

void post_publish_open(Call *call)
{
    const EditorPublisher *publisher = publisher_of(call, false);
    if (!publisher)
        return;
    if (!publisher->open(publisher->context, call_text(call, "target"), call->arena,
                         &call->report))
        call_error(call, 409, "the folder cannot be opened");
    else
        answer_publisher(call, publisher);
}

void post_publish_server(Call *call)
{
    const bool ends = call_flag(call, "end");
    const EditorPublisher *publisher = publisher_of(call, true);
    if (!publisher || (!ends && !may_publish(call)))
        return;
    if (ends)
        publisher->serve_end(publisher->context);
    else if (!publisher->serve(publisher->context, call_text(call, "address"), call->arena,
                               &call->report)) {
        call_error(call, 409, "the server cannot be started");
        return;
    }
    answer_publisher(call, publisher);
}
