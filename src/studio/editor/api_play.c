/* The game beside the editor: its page, and the game that the files are now. */
#include "studio/editor/built_game.h"

#include "base/media_type.h"
#include "base/text.h"
#include "tirnanog/project/web_page.h"

bool build_game(Call *call, bool draft, Bytes *out, Arena *arena)
{
    const EditorHost *host = call->editor->host;
    const Checked *checked = call->editor->checked;
    const bool is_checked =
        checked && checked->model && checked->change == call->editor->store.changes;
    ProjectFiles files = is_checked ? checked->files : (ProjectFiles){0};
    TngOutput game;
    if ((!is_checked && !host->load(host->context, &files, arena, &call->report)) ||
        !project_build(&files, &(BuildOptions){.cache = host->cache, .draft = draft}, &game,
                       arena, &call->report)) {
        call_error(call, 409, "the game cannot be built");
        return false;
    }
    *out = tng_output_bytes(&game, arena);
    return true;
}

void get_game(Call *call)
{
    if (!built_bytes(call, &call->answer->bytes))
        return;
    call->answer->status = 200;
    call->answer->type = "application/octet-stream";
}

static bool make_page(Call *call)
{
    Editor *editor = call->editor;
    WebPage page = {.files = editor->host->player};
    Arena *arena = arena_new();
    ProjectFiles made = {0};
    if (!build_game(call, false, &page.game, arena) ||
        !web_page_make(&page, &made, arena, &call->report)) {
        arena_free(arena);
        return false;
    }
    project_files_sort(&made);
    arena_free(editor->played);
    editor->played = arena;
    editor->page = made;
    return true;
}

void send_player(Call *call, Text file)
{
    const Text name = file.size ? file : TEXT("index.html");
    Editor *editor = call->editor;
    if (!editor->host->player) {
        *call->answer =
            http_plain(404, "the player in the browser is not installed: the package "
                            "oisin-web, or `make web` in the sources\n");
        return;
    }
    if ((!file.size || !editor->played) && !make_page(call)) {
        const Messages *problems = &call->problems;
        *call->answer = http_plain(
            409, arena_format(call->arena, "The game cannot be built: %s.\n",
                              problems->count ? problems->items[problems->count - 1].text.at
                                              : "the project has errors")
                     .at);
        return;
    }
    const ProjectFile *found = project_file(&editor->page, name);
    if (!found) {
        *call->answer = http_plain(404, "the page of the game has no such file\n");
        return;
    }
    call->answer->status = 200;
    call->answer->type = media_type_of(name);
    call->answer->bytes = found->bytes;
}

void post_window(Call *call)
{
    const EditorHost *host = call->editor->host;
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    if (!host->window || !host->window(host->context, call_text(call, "place"),
                                       call_text(call, "language"), &call->report)) {
        call_error(call, 409, "the game cannot be shown in a window here");
        return;
    }
    json_open(&json, NULL);
    json_close(&json);
    call_json(call, &json);
}
