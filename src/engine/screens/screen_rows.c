/* The rows of each screen; they are rebuilt before and after input. */
#include "engine/screens/screens.h"

static void row_add(ScreenState *screen, uint32_t option)
{
    if (screen->option_count < OPTIONS_MAX)
        screen->options[screen->option_count++] = (uint16_t)option;
}

static bool is_skill(World *world, uint32_t sprite)
{
    const TngObject *object = content_object(world->content, sprite, NULL);
    return object && object->equip_mask == UINT32_MAX;
}

static void fill_items(PlayerContext ctx, bool skills)
{
    for (uint32_t i = 0; i < ctx.player->item_count; i++)
        if (is_skill(ctx.world, ctx.player->items[i].sprite) == skills)
            row_add(&ctx.player->screen, i);
}

static void rows_inventory(PlayerContext ctx) { fill_items(ctx, false); }

static void rows_skills(PlayerContext ctx) { fill_items(ctx, true); }

/* Attributes with a title are visible to the player (seeds/proj_format.txt, Attributes). */
static void rows_stats(PlayerContext ctx)
{
    const TngAttributes *attributes = ctx.world->content->attributes;
    for (uint32_t i = 0; i < attributes->attribute_count && i <= OPTION_INDEX; i++)
        if (content_text(ctx.world->content, attributes->attributes[i].title).size)
            row_add(&ctx.player->screen, i);
}

static void rows_quests(PlayerContext ctx)
{
    for (uint32_t i = 0; i < ctx.world->quest_count; i++)
        if (ctx.player->quests[i] != QUEST_UNKNOWN)
            row_add(&ctx.player->screen, i);
}

static void rows_market(PlayerContext ctx)
{
    World *world = ctx.world;
    ScreenState *screen = &ctx.player->screen;
    const Actor *actor = world->actors[screen->record];
    const TngNpc *npc = content_record(world->content, SECTION_NPCS, actor->npc);
    const uint32_t first = world->content->attributes->attribute_count;
    for (uint32_t i = 0; npc && actor->used && i < npc->item_count; i++)
        if (actor->values[first + i] > 0)
            row_add(screen, i);
    for (uint32_t i = 0; i < ctx.player->item_count; i++) {
        const TngObject *object =
            content_object(world->content, ctx.player->items[i].sprite, NULL);
        if (object && object->price && object->unit != TNG_NO_SPRITE &&
            object->unit != ctx.player->items[i].sprite)
            row_add(screen, OPTION_SELL + i);
    }
}

/* Ordered crafting uses fields; otherwise the recipes are listed. */
static void rows_craft(PlayerContext ctx)
{
    ScreenState *screen = &ctx.player->screen;
    const TngCrafting *rules =
        content_record(ctx.world->content, SECTION_CRAFTING, screen->record);
    if (rules && !rules->any_order) {
        for (uint32_t i = 0; i < CRAFT_FIELDS; i++)
            row_add(screen, OPTION_FIELD + i);
        row_add(screen, OPTION_DONE);
        for (uint32_t i = 0; i < ctx.player->item_count; i++)
            if (!is_skill(ctx.world, ctx.player->items[i].sprite))
                row_add(screen, OPTION_SELL + i);
        return;
    }
    for (uint32_t i = 0; rules && i < rules->recipe_count; i++)
        if (rules->recipes[i].product != TNG_NO_SPRITE)
            row_add(screen, i);
}

static bool offered(const Player *player, uint32_t offer) { return player->offers & offer; }

static void rows_menu(PlayerContext ctx)
{
    World *world = ctx.world;
    const struct {
        bool shown;
        Choice choice;
    } rows[] = {
        {offered(ctx.player, OFFER_CONTINUE), CHOICE_CONTINUE},
        {true, CHOICE_NEW},
        {offered(ctx.player, OFFER_LOAD), CHOICE_LOAD},
        {offered(ctx.player, OFFER_OPTIONS), CHOICE_OPTIONS},
        {offered(ctx.player, OFFER_LANGUAGES), CHOICE_LANGUAGES},
        {world->content->credits->groups_count > 0, CHOICE_CREDITS},
        {offered(ctx.player, OFFER_WEBSITE) && world->content->menu->enabled &&
             world->content->menu->look.website,
         CHOICE_WEBSITE},
        {true, CHOICE_EXIT},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].shown)
            row_add(&ctx.player->screen, rows[i].choice);
}

static void rows_pause(PlayerContext ctx)
{
    ScreenState *screen = &ctx.player->screen;
    row_add(screen, CHOICE_RESUME);
    if (ctx.world->shared) { /* the server handles saving and leaving */
        if (offered(ctx.player, OFFER_OPTIONS))
            row_add(screen, CHOICE_OPTIONS);
        row_add(screen, CHOICE_EXIT);
        return;
    }
    /* Saving is possible while handlers of a cutscene or dialog run; they are included. */
    if (offered(ctx.player, OFFER_SAVE) && ctx.player->started)
        row_add(screen, CHOICE_SAVE);
    if (offered(ctx.player, OFFER_LOAD))
        row_add(screen, CHOICE_LOAD);
    if (offered(ctx.player, OFFER_OPTIONS))
        row_add(screen, CHOICE_OPTIONS);
    row_add(screen, CHOICE_MENU);
    row_add(screen, CHOICE_EXIT);
}

static void rows_create(PlayerContext ctx)
{
    World *world = ctx.world;
    ScreenState *screen = &ctx.player->screen;
    if (!world->shared) /* there it is the name of the account */
        row_add(screen, OPTION_NAME);
    for (uint32_t i = 0; i < world->choice_count && i <= OPTION_INDEX; i++) {
        if (ctx.player->possible[i] > 1) /* a single option is not shown */
            row_add(screen, i);
        if (world_palettes(world, i))
            row_add(screen, OPTION_PALETTE + i);
    }
    const TngAttributes *attributes = world->content->attributes;
    for (uint32_t i = 0; attributes->total && i < attributes->attribute_count; i++)
        if (attribute_is_primary(world, i) && i <= OPTION_INDEX)
            row_add(screen, OPTION_POINTS + i);
    row_add(screen, OPTION_DONE);
    row_add(screen, OPTION_BACK);
}

/* Dialogs and choosers are filled once, when opened; other screens without rows have none. */
static void (*const fills[SCREENS])(PlayerContext ctx) = {
    [SCREEN_MENU] = rows_menu,           [SCREEN_PAUSE] = rows_pause,
    [SCREEN_INVENTORY] = rows_inventory, [SCREEN_STATS] = rows_stats,
    [SCREEN_SKILLS] = rows_skills,       [SCREEN_QUESTS] = rows_quests,
    [SCREEN_MARKET] = rows_market,       [SCREEN_CRAFT] = rows_craft,
    [SCREEN_CREATE] = rows_create,
};

void screen_fill(PlayerContext ctx)
{
    ScreenState *screen = &ctx.player->screen;
    if (screen->screen == SCREEN_DIALOG || screen->screen == SCREEN_CHOOSER)
        return;
    screen->option_count = 0;
    if (fills[screen->screen])
        fills[screen->screen](ctx);
    if (screen->selected >= screen->option_count)
        screen->selected = screen->option_count ? screen->option_count - 1 : 0;
}
