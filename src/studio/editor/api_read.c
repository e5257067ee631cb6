/* Requests that change nothing. */
#include "studio/editor/editor_internal.h"

#include "base/text.h"
#include "kit/convert/sound.h"
#include "studio/editor/edit_rows.h"
#include "tirnanog/sprites/image_sprites.h"
#include "tirnanog/sheets/schema.h"

static Checked *checked_of(Call *call)
{
    Checked *checked = call->editor->checked;
    if (checked && checked->model)
        return checked;
    call_unread(call);
    return NULL;
}

/* ---- the project ---- */

/* The suffix of the sheet of a kind's files: its name in the schema. */
static Text schema_of(const FileKind *kind, Arena *arena)
{
    const Sheet *sheet =
        sheet_of_path(arena_format(arena, "%s/x%s", kind->folder, kind->suffix));
    return sheet ? sheet_name(sheet) : TEXT("");
}

static void put_kind(JsonWriter *json, const Names *names, unsigned number, Arena *arena)
{
    const FileKind *kind = file_kind((NameKind)number);
    const NameList *list =
        number < NAME_KINDS ? &names->kinds[number] : &names->sprites[number - NAME_SPRITE];
    json_open(json, NULL);
    json_put_text(json, "id", text_of(name_kind_id(number)));
    json_put_text(json, "folder", text_of(kind->folder));
    json_put_text(json, "suffix", text_of(kind->suffix));
    json_put_text(json, "word", text_of(kind->word));
    json_put_text(json, "schema", number < NAME_SLOT ? schema_of(kind, arena) : TEXT(""));
    json_put_bool(json, "sprites", number >= NAME_SPRITE);
    json_open_list(json, "names");
    for (size_t i = 0; i < list->count; i++)
        json_put_text(json, NULL, list->items[i]);
    json_close_list(json);
    json_close(json);
}

/* Files that exist at most once, and extensions. */
static void put_singles(JsonWriter *json, const ProjectFiles *files)
{
    size_t at;
    json_open_list(json, "singles");
    for (const Sheet *const *sheet = all_sheets; *sheet; sheet++) {
        if (text_find(text_of((*sheet)->path), '#', &at))
            continue;
        json_open(json, NULL);
        json_put_text(json, "path", text_of((*sheet)->path));
        json_put_text(json, "title", text_of((*sheet)->title));
        json_put_text(json, "schema", sheet_name(*sheet));
        json_put_bool(json, "exists", project_file(files, text_of((*sheet)->path)) != NULL);
        json_close(json);
    }
    json_close_list(json);
}

static void put_paths(JsonWriter *json, const char *key, const ProjectFiles *files,
                      const char *folder)
{
    json_open_list(json, key);
    for (size_t i = 0; i < files->count; i++)
        if (text_starts(files->items[i].path, folder))
            json_put_text(json, NULL, files->items[i].path);
    json_close_list(json);
}

static void put_pictures(JsonWriter *json, const ProjectFiles *files)
{
    uint16_t kind;
    Text name;
    json_open_list(json, "pictures");
    for (size_t i = 0; i < files->count; i++) {
        if (!project_name_of(files->items[i].path, &kind, &name) || kind < NAME_SPRITE)
            continue;
        json_open_list(json, NULL);
        json_put_text(json, NULL, text_of(name_kind_id(kind)));
        json_put_text(json, NULL, name);
        json_put_text(json, NULL, files->items[i].path);
        json_close_list(json);
    }
    json_close_list(json);
}

static void get_workspace(Call *call)
{
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_text(&json, "title", call->editor->host->name);
    json_put_bool(&json, "readOnly", call->editor->host->read_only);
    put_state(&json, call);
    put_workspace(&json, call);
    json_close(&json);
    call_json(call, &json);
}

/* All errors, and the first of the others: a page shows some of them. `errors` and `warnings`
 * count all. */
static void put_project_problems(JsonWriter *json, const Messages *problems)
{
    enum { WARNINGS_MAX = 1000 };
    size_t errors = 0, others = 0;
    json_open_list(json, "problems");
    for (size_t i = 0; i < problems->count; i++) {
        const Message *message = &problems->items[i];
        const bool is_error = message->severity == SEVERITY_ERROR;
        errors += is_error;
        others += !is_error;
        if (!is_error && others > WARNINGS_MAX)
            continue;
        json_open(json, NULL);
        put_message_members(json, message);
        json_close(json);
    }
    json_close_list(json);
    json_put_uint(json, "errors", errors);
    json_put_uint(json, "warnings", others);
}

void get_project(Call *call)
{
    static const char *const grids[] = {"ortho", "iso", "hexv", "hexh", "3d"};
    if (call->editor->host->workspace) {
        get_workspace(call);
        return;
    }
    Checked *checked = checked_of(call);
    if (!checked)
        return;
    const ProjectModel *model = checked->model;
    const Names *names = project_model_names(model);
    const ProjectConfig *config = project_model_config(model);
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_text(&json, "id", call->editor->host->name);
    json_put_text(&json, "title", names_text_at(names, config->title));
    json_put_bool(&json, "readOnly", call->editor->host->read_only);
    json_put_bool(&json, "plays", call->editor->host->player != NULL);
    json_put_bool(&json, "window", call->editor->host->window != NULL);
    json_put_text(&json, "grid",
                  text_of(grids[config->type < COUNT_OF(grids) ? config->type : 0]));
    json_put_uint(&json, "tileWidth", config->tile_width);
    json_put_uint(&json, "tileHeight", config->tile_height);
    json_put_uint(&json, "mapSize", config->map_size);
    json_put_uint(&json, "soundRate", SOUND_RATE);
    put_state(&json, call);
    json_open_list(&json, "kinds");
    for (unsigned i = 0; i < NAME_KINDS_ALL; i++)
        put_kind(&json, names, i, call->arena);
    json_close_list(&json);
    put_singles(&json, &checked->files);
    put_paths(&json, "languages", &checked->files, "lang/");
    put_paths(&json, "extensions", &checked->files, "ext/");
    put_paths(&json, "tests", &checked->files, "tests/");
    put_paths(&json, "voices", &checked->files, "speech/");
    put_pictures(&json, &checked->files);
    put_project_problems(&json, &checked->problems);
    json_close(&json);
    call_json(call, &json);
}

void get_schema(Call *call)
{
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open_list(&json, NULL);
    for (const Sheet *const *sheet = all_sheets; *sheet; sheet++)
        schema_put(&json, NULL, *sheet);
    json_close_list(&json);
    call_json(call, &json);
}

/* ---- files ---- */

static uint32_t line_at(Text text, size_t at)
{
    uint32_t line = 1;
    for (size_t i = 0; i < at && i < text.size; i++)
        line += text.at[i] == '\n';
    return line;
}

static Text line_text(Text text, size_t at)
{
    size_t from = at < text.size ? at : text.size, to = from;
    while (from && text.at[from - 1] != '\n')
        from--;
    while (to < text.size && text.at[to] != '\n' && text.at[to] != '\r')
        to++;
    return text_trimmed(utf8_cut(text_slice(text, from, to), 200));
}

static void put_uses(JsonWriter *json, const ProjectFiles *files, const ProjectUses *uses)
{
    json_open_list(json, "uses");
    for (size_t i = 0; i < uses->count; i++) {
        const ProjectUse *use = &uses->items[i];
        const ProjectFile *file = project_file(files, use->path);
        const Text text = file ? text_of_bytes(file->bytes) : TEXT("");
        json_open(json, NULL);
        json_put_text(json, "path", use->path);
        if (use->cells) {
            json_put_uint(json, "cells", use->cells);
        } else {
            json_put_uint(json, "line", line_at(text, use->from));
            json_put_text(json, "text", line_text(text, use->from));
        }
        json_close(json);
    }
    json_close_list(json);
}

static void add_uses(ProjectUses *all, const Checked *checked, uint16_t kind, Text name,
                     Arena *arena)
{
    enum { SHOWN_MAX = 1000 };
    const Names *names = project_model_names(checked->model);
    const NameList *list =
        kind < NAME_KINDS ? &names->kinds[kind] : &names->sprites[kind - NAME_SPRITE];
    uint32_t number;
    if (!names_find(list, name, &number))
        return;
    const ProjectUses uses = project_uses_of(project_model_uses(checked->model), kind, number);
    for (size_t i = 0; i < uses.count && all->count < SHOWN_MAX; i++)
        *ARENA_PUSH(arena, all->items, all->count) = uses.items[i];
}

/* The sprites of sheets and atlases, each name once. */
static void add_uses_of_sprites(ProjectUses *all, const Checked *checked, uint16_t kind,
                                Text path, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    const ProjectFile *file = project_file(&checked->files, path);
    Table seen = table_new(arena);
    ImageSprites sprites;
    if (!file)
        return;
    image_sprites(&checked->files, file, &sprites, arena, &silent);
    for (size_t i = 0; i < sprites.count; i++)
        if (*table_put(&seen, sprites.items[i].name, (uint32_t)i) == i)
            add_uses(all, checked, kind, sprites.items[i].name, arena);
}

/* The names that a file has in the project: an object is also a tile; sheets and atlases have
 * many. */
static void put_uses_of(JsonWriter *json, const Checked *checked, Text path, Arena *arena)
{
    const Names *names = project_model_names(checked->model);
    uint16_t kind;
    uint32_t number;
    Text name;
    ProjectUses uses = {0};
    if (project_name_of(path, &kind, &name)) {
        const bool is_image = kind >= NAME_SPRITE;
        if (kind == NAME_OBJECT || kind == NAME_TILE)
            kind = NAME_SPRITE + CATEGORY_TILES;
        if (is_image && !names_find(&names->sprites[kind - NAME_SPRITE], name, &number))
            add_uses_of_sprites(&uses, checked, kind, path, arena);
        else
            add_uses(&uses, checked, kind, name, arena);
    }
    put_uses(json, &checked->files, &uses);
}

/* Where the lines of a text begin. */
static size_t *line_starts(Text text, size_t *count, Arena *arena)
{
    size_t *starts = NULL;
    *count = 0;
    *ARENA_PUSH(arena, starts, *count) = 0;
    for (size_t i = 0; i < text.size; i++)
        if (text.at[i] == '\n')
            *ARENA_PUSH(arena, starts, *count) = i + 1;
    return starts;
}

/* The problems of a file, with the number of the row and the word that they are about: the
 * first 300, and how many there are. */
static void put_problems(JsonWriter *json, const Messages *problems, const SheetRows *rows,
                         Text text, Arena *arena)
{
    enum { SHOWN_MAX = 300 };
    size_t lines;
    const size_t *starts = line_starts(text, &lines, arena);
    json_put_uint(json, "problemCount", problems->count);
    json_open_list(json, "problems");
    for (size_t i = 0; i < problems->count && i < SHOWN_MAX; i++) {
        const Message *message = &problems->items[i];
        const size_t line = message->line ? message->line - 1 : 0;
        const size_t at = (line < lines ? starts[line] : text.size) +
                          (message->column ? message->column - 1 : 0);
        json_open(json, NULL);
        put_message_members(json, message);
        for (size_t j = 0; message->line && j < rows->count; j++) {
            const SheetRow *row = &rows->items[j];
            if (at < row->from || at >= row->to)
                continue;
            json_put_uint(json, "row", j);
            for (size_t k = 0; k < row->word_count; k++)
                if (at >= row->words[k].from && at <= row->words[k].to) {
                    json_put_uint(json, "member", row->words[k].member);
                    json_put_uint(json, "index", row->words[k].index);
                    break;
                }
            break;
        }
        json_close(json);
    }
    json_close_list(json);
}

void put_file(JsonWriter *json, Call *call, Text path, Bytes bytes, uint64_t hash)
{
    ProjectModel *model = call_model(call);
    const Sheet *sheet = sheet_of_path(path);
    const Text text = text_of_bytes(bytes);
    json_put_text(json, "path", path);
    put_hash(json, "hash", hash);
    json_put_bool(json, "exists", hash != 0);
    json_put_text(json, "schema", sheet ? sheet_name(sheet) : TEXT(""));
    if (utf8_invalid(text) == text.size)
        json_put_text(json, "text", text);
    put_state(json, call);
    if (call->editor->host->workspace && hash && utf8_invalid(text) == text.size)
        put_workspace_problems(json, call, path, bytes);
    if (!model)
        return;
    if (sheet && hash) {
        SheetRows rows;
        Messages problems = {.arena = call->arena};
        Report report = report_to(messages_sink, &problems);
        project_model_read(model, sheet, &(ProjectFile){path, bytes}, &rows, call->arena,
                           &report);
        rows_put(json, sheet, &rows, text);
        put_problems(json, &problems, &rows, text, call->arena);
    }
    if (hash && text_ends(path, ".lyt"))
        put_layout(json, call, path, bytes);
    put_uses_of(json, call->editor->checked, path, call->arena);
}

void get_file(Call *call)
{
    const Text path = http_argument(call->request, "path");
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    Bytes bytes;
    uint64_t hash;
    if (!edit_store_read(&call->editor->store, path, &bytes, &hash, call->arena,
                         &call->report)) {
        call_error(call, 403, "the file cannot be read");
        return;
    }
    json_open(&json, NULL);
    put_file(&json, call, path, bytes, hash);
    json_close(&json);
    call_json(call, &json);
}

/* ---- search ---- */

enum { RESULTS_MAX = 200 };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

/* Without case of ASCII letters; from `*at` on. */
static bool contains(Text text, Text part, size_t *at)
{
    const char first = lower(part.at[0]);
    for (; *at + part.size <= text.size; ++*at)
        if (lower(text.at[*at]) == first &&
            text_equal_caseless(text_slice(text, *at, *at + part.size), part))
            return true;
    return false;
}

static void put_result(JsonWriter *json, const char *what, Text path, Text text, size_t at)
{
    json_open(json, NULL);
    json_put_text(json, "what", text_of(what));
    json_put_text(json, "path", path);
    if (text.size) {
        json_put_uint(json, "line", line_at(text, at));
        json_put_text(json, "text", line_text(text, at));
    }
    json_close(json);
}

static bool is_searched(Text path)
{
    static const char *const suffixes[] = {".po", ".test", ".lyt", ".txt"};
    for (size_t i = 0; i < COUNT_OF(suffixes); i++)
        if (text_ends(path, suffixes[i]))
            return true;
    return sheet_of_path(path) != NULL;
}

/* Each line of a file that contains the words, once. */
static size_t search_file(JsonWriter *json, const ProjectFile *file, Text words, size_t left)
{
    const Text text = text_of_bytes(file->bytes);
    size_t count = 0;
    for (size_t at = 0; count < left && contains(text, words, &at); count++) {
        put_result(json, "text", file->path, text, at);
        while (at < text.size && text.at[at] != '\n')
            at++;
    }
    return count;
}

void get_search(Call *call)
{
    const Text words = text_trimmed(http_argument(call->request, "q"));
    if (call->editor->host->workspace) {
        search_workspace(call, words);
        return;
    }
    Checked *checked = checked_of(call);
    if (!checked)
        return;
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    size_t count = 0;
    json_open(&json, NULL);
    json_open_list(&json, "results");
    for (size_t i = 0; words.size && i < checked->files.count && count < RESULTS_MAX; i++) {
        size_t at = 0;
        if (contains(checked->files.items[i].path, words, &at)) {
            put_result(&json, "file", checked->files.items[i].path, TEXT(""), 0);
            count++;
        }
    }
    for (size_t i = 0; words.size && i < checked->files.count && count < RESULTS_MAX; i++)
        if (is_searched(checked->files.items[i].path))
            count += search_file(&json, &checked->files.items[i], words, RESULTS_MAX - count);
    json_close_list(&json);
    json_put_bool(&json, "more", count >= RESULTS_MAX);
    json_close(&json);
    call_json(call, &json);
}

/* ---- events ---- */

void get_events(Call *call)
{
    const Checked *checked = call->editor->checked;
    const uint64_t seen = call->editor->store.changes + (checked ? checked->change : 0);
    int64_t after;
    if (!call->request->last &&
        text_number(http_argument(call->request, "after"), 0, INT64_MAX, &after) &&
        (uint64_t)after == seen && !text_is(http_argument(call->request, "wait"), "0")) {
        call->answer->later = true;
        return;
    }
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_uint(&json, "after", seen);
    put_state(&json, call);
    json_close(&json);
    call_json(call, &json);
}
