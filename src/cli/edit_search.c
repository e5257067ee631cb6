/* Parts, in order: files; hits. Only folded contents are kept, in one arena that is dropped as
 * a whole when it is full; a file with hits is read again for its own letters. Folding keeps
 * sizes, so that positions in both are the same. */
#include "cli/edit_search.h"

#include "base/path.h"
#include "base/stream.h"
#include "base/system/files.h"
#include "base/text.h"
#include "kit/workspace/workspace_data.h"
#include "kit/jobs/files.h"

#include <string.h>
#include <time.h>

enum { SHOWN_BEFORE = 60, SHOWN = 200 }; /* bytes of a line */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- files ---- */

static const char *disk_path(const EditSearch *search, Text path, Arena *arena)
{
    return arena_format(arena, "%s/%.*s", search->folder, (int)path.size, path.at).at;
}

static bool is_text(Bytes bytes)
{
    enum { LOOKED_AT = 4096 };
    return bytes.size &&
           !memchr(bytes.data, 0, bytes.size < LOOKED_AT ? bytes.size : LOOKED_AT);
}

static void forget(EditSearch *search)
{
    arena_free(search->arena);
    search->arena = arena_new();
    search->table = table_new(search->arena);
    search->files = NULL;
    search->count = 0;
    search->kept = 0;
}

static bool read_file(const EditSearch *search, Text path, Bytes *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    return file_load(disk_path(search, path, arena), out, arena, &silent) && is_text(*out);
}

/* The content of a file in small letters, of the same size. */
static Text folded(EditSearch *search, Text path, Arena *scratch)
{
    FileInfo status;
    Bytes bytes;
    if (!file_info(disk_path(search, path, scratch), &status) || status.kind != KIND_FILE)
        return TEXT("");
    const uint64_t size = status.size;
    const int64_t time = status.modified;
    const uint32_t *known = table_get(&search->table, path);
    if (known && search->files[*known].size == size && search->files[*known].time == time)
        return search->files[*known].folded;
    if (search->kept + size > SEARCH_KEPT_MAX) {
        forget(search);
        known = NULL;
    }
    SearchedFile file = {.size = size, .time = time};
    if (size <= SEARCH_FILE_MAX && read_file(search, path, &bytes, scratch)) {
        file.folded = workspace_folded(text_of_bytes(bytes), search->arena);
        search->kept += size;
    }
    if (known) {
        search->files[*known] = file;
    } else {
        *table_put(&search->table, arena_text(search->arena, path), (uint32_t)search->count) =
            (uint32_t)search->count;
        *ARENA_PUSH(search->arena, search->files, search->count) = file;
    }
    return file.folded;
}

/* ---- hits ---- */

/* The part of the line that is shown, with whole letters. */
static Text part_of(Text line, size_t at, size_t size, Arena *arena)
{
    size_t from = at > SHOWN_BEFORE ? at - SHOWN_BEFORE : 0;
    size_t to = at + size + SHOWN < line.size ? at + size + SHOWN : line.size;
    while (from < at && ((unsigned char)line.at[from] & 0xC0) == 0x80)
        from++;
    while (to < line.size && to > at && ((unsigned char)line.at[to] & 0xC0) == 0x80)
        to--;
    const Text part = text_trimmed(text_slice(line, from, to));
    return arena_format(arena, "%s%.*s%s", from ? "\xE2\x80\xA6" : "", (int)part.size, part.at,
                        to < line.size ? "\xE2\x80\xA6" : "");
}

static uint32_t letters_in(Text text)
{
    uint32_t count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += ((unsigned char)text.at[i] & 0xC0) != 0x80;
    return count;
}

static size_t line_end(Text text, size_t at)
{
    const char *end = at < text.size ? memchr(text.at + at, '\n', text.size - at) : NULL;
    return end ? (size_t)(end - text.at) : text.size;
}

/* Each line that has the words, once. `original`: with its own letters. */
static void add_lines(const WorkspaceItem *item, Text original, Text content, Text words,
                      size_t max, WorkspaceHits *hits, Arena *arena)
{
    uint32_t line = 1;
    for (size_t from = 0; from < content.size && hits->count < max;) {
        size_t at;
        if (!text_find_part(text_slice(content, from, content.size), words, &at))
            return;
        at += from;
        for (size_t end; (end = line_end(content, from)) < at; from = end + 1)
            line++;
        const size_t end = line_end(content, at);
        *ARENA_PUSH(arena, hits->items, hits->count) = (WorkspaceHit){
            .path = item->path,
            .line = line,
            .column = letters_in(text_slice(content, from, at)) + 1,
            .text = part_of(text_slice(original, from, end), at - from, words.size, arena)};
        from = end + 1;
        line++;
    }
}

/* The words with the escapes of JSON, where a script is one text: `say("hero")`. */
static Text in_json(Text words, Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t i = 0; i < words.size; i++) {
        if (words.at[i] == '"' || words.at[i] == '\\')
            write_u8(&out, '\\');
        write_u8(&out, (uint8_t)words.at[i]);
    }
    return writer_text(&out);
}

/* If the file was changed after it was folded, its positions may not fit: it is skipped. */
static void search_file(EditSearch *search, const WorkspaceItem *item, Text words, size_t max,
                        WorkspaceHits *hits, Arena *arena)
{
    Arena *scratch = arena_new();
    const Text content = folded(search, item->path, scratch);
    Bytes bytes;
    size_t at;
    if (text_find_part(content, words, &at) && read_file(search, item->path, &bytes, scratch) &&
        bytes.size == content.size)
        add_lines(item, text_of_bytes(bytes), content, words, max, hits, arena);
    arena_free(scratch);
}

bool edit_search(EditSearch *search, Text words, const WorkspaceItems *items, size_t max,
                 WorkspaceHits *hits, Arena *arena)
{
    const int64_t end = now_ms() + SEARCH_MS;
    const Text plain = workspace_folded(words, arena), escaped = in_json(plain, arena);
    if (!search->arena)
        forget(search);
    while (hits->next < items->count && hits->count < max) {
        const WorkspaceItem *item = &items->items[hits->next];
        search_file(search, item, path_has_suffix(item->path, ".json") ? escaped : plain, max,
                    hits, arena);
        if (hits->count < max)
            hits->next++;
        if (now_ms() >= end)
            return false;
    }
    return hits->next == items->count;
}

void edit_search_close(EditSearch *search)
{
    arena_free(search->arena);
    *search = (EditSearch){0};
}
