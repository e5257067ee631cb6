/* Parts, in order: screens; differences. Reading an attribute may run its expression, so the
 * observer is switched off while values are compared: otherwise that would be printed as done
 * by the handler. */
#include "cli/script_print.h"

static Text text_at(const Watcher *watcher, uint32_t index)
{
    return content_text(watcher->world->content, index);
}

static Text named(const Watcher *watcher, ScriptKind kind, unsigned section, uint32_t record)
{
    const uint32_t name = content_name(watcher->world->content, section, record);
    return watcher->names->name(watcher->names->context, kind, name, watcher->scratch);
}

static Text object_name(const Watcher *watcher, uint32_t sprite)
{
    const Text name =
        watcher->names->name(watcher->names->context, SCRIPT_OBJECT, sprite, watcher->scratch);
    return name.size ? name : arena_format(watcher->scratch, "object %u", sprite);
}

/* ---- screens ---- */

static Text option_text(const Watcher *watcher, uint32_t row)
{
    World *world = watcher->world;
    const PlayerContext ctx = local_context(world);
    const ScreenState *screen = &ctx.player->screen;
    const uint32_t option = screen->options[row];
    if (screen->screen == SCREEN_DIALOG) {
        const TngDialog *dialog =
            content_record(world->content, SECTION_DIALOGS, screen->record);
        return text_at(watcher, dialog->options[option].text);
    }
    if (screen->screen == SCREEN_CRAFT) {
        const Text word = world_craft_word(option, watcher->scratch);
        return word.size ? word : object_name(watcher, world_option_object(ctx, option));
    }
    if (screen->screen == SCREEN_MARKET) {
        const Text name = object_name(watcher, world_option_object(ctx, option));
        return arena_format(watcher->scratch, "%s %.*s", option & OPTION_SELL ? "sell" : "buy",
                            (int)name.size, name.at);
    }
    return arena_format(watcher->scratch, "option %u", option + 1);
}

void print_screen(Watcher *watcher)
{
    const ScreenState *screen = &local_context(watcher->world).player->screen;
    if (screen->screen == SCREEN_DIALOG) {
        const TngDialog *dialog =
            content_record(watcher->world->content, SECTION_DIALOGS, screen->record);
        const Text title = text_at(watcher, dialog->title);
        const Text message = text_at(watcher, dialog->message);
        watcher_print(watcher, "    %.*s%s%.*s", (int)title.size, title.at,
                      title.size ? ": " : "", (int)message.size, message.at);
    }
    for (uint32_t i = 0; i < screen->option_count; i++) {
        const Text text = option_text(watcher, i);
        watcher_print(watcher, "      %u %.*s", i + 1, (int)text.size, text.at);
    }
}

void print_answer(Watcher *watcher, uint32_t row)
{
    const Text text = option_text(watcher, row);
    watcher_print(watcher, "    > %u %.*s", row + 1, (int)text.size, text.at);
}

/* ---- differences ---- */

static bool has_values(uint32_t entity)
{
    return entity != ENTITY_NONE && entity < ENTITY_OBJECT;
}

static int32_t *values_of(const Watcher *watcher, uint32_t entity)
{
    const TngAttributes *attributes = watcher->world->content->attributes;
    if (!has_values(entity))
        return NULL;
    int32_t *values = ARENA_ALLOC(watcher->arena, int32_t, attributes->attribute_count + 1u);
    for (uint32_t i = 0; i < attributes->attribute_count; i++)
        values[i] = world_attribute(local_context(watcher->world), entity,
                                    attributes->attributes[i].name);
    return values;
}

static Location player_index_of(World *world)
{
    const Actor *player = context_actor(local_context(world));
    return (Location){
        player->map,
        grid_cell_at(&world->content->grid, (Spot){player->at.x / SUB, player->at.y / SUB})};
}

Snapshot snapshot_take(Watcher *watcher)
{
    World *world = watcher->world;
    const PlayerContext ctx = local_context(world);
    const Observer *observer = world->observer;
    watcher->world->observer = NULL; /* calculated attributes are not effects of the handler */
    Snapshot out = {.self = values_of(watcher, watcher->self),
                    .opponent = values_of(watcher, watcher->opponent),
                    .item_count = ctx.player->item_count,
                    .player = player_index_of(world)};
    watcher->world->observer = observer;
    out.items = ARENA_ALLOC(watcher->arena, Item, ctx.player->item_count + 1u);
    memcpy(out.items, ctx.player->items, ctx.player->item_count * sizeof *out.items);
    out.quests = ARENA_ALLOC(watcher->arena, uint8_t, world->quest_count + 1u);
    memcpy(out.quests, ctx.player->quests, world->quest_count);
    return out;
}

/* A global attribute is printed once: for the first of the two. */
static void print_values(Watcher *watcher, const char *owner, const int32_t *before,
                         const int32_t *after, bool globals)
{
    const TngFile *game = watcher->world->content->game;
    const TngAttributes *attributes = watcher->world->content->attributes;
    for (uint32_t i = 0; before && after && i < attributes->attribute_count; i++) {
        const TngAttribute *attribute = &attributes->attributes[i];
        const bool global = attribute->type >= 3;
        const Text name = tng_string(game, attribute->name);
        if (before[i] != after[i] && (!global || globals))
            watcher_print(watcher, "%s%.*s: %d -> %d", global ? "" : owner, (int)name.size,
                          name.at, before[i], after[i]);
    }
}

static uint32_t count_in(const Item *items, size_t count, uint32_t sprite)
{
    for (size_t i = 0; i < count; i++)
        if (items[i].sprite == sprite)
            return items[i].count;
    return 0;
}

static void print_item_changes(Watcher *watcher, const Snapshot *before, const Snapshot *after)
{
    for (size_t i = 0; i < before->item_count + after->item_count; i++) {
        const bool old = i < before->item_count;
        const uint32_t sprite =
            old ? before->items[i].sprite : after->items[i - before->item_count].sprite;
        const uint32_t was = count_in(before->items, before->item_count, sprite);
        const uint32_t is = count_in(after->items, after->item_count, sprite);
        const Text name = object_name(watcher, sprite);
        if (was != is && (old || !was))
            watcher_print(watcher, "inventory %.*s: %u -> %u", (int)name.size, name.at, was,
                          is);
    }
}

static Text place_text(const Watcher *watcher, Location place)
{
    const Text map = place.map == NONE ? TEXT("nowhere")
                                       : named(watcher, SCRIPT_MAP, SECTION_MAPS, place.map);
    return arena_format(watcher->scratch, "%.*s,%d,%d", (int)map.size, map.at, place.cell.x,
                        place.cell.y);
}

void print_differences(Watcher *watcher, const Snapshot *before)
{
    static const char *const states[] = {"unknown", "open", "done", "failed"};
    const World *world = watcher->world;
    const Snapshot after = snapshot_take(watcher);
    for (int i = 0; i < SCRIPT_LOCALS; i++)
        if (watcher->locals[i])
            watcher_print(watcher, "%c = %d", 'a' + i, watcher->locals[i]);
    print_values(watcher, "", before->self, after.self, true);
    print_values(watcher, "@", before->opponent, after.opponent, !before->self);
    print_item_changes(watcher, before, &after);
    for (uint32_t i = 0; i < world->quest_count; i++) {
        const Text name = named(watcher, SCRIPT_QUEST, SECTION_QUESTS, i);
        if (before->quests[i] != after.quests[i])
            watcher_print(watcher, "quest %.*s: %s -> %s", (int)name.size, name.at,
                          states[before->quests[i] & 3], states[after.quests[i] & 3]);
    }
    const Text was = place_text(watcher, before->player);
    const Text is = place_text(watcher, after.player);
    if (!text_equal(was, is))
        watcher_print(watcher, "place: %.*s -> %.*s", (int)was.size, was.at, (int)is.size,
                      is.at);
}
