/* Saved games as files: read, checked, shown, written; then loaded into a small game, as
 * one for a player and as one for many, and played on; and as a character that joins.
 *
 * The input is a saved game; or, if it begins with "!", what follows is the uncompressed
 * chunks of one of the small game, so that checksums keep nothing away. */
#include "lossless.h"

#include "base/deflate.h"
#include "engine/save/save.h"
#include "kit/formats/format.h"
#include "small_game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TICKS = 60 };

/* A saved game whose chunks are these. In the corpus the game's unique id is zeros, as
 * another version of ours may build the same game with another one. */
static Bytes wrapped(Bytes chunks, Arena *arena)
{
    Writer writer = writer_to(arena);
    write_text(&writer, TEXT("TNG Saved Game\n\0small\0\0\0\0\0\0\0\0\0\0\0"));
    write_bytes(&writer, deflate_bytes(chunks, WRAPPING_ZLIB, DEFLATE_FAST, arena));
    write_u32(&writer, crc32_of(0, chunks));
    Sav sav;
    Bytes file = writer_bytes(&writer);
    Report silent = report_to(NULL, NULL);
    static const byte zeros[8];
    SavState *state = sav_read(file, &sav, arena, &silent) ? sav_find(&sav, SAV_STATE) : NULL;
    if (!state || memcmp(state->unique, zeros, sizeof zeros) != 0)
        return file;
    memcpy(state->unique, small_game()->header.unique, sizeof state->unique);
    if (!sav_write(&sav, DEFLATE_FAST, &file, arena, &silent))
        abort();
    return file;
}

static void all_ways(Bytes file, Arena *arena)
{
    Sav sav;
    Bytes back, again;
    SaveSummary summary;
    Report report = report_to(NULL, NULL);
    save_summary(file, &summary, arena, &report);
    report = report_to(NULL, NULL);
    if (!sav_read(file, &sav, arena, &report)) {
        if (report.errors != 1)
            abort(); /* said once */
        return;
    }
    if (!sav_write(&sav, DEFLATE_FAST, &back, arena, &report) ||
        !sav_read(back, &sav, arena, &report) ||
        !sav_write(&sav, DEFLATE_FAST, &again, arena, &report) || !bytes_equal(back, again))
        abort(); /* our own form stays */
    if (!lossless("sav", file, arena))
        abort();
    sav_check(file, arena, &report);
    sav_title(file, arena);
}

static void play(Bytes file, Arena *arena)
{
    SaveNotes notes;
    Bytes back;
    Report report = report_to(NULL, NULL);
    World *world = world_load(small_game(), file, &(WorldOptions){0}, &notes, arena, &report);
    if (!world) {
        if (report.errors != 1)
            abort();
        return;
    }
    if (!world_save(world, NULL, &back, arena, &report))
        abort();
    for (uint32_t i = 0; i < TICKS; i++) {
        const WorldInput input = {.direction = i / 7 % 9, .buttons = i % 5 ? 0 : 1u << i / 5};
        world_tick(world, &input);
    }
}

/* Whoever could join once can so with what is written about them. */
static void come_again(World *world, uint32_t place, Arena *arena)
{
    Snapshot snapshot;
    Bytes back;
    SaveNotes notes = {0};
    Report report = report_to(NULL, NULL);
    world_snapshot_player(world, place, &snapshot, arena);
    if (!snapshot_pack(&snapshot, &back, arena, &report))
        abort();
    world_remove_player(world, place);
    const WorldJoin join = {77, "Seventy-seven", back};
    if (world_join(world, &join, &notes, &report) == NONE)
        abort();
}

static void play_shared(Bytes file, Arena *arena)
{
    SaveNotes notes;
    Bytes back;
    Report report = report_to(NULL, NULL);
    const WorldOptions options = {.shared = true};
    World *world = world_load(small_game(), file, &options, &notes, arena, &report);
    if (!world)
        world = world_new(small_game(), &options, arena, &report);
    for (uint32_t i = 0; i < world->player_count; i++)
        if (world->players[i]->used &&
            (world->players[i]->id == 77 || world->players[i]->id == 78))
            return;
    const WorldJoin join = {77, "Seventy-seven", file};
    const WorldJoin fresh = {78, "New", {NULL, 0}};
    const uint32_t joined = world_join(world, &join, &notes, &report);
    world_join(world, &fresh, &notes, &report);
    const WorldInput *inputs[PLAYERS_MAX] = {0};
    for (uint32_t i = 0; i < TICKS; i++) {
        const WorldInput input = {.direction = i / 7 % 9, .buttons = i % 5 ? 0 : 1u << i / 5};
        for (uint32_t k = 0; k < world->player_count; k++)
            inputs[k] = (i + k) % 3 ? &input : NULL;
        world_tick_all(world, inputs);
        if (i == TICKS / 2 && joined != NONE)
            come_again(world, joined, arena);
    }
    for (uint32_t i = 0; i < world->player_count; i++)
        if (world->players[i]->used && world->players[i]->id > SAVE_USERS_MAX)
            return;
    if (!world_save(world, NULL, &back, arena, &report))
        abort();
    const uint64_t hash = world_hash(world);
    World *again = world_load(small_game(), back, &options, &notes, arena, &report);
    if (!again || world_hash(again) != hash)
        abort(); /* what was saved is what was there */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Bytes file = {data, size};
    if (size && data[0] == '!')
        file = wrapped((Bytes){data + 1, size - 1}, arena);
    all_ways(file, arena);
    play(file, arena);
    arena_reset(arena);
    if (size && data[0] == '!')
        file = wrapped((Bytes){data + 1, size - 1}, arena);
    play_shared(file, arena);
    arena_free(arena);
    return 0;
}
