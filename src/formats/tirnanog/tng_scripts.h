/* The scripts of a game: where they are and what they are called.
 *
 * Handlers stand in seven sections; a reference says which one is meant
 * whatever the section looks like. Names are for people and tools, and the same
 * everywhere: "npc:brid:click", "object:chest:using1:key", "npc:hen:timer3",
 * "attribute:hp", "action:1", "startup:start", "startup:every100" (hsec),
 * "quest:broth", "cutscene:intro". */
#ifndef OISIN_FORMATS_TIRNANOG_TNG_SCRIPTS_H
#define OISIN_FORMATS_TIRNANOG_TNG_SCRIPTS_H

#include "formats/tirnanog/tng.h"

/* Plain numbers, so that it can be compared and stored. */
typedef struct TngScriptRef {
    uint32_t section; /* a TngSectionType */
    uint32_t index;   /* of the asset, or of the attribute */
    uint32_t event;   /* of an NPC or object; else 0 */
} TngScriptRef;

static inline bool tng_script_equal(TngScriptRef a, TngScriptRef b)
{
    return a.section == b.section && a.index == b.index && a.event == b.event;
}

/* Not 0, and another number for each reference (sections and events have 16 bits). */
static inline uint64_t tng_script_key(TngScriptRef ref)
{
    return (uint64_t)(ref.section + 1) << 48 | (uint64_t)(ref.event & 0xFFFF) << 32 | ref.index;
}

/* What can happen to an NPC or an object (seeds/tng_format.txt, event handlers). */
typedef enum TngEventType {
#define EVENT(name, number, word) TNG_EVENT_##name = (number),
#include "formats/tirnanog/tng_events.def"
#undef EVENT
    TNG_EVENT_TYPES
} TngEventType;

enum { TNG_EVENT_ACTIONS = 9, TNG_EVENT_USINGS = 3 };

/* "click", "action1", ...; NULL if there is no such event. */
const char *tng_event_word(unsigned type);

/* How many places for scripts a decoded record has: its events, or 1. `record`
 * of SECTION_ATTRIBUTES: the TngAttributes, an index for each attribute. */
uint32_t tng_script_count(unsigned section, const void *record);
/* The bytecode; empty if there is none. `*expression`: it is a calculated attribute's. */
Bytes tng_script_code(TngScriptRef ref, const void *record, bool *expression);

/* Empty if there is no such place. */
Text tng_script_name(const TngFile *game, TngScriptRef ref, Arena *arena);

/* The script of this name; false if there is none, or if the game cannot be read. */
bool tng_script_find(const TngFile *game, Text name, TngScriptRef *out);

/* Calls back for each script that is not empty, in the order of the file; stops
 * with false at an asset that cannot be read. Records live in `arena`. */
typedef void TngScriptVisitor(void *context, TngScriptRef ref, Text name, Bytes code,
                              bool expression);
bool tng_scripts_visit(const TngFile *game, TngScriptVisitor *visitor, void *context,
                       Arena *arena, Report *report);

#endif
