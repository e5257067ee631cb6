/* The rows of each screen; they are rebuilt before and after input. */
#include "engine/screens/screens.h"

void row_add(ScreenState *screen, uint32_t option)
{
    if (screen->option_count < OPTIONS_MAX)
        screen->options[screen->option_count++] = (uint16_t)option;
}

static bool is_skill(World *world, uint32_t sprite)
{
    const TngObject *object = content_object(world->content, sprite, NULL);
    return object && object->equip_mask == UINT32_MAX;
}

static void fill_items(Turn turn, bool skills)
{
    for (uint32_t i = 0; i < turn.player->item_count; i++)
        if (is_skill(turn.world, turn.player->items[i].sprite) == skills)
            row_add(&turn.player->screen, i);
}

void rows_inventory(Turn turn) { fill_items(turn, false); }

void rows_skills(Turn turn) { fill_items(turn, true); }

/* Attributes with a title are visible to the player (seeds/proj_format.txt, Attributes). */
void rows_stats(Turn turn)
{
    const TngAttributes *attributes = turn.world->content->attributes;
    for (uint32_t i = 0; i < attributes->attribute_count && i <= OPTION_INDEX; i++)
        if (content_text(turn.world->content, attributes->attributes[i].title).size)
            row_add(&turn.player->screen, i);
}

void rows_quests(Turn turn)
{
    for (uint32_t i = 0; i < turn.world->quest_count; i++)
        if (turn.player->quests[i] != QUEST_UNKNOWN)
            row_add(&turn.player->screen, i);
}

void rows_market(Turn turn)
{
    World *world = turn.world;
    ScreenState *screen = &turn.player->screen;
    const Actor *actor = world->actors[screen->record];
    const TngNpc *npc = content_record(world->content, SECTION_NPCS, actor->npc);
    const uint32_t first = world->content->attributes->attribute_count;
    for (uint32_t i = 0; npc && actor->used && i < npc->item_count; i++)
        if (actor->values[first + i] > 0)
            row_add(screen, i);
    for (uint32_t i = 0; i < turn.player->item_count; i++) {
        const TngObject *object =
            content_object(world->content, turn.player->items[i].sprite, NULL);
        if (object && object->price && object->unit != TNG_NO_SPRITE &&
            object->unit != turn.player->items[i].sprite)
            row_add(screen, OPTION_SELL + i);
    }
}

/* Ordered crafting uses fields; otherwise the recipes are listed. */
void rows_craft(Turn turn)
{
    ScreenState *screen = &turn.player->screen;
    const TngCrafting *rules =
        content_record(turn.world->content, SECTION_CRAFTING, screen->record);
    if (rules && !rules->any_order) {
        for (uint32_t i = 0; i < CRAFT_FIELDS; i++)
            row_add(screen, OPTION_FIELD + i);
        row_add(screen, OPTION_DONE);
        for (uint32_t i = 0; i < turn.player->item_count; i++)
            if (!is_skill(turn.world, turn.player->items[i].sprite))
                row_add(screen, OPTION_SELL + i);
        return;
    }
    for (uint32_t i = 0; rules && i < rules->recipe_count; i++)
        if (rules->recipes[i].product != TNG_NO_SPRITE)
            row_add(screen, i);
}

static bool offered(const Player *player, uint32_t offer) { return player->offers & offer; }

void rows_menu(Turn turn)
{
    World *world = turn.world;
    const struct {
        bool shown;
        Choice choice;
    } rows[] = {
        {offered(turn.player, OFFER_CONTINUE), CHOICE_CONTINUE},
        {true, CHOICE_NEW},
        {offered(turn.player, OFFER_LOAD), CHOICE_LOAD},
        {offered(turn.player, OFFER_OPTIONS), CHOICE_OPTIONS},
        {offered(turn.player, OFFER_LANGUAGES), CHOICE_LANGUAGES},
        {world->content->credits->groups_count > 0, CHOICE_CREDITS},
        {offered(turn.player, OFFER_WEBSITE) && world->content->menu->enabled &&
             world->content->menu->look.website,
         CHOICE_WEBSITE},
        {true, CHOICE_EXIT},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].shown)
            row_add(&turn.player->screen, rows[i].choice);
}

void rows_pause(Turn turn)
{
    ScreenState *screen = &turn.player->screen;
    row_add(screen, CHOICE_RESUME);
    if (turn.world->shared) { /* the server handles saving and leaving */
        if (offered(turn.player, OFFER_OPTIONS))
            row_add(screen, CHOICE_OPTIONS);
        row_add(screen, CHOICE_EXIT);
        return;
    }
    /* Saving is possible while handlers of a cutscene or dialog run; they are included. */
    if (offered(turn.player, OFFER_SAVE) && turn.player->started)
        row_add(screen, CHOICE_SAVE);
    if (offered(turn.player, OFFER_LOAD))
        row_add(screen, CHOICE_LOAD);
    if (offered(turn.player, OFFER_OPTIONS))
        row_add(screen, CHOICE_OPTIONS);
    row_add(screen, CHOICE_MENU);
    row_add(screen, CHOICE_EXIT);
}
