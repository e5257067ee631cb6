/* The console's commands: console.def. */
#include "base/text.h"
#include "tirnanog/container/tng_names.h"
#include "player/menus/console_internal.h"

#include <stdio.h>

static ConsoleFunction do_kill, do_time, do_speed, do_show, do_where, do_help;

const ConsoleRow console_rows[] = {
#define CONSOLE(word, pattern, code, function, doc) {#word, pattern, code, doc, function},
#include "player/menus/console.def"
};
const size_t console_row_count = COUNT_OF(console_rows);

static const struct {
    const char *word;
    ConsoleKind kind;
    ScriptKind script;
    unsigned section;
    const char *what;
} kinds[] = {{"ATTRIBUTE", KIND_ATTRIBUTE_NAME, SCRIPT_ATTRIBUTE, 0, "attribute"},
             {"OBJECT", KIND_OBJECT_NAME, SCRIPT_OBJECT, SECTION_TILES, "object"},
             {"MAP", KIND_MAP_NAME, SCRIPT_MAP, SECTION_MAPS, "map"},
             {"NPC", KIND_NPC_NAME, SCRIPT_NPC, SECTION_NPCS, "NPC"},
             {"QUEST", KIND_QUEST_NAME, SCRIPT_QUEST, SECTION_QUESTS, "quest"},
             {"NUMBER", KIND_NUMBER, SCRIPT_NUMBER, 0, "number"},
             {"STATE", KIND_STATE, SCRIPT_NUMBER, 0, "state"},
             {"COMMAND", KIND_COMMAND, SCRIPT_NUMBER, 0, "command"},
             {"CODE", KIND_CODE, SCRIPT_NUMBER, 0, "handler"}};

static const char *const states[] = {"open", "done", "failed"};

static size_t kind_row(ConsoleKind kind)
{
    size_t row = 0;
    while (row + 1 < COUNT_OF(kinds) && kinds[row].kind != kind)
        row++;
    return row;
}

ConsoleKind console_kind(const ConsoleRow *row, size_t n, bool *optional, Text *fallback)
{
    Text rest = text_of(row->pattern), word = text_word(&rest);
    size_t equal;
    while (n-- && word.size)
        word = text_word(&rest);
    const bool brackets = text_starts(word, "[");
    if (brackets)
        word = text_slice(word, 1, word.size - 1);
    if (optional)
        *optional = brackets;
    if (text_find(word, '=', &equal)) {
        if (fallback)
            *fallback = text_slice(word, equal + 1, word.size);
        word = text_slice(word, 0, equal);
    }
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (text_is(word, kinds[i].word))
            return kinds[i].kind;
    return KIND_NONE;
}

const ConsoleRow *console_row(Text word)
{
    for (size_t i = 0; i < console_row_count; i++)
        if (text_is(word, console_rows[i].word))
            return &console_rows[i];
    return NULL;
}

bool console_name(const ConsoleHost *host, ConsoleKind kind, uint32_t n, Text *out,
                  Arena *scratch)
{
    const Content *content = host->world->content;
    const unsigned section = kinds[kind_row(kind)].section;
    if (kind == KIND_COMMAND || kind == KIND_STATE) {
        const size_t count = kind == KIND_STATE ? COUNT_OF(states) : console_row_count;
        if (n < count)
            *out = text_of(kind == KIND_STATE ? states[n] : console_rows[n].word);
        return n < count;
    }
    if (kind == KIND_ATTRIBUTE_NAME) {
        if (n < content->attributes->attribute_count)
            *out = tng_string(content->game, content->attributes->attributes[n].name);
        return n < content->attributes->attribute_count;
    }
    if (!section || n >= content_count(content, section))
        return false;
    if (kind != KIND_OBJECT_NAME)
        *out = tng_string(content->game, content_name(content, section, n));
    else
        *out = host->names && host->names->name
                   ? host->names->name(host->names->context, SCRIPT_OBJECT, n, scratch)
                   : TEXT("");
    return true;
}

/* ---- position of the player ---- */

static Cell player_cell(PlayerContext ctx)
{
    const Actor *player = context_actor(ctx);
    return grid_cell_at(&ctx.world->content->grid,
                        (Spot){player->at.x / SUB, player->at.y / SUB});
}

static Cell cell_ahead(PlayerContext ctx)
{
    const Cell here = player_cell(ctx);
    const Cell cell = grid_step(&ctx.world->content->grid, here,
                                (Direction)(context_actor(ctx)->direction % DIRECTIONS));
    return grid_inside(&ctx.world->content->grid, cell) ? cell : here;
}

static Text map_name(PlayerContext ctx)
{
    return tng_string(ctx.world->content->game,
                      content_name(ctx.world->content, SECTION_MAPS, context_actor(ctx)->map));
}

/* ---- commands with functions ---- */

static int64_t number_of(Text text)
{
    int64_t value = 0;
    text_number(text, INT32_MIN, INT32_MAX, &value);
    return value;
}

/* Prints messages of the compiler and the machine as lines. */
static void send_message(void *context, const Message *message)
{
    console_print(context, "%.*s", (int)message->text.size, message->text.at);
}

static bool run(Console *console, const ConsoleHost *host, Text code, uint32_t self)
{
    Report report = report_to(send_message, console);
    return host->run(host->context, code, self, &report);
}

static int64_t far_from_player(PlayerContext ctx, const Actor *actor)
{
    const int64_t x = actor->at.x - context_actor(ctx)->at.x;
    const int64_t y = actor->at.y - context_actor(ctx)->at.y;
    return x * x + y * y;
}

/* Hit points are the attribute shown by the bar of direction 3
 * (docs/explain/decisions/engine.md, The engine). */
static Text hit_points(const World *world)
{
    enum { ENEMYS = 3 };
    const TngHud *hud = world->content->hud;
    for (size_t i = 0; i < hud->bar_count; i++)
        if (hud->bars[i].direction == ENEMYS)
            return tng_string(world->content->game, hud->bars[i].value);
    return TEXT("");
}

static void do_kill(Console *console, const ConsoleHost *host, const Text *values)
{
    World *world = host->world;
    const PlayerContext ctx = local_context(world);
    uint32_t nearest = 0;
    for (uint32_t i = 1; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        if (!actor->used || actor->npc == NONE || actor->map != context_actor(ctx)->map ||
            !text_equal(values[0],
                        tng_string(world->content->game,
                                   content_name(world->content, SECTION_NPCS, actor->npc))))
            continue;
        if (!nearest ||
            far_from_player(ctx, actor) < far_from_player(ctx, world->actors[nearest]))
            nearest = i;
    }
    if (!nearest) {
        console_print(console, "there is no %.*s on this map", (int)values[0].size,
                      values[0].at);
        return;
    }
    char code[CONSOLE_TEXT] = "remove()";
    const Text points = hit_points(world);
    if (points.size && world->actors[nearest]->mortal)
        snprintf(code, sizeof code, "%.*s=0", (int)points.size, points.at);
    run(console, host, text_of(code), nearest + 1);
}

static void do_time(Console *console, const ConsoleHost *host, const Text *values)
{
    enum { MINUTES_MAX = 24 * 60 };
    const int64_t minutes = number_of(values[0]);
    if (minutes < 1 || minutes > MINUTES_MAX)
        console_print(console, "expected 1 to %d minutes", MINUTES_MAX);
    else
        host->pass(host->context, (uint32_t)minutes * 60 * host->world->content->rate);
}

static void do_speed(Console *console, const ConsoleHost *host, const Text *values)
{
    const int64_t ticks = number_of(values[0]);
    if (ticks < 1 || ticks > CONSOLE_SPEED_MAX)
        console_print(console, "expected 1 to %d", CONSOLE_SPEED_MAX);
    else
        host->speed(host->context, (uint32_t)ticks);
}

static void do_show(Console *console, const ConsoleHost *host, const Text *values)
{
    World *world = host->world;
    const PlayerContext ctx = local_context(world);
    const TngAttributes *all = world->content->attributes;
    for (size_t i = 0; i < all->attribute_count; i++)
        if (text_equal(values[0], tng_string(world->content->game, all->attributes[i].name)))
            console_print(console, "%.*s = %d", (int)values[0].size, values[0].at,
                          world_attribute(ctx, context_entity(ctx), all->attributes[i].name));
}

static void do_where(Console *console, const ConsoleHost *host, const Text *values)
{
    static const char *const directions[] = {"so", "sw", "we", "nw", "no", "ne", "ea", "se"};
    const Cell cell = player_cell(local_context(host->world));
    const Text map = map_name(local_context(host->world));
    (void)values;
    console_print(
        console, "%.*s %d %d %s", (int)map.size, map.at, cell.x, cell.y,
        directions[context_actor(local_context(host->world))->direction % DIRECTIONS]);
}

static void do_help(Console *console, const ConsoleHost *host, const Text *values)
{
    (void)host;
    for (size_t i = 0; i < console_row_count; i++)
        if (!values[0].size || text_is(values[0], console_rows[i].word))
            console_print(console, "%s %s: %s", console_rows[i].word, console_rows[i].pattern,
                          console_rows[i].doc);
}

/* ---- executing a line ---- */

static bool refuse(Console *console, const ConsoleHost *host, ConsoleKind kind, Text word)
{
    const size_t row = kind_row(kind);
    const ScriptNames *names = host->names;
    const Text near = names && names->nearest && kinds[row].section
                          ? names->nearest(names->context, kinds[row].script, word)
                          : TEXT("");
    if (near.size)
        console_print(console, "unknown %s \"%.*s\"; did you mean \"%.*s\"?", kinds[row].what,
                      (int)word.size, word.at, (int)near.size, near.at);
    else
        console_print(console, "\"%.*s\" is not a valid %s", (int)word.size, word.at,
                      kinds[row].what);
    return false;
}

static bool value_ok(const ConsoleHost *host, ConsoleKind kind, Text *value, Arena *scratch)
{
    int64_t number;
    Text name;
    if (kind == KIND_NUMBER)
        return text_number(*value, INT32_MIN, INT32_MAX, &number);
    if (kind == KIND_CODE)
        return value->size > 0;
    for (uint32_t i = 0; console_name(host, kind, i, &name, scratch); i++)
        if (name.size && text_equal(name, *value)) {
            if (kind == KIND_STATE)
                *value = arena_format(scratch, "%u", i);
            return true;
        }
    return false;
}

static bool read_values(Console *console, const ConsoleHost *host, const ConsoleRow *row,
                        Text rest, Text *values, Arena *scratch)
{
    bool optional;
    Text fallback = TEXT("");
    ConsoleKind kind;
    for (size_t n = 0; n < CONSOLE_VALUES; n++) {
        if ((kind = console_kind(row, n, &optional, &fallback)) == KIND_NONE)
            break;
        values[n] = kind == KIND_CODE ? text_trimmed(rest) : text_word(&rest);
        if (kind == KIND_CODE)
            rest = TEXT("");
        if (!values[n].size && optional) {
            values[n] = text_is(fallback, "middle")
                            ? arena_format(scratch, "%d", host->world->content->grid.side / 2)
                            : fallback;
        } else if (!values[n].size) {
            console_print(console, "%s %s: %s", row->word, row->pattern, row->doc);
            return false;
        } else if (!value_ok(host, kind, &values[n], scratch)) {
            return refuse(console, host, kind, values[n]);
        }
    }
    rest = text_trimmed(rest);
    if (rest.size)
        console_print(console, "\"%.*s\" is unexpected in this line", (int)rest.size, rest.at);
    return !rest.size;
}

/* Replaces $0, $m and so on by their values. */
static Text filled(const ConsoleRow *row, PlayerContext ctx, const Text *values, Arena *scratch)
{
    Writer code = writer_to(scratch);
    const Cell ahead = cell_ahead(ctx);
    for (const char *at = row->code; *at; at++) {
        if (*at != '$') {
            write_u8(&code, (uint8_t)*at);
            continue;
        }
        at++;
        if (*at == 'm')
            write_text(&code, map_name(ctx));
        else if (*at == 'x' || *at == 'y')
            write_format(&code, "%d", *at == 'x' ? ahead.x : ahead.y);
        else
            write_text(&code, values[*at - '0']);
    }
    return writer_text(&code);
}

static void do_line(Console *console, const ConsoleHost *host, Text line, Arena *scratch)
{
    Text values[CONSOLE_VALUES] = {TEXT(""), TEXT(""), TEXT(""), TEXT("")};
    Text rest = line;
    const Text word = text_word(&rest);
    const ConsoleRow *row = console_row(word);
    if (!row) {
        console_print(console, "unknown command \"%.*s\"; help lists all commands",
                      (int)word.size, word.at);
        return;
    }
    if (!local_context(host->world).player->started && row->function != do_help) {
        console_print(console, "no game is running");
        return;
    }
    if (!read_values(console, host, row, rest, values, scratch))
        return;
    if (row->function)
        row->function(console, host, values);
    else if (run(console, host, filled(row, local_context(host->world), values, scratch),
                 ENTITY_PLAYER))
        console_print(console, "done");
}

void console_enter(Console *console, const ConsoleHost *host)
{
    const Text line = text_trimmed(text_of(console->line));
    Arena *scratch = arena_new();
    if (line.size) {
        char *kept = console->history[console->history_count++ % CONSOLE_HISTORY];
        memcpy(kept, console->line, sizeof console->line);
        console_print(console, "> %.*s", (int)line.size, line.at);
        do_line(console, host, line, scratch);
    }
    console->line[0] = 0;
    console->recalled = 0;
    arena_free(scratch);
}
