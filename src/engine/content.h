/* What a game file says and play does not change: records decoded when they
 * are first wanted, names looked up, scripts made ready.
 *
 * A record that is damaged is reported once and is as if it were not there. */
#ifndef OISIN_ENGINE_CONTENT_H
#define OISIN_ENGINE_CONTENT_H

#include "engine/grid.h"
#include "engine/numbers.h"
#include "formats/tirnanog/tng_names.h"
#include "formats/tirnanog/tng_scripts.h"
#include "script/machine.h"

enum { NONE = UINT32_MAX };

/* Types of attributes (seeds/tng_format.txt, attributes). */
typedef enum AttributeType {
    ATTRIBUTE_PRIMARY,
    ATTRIBUTE_VARIABLE,
    ATTRIBUTE_CALCULATED,
    ATTRIBUTE_GLOBAL,
    ATTRIBUTE_GLOBAL_CALCULATED
} AttributeType;

typedef struct Content {
    const TngFile *game;
    Grid grid;
    unsigned rate;          /* ticks a second */
    unsigned picture_ticks; /* how long a frame of an animation is shown */
    unsigned actions;       /* default action handlers */
    size_t language;        /* the n-th of the game, from 0 */
    char code[3];           /* its ISO 639-1 code; "en" without any */
    TngTexts texts;
    const TngAttributes *attributes; /* these seven are never NULL; empty if missing */
    const TngElements *elements;
    const TngMainMenu *menu;
    const TngHud *hud;
    const TngSlots *slots;
    const TngAlerts *alerts;
    const TngCredits *credits;
    bool has_hud, has_alerts, has_elements;
    const HudBar *enemy_bar; /* over enemies, of a variable attribute; NULL none */
    uint32_t health;         /* that attribute, NONE none: who runs out of it dies */
    Numbers records, names, programs, objects, tiles, attribute_names, object_values;
    Numbers movies; /* names to lengths */
    Bytes *outside; /* scripts that were added */
    size_t outside_count;
    Arena *arena;
    Report *report;
} Content;

/* `language` counts from 0. The arena must outlive the content; the report too. */
Content *content_new(const TngFile *game, size_t language, Arena *arena, Report *report);
/* Texts from now on in another language; one that the game lacks is its first. */
void content_speak(Content *content, size_t language);

/* How many records a section has; 0 without it. */
size_t content_count(const Content *content, unsigned section);
/* An asset's record; NULL if there is none or it is damaged. */
const void *content_record(Content *content, unsigned section, uint32_t index);
/* The index of the asset whose name stands at this offset in the strings, or NONE. */
uint32_t content_find(Content *content, unsigned section, uint32_t name);
/* The string offset of an asset's name. */
uint32_t content_name(const Content *content, unsigned section, uint32_t index);

/* How long a movie is, 1/100 s; 0 if there is none of this name or it is damaged, which
 * who shows it will say. */
uint32_t content_movie(Content *content, uint32_t name);

/* The meta data of an object, by its sprite; NULL if it has none. `*ordinal`
 * (may be NULL) gets its number in the section. */
const TngObject *content_object(Content *content, uint32_t sprite, uint32_t *ordinal);
const TngTile *content_tile(Content *content, uint32_t sprite);
/* The ordinal of an attribute, or NONE. */
uint32_t content_attribute(const Content *content, uint32_t name);
Text content_text(const Content *content, uint32_t index);
/* A sprite of the categories 0-3; NULL if there is none. */
const TngSprite *content_sprite(Content *content, unsigned category, uint32_t index);
/* The direction of a sprite nearest to the wanted one; NULL if it has none. */
const TngAnimation *sprite_direction(const TngSprite *sprite, unsigned direction);

/* Which handler of which record; or, with this section, a script from outside. */
typedef TngScriptRef ScriptRef;
enum { SCRIPT_FROM_OUTSIDE = SECTION_TYPES };

/* NULL if there is no such script, or it is empty or broken. */
const MachineProgram *content_program(Content *content, ScriptRef ref);
/* The bytecode itself. */
Bytes content_script(Content *content, ScriptRef ref);
/* Prepares code for this game's world. Code and arena must live as long as `out`. */
bool content_prepare(Content *content, Bytes code, bool expression, MachineProgram *out,
                     Arena *arena, Report *report);
/* Adds a script that the game does not have; false if it is not valid. `code`
 * must live as long as the content. */
bool content_add_script(Content *content, Bytes code, ScriptRef *out, Report *report);

#endif
