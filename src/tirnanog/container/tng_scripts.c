/* Parts, in order: code and events of a record; names; visiting all scripts; lookup by name. A
 * lookup visits all scripts and compares names, so that only one function knows how names are
 * formed. */
#include "tirnanog/container/tng_scripts.h"

#include "tirnanog/container/tng_names.h"

/* NULL for types of a later version. */
const char *tng_event_word(unsigned type)
{
    static const char *const words[TNG_EVENT_TYPES] = {
#define EVENT(name, number, word) [number] = word,
#include "tirnanog/container/tng_events.def"
#undef EVENT
    };
    return type < TNG_EVENT_TYPES ? words[type] : NULL;
}

/* Only NPCs and objects have events; otherwise NULL and a count of 0. */
const TngEvent *tng_events(unsigned section, const void *record, uint32_t *count)
{
    const TngNpc *npc = record;
    const TngObject *object = record;
    *count = section == SECTION_NPCS      ? npc->event_count
             : section == SECTION_OBJECTS ? object->event_count
                                          : 0;
    return section == SECTION_NPCS      ? npc->events
           : section == SECTION_OBJECTS ? object->events
                                        : NULL;
}

static bool has_events(unsigned section)
{
    return section == SECTION_NPCS || section == SECTION_OBJECTS;
}

/* Scripts of one record: one per event or attribute, one for the other sections with a
 * script. */
uint32_t tng_script_count(unsigned section, const void *record)
{
    uint32_t count;
    tng_events(section, record, &count);
    return has_events(section) ? count
           : section == SECTION_ATTRIBUTES
               ? (uint32_t)((const TngAttributes *)record)->attribute_count
               : section == SECTION_STARTUP || section == SECTION_ACTIONS ||
                     section == SECTION_QUESTS || section == SECTION_CUTSCENES;
}

/* The handler and the expression share one field: which of them it is follows from the type. */
static Bytes attribute_code(const TngAttributes *attributes, uint32_t index, bool *expression)
{
    if (index >= attributes->attribute_count)
        return (Bytes){NULL, 0};
    const TngAttribute *attribute = &attributes->attributes[index];
    *expression = attribute->type == 2 || attribute->type == 4;
    return (Bytes){attribute->script,
                   (size_t)attribute->handler_size + attribute->expression_size};
}

/* Code of the record, not a copy; empty if the record has no such script. */
Bytes tng_script_code(TngScriptRef ref, const void *record, bool *expression)
{
    uint32_t count;
    const TngEvent *events = tng_events(ref.section, record, &count);
    const TngScript *script = record;
    const TngQuest *quest = record;
    const TngCutscene *cutscene = record;
    *expression = false;
    switch (ref.section) {
    case SECTION_ATTRIBUTES:
        return attribute_code(record, ref.index, expression);
    case SECTION_STARTUP:
    case SECTION_ACTIONS:
        return (Bytes){script->script, script->script_count};
    case SECTION_QUESTS:
        return (Bytes){quest->script, quest->script_size};
    case SECTION_CUTSCENES:
        return (Bytes){cutscene->script, cutscene->script_size};
    default:
        return ref.event < count
                   ? (Bytes){events[ref.event].script, events[ref.event].script_size}
                   : (Bytes){NULL, 0};
    }
}

/* ---- names ---- */

/* Events of using have one script per object, and timers one per timer, so the name of the
 * type would not be unique. */
static Text event_name(const TngNames *names, const TngEvent *event, Arena *arena)
{
    const char *word = tng_event_word(event->type);
    if (!word)
        return arena_format(arena, "event%u", event->type);
    if (event->type == TNG_EVENT_TIMER)
        return arena_format(arena, "%s%u", word, event->parameter);
    if (!tng_event_is_using(event->type))
        return text_of(word);
    const unsigned sprite = event->parameter >> 8;
    const Text object = tng_sprite_name(names, event->parameter & 0xFF, sprite);
    return object.size ? arena_format(arena, "%s:%.*s", word, (int)object.size, object.at)
                       : arena_format(arena, "%s:%u", word, sprite);
}

static const char *prefix_of(unsigned section)
{
    return section == SECTION_ATTRIBUTES  ? "attribute"
           : section == SECTION_STARTUP   ? "startup"
           : section == SECTION_ACTIONS   ? "action"
           : section == SECTION_NPCS      ? "npc"
           : section == SECTION_OBJECTS   ? "object"
           : section == SECTION_QUESTS    ? "quest"
           : section == SECTION_CUTSCENES ? "cutscene"
                                          : NULL;
}

/* The name of the script's owner. */
static Text owner_name(const TngNames *names, TngScriptRef ref, Arena *arena)
{
    const TngSection *section = tng_section(names->game, ref.section);
    if (ref.section == SECTION_ATTRIBUTES)
        return tng_string(names->game,
                          ((const TngAttributes *)section->record)->attributes[ref.index].name);
    if (ref.section == SECTION_ACTIONS)
        return arena_format(arena, "%u", ref.index + 1);
    const void *descriptor = section->entries[ref.index].descriptor;
    if (ref.section == SECTION_STARTUP) {
        const u32 interval = ((const TngTimedAsset *)descriptor)->interval;
        return interval ? arena_format(arena, "every%u", interval) : TEXT("start");
    }
    if (ref.section == SECTION_OBJECTS) {
        const unsigned sprite = ((const TngObjectAsset *)descriptor)->sprite;
        const Text name = tng_sprite_name(names, 1, sprite);
        return name.size ? name : arena_format(arena, "%u", sprite);
    }
    return tng_string(names->game, ((const TngAsset *)descriptor)->name);
}

static Text full_name(const TngNames *names, TngScriptRef ref, const void *record, Arena *arena)
{
    uint32_t count;
    const Text owner = owner_name(names, ref, arena);
    const TngEvent *events = tng_events(ref.section, record, &count);
    const Text event = events ? event_name(names, &events[ref.event], arena) : TEXT("");
    return arena_format(arena, "%s:%.*s%s%.*s", prefix_of(ref.section), (int)owner.size,
                        owner.at, events ? ":" : "", (int)event.size, event.at);
}

static const void *record_of(const TngFile *game, const TngSection *section, size_t index,
                             Arena *arena, Report *report)
{
    return section->kind->form == TNG_SINGLE ? section->record
                                             : tng_asset(game, section, index, arena, report);
}

Text tng_script_name(const TngFile *game, TngScriptRef ref, Arena *arena)
{
    const TngSection *section = prefix_of(ref.section) ? tng_section(game, ref.section) : NULL;
    Report silent = report_to(NULL, NULL);
    if (!section || (section->kind->form != TNG_SINGLE && ref.index >= section->count))
        return TEXT("");
    const void *record = record_of(game, section, ref.index, arena, &silent);
    if (!record || (ref.section == SECTION_ATTRIBUTES ? ref.index : ref.event) >=
                       tng_script_count(ref.section, record))
        return TEXT("");
    const TngNames names = tng_names(game, arena);
    return full_name(&names, ref, record, arena);
}

/* ---- all scripts ---- */

typedef struct Walk {
    const TngNames *names;
    TngScriptVisitor *visitor;
    void *context;
    Arena *arena;
} Walk;

static void visit_one(const Walk *walk, TngScriptRef ref, const void *record)
{
    bool expression;
    const Bytes code = tng_script_code(ref, record, &expression);
    if (code.size)
        walk->visitor(walk->context, ref, full_name(walk->names, ref, record, walk->arena),
                      code, expression);
}

bool tng_scripts_visit(const TngFile *game, TngScriptVisitor *visitor, void *context,
                       Arena *arena, Report *report)
{
    const TngNames names = tng_names(game, arena);
    const Walk walk = {&names, visitor, context, arena};
    for (size_t i = 0; i < game->section_count; i++) {
        const TngSection *section = &game->sections[i];
        const unsigned type = section->type;
        if (!section->kind || !prefix_of(type))
            continue;
        if (type == SECTION_ATTRIBUTES)
            for (uint32_t k = 0; k < tng_script_count(type, section->record); k++)
                visit_one(&walk, (TngScriptRef){type, k, 0}, section->record);
        for (uint32_t k = 0; type != SECTION_ATTRIBUTES && k < section->count; k++) {
            const void *record = record_of(game, section, k, arena, report);
            if (!record)
                return false;
            for (uint32_t event = 0; event < tng_script_count(type, record); event++)
                visit_one(&walk, (TngScriptRef){type, k, event}, record);
        }
    }
    return true;
}

/* ---- lookup by name ---- */

typedef struct Search {
    Text name;
    TngScriptRef ref;
    bool found;
} Search;

static void compare_name(void *context, TngScriptRef ref, Text name, Bytes code,
                         bool expression)
{
    Search *search = context;
    (void)code;
    (void)expression;
    if (search->found || !text_equal(name, search->name))
        return;
    search->ref = ref;
    search->found = true;
}

bool tng_script_find(const TngFile *game, Text name, TngScriptRef *out)
{
    Search search = {.name = name};
    Report silent = report_to(NULL, NULL);
    Arena *scratch = arena_new();
    tng_scripts_visit(game, compare_name, &search, scratch, &silent);
    arena_free(scratch);
    *out = search.ref;
    return search.found;
}
