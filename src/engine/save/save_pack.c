/* Completes a snapshot with names, and packs it into a file: this does not access the world. */
#include "engine/save/save_internal.h"

#include "base/deflate.h"

void snapshot_finish(Snapshot *snapshot, Arena *arena)
{
    const GameNames names = game_names(snapshot->game, arena);
    SavState *state = sav_find(&snapshot->sav, SAV_STATE);
    for (uint32_t i = 0; i < state->name_count; i++) {
        SavName *name = &state->names[i];
        const Text text = game_name(&names, (SavNameKind)name->kind, name->number);
        name->name = (SavText){(u16)(text.size < UINT16_MAX ? text.size : 0),
                               (ascii *)(uintptr_t)text.at};
    }
    for (uint32_t i = 0; i < state->handler_count; i++) {
        const uint64_t hash = game_code_hash(&names, snapshot->codes[i]);
        state->handlers[i].code_low = (u32)hash;
        state->handlers[i].code_high = (u32)(hash >> 32);
    }
    for (size_t i = 0; i < snapshot->layer_count; i++) {
        const SnapshotLayer *layer = &snapshot->layers[i];
        layer->map->packets = tng_layers_write(layer->cells, layer->count, arena);
    }
}

static SavUser *make_empty_user(Arena *arena)
{
    SavUser *user = ARENA_ALLOC(arena, SavUser, 1);
    memset(user->equipped, 0xFF, sizeof user->equipped); /* TNG_NO_SPRITE */
    memset(user->belt, 0xFF, sizeof user->belt);
    user->entity.map = SAV_NOWHERE;
    return user;
}

/* Orders the chunks USER by the players' IDs. */
static void fill_users(Snapshot *snapshot, Arena *arena)
{
    Sav *sav = &snapshot->sav;
    SavUser *empty = make_empty_user(arena);
    const SavChunk *chunks = sav->chunks;
    const size_t count = sav->chunk_count;
    uint32_t user = 0, seen = 0;
    sav->chunks = NULL;
    sav->chunk_count = 0;
    for (size_t i = 0; i < count; i++) {
        while (chunks[i].type == SAV_USER && user < snapshot->users[seen]) {
            SavChunk *chunk = ARENA_PUSH(arena, sav->chunks, sav->chunk_count);
            *chunk = chunks[i];
            chunk->record = empty;
            user++;
        }
        if (chunks[i].type == SAV_USER) {
            user++;
            seen++;
        }
        *ARENA_PUSH(arena, sav->chunks, sav->chunk_count) = chunks[i];
    }
    snapshot->users = NULL;
}

bool snapshot_pack(Snapshot *snapshot, Bytes *out, Arena *arena, Report *report)
{
    if (snapshot->user_max > SAVE_USERS_MAX)
        return report_error(report, "the ID of player %u is too high for a saved game",
                            snapshot->user_max);
    Arena *scratch = arena_new();
    snapshot_finish(snapshot, scratch);
    if (snapshot->users)
        fill_users(snapshot, scratch);
    const bool ok = sav_write(&snapshot->sav, DEFLATE_QUICK, out, arena, report);
    arena_free(scratch);
    return ok;
}
