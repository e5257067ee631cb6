/* Parts, in order: writing the manifest; reading it; hashes of packed files; names of
 * originals. A manifest may come from somebody else, so its paths are checked when it is read.
 * The hashes of packed files are only a hint: what is damaged there is ignored. */
#include "kit/workspace/workspace_data.h"

#include "base/json.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>

enum { VERSION = 1 };

/* ---- writing the manifest ---- */

/* As text: JSON numbers of other tools are doubles, which lose the low bits of 64-bit
 * numbers. */
static void put_hash(JsonWriter *json, const char *key, uint64_t hash)
{
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    json_put_text(json, key, text_of(text));
}

/* Keys without a value are omitted; take_entry() restores them as empty, 0 or false. */
static void put_entry(JsonWriter *json, const WorkspaceEntry *entry)
{
    json_open(json, NULL);
    json_put_text(json, "path", entry->path);
    if (entry->format.size)
        json_put_text(json, "format", entry->format);
    if (entry->settings.size)
        json_put_text(json, "settings", entry->settings);
    if (entry->original.size)
        json_put_text(json, "original", entry->original);
    if (entry->has_hash)
        put_hash(json, "hash", entry->hash);
    if (entry->time)
        json_put_int(json, "time", entry->time);
    json_open_list(json, "files");
    for (size_t i = 0; i < entry->file_count; i++) {
        json_open(json, NULL);
        json_put_text(json, "path", entry->files[i].path);
        json_put_uint(json, "size", entry->files[i].size);
        put_hash(json, "hash", entry->files[i].hash);
        json_close(json);
    }
    json_close_list(json);
    json_close(json);
}

Bytes workspace_write(const Workspace *workspace, Arena *arena)
{
    Writer writer = writer_to(arena);
    JsonWriter json = json_to(&writer);
    json_open(&json, NULL);
    json_put_text(&json, "format", TEXT("workspace"));
    json_put_uint(&json, "version", VERSION);
    json_open_list(&json, "files");
    for (size_t i = 0; i < workspace->count; i++) {
        const WorkspaceTop *top = &workspace->tops[i];
        json_open(&json, NULL);
        json_put_text(&json, "path", top->path);
        if (top->archive.size)
            json_put_text(&json, "archive", top->archive);
        json_put_uint(&json, "size", top->size);
        put_hash(&json, "hash", top->hash);
        if (top->time)
            json_put_int(&json, "time", top->time);
        json_open_list(&json, "entries");
        for (size_t e = 0; e < top->count; e++)
            put_entry(&json, &top->entries[e]);
        json_close_list(&json);
        json_close(&json);
    }
    json_close_list(&json);
    json_close(&json);
    json_end(&json);
    return writer_bytes(&writer);
}

/* ---- reading the manifest ---- */

/* In two halves, because text_hex() returns 32 bits. */
static bool get_hash(Text hex, uint64_t *out)
{
    uint32_t high, low;
    if (hex.size != 16 || !text_hex(text_slice(hex, 0, 8), 8, &high) ||
        !text_hex(text_slice(hex, 8, 16), 8, &low))
        return false;
    *out = (uint64_t)high << 32 | low;
    return true;
}

static bool take_hash(const json_t *json, uint64_t *out, Arena *arena, Report *report)
{
    Text text;
    return json_get_text(json, "hash", &text, arena, report) &&
           (get_hash(text, out) || report_error(report, "\"%.*s\" is not a hash of 16 digits",
                                                (int)text.size, text.at));
}

/* A manifest may come from elsewhere: a path that leaves the folder must not be written to. */
static bool take_path(const json_t *json, Text *out, Arena *arena, Report *report)
{
    return json_get_text(json, "path", out, arena, report) &&
           (workspace_path_is_safe(*out) ||
            report_error(report, "invalid path \"%.*s\"", (int)out->size, out->at));
}

static bool take_optional(const json_t *json, const char *key, Text *out, Arena *arena,
                          Report *report)
{
    *out = TEXT("");
    return !json_object_get(json, key) || json_get_text(json, key, out, arena, report);
}

static bool take_size(const json_t *json, uint64_t *out, Report *report)
{
    int64_t size;
    if (!json_get_int(json, "size", 0, INT64_MAX, &size, report))
        return false;
    *out = (uint64_t)size;
    return true;
}

/* A missing time is 0, which stands for no time. */
static bool take_time(const json_t *json, int64_t *out, Report *report)
{
    *out = 0;
    return !json_object_get(json, "time") ||
           json_get_int(json, "time", INT64_MIN, INT64_MAX, out, report);
}

static bool take_list(const json_t *json, const char *key, const json_t **out, size_t *count,
                      Report *report)
{
    *out = json_object_get(json, key);
    *count = json_array_size(*out);
    return json_is_array(*out) || report_error(report, "\"%s\" must be a list", key);
}

/* Callers rely on at least one file: workspace_entry_hash() reads files[0]. */
static bool take_entry(const json_t *json, WorkspaceEntry *out, Arena *arena, Report *report)
{
    const json_t *files;
    uint64_t hash;
    if (!take_path(json, &out->path, arena, report) ||
        !take_optional(json, "format", &out->format, arena, report) ||
        !take_optional(json, "settings", &out->settings, arena, report) ||
        !take_optional(json, "original", &out->original, arena, report) ||
        !take_time(json, &out->time, report) ||
        !take_list(json, "files", &files, &out->file_count, report))
        return false;
    out->has_hash = json_object_get(json, "hash") != NULL;
    if (out->has_hash && !take_hash(json, &out->hash, arena, report))
        return false;
    if (out->original.size && !workspace_original_hash(out->original, &hash))
        return report_error(report, "\"%.*s\" is not the name of an original",
                            (int)out->original.size, out->original.at);
    if (!out->file_count)
        return report_error(report, "%.*s has no files", (int)out->path.size, out->path.at);
    out->files = ARENA_ALLOC(arena, WorkspaceFile, out->file_count);
    for (size_t i = 0; i < out->file_count; i++) {
        const json_t *file = json_array_get(files, i);
        if (!take_path(file, &out->files[i].path, arena, report) ||
            !take_size(file, &out->files[i].size, report) ||
            !take_hash(file, &out->files[i].hash, arena, report))
            return false;
    }
    return true;
}

/* A file that is not an archive has exactly one entry: itself. */
static bool take_top(const json_t *json, WorkspaceTop *out, Arena *arena, Report *report)
{
    const json_t *entries;
    if (!take_path(json, &out->path, arena, report) ||
        !take_optional(json, "archive", &out->archive, arena, report) ||
        !take_size(json, &out->size, report) || !take_hash(json, &out->hash, arena, report) ||
        !take_time(json, &out->time, report) ||
        !take_list(json, "entries", &entries, &out->count, report))
        return false;
    if (workspace_path_is_hidden(out->path))
        return report_error(report, "invalid path \"%.*s\"", (int)out->path.size, out->path.at);
    if (!out->archive.size && out->count != 1)
        return report_error(report, "%.*s is not an archive, but has %zu entries",
                            (int)out->path.size, out->path.at, out->count);
    out->entries = ARENA_ALLOC(arena, WorkspaceEntry, out->count);
    for (size_t i = 0; i < out->count; i++)
        if (!take_entry(json_array_get(entries, i), &out->entries[i], arena, report))
            return false;
    return true;
}

static bool take_workspace(const json_t *json, Workspace *out, Arena *arena, Report *report)
{
    const json_t *tops;
    Text format;
    int64_t version;
    if (!json_get_text(json, "format", &format, arena, report))
        return false;
    if (!text_is(format, "workspace"))
        return report_error(report, "it is a \"%.*s\", not a workspace", (int)format.size,
                            format.at);
    if (!json_get_int(json, "version", VERSION, VERSION, &version, report) ||
        !take_list(json, "files", &tops, &out->count, report))
        return false;
    out->tops = ARENA_ALLOC(arena, WorkspaceTop, out->count);
    for (size_t i = 0; i < out->count; i++)
        if (!take_top(json_array_get(tops, i), &out->tops[i], arena, report))
            return false;
    return true;
}

bool workspace_read(Bytes manifest, Workspace *out, Arena *arena, Report *report)
{
    const json_t *json = json_read(manifest, arena, report);
    *out = (Workspace){0};
    return json && take_workspace(json, out, arena, report);
}

/* ---- packed files ---- */

Bytes workspace_history_write(const WorkspaceHistory *history, Arena *arena)
{
    Writer writer = writer_to(arena);
    JsonWriter json = json_to(&writer);
    json_open(&json, NULL);
    json_open_list(&json, "files");
    for (size_t i = 0; i < history->count; i++) {
        const WorkspacePacked *item = &history->items[i];
        json_open(&json, NULL);
        json_put_text(&json, "path", item->path);
        json_open_list(&json, "hashes");
        for (size_t h = 0; h < item->count; h++)
            put_hash(&json, NULL, item->hashes[h]);
        json_close_list(&json);
        json_close(&json);
    }
    json_close_list(&json);
    json_close(&json);
    json_end(&json);
    return writer_bytes(&writer);
}

/* Lists are read from the oldest hash to the newest, so that adding them again keeps their
 * order. */
void workspace_history_read(Bytes file, WorkspaceHistory *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    const json_t *json = file.size ? json_read(file, arena, &silent) : NULL;
    const json_t *files = json_object_get(json, "files"), *item, *value;
    size_t i, h;
    *out = (WorkspaceHistory){0};
    json_array_foreach((json_t *)files, i, item)
    {
        Text path;
        if (!json_get_text(item, "path", &path, arena, &silent))
            continue;
        json_array_foreach(json_object_get(item, "hashes"), h, value)
        {
            uint64_t hash;
            if (json_is_string(value) && get_hash(text_of(json_string_value(value)), &hash))
                workspace_history_add(out, path, hash, arena);
        }
    }
}

static WorkspacePacked *history_of(const WorkspaceHistory *history, Text path)
{
    for (size_t i = 0; i < history->count; i++)
        if (text_equal(history->items[i].path, path))
            return &history->items[i];
    return NULL;
}

bool workspace_history_has(const WorkspaceHistory *history, Text path, uint64_t hash)
{
    const WorkspacePacked *item = history_of(history, path);
    for (size_t i = 0; item && i < item->count; i++)
        if (item->hashes[i] == hash)
            return true;
    return false;
}

/* At most WORKSPACE_PACKED_MAX hashes for each path; the oldest one is removed. */
void workspace_history_add(WorkspaceHistory *history, Text path, uint64_t hash, Arena *arena)
{
    WorkspacePacked *item = history_of(history, path);
    if (!item) {
        item = ARENA_PUSH(arena, history->items, history->count);
        *item = (WorkspacePacked){.path = path};
    }
    size_t kept = 0; /* a repeated hash becomes the newest */
    for (size_t i = 0; i < item->count; i++)
        if (item->hashes[i] != hash)
            item->hashes[kept++] = item->hashes[i];
    if (kept == WORKSPACE_PACKED_MAX)
        memmove(item->hashes, item->hashes + 1, --kept * sizeof *item->hashes);
    item->hashes[kept++] = hash;
    item->count = kept;
}

/* `again` distinguishes different files with the same hash. */
Text workspace_original(uint64_t hash, unsigned again, Arena *arena)
{
    return again ? arena_format(arena, "%016" PRIx64 "~%u", hash, again)
                 : arena_format(arena, "%016" PRIx64, hash);
}

bool workspace_original_hash(Text name, uint64_t *out)
{
    int64_t again;
    return name.size >= 16 && get_hash(text_slice(name, 0, 16), out) &&
           (name.size == 16 ||
            (name.at[16] == '~' &&
             text_number(text_slice(name, 17, name.size), 1, UINT32_MAX, &again)));
}

bool workspace_entry_hash(const WorkspaceEntry *entry, uint64_t *out)
{
    if (entry->original.size)
        return workspace_original_hash(entry->original, out);
    *out = entry->format.size ? entry->hash : entry->files[0].hash;
    return !entry->format.size || entry->has_hash;
}
