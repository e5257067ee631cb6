/* Routes the requests of the page. Parts, in order: the page; routes; the editor. The functions
 * of the routes are in api_*.c. The page's policy permits no scripts of other origins and no
 * inline scripts: the files of a project may come from anyone. */
#include "studio/editor/built_game.h"
#include "studio/editor/page_modules.h"

#include "base/media_type.h"
#include "base/text.h"

#include <stdlib.h>

/* ---- answers ---- */

/* Scripts, styles and images of this server; the game's module needs wasm-unsafe-eval. */
static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; font-src 'self'; "
    "worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'";

/* ---- the page ---- */

static void send_page(Call *call)
{
    const EditorHost *host = call->editor->host;
    const Text path = call->request->path.size ? call->request->path : TEXT("index.html");
    Bytes bytes;
    if (!text_is(call->request->method, "GET") || !edit_store_path_ok(path) ||
        !host->page(host->context, path, &bytes, call->arena)) {
        *call->answer = http_plain(404, "there is no such page\n");
        return;
    }
    call->answer->status = 200;
    call->answer->type = media_type_of(path);
    call->answer->bytes =
        text_is(path, "index.html")
            ? page_modules(host, bytes, host->workspace ? TEXT("workspace.js") : TEXT("app.js"),
                           call->arena)
            : bytes;
}

void get_bytes(Call *call)
{
    const Text path = http_argument(call->request, "path");
    Bytes bytes;
    uint64_t hash;
    if (!edit_store_read(&call->editor->store, path, &bytes, &hash, call->arena,
                         &call->report) ||
        !hash) {
        call_error(call, 404, "there is no such file");
        return;
    }
    /* Only what a browser shows as an image or plays; never as a page of this site. */
    const char *type = media_type_of(path);
    const bool safe = (!strncmp(type, "image/", 6) && !text_ends(path, ".svg")) ||
                      !strncmp(type, "audio/", 6) || !strncmp(type, "video/", 6);
    call->answer->status = 200;
    call->answer->type = safe ? type : "application/octet-stream";
    call->answer->bytes = bytes;
}

/* ---- routes ---- */

static const struct {
    const char *method, *path;
    Route *function;
} routes[] = {
#define ROUTE(method, path, function, purpose) {method, path, function},
#include "studio/editor/api.def"
#undef ROUTE
};

static void run(Call *call)
{
    static const char player[] = "player/";
    const HttpRequest *request = call->request;
    bool known = false;
    /* The first check goes on while the browser loads the page. */
    if (!call->editor->checked &&
        (text_starts(request->path, "api/") || text_starts(request->path, player)))
        call->editor->checked = checker_wait(call->editor->checker);
    for (size_t i = 0; i < COUNT_OF(routes); i++) {
        if (!text_is(request->path, routes[i].path))
            continue;
        known = true;
        if (text_is(request->method, routes[i].method)) {
            routes[i].function(call);
            return;
        }
    }
    if (known || text_starts(request->path, "api/"))
        call_error(call, known ? 405 : 404,
                   known ? "this address has no such method" : "there is no such address");
    else if (text_starts(request->path, player) && text_is(request->method, "GET"))
        send_player(call, text_slice(request->path, sizeof player - 1, request->path.size));
    else
        send_page(call);
}

/* The bodies of other requests are JSON. */
static bool takes_bytes(Text path)
{
    return text_is(path, "api/file") || text_is(path, "api/model/files") ||
           text_is(path, "api/sound/sent") || text_is(path, "api/sheet/sent");
}

void editor_answer(void *context, const HttpRequest *request, HttpAnswer *answer, Arena *arena)
{
    Call call = {.editor = context,
                 .request = request,
                 .answer = answer,
                 .arena = arena,
                 .problems = {.arena = arena}};
    call.report = report_to(messages_sink, &call.problems);
    answer->policy = policy;
    if (request->body.size && !takes_bytes(request->path)) {
        call.body = json_read(request->body, arena, &call.report);
        if (!call.body) {
            call_error(&call, 400, "the request is not JSON");
            return;
        }
    }
    run(&call);
    /* Again: some routes replace the whole answer. */
    answer->policy = policy;
}

/* ---- the editor ---- */

Editor *editor_new(const EditorHost *host)
{
    Editor *editor = calloc(1, sizeof *editor);
    if (!editor)
        memory_out(sizeof *editor);
    editor->host = host;
    edit_store_open(&editor->store, host);
    editor->checker = checker_new(host);
    checker_start(editor->checker, editor->store.changes);
    return editor;
}

void editor_free(Editor *editor)
{
    end_debug(editor);
    checker_free(editor->checker);
    checked_free(editor->checked);
    arena_free(editor->played);
    built_game_free(editor->built);
    model_store_free(editor->models);
    sent_files_clear(&editor->sounds);
    sent_files_clear(&editor->images);
    edit_store_close(&editor->store);
    free(editor);
}

bool editor_turn(Editor *editor)
{
    bool news = false;
    if (editor->host->changed(editor->host->context)) {
        editor->store.changes++;
        checker_start(editor->checker, editor->store.changes);
        news = true;
    }
    Checked *result = checker_take(editor->checker);
    if (result) {
        checked_free(editor->checked);
        editor->checked = result;
        news = true;
    }
    return news;
}
