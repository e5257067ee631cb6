/* Conditions: evaluates them, and describes the actual state. */
#include "studio/scenario/scenario_internal.h"

#include "base/text.h"

/* `relation` is an index into the names of RELATION (scenario_kinds.def): the same order. */
static bool relation_is(int32_t relation, int32_t a, int32_t b)
{
    const bool holds[] = {a == b, a != b, a >= b, a > b, a <= b, a < b};
    return relation >= 0 && relation < 6 && holds[relation];
}

/* `found` gets the actual state in words: it is printed if the condition does not hold. */
static bool found_number(Writer *found, const Value *value, int32_t number)
{
    write_format(found, "%.*s is %d", (int)value->word.size, value->word.at, number);
    return true;
}

/* The number to compare with may be an attribute of the player. */
bool if_attribute(Run *run, const Value *values, Writer *found)
{
    Target target = {.entity = ENTITY_PLAYER};
    if (values[1].given && !target_find(run, &values[1], &target)) {
        write_format(found, "no %.*s on this map", (int)values[1].word.size, values[1].word.at);
        return false;
    }
    const int32_t now =
        world_attribute(local_context(run->world), target.entity, values[0].index);
    const bool named = values[3].reference != SCRIPT_NUMBER;
    const int32_t wanted =
        named ? world_attribute(local_context(run->world), ENTITY_PLAYER, values[3].index)
              : values[3].number;
    found_number(found, &values[0], now);
    if (named) {
        write_text(found, TEXT(", "));
        found_number(found, &values[3], wanted);
    }
    return relation_is(values[2].number, now, wanted);
}

/* Compares a count: at least one, an exact number, or by a relation. */
static bool counted(const Value *relation, const Value *number, int32_t count)
{
    if (!relation->given && !number->given)
        return count > 0;
    return relation_is(relation->number, count, number->number);
}

bool if_has(Run *run, const Value *values, Writer *found)
{
    const int32_t count = world_count(local_context(run->world), values[0].index);
    write_format(found, "the player has %d", count);
    return counted(&values[1], &values[2], count);
}

/* Lists everything that is worn: the name in the test may be a similar object's. */
bool if_wears(Run *run, const Value *values, Writer *found)
{
    bool any = false, here = false;
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) {
        const uint16_t sprite = local_context(run->world).player->equipped[i];
        if (sprite == TNG_NO_SPRITE)
            continue;
        const Text name = run_name(run, SCRIPT_OBJECT, sprite);
        write_format(found, "%s %.*s", any ? "," : "the player wears", (int)name.size, name.at);
        any = true;
        here |= sprite == values[0].index;
    }
    if (!any)
        write_text(found, TEXT("the player wears nothing"));
    return here;
}

/* A quest that the game does not have counts as unknown (0). */
bool if_quest(Run *run, const Value *values, Writer *found)
{
    static const char *const words[] = {"unknown", "open", "done", "failed"};
    const uint32_t quest = content_find(run->world->content, SECTION_QUESTS, values[0].index);
    const unsigned state = quest < run->world->quest_count
                               ? local_context(run->world).player->quests[quest] & 3
                               : 0;
    write_format(found, "it is %s", words[state]);
    return (int32_t)state == values[1].number;
}

/* ---- screens ---- */

static bool screen_is(Run *run, const ScreenState *screen, uint32_t which, unsigned section,
                      const Value *record)
{
    return screen->screen == which &&
           (!record->given ||
            content_find(run->world->content, section, record->index) == screen->record);
}

/* A dialog of a cutscene is shown over it: the cutscene is then the screen below. */
static bool shows(Run *run, uint32_t which, unsigned section, const Value *record,
                  Writer *found)
{
    screen_describe(run, found);
    return screen_is(run, &local_context(run->world).player->screen, which, section, record) ||
           (which == SCREEN_CUTSCENE &&
            screen_is(run, &local_context(run->world).player->under, which, section, record));
}

bool if_dialog(Run *run, const Value *values, Writer *found)
{
    return shows(run, SCREEN_DIALOG, SECTION_DIALOGS, values, found);
}

bool if_chooser(Run *run, const Value *values, Writer *found)
{
    return shows(run, SCREEN_CHOOSER, SECTION_CHOOSERS, values, found);
}

bool if_cutscene(Run *run, const Value *values, Writer *found)
{
    return shows(run, SCREEN_CUTSCENE, SECTION_CUTSCENES, values, found);
}

bool if_crafting(Run *run, const Value *values, Writer *found)
{
    return shows(run, SCREEN_CRAFT, SECTION_CRAFTING, values, found);
}

bool if_market(Run *run, const Value *values, Writer *found)
{
    const ScreenState *screen = &local_context(run->world).player->screen;
    screen_describe(run, found);
    return screen->screen == SCREEN_MARKET &&
           (!values[0].given || run->world->actors[screen->record]->npc == values[0].index);
}

bool if_screen(Run *run, const Value *values, Writer *found)
{
    screen_describe(run, found);
    return local_context(run->world).player->screen.screen == (uint32_t)values[0].number;
}

typedef struct Search {
    Text wanted;
    Writer *found;
    unsigned count;
} Search;

/* At most 12 texts are printed; all are compared. */
static bool search(void *context, Text text)
{
    Search *this = context;
    if (this->count++ < 12)
        write_format(this->found, "%s \"%.*s\"", this->count > 1 ? "," : "the screen says",
                     (int)text.size, text.at);
    return text_within(text, this->wanted);
}

bool if_text(Run *run, const Value *values, Writer *found)
{
    Search this = {.wanted = values[0].word, .found = found};
    const bool holds = screen_texts(run, search, &this);
    if (!this.count) {
        screen_describe(run, found);
        write_text(found, TEXT(" without text"));
    }
    return holds;
}

/* `values[0]`: the number of the option, from 1; without it any option counts. */
bool if_option(Run *run, const Value *values, Writer *found)
{
    const uint32_t count = local_context(run->world).player->screen.option_count;
    screen_describe_options(run, found);
    for (uint32_t i = 0; i < count; i++)
        if ((!values[0].given || values[0].number == (int32_t)i + 1) &&
            text_within(screen_option(run, i), values[1].word))
            return true;
    return false;
}

bool if_options(Run *run, const Value *values, Writer *found)
{
    screen_describe_options(run, found);
    return relation_is(values[0].number,
                       (int32_t)local_context(run->world).player->screen.option_count,
                       values[1].number);
}

/* ---- cells of actors ---- */

static bool found_place(Run *run, Writer *found)
{
    const Text location_text = run_player_location_text(run);
    write_format(found, "the player is at %.*s", (int)location_text.size, location_text.at);
    return true;
}

bool if_at(Run *run, const Value *values, Writer *found)
{
    const Cell here = run_here(run);
    found_place(run, found);
    return context_actor(local_context(run->world))->map == run_map(run, &values[0]) &&
           here.x == values[1].number && here.y == values[2].number;
}

bool if_map(Run *run, const Value *values, Writer *found)
{
    found_place(run, found);
    return context_actor(local_context(run->world))->map == run_map(run, &values[0]);
}

bool if_facing(Run *run, const Value *values, Writer *found)
{
    static const char *const words[] = {"south", "southwest", "west", "northwest",
                                        "north", "northeast", "east", "southeast"};
    const uint32_t direction = context_actor(local_context(run->world))->direction & 7;
    write_format(found, "the player faces %s", words[direction]);
    return (int32_t)direction == values[0].number;
}

bool if_near(Run *run, const Value *values, Writer *found)
{
    Target target;
    if (!target_find(run, &values[0], &target)) {
        write_text(found, TEXT("none on this map"));
        return false;
    }
    const Cell here = run_here(run);
    const int32_t far = grid_distance(&run->world->content->grid, here, target.cell);
    const Text location_text =
        run_location_text(run, context_actor(local_context(run->world))->map, target.cell);
    write_format(found, "it is %d cell%s away, at %.*s", far, PLURAL(far),
                 (int)location_text.size, location_text.at);
    return far <= values[1].number;
}

/* values: 1 and 2 the relation and number, 3 the map, 4 and 5 the cell. */
static bool found_count(Run *run, const Value *values, uint32_t map, uint32_t count,
                        Writer *found)
{
    const Text name = run_map_name(run, map);
    const Text location_text =
        values[4].given
            ? run_location_text(run, map, (Cell){values[4].number, values[5].number})
            : name;
    write_format(found, "there %s %u %s %.*s", count == 1 ? "is" : "are", count,
                 values[4].given ? "at" : "on", (int)location_text.size, location_text.at);
    return counted(&values[1], &values[2], (int32_t)count);
}

bool if_npc(Run *run, const Value *values, Writer *found)
{
    const uint32_t map = run_map(run, &values[3]);
    const Cell cell = {values[4].number, values[5].number};
    const Cell *const only = values[4].given ? &cell : NULL;
    return found_count(run, values, map, count_actors(run, values[0].index, map, only), found);
}

bool if_object(Run *run, const Value *values, Writer *found)
{
    const uint32_t map = run_map(run, &values[3]);
    const Cell cell = {values[4].number, values[5].number};
    const Cell *const only = values[4].given ? &cell : NULL;
    return found_count(run, values, map, count_objects(run, values[0].index, map, only), found);
}

/* ---- sounds and alerts ---- */

/* Sounds of the last step only: a test expects what its step has caused. */
static bool heard(Run *run, EffectKind kind, ScriptKind names, uint32_t name, Writer *found)
{
    bool holds = false;
    unsigned count = 0;
    for (uint32_t i = 0; i < run->heard_count; i++) {
        if (run->heard[i].kind != kind)
            continue;
        const Text word = run_name(run, names, run->heard[i].name);
        if (count++ < 8)
            write_format(found, "%s %.*s", count > 1 ? "," : "the last step played",
                         (int)word.size, word.at);
        holds |= run->heard[i].name == name;
    }
    if (!count)
        write_text(found, TEXT("the last step was silent"));
    return holds;
}

bool if_sound(Run *run, const Value *values, Writer *found)
{
    return heard(run, EFFECT_SOUND, SCRIPT_SOUND, values[0].index, found);
}

bool if_speech(Run *run, const Value *values, Writer *found)
{
    return heard(run, EFFECT_SPEECH, SCRIPT_SPEECH, values[0].index, found);
}

/* By the state, not by an effect: music goes on over many steps. */
bool if_music(Run *run, const Value *values, Writer *found)
{
    const uint32_t now = local_context(run->world).player->music;
    const Text name = now ? run_name(run, SCRIPT_MUSIC, now) : TEXT("no music");
    write_format(found, "%.*s plays", (int)name.size, name.at);
    return now && (!values[0].given || now == values[0].index);
}

/* `alerts` has a bit for each: only the first 64 of a game can be tested. */
bool if_alert(Run *run, const Value *values, Writer *found)
{
    bool any = false;
    for (unsigned i = 0; i < 64; i++)
        if (run->alerts >> i & 1) {
            write_format(found, "%s %u", any ? "," : "shown was", i);
            any = true;
        }
    if (!any)
        write_text(found, TEXT("there was none"));
    return values[0].number >= 0 && values[0].number < 64 &&
           (run->alerts >> values[0].number & 1);
}

bool if_transport(Run *run, const Value *values, Writer *found)
{
    static const char *const words[] = {"walks", "swims", "flies", "drives", "moves otherwise"};
    const uint32_t transport = context_actor(local_context(run->world))->transport;
    write_format(found, "the player %s", words[transport < 4 ? transport : 4]);
    return (int32_t)transport == values[0].number;
}

bool if_altitude(Run *run, const Value *values, Writer *found)
{
    const int32_t altitude = context_actor(local_context(run->world))->altitude;
    write_format(found, "it is %d", altitude);
    return relation_is(values[0].number, altitude, values[1].number);
}

/* The time of day is 0 to 65535. */
bool if_hour(Run *run, const Value *values, Writer *found)
{
    const int32_t hour =
        (int32_t)((uint64_t)world_daytime(local_context(run->world)) * 24 / 65536);
    write_format(found, "it is %d o'clock", hour);
    return relation_is(values[0].number, hour, values[1].number);
}
