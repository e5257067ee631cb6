/* Handlers, scenarios, tests and the debugger, without a window. */
#include "studio/editor/editor_internal.h"

#include "base/text.h"

static void answer_result(Call *call, bool done, const ToolResult *result)
{
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    if (!done) {
        call_error(call, 409, "it cannot be played");
        return;
    }
    json_open(&json, NULL);
    json_put_text(&json, "text", result->text);
    json_put_text(&json, "problem", result->problem);
    json_put_uint(&json, "passed", result->passed);
    json_put_uint(&json, "failed", result->failed);
    json_close(&json);
    call_json(call, &json);
}

/* False after an error was answered. */
static const EditorTools *tools_of(Call *call, Bytes *game)
{
    const EditorTools *tools = call->editor->host->tools;
    if (!tools) {
        call_error(call, 404, "this editor cannot play games");
        return NULL;
    }
    return build_game(call, false, game, call->arena) ? tools : NULL;
}

void post_run(Call *call)
{
    const HandlerWish wish = {.handler = call_text(call, "handler"),
                              .answers = call_text(call, "answers"),
                              .set = call_text(call, "set"),
                              .trace = call_flag(call, "trace")};
    Bytes game;
    ToolResult result = {0};
    const EditorTools *tools = tools_of(call, &game);
    if (tools)
        answer_result(call, tools->run(game, &wish, &result, call->arena, &call->report),
                      &result);
}

void post_scenario(Call *call)
{
    Bytes game;
    ToolResult result = {0};
    const EditorTools *tools = tools_of(call, &game);
    if (tools)
        answer_result(call,
                      tools->scenario(game, call_text(call, "recording"),
                                      call_text(call, "name"), &result, call->arena,
                                      &call->report),
                      &result);
}

void post_test(Call *call)
{
    const EditorHost *host = call->editor->host;
    Bytes game;
    ProjectFiles files;
    ToolResult result = {0};
    const EditorTools *tools = tools_of(call, &game);
    if (!tools)
        return;
    if (!host->load(host->context, &files, call->arena, &call->report)) {
        call_error(call, 409, "the project cannot be read");
        return;
    }
    answer_result(
        call,
        tools->test(game, &files, call_text(call, "path"), &result, call->arena, &call->report),
        &result);
}

/* ---- the debugger ---- */

void end_debug(Editor *editor)
{
    if (editor->debug)
        editor->host->tools->debug_end(editor->debug);
    editor->debug = NULL;
}

void post_debug(Call *call)
{
    Editor *editor = call->editor;
    const EditorTools *tools = editor->host->tools;
    const Text recording = call_text(call, "recording"), command = call_text(call, "command");
    Writer out = writer_to(call->arena), lines = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    size_t at;
    if (!tools || text_find(command, '\n', &at)) {
        call_error(call, 400, "the debugger has no such command");
        return;
    }
    if (recording.size || call_flag(call, "end"))
        end_debug(editor);
    if (recording.size &&
        !(editor->debug = tools->debug_begin(editor->host, recording, &call->report))) {
        call_error(call, 409, "the recording cannot be played");
        return;
    }
    if (editor->debug && command.size)
        tools->debug_send(editor->debug, command);
    const bool playing = editor->debug && tools->debug_read(editor->debug, &lines);
    json_open(&json, NULL);
    json_put_text(&json, "lines", writer_text(&lines));
    json_put_bool(&json, "playing", playing);
    json_close(&json);
    call_json(call, &json);
}
