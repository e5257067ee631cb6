/* Requests about a workspace: its files, tables and lines, and packing. */
#include "studio/editor/editor_internal.h"

#include "base/text.h"
#include "base/text_edit.h"

static const EditorWorkspace *workspace_of(Call *call)
{
    const EditorWorkspace *workspace = call->editor->host->workspace;
    if (!workspace)
        call_error(call, 404, "this is a project, not a workspace");
    return workspace;
}

void put_workspace(JsonWriter *json, const Call *call)
{
    const EditorWorkspace *workspace = call->editor->host->workspace;
    WorkspaceItems items = {0};
    Report silent = report_to(NULL, NULL);
    workspace->list(workspace->context, &items, call->arena, &silent);
    json_put_bool(json, "workspace", true);
    json_put_text(json, "output", workspace->output);
    json_open_list(json, "files");
    for (size_t i = 0; i < items.count; i++) {
        if (!edit_store_path_ok(items.items[i].path)) /* hidden, or a name without UTF-8 */
            continue;
        json_open_list(json, NULL);
        json_put_text(json, NULL, items.items[i].path);
        json_put_text(json, NULL, items.items[i].format);
        json_close_list(json);
    }
    json_close_list(json);
}

/* ---- search ---- */

static void put_hits(JsonWriter *json, const WorkspaceHits *hits)
{
    for (size_t i = 0; i < hits->count; i++) {
        const WorkspaceHit *hit = &hits->items[i];
        json_open(json, NULL);
        json_put_text(json, "path", hit->path);
        json_put_uint(json, "line", hit->line);
        json_put_uint(json, "column", hit->column);
        json_put_text(json, "text", hit->text);
        json_close(json);
    }
}

void search_workspace(Call *call, Text words)
{
    enum { HITS_MAX = 200 };
    const EditorWorkspace *workspace = call->editor->host->workspace;
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    Report silent = report_to(NULL, NULL);
    WorkspaceItems items = {0}, shown = {0};
    WorkspaceHits hits = {0};
    int64_t from = 0;
    workspace->list(workspace->context, &items, call->arena, &silent);
    for (size_t i = 0; i < items.count; i++)
        if (edit_store_path_ok(items.items[i].path))
            *ARENA_PUSH(call->arena, shown.items, shown.count) = items.items[i];
    text_number(http_argument(call->request, "from"), 0, UINT32_MAX, &from);
    hits.next = (size_t)from;
    const bool done = !words.size || workspace->search(workspace->context, words, &shown,
                                                       HITS_MAX, &hits, call->arena);
    json_open(&json, NULL);
    json_open_list(&json, "results");
    put_hits(&json, &hits);
    json_close_list(&json);
    json_put_bool(&json, "more", hits.count >= HITS_MAX);
    json_put_bool(&json, "done", done || hits.count >= HITS_MAX);
    json_put_uint(&json, "next", hits.next);
    json_put_uint(&json, "files", shown.count);
    json_close(&json);
    call_json(call, &json);
}

static void put_list(JsonWriter *json, const char *key, const Messages *messages)
{
    json_open_list(json, key);
    for (size_t i = 0; i < messages->count; i++) {
        json_open(json, NULL);
        put_message_members(json, &messages->items[i]);
        json_close(json);
    }
    json_close_list(json);
}

void put_workspace_problems(JsonWriter *json, const Call *call, Text path, Bytes bytes)
{
    const EditorWorkspace *workspace = call->editor->host->workspace;
    Messages problems = {.arena = call->arena};
    Report report = report_to(messages_sink, &problems);
    report.limit = 200;
    workspace->check(workspace->context, path, bytes, call->arena, &report);
    put_list(json, "problems", &problems);
}

void get_table(Call *call)
{
    const EditorWorkspace *workspace = workspace_of(call);
    if (!workspace)
        return;
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    workspace->describe(workspace->context, http_argument(call->request, "path"), &json);
    json_close(&json);
    call_json(call, &json);
}

void get_drawing(Call *call)
{
    const EditorWorkspace *workspace = workspace_of(call);
    Bytes picture;
    int64_t number = 0;
    if (!workspace)
        return;
    text_number(http_argument(call->request, "number"), 0, UINT32_MAX, &number);
    if (!workspace->picture(workspace->context, http_argument(call->request, "path"),
                            (size_t)number, &picture, call->arena, &call->report)) {
        call_error(call, 404, "there is no such image");
        return;
    }
    call->answer->status = 200;
    call->answer->type = "image/png";
    call->answer->bytes = picture;
}

/* ---- lines ---- */

/* Offsets of the starts of all lines; the last is the end of the text. */
typedef struct Lines {
    size_t *starts, count;
} Lines;

static Lines lines_of(Text text, Arena *arena)
{
    Lines lines = {0};
    *ARENA_PUSH(arena, lines.starts, lines.count) = 0;
    for (size_t i = 0; i < text.size; i++)
        if (text.at[i] == '\n')
            *ARENA_PUSH(arena, lines.starts, lines.count) = i + 1;
    if (lines.starts[lines.count - 1] < text.size)
        *ARENA_PUSH(arena, lines.starts, lines.count) = text.size;
    return lines;
}

/* Edits have ascending lines: [line, count, text]. */
static bool take_lines(Call *call, Text text, Text *out)
{
    const Lines lines = lines_of(text, call->arena);
    TextEdits edits = {.arena = call->arena};
    size_t i, after = 0;
    const json_t *edit;
    json_array_foreach(json_object_get(call->body, "edits"), i, edit)
    {
        const json_t *line = json_array_get(edit, 0), *count = json_array_get(edit, 1);
        const json_t *new = json_array_get(edit, 2);
        const size_t from = (size_t)json_integer_value(line);
        const size_t size = (size_t)json_integer_value(count);
        if (!json_is_integer(line) || !json_is_integer(count) || !json_is_string(new) ||
            from < after || from >= lines.count || size >= lines.count - from)
            return report_error(&call->report, "the file has no such lines");
        text_replace(&edits, lines.starts[from], lines.starts[from + size],
                     (Text){json_string_value(new), json_string_length(new)});
        after = from + size;
    }
    *out = text_edited(&edits, text);
    return true;
}

/* Unlike other answers, without the text: tables may have several megabytes. */
static void answer_lines(Call *call, const FileEdit *edit, bool merged)
{
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_text(&json, "path", edit->path);
    put_hash(&json, "hash", file_hash(edit->mine));
    json_put_bool(&json, "merged", merged);
    put_state(&json, call);
    put_workspace_problems(&json, call, edit->path, edit->mine);
    json_close(&json);
    call_json(call, &json);
}

void post_lines(Call *call)
{
    const Text path = http_argument(call->request, "path");
    FileEdit edit;
    Text text;
    if (!workspace_of(call) || !change_base(call, path, &edit))
        return;
    if (utf8_invalid(text_of_bytes(edit.base)) < edit.base.size) {
        call_error(call, 403, "this file is not a text");
        return;
    }
    if (!take_lines(call, text_of_bytes(edit.base), &text)) {
        call_error(call, 400, "the change is not possible");
        return;
    }
    edit.mine = bytes_of_text(text);
    if (call_flag(call, "dry")) {
        answer_lines(call, &edit, false);
        return;
    }
    const Text label = call_text(call, "label");
    EditStore *store = &call->editor->store;
    EditOutcome outcome;
    switch (edit_store_change(
        store,
        label.size ? label : arena_format(call->arena, "change %.*s", (int)path.size, path.at),
        &edit, 1, &outcome, call->arena, &call->report)) {
    case EDIT_CONFLICT:
        call_error(call, 412, "the same lines were changed by somebody else");
        return;
    case EDIT_FAILED:
        call_error(call, 409, "the file cannot be written");
        return;
    case EDIT_DONE:
        break;
    }
    checker_start(call->editor->checker, store->changes);
    uint64_t hash;
    if (outcome.merged &&
        !edit_store_read(store, path, &edit.mine, &hash, call->arena, &call->report)) {
        call_error(call, 409, "the file cannot be read");
        return;
    }
    answer_lines(call, &edit, outcome.merged);
}

/* ---- packing ---- */

void post_pack(Call *call)
{
    const EditorWorkspace *workspace = workspace_of(call);
    if (!workspace)
        return;
    const bool dry = call_flag(call, "dry");
    if (!workspace->output.size || (call->editor->host->read_only && !dry)) {
        call_error(call, 409,
                   workspace->output.size
                       ? "the workspace is open for reading only"
                       : "the game's folder is not known: start `oisin edit` with -o FOLDER");
        return;
    }
    Messages messages = {.arena = call->arena};
    Report report = report_to(messages_sink, &messages);
    const bool ok = workspace->pack(workspace->context, dry, call_flag(call, "force"),
                                    call->arena, &report);
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_bool(&json, "ok", ok);
    put_list(&json, "messages", &messages);
    json_close(&json);
    call_json(call, &json);
}
