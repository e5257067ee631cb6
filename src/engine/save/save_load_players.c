/* The players of a saved game: their indices, belongings and screens. */
#include "engine/save/save_internal.h"

/* ---- players and their indices ---- */

/* Without the chunk OISN, the first player of the save continues in a single-player game. */
static bool read_player_slots(Load *load)
{
    static const SavePlayerSlot first = {0, 0, 1};
    if (load->state) {
        load->player_slots =
            load_table(load, SAVE_seats, PLAYERS_MAX, &load->player_slot_count);
    } else if (!load->world->shared || load->joining) {
        load->player_slots = &first;
        load->player_slot_count = 1;
    }
    if (load->failed || load->world->shared)
        return !load->failed;
    if (!load->player_slot_count)
        return load_fail(load, "it contains no player");
    return load->player_slots[0].started ||
           report_error(load->report, "its first player has not started the game");
}

/* NONE: the player is left out, as only one is wanted. */
static uint32_t wanted_index(const Load *load, size_t row)
{
    if (load->joining)
        return row ? NONE : load->joining_index;
    if (!load->world->shared)
        return row ? NONE : 0;
    return load->player_slots[row].place ? load->player_slots[row].place
                                         : 1; /* it was a single-player game */
}

/* False if the index is in use. */
static bool take_index(Load *load, size_t row)
{
    const uint32_t player_index = load->places[row] = wanted_index(load, row);
    for (size_t i = 0; i < row; i++)
        if (player_index != NONE && load->places[i] == player_index)
            return load_fail(load, "duplicate player");
    if (player_index != NONE) {
        player_new(load->world, player_index);
        player_clear(player_context(load->world, player_index));
    }
    return true;
}

/* The lowest actor index that the save does not use; index 0 is reserved. */
static uint32_t free_actor_index(const Load *load, const SaveSlot *slots, size_t count)
{
    bool *taken = ARENA_ALLOC(load->scratch, bool, ACTORS_MAX);
    uint32_t index = 1;
    for (size_t i = 0; slots && i < count; i++)
        taken[slots[i].index] = true;
    while (index < ACTORS_MAX && taken[index])
        index++;
    return index;
}

/* Reserves an actor while the maps it needs are loaded. */
static bool reserve(Load *load, uint32_t player_index, uint32_t *index)
{
    Player *player = load->world->players[player_index];
    if (!actor_at_index(load->world, index))
        return false;
    player->used = true;
    player->actor = *index;
    load->world->actors[*index]->used = 1;
    load->world->actors[*index]->map = NONE;
    return true;
}

/* `selves` has the actors' indexes in the file, `selves_now` those in this world. Tables of the
 * file are translated with both. */
static bool find_selves(Load *load)
{
    World *world = load->world;
    size_t count = 0;
    const SaveSlot *slots =
        load->state ? load_table(load, SAVE_slots, ACTORS_MAX, &count) : NULL;
    if (load->failed || (load->state && count < load->player_slot_count))
        return load_fail(load, "a player has no position");
    for (size_t i = 0; i < load->player_slot_count; i++) {
        const uint32_t self = slots ? slots[i].index : 0;
        uint32_t now = load->places[i] == NONE ? NONE : 0;
        if (now != NONE && world->shared)
            now = self ? self : free_actor_index(load, slots, count);
        if (now != NONE && load->joining && !reserve(load, load->places[i], &now))
            return report_error(load->report,
                                "the world is full: it cannot hold another player");
        load->selves[i] = self;
        load->selves_now[i] = now;
    }
    return true;
}

/* Must come before actors and tasks: their references to players need the indexes. */
bool load_player_slots(Load *load)
{
    if (!read_player_slots(load))
        return false;
    load->places = ARENA_ALLOC(load->scratch, uint32_t, load->player_slot_count);
    load->selves = ARENA_ALLOC(load->scratch, uint32_t, load->player_slot_count);
    load->selves_now = ARENA_ALLOC(load->scratch, uint32_t, load->player_slot_count);
    for (size_t i = 0; i < load->player_slot_count; i++)
        if (!take_index(load, i))
            return false;
    return find_selves(load);
}

/* Slots refer to USER chunks by number, since single-player files have just one. */
const SavUser *load_user_of(const Load *load, size_t row)
{
    uint32_t user = 0;
    for (size_t i = 0; i < load->sav->chunk_count; i++)
        if (load->sav->chunks[i].type == SAV_USER && user++ == load->player_slots[row].user)
            return load->sav->chunks[i].record;
    return NULL;
}

/* ---- belongings ---- */

/* Tables of all players, consecutively, and the current positions in them. */
typedef struct Lists {
    const SaveFlag *bag;
    const SaveShort *palettes;
    size_t bag_count, bag_at, palette_count, palette_at;
    const SaveQuest *failed;
    size_t failed_count;
    const SavePoints *points;
    size_t point_count;
    const SaveField *fields;
    size_t field_count;
} Lists;

/* Upper limits of the tables; without OISN they are empty. */
static bool read_lists(Load *load, Lists *lists)
{
    const size_t each = PLAYERS_MAX;
    lists->bag = load_table(load, SAVE_bag, each * ITEMS_MAX, &lists->bag_count);
    lists->palettes = load_table(load, SAVE_palettes, each * UINT8_MAX, &lists->palette_count);
    lists->failed = load_table(load, SAVE_failed, each * UINT16_MAX, &lists->failed_count);
    lists->points = load_table(load, SAVE_points, each * UINT16_MAX, &lists->point_count);
    lists->fields = load_table(load, SAVE_fields, each * CRAFT_FIELDS, &lists->field_count);
    return !load->failed;
}

/* Objects that the game no longer has are left out. */
static bool add_item(Load *load, const SavItem *item)
{
    enum { COUNT_MAX = 1000000000 };
    Player *me = load->player;
    const uint16_t sprite = load_object(load, item->object);
    if (!item->quantity || item->quantity > COUNT_MAX || item->object >= TNG_NO_SPRITE)
        return load_fail(load, "invalid quantity %u of object %u", item->quantity,
                         item->object);
    if (sprite == TNG_NO_SPRITE)
        return true;
    if (me->item_count == ITEMS_MAX)
        return load_fail(load, "the player has more than %d items", ITEMS_MAX);
    me->items[me->item_count++] = (Item){sprite, item->quantity};
    return true;
}

/* In the order of the bag, if that is known; otherwise the skills are last. */
static bool load_items(Load *load, const SavEntity *entity, Lists *lists)
{
    size_t item = 0, skill = 0;
    const size_t all = (size_t)entity->item_count + entity->skill_count;
    const bool known = lists->bag_count - lists->bag_at >= all;
    bool ok = true;
    load->player->item_count = 0;
    for (size_t i = 0; ok && i < all; i++) {
        bool is_skill = item == entity->item_count;
        if (known && skill < entity->skill_count && lists->bag[lists->bag_at + i].value)
            is_skill = true;
        ok = add_item(load, is_skill ? &entity->skills[skill++] : &entity->items[item++]);
    }
    return ok;
}

/* The format has only open and done; failed quests are in a table of OISN. */
static bool load_quests(Load *load, const SavEntity *entity, size_t row, const Lists *lists)
{
    World *world = load->world;
    const PlayerContext ctx = load_turn(load);
    for (uint32_t i = 0; i < entity->quest_count; i++) {
        const uint32_t old = entity->quests[i] & ~SAV_QUEST_DONE;
        const uint32_t quest = load_number(load, SAV_NAME_QUEST, old);
        if (quest < world->quest_count)
            ctx.player->quests[quest] =
                entity->quests[i] & SAV_QUEST_DONE ? QUEST_DONE : QUEST_OPEN;
        else if (!load->moved)
            return load_fail(load, "unknown quest %u", old);
    }
    for (size_t i = 0; i < lists->failed_count; i++)
        if (lists->failed[i].row == row && lists->failed[i].quest < world->quest_count)
            ctx.player->quests[lists->failed[i].quest] = QUEST_FAILED;
    return true;
}

/* Options that a group no longer has become NONE. */
static void load_choices(Load *load, const SavUser *user, const Lists *lists)
{
    World *world = load->world;
    const PlayerContext ctx = load_turn(load);
    for (uint32_t i = 0; i < user->option_count; i++) {
        const uint32_t group = load_number(load, SAV_NAME_OPTIONS, i);
        const TngOptions *options = group < world->choice_count
                                        ? content_record(world->content, SECTION_OPTIONS, group)
                                        : NULL;
        if (!options)
            continue;
        ctx.player->choices[group] =
            user->options[i] < options->option_count ? user->options[i] : NONE;
        const size_t at = lists->palette_at + i;
        const uint32_t palette = at < lists->palette_count ? lists->palettes[at].value : 0;
        ctx.player->palettes[group] = palette < world_palettes(world, group) ? palette : 0;
    }
}

/* Everything but the position, which load_actors() has set. */
static bool load_things(Load *load, const SavUser *user, size_t row, Lists *lists)
{
    Player *me = load->player;
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) {
        me->equipped[i] = load_object(load, user->equipped[i]);
        me->belt[i] = load_object(load, user->belt[i]);
    }
    const Text name = arena_text(load->scratch, (Text){user->name, user->name_size});
    text_keep(me->name, sizeof me->name, name.at);
    load_choices(load, user, lists);
    for (size_t i = 0; i < lists->point_count; i++) {
        const SavePoints *given = &lists->points[i];
        const uint32_t ordinal = load_number(load, SAV_NAME_ATTRIBUTE, given->attribute);
        if (given->row == row && ordinal < load->world->content->attributes->attribute_count)
            me->points[ordinal] = given->points;
    }
    for (size_t i = 0; i < CRAFT_FIELDS && row * CRAFT_FIELDS + i < lists->field_count; i++) {
        const SaveField *field = &lists->fields[row * CRAFT_FIELDS + i];
        me->fields[i] = (Ingredient){(u16)field->quantity, (u16)field->object};
    }
    return load_items(load, &user->entity, lists) &&
           load_quests(load, &user->entity, row, lists);
}

/* ---- screens and plans ---- */

/* Whether a map is not loaded. */
static bool map_is_unloaded(const World *world, uint32_t map)
{
    return !world->maps[map] || !world->maps[map]->record;
}

static bool take_alerts(Load *load, const Player *saved)
{
    const TngAlerts *alerts = load->world->content->alerts;
    Player *me = load->player;
    me->alert_count = 0;
    for (size_t i = 0; i < saved->alert_count; i++) {
        AlertState alert = saved->alerts[i];
        if (alert.quest) /* NONE + 1: none */
            alert.quest = load_number(load, SAV_NAME_QUEST, alert.quest - 1) + 1;
        if (alert.alert < alerts->alert_count)
            me->alerts[me->alert_count++] = alert;
        else if (!load->moved)
            return load_fail(load, "unknown alert");
    }
    return true;
}

/* Which handlers have noticed the player already; in another world they notice again. */
static void take_nears(Load *load, const Player *saved)
{
    World *world = load->world;
    for (size_t i = 0; world->shared && !load->moved && !load->joining && i < saved->near_count;
         i++)
        near_set(load_turn(load), saved->nears[i].key, saved->nears[i].bits);
}

/* Fields of OISN are copied by their table; then those are mended that another build or world
 * makes invalid. */
static bool take_row(Load *load, const Player *saved)
{
    World *world = load->world;
    Player *me = load->player;
    state_copy(&Player_entity, me, saved, SAVED);
    me->near_count = 0;
    if (load->moved && me->entered.map == NONE && me->started)
        me->entered = (Location){context_actor(load_turn(load))->map,
                                 actor_cell(world, context_actor(load_turn(load)))};
    if (load->joining && load->timed && me->scene.map != NONE)
        map_of(world, me->scene.map);
    if (me->scene.map != NONE && map_is_unloaded(world, me->scene.map)) {
        if (!load->moved && !load->joining)
            return load_fail(load, "a scene uses map %u, which was not entered", me->scene.map);
        me->scene.map = NONE;
    }
    me->path_count = 0;
    for (uint32_t i = 0; i < saved->path_count; i++)
        path_push(load_turn(load), saved->path[i]);
    take_nears(load, saved);
    if (!take_alerts(load, saved))
        return false;
    if (load->joining)
        load_player_here(load, me);
    return true;
}

/* Also for players who are left out: the positions in the common tables move on. */
static bool pass(Load *load, const SavUser *user, Lists *lists)
{
    lists->bag_at += (size_t)user->entity.item_count + user->entity.skill_count;
    lists->palette_at += user->option_count;
    if (lists->bag_at > lists->bag_count)
        lists->bag_at = lists->bag_count;
    return !load->failed;
}

/* Without the chunk OISN there are only the chunks USER. */
bool load_players(Load *load)
{
    static const Player nothing = {.id = 1};
    World *world = load->world;
    Lists lists = {0};
    size_t count = 0;
    const Player *rows =
        load->state ? load_table(load, SAVE_players, PLAYERS_MAX, &count) : NULL;
    if (load->failed ||
        (load->state && (count != load->player_slot_count || !read_lists(load, &lists))))
        return load_fail(load, "players are missing");
    for (size_t i = 0; i < load->player_slot_count; i++) {
        const SavUser *user = load_user_of(load, i);
        const Player *saved = rows ? &rows[i] : &nothing;
        if (!user)
            return load_fail(load, "a player is missing");
        if (load->places[i] != NONE) {
            load->player = world->players[load->places[i]];
            if (!load_things(load, user, i, &lists) || (rows && !take_row(load, saved)))
                return false;
            load->player->id = saved->id;
            for (size_t k = 0; rows && k < i; k++)
                if (load->places[k] != NONE && rows[k].id == saved->id)
                    return load_fail(load, "duplicate player ID %u", saved->id);
            if (!saved->id)
                return load_fail(load, "a player has no ID");
        }
        if (!pass(load, user, &lists))
            return false;
    }
    return true;
}
