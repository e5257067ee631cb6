/* The players of a saved game: a chunk USER and a row of each table for each of them. */
#include "engine/save/save_internal.h"

#include <stdlib.h>

/* Lists without a fixed size, of all players consecutively. */
typedef struct Lists {
    SaveFlag *bag;
    SaveShort *palettes;
    size_t bag_count, palette_count;
    SaveQuest *failed;
    size_t failed_count;
    SavePoints *points;
    size_t point_count;
    SaveField *fields;
    size_t field_count;
    const void **screens;
    size_t screen_count;
} Lists;

/* ---- items and quests ---- */

/* The format lists items and skills separately; the table `bag` has their common order. */
static void add_items(Save *save, const Player *player, SavEntity *entity, Lists *lists)
{
    entity->items = ARENA_ALLOC(save->arena, SavItem, player->item_count);
    entity->skills = ARENA_ALLOC(save->arena, SavItem, player->item_count);
    for (uint32_t i = 0; i < player->item_count; i++) {
        const Item *item = &player->items[i];
        const TngObject *object = content_object(save->world->content, item->sprite, NULL);
        const bool is_skill = object && object->equip_mask == UINT32_MAX;
        *ARENA_PUSH(save->arena, lists->bag, lists->bag_count) = (SaveFlag){is_skill};
        SavItem *out = is_skill ? &entity->skills[entity->skill_count++]
                                : &entity->items[entity->item_count++];
        *out = (SavItem){item->count, item->sprite};
        save_note(save, SAV_NAME_OBJECT, item->sprite);
    }
}

static void add_quests(Save *save, const Player *player, uint32_t row, SavEntity *entity,
                       Lists *lists)
{
    const uint32_t count = save->world->quest_count;
    entity->quests = ARENA_ALLOC(save->arena, u32, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t state = player->quests[i];
        if (state == QUEST_FAILED)
            *ARENA_PUSH(save->arena, lists->failed, lists->failed_count) = (SaveQuest){row, i};
        else if (state != QUEST_UNKNOWN && entity->quest_count < UINT16_MAX)
            entity->quests[entity->quest_count++] =
                i | (state == QUEST_DONE ? SAV_QUEST_DONE : 0);
        if (state != QUEST_UNKNOWN)
            save_note(save, SAV_NAME_QUEST, i);
    }
}

/* Names of all objects that are referred to: another build finds them by name. */
static void note_objects(Save *save, const uint16_t *sprites, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (sprites[i] != TNG_NO_SPRITE)
            save_note(save, SAV_NAME_OBJECT, sprites[i]);
}

/* The format has a byte for the number of groups. */
static void add_choices(Save *save, const Player *player, SavUser *user, Lists *lists)
{
    const uint32_t count = save->world->choice_count;
    user->option_count = (u8)(count < UINT8_MAX ? count : UINT8_MAX);
    user->options = ARENA_ALLOC(save->arena, u32, user->option_count);
    for (uint32_t i = 0; i < user->option_count; i++) {
        user->options[i] = player->choices[i];
        *ARENA_PUSH(save->arena, lists->palettes, lists->palette_count) =
            (SaveShort){player->palettes[i]};
        save_note(save, SAV_NAME_OPTIONS, i);
    }
}

/* ---- screens and plans ---- */

/* Always SAVE_SCREENS rows for each player, also for unused ones. */
static void add_screens(Save *save, const Player *player, Lists *lists)
{
    const ScreenState *const screens[SAVE_SCREENS] = {&player->screen, &player->under,
                                                      &player->outer, &player->paused};
    for (size_t i = 0; i < SAVE_SCREENS; i++) {
        SavNameKind kind;
        *ARENA_PUSH(save->arena, lists->screens, lists->screen_count) = screens[i];
        if (screen_record_kind(screens[i]->screen, &kind))
            save_note(save, kind, screens[i]->record);
        if (screens[i]->speaker)
            save_note(save, SAV_NAME_NPC, screens[i]->speaker - 1);
    }
    for (size_t i = 0; i < CRAFT_FIELDS; i++)
        *ARENA_PUSH(save->arena, lists->fields, lists->field_count) =
            (SaveField){player->fields[i].quantity, player->fields[i].object};
}

/* Only values that are not 0. */
static void add_points(Save *save, const Player *player, uint32_t row, Lists *lists)
{
    const uint32_t attributes = save->world->content->attributes->attribute_count;
    for (uint32_t i = 0; i < attributes; i++)
        if (player->points[i])
            *ARENA_PUSH(save->arena, lists->points, lists->point_count) =
                (SavePoints){row, i, player->points[i]};
}

/* ---- all of them ---- */

/* `row` is the player's row in all tables; the order of the calls is that of the format's
 * lists. */
static void add_user(Save *save, const Player *player, uint32_t row, SaveValues *further,
                     Lists *lists)
{
    SavUser *user = sav_add(&save->out->sav, SAV_USER, save->arena);
    user->name_size = (u32)strnlen(player->name, sizeof player->name);
    user->name =
        (ascii *)(uintptr_t)arena_text(save->arena, (Text){player->name, user->name_size}).at;
    add_choices(save, player, user, lists);
    memcpy(user->equipped, player->equipped, sizeof user->equipped);
    memcpy(user->belt, player->belt, sizeof user->belt);
    note_objects(save, player->equipped, TNG_EQUIP_SLOTS);
    note_objects(save, player->belt, TNG_EQUIP_SLOTS);
    save_entity(save, save->world->actors[player->actor], row, &user->entity, further);
    add_items(save, player, &user->entity, lists);
    add_quests(save, player, row, &user->entity, lists);
    add_screens(save, player, lists);
    add_points(save, player, row, lists);
}

static void save_own_lists(Save *save, const Lists *lists)
{
    save_array(save, SAVE_bag, lists->bag, lists->bag_count);
    save_array(save, SAVE_failed, lists->failed, lists->failed_count);
    save_array(save, SAVE_palettes, lists->palettes, lists->palette_count);
    save_array(save, SAVE_points, lists->points, lists->point_count);
    save_array(save, SAVE_fields, lists->fields, lists->field_count);
    save_rows(save, SAVE_screens, lists->screens, lists->screen_count);
    save_lists(save, &ScreenState_entity, lists->screens, lists->screen_count);
}

/* 0 in a single-player game. */
static uint32_t index_of_player(const World *world, const Player *player)
{
    return world->actors[player->actor]->player - 1;
}

void save_players(Save *save, SaveValues *further)
{
    const World *world = save->world;
    const void **rows = ARENA_ALLOC(save->arena, const void *, save->player_count);
    SavePlayerSlot *player_slots = ARENA_ALLOC(save->arena, SavePlayerSlot, save->player_count);
    Lists lists = {0};
    for (uint32_t i = 0; i < save->player_count; i++) {
        const Player *player = save->players[i];
        rows[i] = player;
        /* In a shared world chunks USER are ordered by ID; see the header. */
        player_slots[i] = (SavePlayerSlot){index_of_player(world, player),
                                           world->shared && !save->alone ? player->id - 1 : i,
                                           player->started};
        add_user(save, player, i, further, &lists);
    }
    if (world->shared && !save->alone) {
        uint32_t *users = ARENA_ALLOC(save->arena, uint32_t, save->player_count);
        for (uint32_t i = 0; i < save->player_count; i++)
            users[i] = player_slots[i].user;
        save->out->users = users;
        save->out->user_max = save->player_count ? users[save->player_count - 1] + 1 : 0;
    }
    save_rows(save, SAVE_players, rows, save->player_count);
    save_lists(save, &Player_entity, rows, save->player_count);
    save_array(save, SAVE_seats, player_slots, save->player_count);
    save_own_lists(save, &lists);
}

static int by_id(const void *a, const void *b)
{
    const uint32_t left = (*(const Player *const *)a)->id,
                   right = (*(const Player *const *)b)->id;
    return left < right ? -1 : left > right;
}

/* Ordered by ID, so that the file does not depend on the order of logins. */
void save_list_players(Save *save)
{
    const World *world = save->world;
    const Player **players = NULL;
    for (uint32_t i = 0; i < world->player_count; i++)
        if (world->players[i]->used)
            *ARENA_PUSH(save->arena, players, save->player_count) = world->players[i];
    if (players)
        qsort(players, save->player_count, sizeof *players, by_id);
    save->players = players;
}
