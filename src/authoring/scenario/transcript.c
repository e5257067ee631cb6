/* Watches a world, and writes steps. transcript_end.c plays them. */
#include "authoring/scenario/transcript_internal.h"

#include "base/text.h"

#include <stdarg.h>

static PlayerContext player_of(const Transcript *transcript)
{
    return local_context(transcript->run.world);
}

static Position position_of(const Transcript *transcript)
{
    return (Position){context_actor(player_of(transcript))->map, run_here(&transcript->run)};
}

static bool same(Cell a, Cell b) { return a.x == b.x && a.y == b.y; }

/* ---- lines ---- */

static TranscriptLine *add_line(Transcript *transcript, bool expects, const char *format,
                                va_list values)
{
    TranscriptLine *line = ARENA_PUSH(transcript->arena, transcript->lines, transcript->count);
    *line = (TranscriptLine){.text = arena_vformat(transcript->arena, format, values),
                             .expects = expects,
                             .enemy = NONE,
                             .times = 1};
    return line;
}

void transcript_expect(Transcript *transcript, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    add_line(transcript, true, format, values);
    va_end(values);
}

TranscriptLine *transcript_step(Transcript *transcript, const char *format, ...)
{
    va_list values;
    transcript_tell(transcript);
    va_start(values, format);
    TranscriptLine *line = add_line(transcript, false, format, values);
    va_end(values);
    transcript->since = 0;
    transcript->steered = false;
    transcript->placed = position_of(transcript);
    return line;
}

void transcript_comes(Transcript *transcript, const char *format, ...)
{
    enum { AT_ONCE = 20, MORE = 5 };
    va_list values;
    va_start(values, format);
    const uint32_t rate = transcript->run.world->content->rate;
    const uint32_t seconds = transcript->since / rate + MORE;
    transcript_tell(transcript);
    TranscriptLine *line = add_line(transcript, true, format, values);
    va_end(values);
    line->text = transcript->since < AT_ONCE
                     ? arena_format(transcript->arena, "expect %.*s", (int)line->text.size,
                                    line->text.at)
                     : arena_format(transcript->arena, "wait until %.*s at most %us",
                                    (int)line->text.size, line->text.at, seconds);
}

void transcript_again(Transcript *transcript, const char *word, Text thing)
{
    TranscriptLine *last = transcript->count ? &transcript->lines[transcript->count - 1] : NULL;
    if (!last || last->expects || !text_equal(last->thing, thing) ||
        !text_starts(last->text, word)) {
        last = transcript_step(transcript, "%s %.*s", word, (int)thing.size, thing.at);
        last->thing = thing;
        return;
    }
    last->times++;
    last->text = arena_format(transcript->arena, "%s %.*s %u", word, (int)thing.size, thing.at,
                              last->times);
    transcript->since = 0;
}

/* ---- names ---- */

static Text named(Transcript *transcript, ScriptKind kind, uint32_t index)
{
    const Text name = run_name(&transcript->run, kind, index);
    return arena_text(transcript->arena, name);
}

static Text record_name(Transcript *transcript, ScriptKind kind, unsigned section,
                        uint32_t index)
{
    return named(transcript, kind,
                 content_name(transcript->run.world->content, section, index));
}

/* The object of a record. */
static uint32_t sprite_of(const Transcript *transcript, uint32_t ordinal)
{
    const TngSection *section = tng_section(transcript->run.game, SECTION_OBJECTS);
    return section && ordinal < section->count
               ? ((const TngObjectAsset *)section->entries[ordinal].descriptor)->sprite
               : TNG_NO_SPRITE;
}

/* A text as in a test file: at most its first line. */
static Text quoted(Transcript *transcript, Text text)
{
    Writer out = writer_to(transcript->arena);
    write_text(&out, TEXT("\""));
    for (size_t i = 0; i < text.size && text.at[i] != '\n'; i++) {
        if (text.at[i] == '"' || text.at[i] == '\\')
            write_text(&out, TEXT("\\"));
        write_text(&out, text_slice(text, i, i + 1));
    }
    write_text(&out, TEXT("\""));
    return writer_text(&out);
}

/* ---- expectations ---- */

static int32_t count_of(const Belongings *all, uint32_t sprite)
{
    int32_t count = 0;
    for (uint32_t i = 0; i < all->item_count; i++)
        count += all->items[i].sprite == sprite ? (int32_t)all->items[i].count : 0;
    return count;
}

static void tell_item(Transcript *transcript, uint32_t sprite)
{
    const int32_t count = count_of(&transcript->now, sprite);
    const Text name = named(transcript, SCRIPT_OBJECT, sprite);
    if (count == count_of(&transcript->told, sprite))
        return;
    if (count)
        transcript_expect(transcript, "expect has %.*s = %d", (int)name.size, name.at, count);
    else
        transcript_expect(transcript, "expect has no %.*s", (int)name.size, name.at);
}

static bool lists(const Belongings *all, uint32_t sprite, uint32_t before)
{
    for (uint32_t i = 0; i < before; i++)
        if (all->items[i].sprite == sprite)
            return true;
    return false;
}

static void tell_items(Transcript *transcript)
{
    const Belongings *now = &transcript->now, *told = &transcript->told;
    for (uint32_t i = 0; i < now->item_count; i++)
        if (!lists(now, now->items[i].sprite, i))
            tell_item(transcript, now->items[i].sprite);
    for (uint32_t i = 0; i < told->item_count; i++)
        if (!lists(told, told->items[i].sprite, i) &&
            !lists(now, told->items[i].sprite, now->item_count))
            tell_item(transcript, told->items[i].sprite);
}

static void tell_quests(Transcript *transcript)
{
    static const char *const words[] = {"unknown", "open", "done", "failed"};
    for (uint32_t i = 0; i < transcript->run.world->quest_count; i++) {
        const unsigned state = transcript->now.quests[i] & 3;
        const Text name = record_name(transcript, SCRIPT_QUEST, SECTION_QUESTS, i);
        if (state != (transcript->told.quests[i] & 3u))
            transcript_expect(transcript, "expect quest %.*s %s", (int)name.size, name.at,
                              words[state]);
    }
}

/* Attributes that were set once: others are counters, or change with time. */
static void tell_values(Transcript *transcript)
{
    for (size_t i = 0; i < transcript->value_count; i++) {
        const TranscriptValue *value = &transcript->values[i];
        const Text name = named(transcript, SCRIPT_ATTRIBUTE, value->attribute);
        if (value->times != 1 || value->value == value->first)
            continue;
        transcript_expect(transcript, "expect %.*s = %d", (int)name.size, name.at,
                          value->value);
        transcript->lines[transcript->count - 1].at_once = true;
    }
    transcript->value_count = 0;
}

static void copy_belongings(Belongings *to, const Belongings *from, uint32_t quest_count)
{
    memcpy(to->quests, from->quests, quest_count);
    memcpy(to->items, from->items, from->item_count * sizeof *from->items);
    to->item_count = from->item_count;
}

void transcript_tell(Transcript *transcript)
{
    if (transcript->beginning)
        return;
    tell_quests(transcript);
    tell_items(transcript);
    tell_values(transcript);
    copy_belongings(&transcript->told, &transcript->now, transcript->run.world->quest_count);
}

/* ---- the observer ---- */

static void on_ran(void *context, PlayerContext ctx, ScriptRef ref, uint32_t instructions,
                   bool done)
{
    Transcript *transcript = context;
    size_t at = 0;
    if (transcript->other && transcript->other->ran)
        transcript->other->ran(transcript->other->context, ctx, ref, instructions, done);
    while (at < transcript->open_count && !tng_script_equal(transcript->open[at], ref))
        at++;
    const bool is_open = at < transcript->open_count;
    if (!is_open && transcript->started_count < STARTED_MAX)
        transcript->started[transcript->started_count++] = ref;
    if (is_open && done)
        transcript->open[at] = transcript->open[--transcript->open_count];
    else if (!is_open && !done && transcript->open_count < OPEN_MAX)
        transcript->open[transcript->open_count++] = ref;
}

static void on_set(void *context, PlayerContext ctx, uint32_t entity, uint32_t attribute,
                   int32_t value)
{
    Transcript *transcript = context;
    size_t at = 0;
    if (transcript->other && transcript->other->set)
        transcript->other->set(transcript->other->context, ctx, entity, attribute, value);
    if (entity != context_entity(ctx))
        return;
    while (at < transcript->value_count && transcript->values[at].attribute != attribute)
        at++;
    if (at == transcript->value_count) {
        TranscriptValue *added =
            ARENA_PUSH(transcript->arena, transcript->values, transcript->value_count);
        *added = (TranscriptValue){.attribute = attribute,
                                   .first = world_attribute(ctx, entity, attribute)};
    }
    transcript->values[at].value = value;
    transcript->values[at].times++;
}

static void on_command(void *context, PlayerContext ctx, const Task *task, unsigned number,
                       const int32_t *arguments)
{
    Transcript *transcript = context;
    const uint32_t self = task->run->self;
    if (number == COMMAND_remove && self > ENTITY_PLAYER && self <= ctx.world->actor_count)
        transcript->removed = ctx.world->actors[self - 1]->npc;
    if (transcript->other && transcript->other->command)
        transcript->other->command(transcript->other->context, ctx, task, number, arguments);
}

static void on_instruction(void *context, PlayerContext ctx, ScriptRef ref, const Task *task,
                           MachineRun *run)
{
    const Transcript *transcript = context;
    transcript->other->instruction(transcript->other->context, ctx, ref, task, run);
}

static void observe(Transcript *transcript, World *world)
{
    const Observer *other = transcript->other = world->observer;
    transcript->observer =
        (Observer){.context = transcript,
                   .instruction = other && other->instruction ? on_instruction : NULL,
                   .command = on_command,
                   .set = on_set,
                   .ran = on_ran};
    world->observer = &transcript->observer;
}

/* ---- walking ---- */

void transcript_walk(Transcript *transcript)
{
    const Position here = transcript->here, placed = transcript->placed;
    const World *world = transcript->run.world;
    if (!transcript->steered || transcript->beginning ||
        (here.map == placed.map && same(here.cell, placed.cell)))
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
static void note_rest(Transcript *transcript, const WorldInput *input)
{
    enum { A_WHILE = 24 };
    const Position here = position_of(transcript);
    const bool moves = here.map != transcript->here.map ||
                       !same(here.cell, transcript->here.cell) || input->direction ||
                       player_of(transcript).player->path_count;
    transcript->steered |=
        input->direction || input->go || player_of(transcript).player->path_count;
    transcript->resting = moves ? 0 : transcript->resting + 1;
    if (!transcript->steered)
        transcript->placed = here;
    if (transcript->resting == A_WHILE &&
        player_of(transcript).player->screen.screen == SCREEN_GAME)
        transcript_walk(transcript);
}

/* ---- what began ---- */

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
    const uint32_t direction = context_actor(player_of(transcript))->direction & 7;
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
    if (transcript->touches && !same(transcript->touched, transcript->here.cell)) {
        transcript_walk(transcript);
        transcript_step(transcript, "hold %s %d ticks", words[transcript->direction & 7],
                        TICKS);
        return;
    }
    if (position_of(transcript).map == transcript->here.map)
        transcript->here = position_of(transcript);
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
static void note_defeat(Transcript *transcript)
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

static void note_use(Transcript *transcript, uint32_t sprite, Text on)
{
    const Text object = named(transcript, SCRIPT_OBJECT, sprite);
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
    const Text name = named(transcript, is_object ? SCRIPT_OBJECT : SCRIPT_NPC, index);
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
    else if (type >= TNG_EVENT_USING1 && type < TNG_EVENT_USING1 + TNG_EVENT_USINGS)
        note_use(transcript, event->parameter >> 8, name);
    else
        return false;
    return true;
}

static void note_starts(Transcript *transcript, const WorldInput *input)
{
    bool noted = false;
    const uint32_t object = used_object(transcript, input);
    for (size_t i = 0; i < transcript->started_count; i++)
        noted |= note_start(transcript, transcript->started[i], object);
    if (noted)
        return;
    if (object != TNG_NO_SPRITE) {
        transcript_walk(transcript);
        note_use(transcript, object, TEXT(""));
        return;
    }
    for (size_t i = 0; i < transcript->started_count; i++)
        if (transcript->started[i].section == SECTION_ACTIONS && input->action) {
            transcript_walk(transcript);
            transcript_step(transcript, "action %u", input->action);
        }
}

/* ---- screens ---- */

/* The row that was activated on the screen of the tick before. */
static bool activated(const Transcript *transcript, const WorldInput *input, uint32_t *row)
{
    const ScreenState *screen = &transcript->screen;
    *row = input->option   ? input->option - 1
           : input->select ? input->select - 1
                           : screen->selected;
    return (input->option || input->buttons & BUTTON_CONFIRM) && *row < screen->option_count;
}

static bool text_is_unique(const Transcript *transcript, uint32_t row)
{
    const Text text = transcript->rows[row];
    size_t line;
    if (!text.size || text_find(text, '\n', &line))
        return false;
    for (uint32_t i = 0; i < transcript->screen.option_count; i++)
        if (i != row && text_within(transcript->rows[i], text))
            return false;
    return true;
}

static void note_choice(Transcript *transcript, uint32_t row)
{
    if (!text_is_unique(transcript, row)) {
        transcript_step(transcript, "choose %u", row + 1);
        return;
    }
    const Text text = quoted(transcript, transcript->rows[row]);
    transcript_step(transcript, "choose %.*s", (int)text.size, text.at);
}

static void note_exchange(Transcript *transcript, uint32_t row)
{
    const uint32_t option = transcript->screen.options[row];
    const uint32_t sprite = transcript->objects[row];
    const bool sells = option & OPTION_SELL, crafts = transcript->screen.screen == SCREEN_CRAFT;
    const int32_t now =
        sprite == TNG_NO_SPRITE ? 0 : world_count(player_of(transcript), sprite);
    const int32_t held = transcript->held[row];
    if (sprite != TNG_NO_SPRITE && (sells && !crafts ? now < held : now > held))
        transcript_again(transcript,
                         crafts  ? "craft"
                         : sells ? "sell"
                                 : "buy",
                         named(transcript, SCRIPT_OBJECT, sprite));
    else if (crafts)
        note_choice(transcript, row);
}

static void note_making(Transcript *transcript)
{
    const World *world = transcript->run.world;
    for (uint32_t i = 0; i < world->choice_count; i++) {
        const TngOptions *group = content_record(world->content, SECTION_OPTIONS, i);
        const uint32_t chosen = player_of(transcript).player->choices[i];
        if (!group || chosen == NONE || chosen >= group->option_count)
            continue;
        const Text name =
            quoted(transcript, content_text(world->content, group->options[chosen].name));
        const Text of = quoted(transcript, content_text(world->content, group->name));
        transcript_step(transcript, "pick %.*s of %.*s", (int)name.size, name.at, (int)of.size,
                        of.at);
    }
    transcript_step(transcript, "choose \"begin\"");
}

static void note_gear(Transcript *transcript, uint32_t row)
{
    const Player *player = player_of(transcript).player;
    const ScreenState *screen = &transcript->screen;
    bool worn = false;
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) {
        const uint16_t before = transcript->equipped[i], now = player->equipped[i];
        const uint16_t which = now != TNG_NO_SPRITE ? now : before;
        const Text name = named(transcript, SCRIPT_OBJECT, which);
        if (before == now || worn) /* a thing of two slots is worn once */
            continue;
        transcript_walk(transcript);
        transcript_step(transcript, "%s %.*s", now != TNG_NO_SPRITE ? "equip" : "unequip",
                        (int)name.size, name.at);
        worn = true;
    }
    if (!worn && row < screen->option_count && transcript->started_count)
        note_use(transcript, transcript->objects[row], TEXT(""));
}

/* Watched to its end. */
static void note_end_of_cutscene(Transcript *transcript)
{
    const Text name =
        record_name(transcript, SCRIPT_CUTSCENE, SECTION_CUTSCENES, transcript->screen.record);
    transcript_expect(transcript, "wait until no cutscene %.*s at most 5min", (int)name.size,
                      name.at);
}

/* What the player did on the screen of the tick before. */
static void note_screen(Transcript *transcript, const WorldInput *input)
{
    const ScreenState *before = &transcript->screen,
                      *now = &player_of(transcript).player->screen;
    const bool stays = now->screen == before->screen && now->record == before->record &&
                       now->since == before->since;
    const bool answers = input->option || input->buttons & (BUTTON_CONFIRM | BUTTON_CANCEL);
    uint32_t row;
    const bool chosen = activated(transcript, input, &row);
    switch (before->screen) {
    case SCREEN_DIALOG:
        if (!stays && chosen)
            note_choice(transcript, row);
        else if (!stays && answers && !before->option_count)
            transcript_step(transcript, "continue");
        break;
    case SCREEN_CHOOSER:
        if (chosen)
            note_choice(transcript, row);
        break;
    case SCREEN_CUTSCENE:
        if (!stays && now->screen != SCREEN_DIALOG && !transcript->beginning && answers)
            transcript_step(transcript, "continue");
        else if (!stays && now->screen != SCREEN_DIALOG && !transcript->beginning)
            note_end_of_cutscene(transcript);
        break;
    case SCREEN_MENU:
        if (!stays && chosen)
            note_choice(transcript, row);
        break;
    case SCREEN_CREATE:
        if (!stays && chosen && before->options[row] == OPTION_DONE)
            note_making(transcript);
        break;
    case SCREEN_MARKET:
    case SCREEN_CRAFT:
        if (chosen)
            note_exchange(transcript, row);
        if (!stays && input->buttons & BUTTON_CANCEL)
            transcript_step(transcript, "leave");
        break;
    case SCREEN_INVENTORY:
        note_gear(transcript, chosen ? row : UINT32_MAX);
        break;
    default:
        break;
    }
}

static const struct {
    ScriptKind kind;
    unsigned section;
    const char *word;
} opened[SCREENS] = {[SCREEN_DIALOG] = {SCRIPT_DIALOG, SECTION_DIALOGS, "dialog"},
                     [SCREEN_CHOOSER] = {SCRIPT_CHOOSER, SECTION_CHOOSERS, "chooser"},
                     [SCREEN_CUTSCENE] = {SCRIPT_CUTSCENE, SECTION_CUTSCENES, "cutscene"},
                     [SCREEN_MARKET] = {SCRIPT_NPC, 0, "market"},
                     [SCREEN_CRAFT] = {SCRIPT_CRAFT, SECTION_CRAFTING, "crafting"}};

/* A screen that the game has opened. */
static void note_opened(Transcript *transcript)
{
    const ScreenState *before = &transcript->screen,
                      *now = &player_of(transcript).player->screen;
    const World *world = transcript->run.world;
    const bool is_new = now->screen != before->screen || now->record != before->record ||
                        now->since != before->since;
    if (!is_new || transcript->beginning || now->screen >= SCREENS || !opened[now->screen].word)
        return;
    if (now->screen == SCREEN_CUTSCENE && before->screen == SCREEN_DIALOG &&
        now->since < transcript->screen.since) /* the one below the dialog goes on */
        return;
    const Text name = now->screen == SCREEN_MARKET
                          ? named(transcript, SCRIPT_NPC, world->actors[now->record]->npc)
                          : record_name(transcript, opened[now->screen].kind,
                                        opened[now->screen].section, now->record);
    transcript_walk(transcript); /* being here may have opened it */
    transcript_comes(transcript, "%s %.*s", opened[now->screen].word, (int)name.size, name.at);
}

/* ---- ticks ---- */

static void note_belongings(Transcript *transcript)
{
    const Player *player = player_of(transcript).player;
    copy_belongings(&transcript->now,
                    &(Belongings){player->quests, (Item *)player->items, player->item_count},
                    transcript->run.world->quest_count);
}

static void note_rows(Transcript *transcript)
{
    const ScreenState *screen = &transcript->screen;
    arena_reset(transcript->texts);
    transcript->rows = ARENA_ALLOC(transcript->texts, Text, screen->option_count + 1);
    for (uint32_t i = 0; i < screen->option_count; i++)
        transcript->rows[i] = arena_text(transcript->texts, screen_option(&transcript->run, i));
}

static void note_objects(Transcript *transcript)
{
    const ScreenState *screen = &transcript->screen;
    for (uint32_t i = 0; i < screen->option_count; i++) {
        const uint32_t sprite = world_option_object(player_of(transcript), screen->options[i]);
        transcript->objects[i] = sprite;
        transcript->held[i] =
            sprite == TNG_NO_SPRITE ? 0 : world_count(player_of(transcript), sprite);
    }
}

/* The state, for the next tick. */
static void note_state(Transcript *transcript)
{
    const PlayerContext ctx = player_of(transcript);
    const Player *player = ctx.player;
    const int32_t side = ctx.world->content->grid.side;
    transcript->screen = player->screen;
    if (player->screen.screen != SCREEN_GAME)
        note_rows(transcript);
    if (player->screen.screen == SCREEN_MARKET || player->screen.screen == SCREEN_CRAFT ||
        player->screen.screen == SCREEN_INVENTORY)
        note_objects(transcript);
    transcript->here = position_of(transcript);
    transcript->direction = context_actor(ctx)->direction;
    transcript->touches = player->touched != 0;
    if (player->touched)
        transcript->touched = (Cell){(int32_t)(player->touched - 1) % side,
                                     (int32_t)(player->touched - 1) / side};
    memcpy(transcript->equipped, player->equipped, sizeof transcript->equipped);
    memcpy(transcript->belt, player->belt, sizeof transcript->belt);
    note_belongings(transcript);
}

void transcript_tick(Transcript *transcript, const WorldInput *input)
{
    const ScreenState *screen = &player_of(transcript).player->screen;
    arena_reset(transcript->run.scratch);
    transcript->since++;
    if (transcript->beginning && screen->screen == SCREEN_GAME &&
        player_of(transcript).player->started) {
        note_screen(transcript, input);
        transcript->beginning = false;
        note_state(transcript);
        copy_belongings(&transcript->told, &transcript->now,
                        transcript->run.world->quest_count);
        transcript->placed = transcript->here;
        transcript->value_count = transcript->started_count = 0;
        transcript->since = 0;
        return;
    }
    if (input->go)
        transcript->goal = grid_cell_at(&transcript->run.world->content->grid,
                                        (Spot){input->target_x, input->target_y});
    transcript->goes = input->go || (transcript->goes && !input->direction &&
                                     !(input->buttons & BUTTON_CONFIRM));
    note_screen(transcript, input);
    if (transcript->screen.screen == SCREEN_GAME && !transcript->beginning)
        note_starts(transcript, input);
    note_defeat(transcript);
    note_opened(transcript);
    note_rest(transcript, input);
    note_state(transcript);
    transcript->started_count = 0;
    transcript->removed = NONE;
}

/* "location(town, 12, 7)" is a place; false: it is other code. */
static bool note_place(Transcript *transcript, Text code)
{
    enum { PARTS = 4 };
    Text parts[PARTS], rest = code;
    size_t count = 0, comma;
    if (!text_starts(code, "location(") || !text_ends(code, ")"))
        return false;
    rest = text_slice(code, strlen("location("), code.size - 1);
    for (; count < PARTS; count++) {
        const bool more = text_find(rest, ',', &comma);
        parts[count] = text_trimmed(more ? text_slice(rest, 0, comma) : rest);
        if (!more)
            break;
        rest = text_slice(rest, comma + 1, rest.size);
    }
    if (count != PARTS - 1)
        return false;
    transcript_step(transcript, "place %.*s %.*s %.*s %.*s", (int)parts[0].size, parts[0].at,
                    (int)parts[1].size, parts[1].at, (int)parts[2].size, parts[2].at,
                    (int)parts[3].size, parts[3].at);
    return true;
}

void transcript_line(Transcript *transcript, Text step)
{
    transcript_walk(transcript);
    transcript_step(transcript, "%.*s", (int)step.size, step.at);
}

void transcript_run(Transcript *transcript, Text code)
{
    const Text one = text_trimmed(code);
    transcript_walk(transcript);
    if (!note_place(transcript, one))
        transcript_step(transcript, "run { %.*s }", (int)one.size, one.at);
}

Transcript *transcript_new(World *world, const TngFile *game, const ScriptNames *names,
                           const TranscriptOptions *options, Arena *arena)
{
    Transcript *transcript = ARENA_ALLOC(arena, Transcript, 1);
    const uint32_t quests = world->quest_count + 1;
    *transcript = (Transcript){.scenarios = {.names = names, .arena = arena},
                               .options = *options,
                               .arena = arena,
                               .texts = arena_new_within(arena),
                               .removed = NONE,
                               .beginning = true};
    transcript->run = (Run){.scenarios = &transcript->scenarios,
                            .game = game,
                            .world = world,
                            .arena = arena,
                            .results = arena,
                            .scratch = arena_new_within(arena),
                            .report = report_to(NULL, NULL),
                            .removed = NONE};
    transcript->now.quests = ARENA_ALLOC(arena, uint8_t, quests);
    transcript->told.quests = ARENA_ALLOC(arena, uint8_t, quests);
    transcript->now.items = ARENA_ALLOC(arena, Item, ITEMS_MAX);
    transcript->told.items = ARENA_ALLOC(arena, Item, ITEMS_MAX);
    observe(transcript, world);
    note_state(transcript);
    return transcript;
}
