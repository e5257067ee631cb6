/* What the player does on the map, as steps. */
#include "studio/scenario/transcript_internal.h"

#include "base/text.h"

/* ---- walking ---- */

void transcript_walk(Transcript *transcript)
{
    const Position here = transcript->here, placed = transcript->placed;
    const World *world = transcript->run.world;
    if (!transcript->steered || transcript->beginning ||
        (here.map == placed.map && same_cell(here.cell, placed.cell)))
        return;
    const Text map = arena_text(transcript->arena, run_map_name(&transcript->run, here.map));
    if (here.map >= world->map_count)
        return;
    if (here.map == placed.map)
        transcript_step(transcript, "go %d %d", here.cell.x, here.cell.y);
    else
        transcript_step(transcript, "go %.*s %d %d", (int)map.size, map.at, here.cell.x,
                        here.cell.y);
}

/* Where the player stops for a while, others wait or something may happen. */
void transcript_rest(Transcript *transcript, const WorldInput *input)
{
    enum { A_WHILE = 24 };
    const Position here = transcript_position(transcript);
    const bool moves = here.map != transcript->here.map ||
                       !same_cell(here.cell, transcript->here.cell) || input->direction ||
                       transcript_player(transcript).player->path_count;
    transcript->steered |=
        input->direction || input->go || transcript_player(transcript).player->path_count;
    transcript->resting = moves ? 0 : transcript->resting + 1;
    if (!transcript->steered)
        transcript->placed = here;
    if (transcript->resting == A_WHILE &&
        transcript_player(transcript).player->screen.screen == SCREEN_GAME)
        transcript_walk(transcript);
}

/* ---- what began ---- */

/* The object of a record. */
static uint32_t sprite_of(const Transcript *transcript, uint32_t ordinal)
{
    const TngSection *section = tng_section(transcript->run.game, SECTION_OBJECTS);
    return section && ordinal < section->count
               ? ((const TngObjectAsset *)section->entries[ordinal].descriptor)->sprite
               : TNG_NO_SPRITE;
}

static const TngEvent *event_of(Transcript *transcript, ScriptRef ref)
{
    const void *record = content_record(transcript->run.world->content, ref.section, ref.index);
    if (!record)
        return NULL;
    return ref.section == SECTION_NPCS ? &((const TngNpc *)record)->events[ref.event]
                                       : &((const TngObject *)record)->events[ref.event];
}

/* The cell that was clicked, or that the player faces. */
static Cell clicked(const Transcript *transcript)
{
    const World *world = transcript->run.world;
    const uint32_t direction = context_actor(transcript_player(transcript))->direction & 7;
    return transcript->goes ? transcript->goal
                            : grid_step(&world->content->grid, run_here(&transcript->run),
                                        (Direction)direction);
}

static void note_click(Transcript *transcript, bool is_object, uint32_t sprite, Text name)
{
    const bool alone =
        !is_object || count_objects(&transcript->run, sprite, transcript->here.map, NULL) <= 1;
    if (alone) {
        TranscriptLine *line =
            transcript_step(transcript, "talk %.*s", (int)name.size, name.at);
        line->comes = is_object ? TEXT("") : name;
        return;
    }
    const Cell cell = clicked(transcript);
    transcript_step(transcript, "click %d %d", cell.x, cell.y);
}

/* NPCs also walk into the player; that needs no step. */
static void note_touch(Transcript *transcript, bool is_object, uint32_t sprite, Text name)
{
    static const char *const words[] = {"so", "sw", "we", "nw", "no", "ne", "ea", "se"};
    enum { TICKS = 12 };
    const bool alone =
        !is_object || count_objects(&transcript->run, sprite, transcript->here.map, NULL) <= 1;
    if (!transcript->steered)
        return;
    if (alone) {
        transcript_step(transcript, "touch %.*s", (int)name.size, name.at);
        return;
    }
    if (transcript->touches && !same_cell(transcript->touched, transcript->here.cell)) {
        transcript_walk(transcript);
        transcript_step(transcript, "hold %s %d ticks", words[transcript->direction & 7],
                        TICKS);
        return;
    }
    if (transcript_position(transcript).map == transcript->here.map)
        transcript->here = transcript_position(transcript);
    transcript_walk(transcript);
}

static void note_attack(Transcript *transcript, bool is_object, uint32_t npc, Text name,
                        uint32_t action)
{
    TranscriptLine *last = transcript->count ? &transcript->lines[transcript->count - 1] : NULL;
    if (last && !last->expects && last->enemy == npc && last->action == action && !is_object) {
        last->times++;
        transcript->since = 0;
        return;
    }
    last = action > 1
               ? transcript_step(transcript, "attack %.*s %u", (int)name.size, name.at, action)
               : transcript_step(transcript, "attack %.*s", (int)name.size, name.at);
    last->enemy = is_object ? NONE : npc;
    last->comes = is_object ? TEXT("") : name;
    last->action = action;
    last->thing = name;
    transcript->live = count_actors(&transcript->run, npc, transcript->here.map, NULL);
}

/* An enemy that is gone was defeated. */
void transcript_defeat(Transcript *transcript)
{
    TranscriptLine *last = transcript->count ? &transcript->lines[transcript->count - 1] : NULL;
    if (!last || last->expects || last->enemy == NONE)
        return;
    const uint32_t live =
        count_actors(&transcript->run, last->enemy, transcript->here.map, NULL);
    if (live >= transcript->live && transcript->removed != last->enemy)
        return;
    last->text = last->action > 1
                     ? arena_format(transcript->arena, "defeat %.*s %u", (int)last->thing.size,
                                    last->thing.at, last->action)
                     : arena_format(transcript->arena, "defeat %.*s", (int)last->thing.size,
                                    last->thing.at);
    last->enemy = NONE;
    last->comes = last->thing;
    last->times = 1;
}

void transcript_use(Transcript *transcript, uint32_t sprite, Text on)
{
    const Text object = transcript_name(transcript, SCRIPT_OBJECT, sprite);
    if (on.size)
        transcript_step(transcript, "use %.*s on %.*s", (int)object.size, object.at,
                        (int)on.size, on.at);
    else
        transcript_step(transcript, "use %.*s", (int)object.size, object.at);
}

/* The object of the bag or the belt that was used; TNG_NO_SPRITE: none. */
static uint32_t used_object(const Transcript *transcript, const WorldInput *input)
{
    if (input->item && input->item <= transcript->now.item_count)
        return transcript->now.items[input->item - 1].sprite;
    if (input->belt && input->belt <= TNG_EQUIP_SLOTS)
        return transcript->belt[input->belt - 1];
    return TNG_NO_SPRITE;
}

/* A handler that the player has caused; `used`: the object that was used, if any, whose handler
 * for clicks answers. Returns whether it is a step. */
static bool note_start(Transcript *transcript, ScriptRef ref, uint32_t used)
{
    const bool is_object = ref.section == SECTION_OBJECTS;
    if (!is_object && ref.section != SECTION_NPCS)
        return false;
    const TngEvent *event = event_of(transcript, ref);
    const uint32_t index = is_object ? sprite_of(transcript, ref.index) : ref.index;
    const Text name =
        transcript_name(transcript, is_object ? SCRIPT_OBJECT : SCRIPT_NPC, index);
    if (!event)
        return false;
    const unsigned type = event->type;
    if (type < TNG_EVENT_TIMER && type != TNG_EVENT_LEAVE && type != TNG_EVENT_APPROACH &&
        transcript->here.map != transcript->placed.map)
        transcript_walk(transcript); /* what follows is searched on the map */
    if (type == TNG_EVENT_CLICK && is_object && index == used)
        return false;
    if (type == TNG_EVENT_CLICK)
        note_click(transcript, is_object, index, name);
    else if (type == TNG_EVENT_TOUCH)
        note_touch(transcript, is_object, index, name);
    else if (type >= TNG_EVENT_ACTION1 && type < TNG_EVENT_ACTION1 + TNG_EVENT_ACTIONS)
        note_attack(transcript, is_object, index, name, type - TNG_EVENT_ACTION1 + 1);
    else if (tng_event_is_using(type))
        transcript_use(transcript, event->parameter >> 8, name);
    else
        return false;
    return true;
}

void transcript_starts(Transcript *transcript, const WorldInput *input)
{
    bool noted = false;
    const uint32_t object = used_object(transcript, input);
    for (size_t i = 0; i < transcript->started_count; i++)
        noted |= note_start(transcript, transcript->started[i], object);
    if (noted)
        return;
    if (object != TNG_NO_SPRITE) {
        transcript_walk(transcript);
        transcript_use(transcript, object, TEXT(""));
        return;
    }
    for (size_t i = 0; i < transcript->started_count; i++)
        if (transcript->started[i].section == SECTION_ACTIONS && input->action) {
            transcript_walk(transcript);
            transcript_step(transcript, "action %u", input->action);
        }
}
