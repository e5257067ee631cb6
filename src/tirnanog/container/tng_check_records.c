/* Check of what the values of one record mean together. */
#include "tirnanog/container/tng_check_internal.h"

#include "tirnanog/container/tng_sprites.h"

/* Offsets are those of the file: 10 bytes, then 31 for each option. For the position
 * "rectangle" the sprites are coordinates, and are not checked. */
static void check_chooser(Check *check, const TngChooser *chooser)
{
    enum { POSITION_RECTANGLE = 13, CHOOSER_STAYS_OPEN = 0x80, VARIABLE_LAST = 27 };
    const size_t pictures = sprite_count(check, 0);
    for (size_t i = 0; i < chooser->option_count; i++) {
        const ChooserOption *option = &chooser->options[i];
        const size_t at = 10 + i * 31;
        const unsigned position = option->position & ~CHOOSER_STAYS_OPEN;
        if (position > POSITION_RECTANGLE)
            check_report(check, true, at, NULL, "option %zu: unknown position %u", i, position);
        for (size_t j = 0; j < 3 && position < POSITION_RECTANGLE; j++)
            if (option->sprites[j] != TNG_NO_SPRITE && option->sprites[j] >= pictures)
                check_report(check, true, at + 1 + j * 2, NULL,
                             "option %zu: sprite %u of category 0; there are %zu", i,
                             option->sprites[j], pictures);
        const ChooserCondition *const conditions[] = {
            &option->requires[0], &option -> requires[1], &option -> provides};
        for (size_t j = 0; j < 3; j++)
            if ((conditions[j]->type & 31) > VARIABLE_LAST || conditions[j]->type >> 5 > 5)
                check_report(check, true, at + 7 + j * 8, NULL, "option %zu: unknown type %u",
                             i, conditions[j]->type);
    }
}

static void check_credits(Check *check, const TngCredits *credits)
{
    for (size_t i = 0; i < credits->groups_count; i++)
        if (!credits->groups[i].category || !strchr("gcdafmsvtp", credits->groups[i].category))
            check_report(check, true, 0, NULL, "group %zu: unknown category %u", i,
                         credits->groups[i].category);
}

static void check_events(Check *check, const TngEvent *events, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const u24 parameter = events[i].parameter;
        const unsigned category = parameter & 255, sprite = parameter >> 8;
        if (events[i].type >= 13 && events[i].type <= 15) {
            if (category != 1)
                check_report(check, category != 2, 0, NULL,
                             "event %zu: an object of category %u; the usual form is 1", i,
                             category);
            if ((category == 1 || category == 2) && sprite >= sprite_count(check, 1))
                check_report(check, true, 0, NULL,
                             "event %zu: object %u; there are %zu tile sprites", i, sprite,
                             sprite_count(check, 1));
        } else if (events[i].type == 16 && parameter > 12) {
            check_report(check, true, 0, NULL, "event %zu: unknown timer %u", i, parameter);
        }
    }
}

/* The descriptor of the asset repeats the number of directions. */
void check_direction_count(Check *check, unsigned count, const TngEntry *entry)
{
    const unsigned declared = ((const TngSpriteAsset *)entry->descriptor)->direction_count;
    if (count != declared || declared < 1 || declared > 8)
        check_report(check, true, 15, NULL, "%u directions, the descriptor says %u", count,
                     declared);
}

/* An empty frame has no place on an atlas. Directions have 6 bits in the file, so the shift
 * is masked to 31. */
void check_sprite_frames(Check *check, const TngSprite *sprite)
{
    unsigned seen = 0;
    for (size_t i = 0; i < sprite->directions_count; i++) {
        const TngAnimation *animation = &sprite->directions[i];
        const unsigned direction = animation->type & 63;
        if (direction > 7 || seen >> (direction & 31) & 1)
            check_report(check, true, 0, NULL, "direction %u is invalid or a duplicate",
                         direction);
        seen |= 1u << (direction & 31);
        if (animation->type >> 6 > 2)
            check_report(check, true, 0, NULL, "invalid loop type 3");
        if (!animation->frame_count || animation->frame_count > TNG_FRAMES_MAX ||
            animation->w > TNG_SPRITE_MAX || animation->h > TNG_SPRITE_MAX)
            check_report(check, true, 0, NULL,
                         "%u frames of %u x %u pixels; the maximum is %d of %d x %d",
                         animation->frame_count, animation->w, animation->h, TNG_FRAMES_MAX,
                         TNG_SPRITE_MAX, TNG_SPRITE_MAX);
        for (size_t j = 0; j < animation->frame_count; j++) {
            const TngFrame *frame = &animation->frames[j];
            const unsigned atlas = frame->atlas & 0xFFF;
            if (!frame->w && !frame->h)
                continue;
            if (atlas >= check->atlas_count)
                check_report(check, true, 0, NULL, "frame %zu is on atlas %u; there are %zu", j,
                             atlas, check->atlas_count);
            else if (!tng_frame_fits(frame, animation, check->atlas_w[atlas],
                                     check->atlas_h[atlas]))
                check_report(
                    check, true, 0, NULL,
                    "frame %zu of direction %zu: its cell %ux%u at %u,%u is outside atlas %u "
                    "or "
                    "outside the sprite",
                    j, i, frame->w, frame->h, frame->x, frame->y, atlas);
        }
    }
}

enum { LAYER_NPCS = 5, LAYER_SPAWNERS = 6 }; /* from 0 (seed, maps) */

/* Where the things are that the cells of this layer number. */
static unsigned section_of_layer(size_t layer)
{
    return layer == LAYER_NPCS       ? SECTION_NPCS
           : layer == LAYER_SPAWNERS ? SECTION_SPAWNERS
                                     : SECTION_TILES;
}

/* The number of valid cell values on a layer of a map. */
static size_t cells_of_layer(const Check *check, size_t layer)
{
    return sprite_count(check, layer == LAYER_NPCS       ? TNG_NPC_CATEGORY
                               : layer == LAYER_SPAWNERS ? TNG_SPAWNER_CATEGORY
                                                         : 1);
}

/* Checks cells with this number from `first` to `last`; reports each error once per layer. */
static void check_cells(Check *check, unsigned cell, size_t first, size_t last, bool *told)
{
    const size_t side = (size_t)1 << check->game.header.map_log2, size = side * side;
    for (size_t layer = first / size; layer <= last / size && layer < TNG_LAYERS; layer++) {
        const size_t count = cells_of_layer(check, layer);
        const size_t at = layer == first / size ? first % size : 0;
        if (cell == TNG_NO_SPRITE || cell < count || told[layer] ||
            (!count && is_elsewhere(check, section_of_layer(layer))))
            continue;
        check_report(check, true, 0, NULL, "layer %zu, cell %zu,%zu: number %u; there are %zu",
                     layer + 1, at % side, at / side, cell, count);
        told[layer] = true;
    }
}

/* Checks packet by packet: a small file can contain maps of hundreds of megabytes. */
static void check_layers(Check *check, Bytes packets)
{
    bool told[TNG_LAYERS] = {false};
    size_t done = 0;
    for (size_t at = 0; at < packets.size;) {
        const uint8_t *data = packets.data + at;
        const size_t length = (size_t)(data[0] & 127) + 1;
        const bool repeat = data[0] & 128;
        const size_t stored = repeat ? 1 : length;
        if (stored * 2 + 1 > packets.size - at) {
            check_report(check, true, 0, NULL,
                         "map layers: the packet at byte %zu is truncated", at);
            return;
        }
        for (size_t i = 0; i < stored; i++)
            check_cells(check, data[1 + i * 2] | (unsigned)data[2 + i * 2] << 8, done + i,
                        repeat ? done + length - 1 : done + i, told);
        done += length;
        at += stored * 2 + 1;
    }
}

static void check_map(Check *check, const TngMap *map)
{
    const size_t side = (size_t)1 << check->game.header.map_log2;
    const Bytes packets = {map->layers, map->layers_size};
    const size_t found = tng_layers_count(packets),
                 wanted = side * side * tng_map_layers(&check->game.header);
    if (found != wanted)
        check_report(check, true, 0, NULL, "map layers: %zu cells instead of %zu", found,
                     wanted);
    else
        check_layers(check, packets);
    for (size_t i = 0; i < map->path_count; i++)
        for (size_t j = 0; j < map->paths[i].point_count; j++)
            if (map->paths[i].points[j].x >= side || map->paths[i].points[j].y >= side)
                check_report(check, true, 0, NULL, "patrol path %u, point %zu is off the map",
                             map->paths[i].id, j);
}

void check_record(Check *check, const RecordLayout *layout, void *record)
{
    record_visit(layout, record, check_value, check);
    if (layout == &TngNpc_layout)
        check_events(check, ((TngNpc *)record)->events, ((TngNpc *)record)->event_count);
    else if (layout == &TngMap_layout)
        check_map(check, record);
    else if (layout == &TngChooser_layout)
        check_chooser(check, record);
    else if (layout == &TngCredits_layout)
        check_credits(check, record);
    else if (layout == &TngObject_layout) {
        check_events(check, ((TngObject *)record)->events, ((TngObject *)record)->event_count);
        if (((TngObject *)record)->twice)
            check_report(check, false, 0, NULL,
                         "the equipped sprites are stored twice; the usual form is once");
    }
    if (layout == &TngAlerts_layout && ((TngAlerts *)record)->alert_count < 3)
        check_report(check, true, 11, NULL, "fewer than 3 alerts");
}
