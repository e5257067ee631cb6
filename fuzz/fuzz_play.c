/* A small game whose records are changed here and there, then played and drawn.
 *
 * The input is a row of changes of 6 bytes {section, record, offset (2), value,
 * how}, a byte 255, then what the player does, a byte a tick. */
#include "small_game.h"

#include <stdlib.h>

#include "player/recording.h"
#include "engine/render/map_picture.h"
#include "engine/render/render.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CHANGE = 6, TICKS_MAX = 120 };

/* Writes a record out, changes a byte, reads it again; keeps it if that works. */
static void *changed(const RecordLayout *layout, const void *record, const uint8_t *change,
                     Arena *arena, Report *report)
{
    Writer writer = writer_to(arena);
    record_write(layout, record, &writer);
    if (!writer.size)
        return NULL;
    const size_t at = (size_t)(change[2] | change[3] << 8) % writer.size;
    writer.data[at] =
        change[5] & 1 ? change[4] : (uint8_t)(writer.data[at] + (int8_t)change[4]);
    Reader reader = reader_of(writer_bytes(&writer), report);
    void *again = arena_alloc(arena, 1, layout->size);
    return record_read(layout, again, &reader, arena) ? again : NULL;
}

static void change_game(TngFile *game, const uint8_t *change, Arena *arena, Report *report)
{
    TngSection *section = &game->sections[change[0] % game->section_count];
    if (!section->kind || section->type == SECTION_ATLASES)
        return;
    void *again;
    if (section->kind->form == TNG_SINGLE && section->record) {
        again = changed(section->kind->record, section->record, change, arena, report);
        section->record = again ? again : section->record;
    } else if (section->kind->form == TNG_ASSETS && section->count) {
        TngEntry *entry = &section->entries[change[1] % section->count];
        if (!entry->asset && entry->stored.size)
            entry->asset = tng_asset(game, section, change[1] % section->count, arena, report);
        again = entry->asset
                    ? changed(section->kind->asset, entry->asset, change, arena, report)
                    : NULL;
        entry->asset = again ? again : entry->asset;
    }
}

static void play(const TngFile *game, const uint8_t *data, size_t size, Arena *arena,
                 Report *report)
{
    World *world = world_new(game, &(WorldOptions){.skip_menu = size & 1}, arena, report);
    if (!world)
        return;
    const PlayerContext ctx = local_context(world);
    Renderer *renderer = renderer_new(world, arena, report);
    Image frame = image_new(320, 180, arena);
    for (size_t i = 0; i < size && i < TICKS_MAX; i++) {
        const WorldInput input = {.direction = data[i] & 7,
                                  .buttons = (uint32_t)data[i] >> 3 & 15,
                                  .item = data[i] == 200,
                                  .action = data[i] > 246 ? data[i] - 246u : 0};
        world_tick(world, &input);
        if (i % 40 == 7)
            render_frame(renderer, ctx, &frame);
    }
    render_frame(renderer, ctx, &frame);
    renderer_free(renderer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Bytes bytes = small_game_file();
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    Recording recording;
    TngFile game;
    if (size > 1 && data[0] == '#') {
        const Text text = {(const char *)data, size}, extension = TEXT("winter");
        if (recording_read(text, &recording, arena, &report) &&
            tng_read(bytes, &game, arena, &report))
            recording_check(&recording, &game, &extension, 1, &report);
        if (recording_size(text, data[size - 1]) > size)
            abort();
    } else if (tng_read(bytes, &game, arena, &report)) {
        size_t at = 0;
        for (; at + CHANGE <= size && data[at] != 255; at += CHANGE)
            change_game(&game, data + at, arena, &report);
        play(&game, data + at, size - at, arena, &report);
    }
    arena_free(arena);
    return 0;
}
