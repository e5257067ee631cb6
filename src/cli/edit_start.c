/* Parts, in order: the list of projects; a new project; the requests. The page itself is that
 * of the editor, which finds out by api/project that there is no project yet. */
#include "cli/edit_start.h"

#include "base/folders.h"
#include "base/json.h"
#include "base/media_type.h"
#include "base/path.h"
#include "base/system/files.h"
#include "base/system/folders.h"
#include "base/text.h"
#include "cli/edit_files.h"
#include "kit/jobs/files.h"
#include "studio/editor/edit_store.h"
#include "tirnanog/jobs/project_files.h"
#include "tirnanog/jobs/projects_home.h"
#include "tirnanog/jobs/templates.h"
#include "tirnanog/sheets/project_names.h"

#include <stdlib.h>

typedef struct Call {
    EditStart *start;
    const HttpRequest *request;
    HttpAnswer *answer;
    Arena *arena;
    Messages problems;
    Report report;
    const json_t *body;
} Call;

static void answer_json(const Call *call, unsigned status, const JsonWriter *json)
{
    call->answer->status = status;
    call->answer->type = "application/json";
    call->answer->bytes = writer_bytes(json->out);
}

static void answer_error(const Call *call, unsigned status, const char *sentence)
{
    const Messages *problems = &call->problems;
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_text(&json, "error",
                  problems->count ? problems->items[problems->count - 1].text
                                  : text_of(sentence));
    json_close(&json);
    answer_json(call, status, &json);
}

/* ---- the list of projects ---- */

/* The title: the second line of `config`. */
static Text title_of(const char *folder, Text name, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    const char *path = arena_format(arena, "%s/config", folder).at;
    Text rest, line;
    Bytes config;
    if (!file_load(path, &config, arena, &silent))
        return name;
    rest = text_of_bytes(config);
    (void)text_line(&rest, &line);
    return text_line(&rest, &line) && line.size && utf8_invalid(line) == line.size ? line
                                                                                   : name;
}

static int by_name(const void *a, const void *b)
{
    return text_compare_caseless(*(const Text *)a, *(const Text *)b);
}

static void put_projects(JsonWriter *json, const EditStart *start, Arena *arena)
{
    FolderEntries *entries = folder_entries(start->home);
    Text *names = NULL;
    size_t count = 0;
    for (const ListedEntry *entry; entries && (entry = folder_next(entries));)
        if (*entry->name != '.' &&
            project_is_in(arena_format(arena, "%s/%s", start->home, entry->name).at))
            *ARENA_PUSH(arena, names, count) = arena_text(arena, text_of(entry->name));
    if (entries)
        folder_entries_close(entries);
    if (count)
        qsort(names, count, sizeof *names, by_name);
    json_open_list(json, "projects");
    for (size_t i = 0; i < count; i++) {
        const char *folder =
            arena_format(arena, "%s/%.*s", start->home, (int)names[i].size, names[i].at).at;
        json_open(json, NULL);
        json_put_text(json, "name", names[i]);
        json_put_text(json, "title", title_of(folder, names[i], arena));
        json_close(json);
    }
    json_close_list(json);
}

static void put_start(JsonWriter *json, const EditStart *start, Arena *arena)
{
    const char *name;
    json_open(json, NULL);
    json_put_bool(json, "start", true);
    json_put_text(json, "folder", text_of(start->home));
    put_projects(json, start, arena);
    json_open_list(json, "templates");
    for (size_t i = 0; (name = template_name(i)); i++) {
        json_open(json, NULL);
        json_put_text(json, "name", text_of(name));
        json_put_text(json, "sentence", text_of(template_sentence(i)));
        json_put_bool(json, "picture", template_picture(name, arena) != NULL);
        json_close(json);
    }
    json_close_list(json);
    json_close(json);
}

/* ---- a project that is chosen or made ---- */

static Text body_text(const Call *call, const char *key)
{
    const char *value = json_string_value(json_object_get(call->body, key));
    return text_of(value ? value : "");
}

static bool make_project(Call *call, const char *template, Text name)
{
    ProjectFiles files = {0};
    return template_make(template, name, &files, call->arena, &call->report) &&
           folder_make(call->start->home, &call->report) &&
           folder_save_files(call->start->home, &files, NULL, false, &call->report);
}

static void post_start(Call *call)
{
    EditStart *start = call->start;
    const Text name = body_text(call, "name"), template = body_text(call, "template");
    const char *folder =
        arena_format(call->arena, "%s/%.*s", start->home, (int)name.size, name.at).at;
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    const bool plain = names_ok(name) && name.at[0] != '.';
    if (template.size ? !make_project(call, template.at, name)
                      : !plain || !project_is_in(folder)) {
        answer_error(call, template.size ? 409 : 404, "there is no such project");
        return;
    }
    start->chosen = arena_text(start->arena, text_of(folder)).at;
    json_open(&json, NULL);
    json_close(&json);
    answer_json(call, 200, &json);
}

/* ---- requests ---- */

/* What only the editor needs, and index.html loads: browsers complain of missing files. */
static bool is_of_editor(Text path) { return text_starts(path, "codemirror/"); }

static void send_file(const Call *call, const char *path)
{
    Report silent = report_to(NULL, NULL);
    Bytes bytes;
    if (!path || !file_load(path, &bytes, call->arena, &silent)) {
        *call->answer = http_plain(404, "there is no such page\n");
        return;
    }
    call->answer->status = 200;
    call->answer->type = media_type_of(text_of(path));
    call->answer->bytes = bytes;
}

/* A file of the page: "style.css", "languages/de.json". */
static void send_page(const Call *call)
{
    const Text path = call->request->path.size ? call->request->path : TEXT("index.html");
    size_t at;
    const bool plain = edit_store_path_ok(path) && !text_find(path, ':', &at);
    send_file(call, plain && call->start->pages
                        ? arena_format(call->arena, "%s/%.*s", call->start->pages,
                                       (int)path.size, path.at)
                              .at
                        : NULL);
}

static void run(Call *call)
{
    const HttpRequest *request = call->request;
    const bool get = text_is(request->method, "GET");
    if (text_is(request->path, "api/start") && !get) {
        post_start(call);
    } else if (!get) {
        answer_error(call, 404, "there is no such address");
    } else if (text_is(request->path, "api/project")) {
        Writer out = writer_to(call->arena);
        JsonWriter json = json_to(&out);
        put_start(&json, call->start, call->arena);
        answer_json(call, 200, &json);
    } else if (text_is(request->path, "api/start/picture")) {
        const Text name = http_argument(request, "name");
        send_file(call, template_picture(arena_text(call->arena, name).at, call->arena));
    } else if (is_of_editor(request->path)) {
        call->answer->status = 200;
        call->answer->type = media_type_of(request->path);
    } else
        send_page(call);
}

void edit_start_answer(void *start, const HttpRequest *request, HttpAnswer *answer,
                       Arena *arena)
{
    static const char policy[] =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    Call call = {.start = start,
                 .request = request,
                 .answer = answer,
                 .arena = arena,
                 .problems = {.arena = arena}};
    call.report = report_to(messages_sink, &call.problems);
    if (request->body.size)
        call.body = json_read(request->body, arena, &call.report);
    if (request->body.size && !call.body)
        answer_error(&call, 400, "the request is not JSON");
    else
        run(&call);
    answer->policy = policy;
}

EditStart edit_start(Arena *arena)
{
    return (EditStart){.home = home_folder(arena), .pages = edit_pages(arena), .arena = arena};
}
