/* What the header says by default values: rates, and the length of rows of character sprites.
 *
 * A row has a sprite for each action and ends with the portrait; byte 45 is its length. Programs
 * know 19 actions: what a shorter row does not have is not set, and further actions of a longer
 * row have no use. */
#include "tirnanog/container/tng.h"

u8 tng_row_length(const TngHeader *header)
{
    return header->row_length == TNG_ROW_LENGTH ? 0 : header->row_length;
}

u8 tng_frame_rate(const TngHeader *header)
{
    return header->frame_rate ? header->frame_rate : TNG_FRAME_RATE;
}

unsigned tng_animation_ticks(const TngHeader *header)
{
    const unsigned rate = tng_frame_rate(header);
    return rate < 8 ? 1 : (rate + 4) / 8;
}

uint32_t tng_audio_rate(const TngHeader *header)
{
    static const uint32_t rates[] = {44100, 8000,  11025, 12000, 16000, 22050, 24000,
                                     32000, 48000, 88200, 96000, 176400, 192000};
    if (!header->audio_rate)
        return rates[0];
    for (size_t i = 0; i < COUNT_OF(rates); i++)
        if (rates[i] / 1000 == header->audio_rate)
            return rates[i];
    return 0;
}

static void widen(const SpriteRef *from, u8 length, SpriteRef *to)
{
    for (unsigned i = 0; i < TNG_ROW_LENGTH - 1; i++)
        to[i] = i + 1u < length ? from[i] : (SpriteRef){.index = TNG_NO_SPRITE};
    to[TNG_ROW_LENGTH - 1] = from[length - 1];
}

static void widen_list(SpriteRef **row, u8 *count, u8 length, Arena *arena)
{
    if (*count != length)
        return;
    SpriteRef *wide = ARENA_ALLOC(arena, SpriteRef, TNG_ROW_LENGTH);
    widen(*row, length, wide);
    *row = wide;
    *count = TNG_ROW_LENGTH;
}

static void widen_object(TngObject *object, Arena *arena)
{
    const u8 length = object->row_length;
    Arena *scratch = arena_new();
    Reader reader = reader_of(
        (Bytes){object->other_layers, object->layer_count * TNG_LAYERS_SIZE(length)}, NULL);
    SpriteRef *row = ARENA_ALLOC(scratch, SpriteRef, length);
    object->layers = ARENA_ALLOC(arena, ObjectLayers, object->layer_count);
    for (size_t i = 0; i < object->layer_count; i++) {
        ObjectLayers *layers = &object->layers[i];
        layers->option = read_u24(&reader);
        for (unsigned k = 0; k < 2; k++) {
            for (u8 j = 0; j < length; j++)
                record_read(&SpriteRef_layout, &row[j], &reader, scratch);
            widen(row, length, k ? layers->above : layers->behind);
        }
    }
    object->row_length = 0;
    arena_free(scratch);
}

void tng_rows_widen(const RecordLayout *layout, void *record, u8 length, Arena *arena)
{
    TngOptions *group = record;
    TngNpc *npc = record;
    if (layout == &TngOptions_layout)
        for (size_t i = 0; i < group->option_count; i++)
            widen_list(&group->options[i].sprites, &group->options[i].sprite_count, length,
                       arena);
    else if (layout == &TngNpc_layout)
        widen_list(&npc->sprites, &npc->sprite_count, length, arena);
    else if (layout == &TngObject_layout)
        widen_object(record, arena);
}
