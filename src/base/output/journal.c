/* Parts, in order: writing; reading. A journal is written under another name, flushed and
 * renamed, so it is complete or does not exist. When it is read, every name is checked again: a
 * journal moves files, so one that somebody else has made must not lead out of the folder. */
#include "base/output/journal.h"

#include "base/folders.h"
#include "base/stream.h"
#include "base/system/files.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

bool journal_exists(int folder)
{
    FileInfo status;
    return file_info_at(folder, JOURNAL, &status);
}

/* ---- writing ---- */

static void write_word(Writer *out, Text word)
{
    write_text(out, word);
    write_bytes(out, (Bytes){(const uint8_t *)"", 1});
}

/* For each move: the fingerprint, the name in the staging folder, the target; each ends with a
 * zero byte. */
static Bytes write_moves(const Move *moves, size_t count, Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t i = 0; i < count; i++) {
        const Fingerprint *made = &moves[i].made;
        write_format(&out, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, made->inode,
                     made->size, made->time, made->hash);
        write_word(&out, TEXT(""));
        write_word(&out, moves[i].from);
        write_word(&out, moves[i].place);
    }
    return writer_bytes(&out);
}

static bool save(const Staging *staging, const char *target, Bytes journal, Report *report)
{
    const StagedFile file = {
        .name = JOURNAL ".new", .shown = target, .mode = MODE_PRIVATE, .flushed = true};
    if (!staging_write(staging, &file, &journal, 1, report))
        return false;
    if (!file_move(staging->folder, JOURNAL ".new", staging->folder, JOURNAL))
        return file_failed(target, "cannot write", report);
    folder_flush(staging->folder, ".");
    return true;
}

bool journal_save(const Staging *staging, const Move *moves, size_t count, Report *report)
{
    Arena *arena = arena_new();
    const bool ok =
        !count || save(staging, moves[0].target.at, write_moves(moves, count, arena), report);
    arena_free(arena);
    return ok;
}

/* ---- reading ---- */

static bool take_word(Bytes *rest, Text *out)
{
    const uint8_t *end = rest->size ? memchr(rest->data, 0, rest->size) : NULL;
    if (!end)
        return false;
    *out = (Text){(const char *)rest->data, (size_t)(end - rest->data)};
    *rest = bytes_slice(*rest, out->size + 1, rest->size - out->size - 1);
    return true;
}

/* Numbers that are missing are 0: version 0.2.0 wrote the inode only. Then the file counts as
 * changed, and stays. */
static Fingerprint read_fingerprint(Text word)
{
    Fingerprint made = {0};
    uint64_t *const numbers[] = {&made.inode, &made.size, &made.time, &made.hash};
    char *at = (char *)(uintptr_t)word.at;
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        *numbers[i] = strtoull(at, &at, 10);
    return made;
}

/* Whether it has parts separated by slashes, none of them empty or dots. */
static bool is_plain(Text path)
{
    size_t from = 0;
    for (size_t i = 0; i <= path.size; i++) {
        if (i < path.size && path.at[i] != '/')
            continue;
        const Text part = text_slice(path, from, i);
        if (!part.size || text_is(part, ".") || text_is(part, ".."))
            return false;
        from = i + 1;
    }
    return true;
}

static bool is_staged_name(Text from)
{
    size_t slash;
    const Text name = text_starts(from, STAGING_NEW "/")
                          ? text_slice(from, strlen(STAGING_NEW "/"), from.size)
                          : from;
    return is_plain(name) && !text_find(name, '/', &slash);
}

static bool is_target(Text place, bool elsewhere)
{
    if (!text_starts(place, "/"))
        return is_plain(place);
    return elsewhere && is_plain(text_slice(place, 1, place.size));
}

static bool read_moves(Bytes file, bool elsewhere, Move **moves, size_t *count, Arena *arena)
{
    Text made, from, place;
    while (file.size) {
        if (!take_word(&file, &made) || !take_word(&file, &from) || !take_word(&file, &place) ||
            (from.size && !is_staged_name(from)) || !is_target(place, elsewhere))
            return false;
        *ARENA_PUSH(arena, *moves, *count) =
            (Move){.from = from, .place = place, .made = read_fingerprint(made)};
    }
    return true;
}

static void release_file(void *thing) { file_close(*(int *)thing); }

/* It must be a regular file, and no link. */
static bool read_file(int folder, Bytes *out, Arena *arena)
{
    int *file = ARENA_ALLOC(arena, int, 1);
    FileInfo status;
    *file = file_open(folder, JOURNAL, OPEN_READ | OPEN_NO_LINK | OPEN_NO_WAIT);
    if (*file < 0)
        return false;
    arena_own(arena, release_file, file);
    if (!file_info_of(*file, &status) || status.kind != KIND_FILE)
        return false;
    uint8_t *data = arena_alloc_raw(arena, (size_t)status.size + 1, 1);
    const int64_t got = file_read(*file, data, (size_t)status.size);
    *out = (Bytes){data, (size_t)got};
    return got >= 0;
}

bool journal_load(int folder, bool elsewhere, Move **moves, size_t *count, Arena *arena)
{
    Bytes file;
    *moves = NULL;
    *count = 0;
    return read_file(folder, &file, arena) && read_moves(file, elsewhere, moves, count, arena);
}
