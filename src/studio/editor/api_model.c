/* Models of old games: seen from all sides, and written as sprites. */
#include "studio/editor/editor_internal.h"

#include "base/hash.h"
#include "base/text.h"
#include "tirnanog/sprites/image_sprites.h"

#include <ctype.h>

enum { SENT_MAX = 64 << 20 };

/* ---- what is kept ---- */

/* Files that the page has sent, and the sprites that it has seen last. */
typedef struct ModelStore {
    SentFiles sent;
    Arena *sprites_arena;
    uint64_t sprites_key;
    ModelSprites sprites;
} ModelStore;

static ModelStore *store_of(Editor *editor)
{
    if (!editor->models) {
        editor->models = calloc(1, sizeof *editor->models);
        if (!editor->models)
            memory_out(sizeof *editor->models);
    }
    return editor->models;
}

void model_store_free(ModelStore *store)
{
    if (!store)
        return;
    sent_files_clear(&store->sent);
    arena_free(store->sprites_arena);
    free(store);
}

/* ---- requests ---- */

static const EditorModels *models_of(Call *call)
{
    const EditorModels *models = call->editor->host->models;
    if (!models)
        call_error(call, 404, "this editor shows no models");
    return models;
}

/* Of the query, or of the body. False after an error was answered. */
static bool wish_of(Call *call, ModelWish *out, Arena *arena)
{
    const bool posted = call->body != NULL;
    const ModelStore *store = store_of(call->editor);
    const Text options = http_argument(call->request, "options");
    const bool given =
        posted ? call_flag(call, "given") : http_argument(call->request, "given").size != 0;
    *out = (ModelWish){.path = posted ? call_text(call, "path")
                                      : http_argument(call->request, "path"),
                       .given = given ? &store->sent.files : NULL,
                       .version = given ? store->sent.version : call->editor->store.changes,
                       .options = json_object_get(call->body, "options")};
    if (!given && !edit_store_path_ok(out->path)) {
        call_error(call, 403, "this path is not allowed");
        return false;
    }
    if (!posted && options.size &&
        !(out->options = json_read(bytes_of_text(options), arena, &call->report))) {
        call_error(call, 400, "the options are not JSON");
        return false;
    }
    return true;
}

void get_model(Call *call)
{
    const EditorModels *models = models_of(call);
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    ModelWish wish;
    if (!models || !wish_of(call, &wish, call->arena))
        return;
    json_open(&json, NULL);
    if (!models->describe(models->context, &wish, &json, call->arena, &call->report)) {
        call_error(call, 409, "the model cannot be read");
        return;
    }
    json_close(&json);
    call_json(call, &json);
}

static void answer_png(Call *call, Bytes png)
{
    call->answer->status = 200;
    call->answer->type = "image/png";
    call->answer->bytes = png;
}

static int64_t number_of(const Call *call, const char *name, int64_t min, int64_t max)
{
    int64_t number;
    return text_number(http_argument(call->request, name), min, max, &number) ? number : min;
}

void get_model_image(Call *call)
{
    const EditorModels *models = models_of(call);
    const ModelMomentWish moment = {.clip = number_of(call, "clip", -1, UINT16_MAX),
                                    .frame = number_of(call, "frame", 0, INT32_MAX),
                                    .turn = (double)number_of(call, "turn", 0, 359)};
    ModelWish wish;
    Bytes png;
    if (!models || !wish_of(call, &wish, call->arena))
        return;
    if (models->turned(models->context, &wish, &moment, &png, call->arena, &call->report))
        answer_png(call, png);
    else
        call_error(call, 409, "the model cannot be drawn");
}

/* ---- sprites ---- */

static uint64_t key_of(const ModelWish *wish, Text folder)
{
    const char *name;
    json_t *value;
    uint64_t key =
        hash_bytes(wish->version * 2 + (wish->given != NULL), bytes_of_text(wish->path));
    key = hash_bytes(key, bytes_of_text(folder));
    json_object_foreach((json_t *)(uintptr_t)wish->options, name, value)
    {
        key = hash_bytes(key, bytes_of_text(text_of(name)));
        if (json_is_string(value))
            key = hash_bytes(key, bytes_of_text(text_of(json_string_value(value))));
    }
    return key;
}

/* A page asks for the layout, then for the image, and perhaps writes both: drawn once. */
static const ModelSprites *sprites_of(Call *call, const ModelWish *wish, Text folder)
{
    const EditorModels *models = call->editor->host->models;
    ModelStore *store = store_of(call->editor);
    const uint64_t key = key_of(wish, folder);
    if (store->sprites_arena && store->sprites_key == key)
        return &store->sprites;
    arena_free(store->sprites_arena);
    store->sprites_arena = NULL;
    Arena *arena = arena_new();
    if (!models->sprites(models->context, wish, folder, &store->sprites, arena,
                         &call->report)) {
        arena_free(arena);
        call_error(call, 409, "the sprites cannot be drawn");
        return NULL;
    }
    store->sprites_arena = arena;
    store->sprites_key = key;
    return &store->sprites;
}

/* Of a project, one that can have sheets. In a workspace any: the sprites are for a figure of
 * some project. */
static bool is_sheet_folder(Text folder)
{
    static const char *const folders[] = {"ui", "tiles", "chars", "portraits"};
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        if (text_is(folder, folders[i]))
            return true;
    return false;
}

static Text layout_folder(const Call *call, Text folder)
{
    return call->editor->host->workspace || !is_sheet_folder(folder) ? TEXT("chars") : folder;
}

void get_model_sprites(Call *call)
{
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    ModelWish wish;
    if (!models_of(call) || !wish_of(call, &wish, call->arena))
        return;
    const ModelSprites *sprites =
        sprites_of(call, &wish, layout_folder(call, http_argument(call->request, "folder")));
    if (!sprites)
        return;
    json_open(&json, NULL);
    json_put_uint(&json, "w", sprites->w);
    json_put_uint(&json, "h", sprites->h);
    json_put_uint(&json, "count", sprites->count);
    json_put_uint(&json, "size", sprites->sheet.size);
    json_put_text(&json, "layout", sprites->layout);
    json_close(&json);
    call_json(call, &json);
}

void get_model_sheet(Call *call)
{
    ModelWish wish;
    if (!models_of(call) || !wish_of(call, &wish, call->arena))
        return;
    const ModelSprites *sprites =
        sprites_of(call, &wish, layout_folder(call, http_argument(call->request, "folder")));
    if (sprites)
        answer_png(call, sprites->sheet);
}

/* ---- writing ---- */

static bool is_name(Text name)
{
    enum { LETTERS_MAX = 64 };
    for (size_t i = 0; i < name.size; i++)
        if (!isalnum((unsigned char)name.at[i]) && name.at[i] != '_' && name.at[i] != '.')
            return false;
    return name.size && name.size <= LETTERS_MAX && name.at[0] != '.';
}

/* A file that replaces what is there. */
static bool edit_of(Call *call, Text path, Bytes bytes, FileEdit *out)
{
    *out = (FileEdit){.path = path, .mine = bytes};
    return edit_store_read(&call->editor->store, path, &out->base, &out->base_hash, call->arena,
                           &call->report);
}

static bool is_accepted(Call *call, const FileEdit *edit)
{
    const EditorWorkspace *workspace = call->editor->host->workspace;
    return !workspace || workspace->check(workspace->context, edit->path, edit->mine,
                                          call->arena, &call->report);
}

static void answer_exists(Call *call, const FileEdit *edits, size_t count)
{
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_text(&json, "error", TEXT("files of this name exist already"));
    json_open_list(&json, "exists");
    for (size_t i = 0; i < count; i++)
        if (edits[i].base_hash)
            json_put_text(&json, NULL, edits[i].path);
    json_close_list(&json);
    json_close(&json);
    call_json(call, &json);
    call->answer->status = 409;
}

static void write_sprites(Call *call, Text folder, Text name, const ModelSprites *sprites)
{
    static const char *const suffixes[] = {"png", "lyt"};
    const Bytes contents[] = {sprites->sheet, bytes_of_text(sprites->layout)};
    FileEdit edits[COUNT_OF(suffixes)];
    bool exists = false;
    for (size_t i = 0; i < COUNT_OF(edits); i++) {
        const Text path =
            arena_format(call->arena, "%.*s%s%.*s.%s", (int)folder.size, folder.at,
                         folder.size ? "/" : "", (int)name.size, name.at, suffixes[i]);
        if (!edit_store_path_ok(path) || !edit_of(call, path, contents[i], &edits[i])) {
            call_error(call, 403, "this path is not allowed");
            return;
        }
        if (!is_accepted(call, &edits[i])) {
            call_error(call, 400, "the game has no such files");
            return;
        }
        exists |= edits[i].base_hash != 0;
    }
    if (exists && !call_flag(call, "replace"))
        answer_exists(call, edits, COUNT_OF(edits));
    else
        answer_change(call,
                      arena_format(call->arena, "write sprites %.*s", (int)edits[0].path.size,
                                   edits[0].path.at),
                      edits, COUNT_OF(edits));
}

void post_model_sprites(Call *call)
{
    const Text folder = call_text(call, "folder"), name = call_text(call, "name");
    ModelWish wish;
    if (!models_of(call) || !wish_of(call, &wish, call->arena))
        return;
    if (!call->editor->host->workspace && !is_sheet_folder(folder)) {
        call_error(call, 400, "sheets are in the folders ui, tiles, chars and portraits");
        return;
    }
    if (!is_name(name)) {
        call_error(call, 400,
                   "the name of a sheet has letters, digits, _ and ., at most 64 in all");
        return;
    }
    const ModelSprites *sprites = sprites_of(call, &wish, layout_folder(call, folder));
    if (sprites)
        write_sprites(call, folder, name, sprites);
}

/* ---- files that the page sends ---- */

void post_model_files(Call *call)
{
    const EditorModels *models = models_of(call);
    const Text name = http_argument(call->request, "name");
    ModelStore *store = store_of(call->editor);
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    ProjectFiles found;
    if (!models)
        return;
    if (!edit_store_path_ok(name) || memchr(name.at, '/', name.size)) {
        call_error(call, 403, "this name is not allowed");
        return;
    }
    if (http_argument(call->request, "first").size)
        sent_files_clear(&store->sent);
    if (!sent_files_take(&store->sent, name, call->request->body.size, 0, call->request->body,
                         SENT_MAX)) {
        call_error(call, 413, "at most 200 files, and 64 MiB of them");
        return;
    }
    models->list(&store->sent.files, &found, call->arena, &call->report);
    json_open(&json, NULL);
    json_open_list(&json, "models");
    for (size_t i = 0; i < found.count; i++)
        json_put_text(&json, NULL, found.items[i].path);
    json_close_list(&json);
    put_messages(&json, &call->problems);
    json_close(&json);
    call_json(call, &json);
}
