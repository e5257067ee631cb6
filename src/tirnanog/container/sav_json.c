/* Conversion of saved games to JSON and back; `show` and documentation. */
#include "base/deflate.h"
#include "tirnanog/container/sav.h"

/* The pixels are only included for lossless conversion. */
static void show_preview(const SavPreview *preview, bool whole, JsonWriter *json)
{
    json_open(json, "preview");
    if (whole) {
        record_show_fields(&SavPreview_layout, preview, NULL, json);
    } else {
        json_put_uint(json, "play_time", preview->play_time);
        json_put_uint(json, "dimension", preview->dimension);
    }
    json_close(json);
}

bool sav_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Sav sav;
    if (!sav_read(file, &sav, arena, report))
        return false;
    json_open(json, "header");
    record_show_fields(&SavHeader_layout, &sav.header, NULL, json);
    json_close(json);
    if (sav.has_preview)
        show_preview(&sav.preview, whole, json);
    json_open_list(json, "chunks");
    for (size_t i = 0; i < sav.chunk_count; i++) {
        const SavChunk *chunk = &sav.chunks[i];
        json_open(json, NULL);
        json_put_hex(json, "magic", (Bytes){chunk->magic, sizeof chunk->magic});
        json_put_text(json, "title", text_of(sav_chunk_title(chunk->type)));
        if (chunk->record) {
            json_open(json, "record");
            record_show_fields(sav_layout(chunk->type), chunk->record, NULL, json);
            json_close(json);
        } else {
            json_put_hex(json, "bytes", chunk->bytes);
        }
        json_close(json);
    }
    json_close_list(json);
    return true;
}

Text sav_title(Bytes file, Arena *arena)
{
    Sav sav;
    Report silent = report_to(NULL, NULL);
    if (!sav_read(file, &sav, arena, &silent))
        return TEXT("");
    const SavState *state = sav_find(&sav, SAV_STATE);
    const Text game = sav_game_id(&sav);
    if (!state || !state->place.size)
        return arena_text(arena, game); /* `sav` has its bytes */
    return arena_format(arena, "%.*s: %.*s", (int)game.size, game.at, state->place.size,
                        state->place.text);
}

/* ---- parsing ---- */

static bool parse_chunk(Sav *sav, const json_t *json, Arena *arena, Report *report)
{
    Bytes magic;
    if (!json_is_object(json) || !json_get_hex(json, "magic", &magic, arena, report))
        return report_error(report, "a chunk must be an object with its magic");
    if (magic.size != 4)
        return report_error(report, "a chunk's \"magic\" must have 4 bytes");
    const json_t *record = json_object_get(json, "record");
    if (!record) {
        SavChunk *chunk = ARENA_PUSH(arena, sav->chunks, sav->chunk_count);
        *chunk = (SavChunk){.type = SAV_UNKNOWN};
        memcpy(chunk->magic, magic.data, 4);
        return json_get_hex(json, "bytes", &chunk->bytes, arena, report);
    }
    for (unsigned type = 0; type < SAV_UNKNOWN; type++) {
        void *out = sav_add(sav, (SavChunkType)type, arena);
        if (!memcmp(sav->chunks[sav->chunk_count - 1].magic, magic.data, 4))
            return record_parse(sav_layout((SavChunkType)type), out, record, arena, report);
        sav->chunk_count--;
    }
    return report_error(report, "chunks of this \"magic\" have no \"record\"");
}

static bool parse_preview(Sav *sav, const json_t *json, Arena *arena, Report *report)
{
    sav->has_preview = json != NULL;
    return !json || record_parse(&SavPreview_layout, &sav->preview, json, arena, report);
}

bool sav_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    Sav sav = {0};
    const json_t *chunks = json_object_get(json, "chunks");
    if (!record_parse(&SavHeader_layout, &sav.header, json_object_get(json, "header"), arena,
                      report) ||
        !parse_preview(&sav, json_object_get(json, "preview"), arena, report))
        return false;
    for (size_t i = 0; i < json_array_size(chunks); i++)
        if (!parse_chunk(&sav, json_array_get(chunks, i), arena, report))
            return false;
    return sav_write(&sav, DEFLATE_QUICK, out, arena, report);
}

void sav_describe(Writer *writer)
{
    write_format(writer,
                 "The header, a preview if there is one, then a zlib stream and the CRC-32 "
                 "(4 bytes) of its content:\nchunks, each with its magic and its size. "
                 "Unknown chunks are preserved.\n\n");
#define RECORD_FILE "tirnanog/container/sav.def"
#define RECORD_EACH(record) record_describe(&record##_layout, writer);
#include "base/record_each.h"
}
