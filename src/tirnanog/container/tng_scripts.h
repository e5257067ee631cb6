/* The scripts of a game: positions and names.
 *
 * Seven sections contain handlers; a reference identifies one of them independently of the
 * structure of its section. Names are for people and tools, and the same everywhere:
 * "npc:brid:click", "object:chest:using1:key", "npc:hen:timer3", "attribute:hp", "action:1",
 * "startup:start", "startup:every100" (in 1/100 s), "quest:broth", "cutscene:intro". */
#ifndef OISIN_TIRNANOG_CONTAINER_TNG_SCRIPTS_H
#define OISIN_TIRNANOG_CONTAINER_TNG_SCRIPTS_H

#include "tirnanog/container/tng.h"

/* Plain numbers, so that references can be compared and stored. */
typedef struct TngScriptRef {
    uint32_t section; /* a TngSectionType */
    uint32_t index;   /* of the asset or the attribute */
    uint32_t event;   /* of an NPC or object; otherwise 0 */
} TngScriptRef;

static inline bool tng_script_equal(TngScriptRef a, TngScriptRef b)
{
    return a.section == b.section && a.index == b.index && a.event == b.event;
}

/* A unique number for each reference, never 0 (sections and events have 16 bits). */
static inline uint64_t tng_script_key(TngScriptRef ref)
{
    return (uint64_t)(ref.section + 1) << 48 | (uint64_t)(ref.event & 0xFFFF) << 32 | ref.index;
}

/* The events of an NPC or an object (seeds/tng_format.txt, event handlers). */
typedef enum TngEventType {
#define EVENT(name, number, word) TNG_EVENT_##name = (number),
#include "tirnanog/container/tng_events.def"
#undef EVENT
    TNG_EVENT_TYPES
} TngEventType;

enum { TNG_EVENT_ACTIONS = 9, TNG_EVENT_USINGS = 3 };
/* The engine keeps for the first 32 events of an NPC or object who is near: a decision of ours,
 * as a saved game has one bit for each. Later `approach` and `leave` never run. */
enum { TNG_EVENT_DISTANCES = 32 };

/* Whether an object is used: the parameter of the event names it. */
static inline bool tng_event_is_using(unsigned type)
{
    return type >= TNG_EVENT_USING1 && type < TNG_EVENT_USING1 + TNG_EVENT_USINGS;
}

/* "click", "action1", ...; NULL if there is no such event. */
const char *tng_event_word(unsigned type);

/* The events of a decoded NPC or object; NULL and 0 for other sections. */
const TngEvent *tng_events(unsigned section, const void *record, uint32_t *count);

/* The number of scripts in a decoded record: its events, or 1. For SECTION_ATTRIBUTES, `record`
 * is the TngAttributes, with an index for each attribute. */
uint32_t tng_script_count(unsigned section, const void *record);
/* The bytecode; empty if there is none. `*expression`: it belongs to a calculated attribute. */
Bytes tng_script_code(TngScriptRef ref, const void *record, bool *expression);

/* Empty if the reference is invalid. */
Text tng_script_name(const TngFile *game, TngScriptRef ref, Arena *arena);

/* Finds a script by name; returns false if there is none, or if the game cannot be read. */
bool tng_script_find(const TngFile *game, Text name, TngScriptRef *out);

/* Called for each script that is not empty, in file order; stops with false at an asset that
 * cannot be read. Records are allocated from `arena`. */
typedef void TngScriptVisitor(void *context, TngScriptRef ref, Text name, Bytes code,
                              bool expression);
bool tng_scripts_visit(const TngFile *game, TngScriptVisitor *visitor, void *context,
                       Arena *arena, Report *report);

#endif
