/* The content of a game file, which play does not change: records are decoded on first
 * use, names are looked up, scripts are verified and prepared.
 *
 * A damaged record is reported once and then treated as missing. */
#ifndef OISIN_ENGINE_CONTENT_H
#define OISIN_ENGINE_CONTENT_H

#include "engine/state/grid.h"
#include "engine/state/number_map.h"
#include "tirnanog/container/tng_names.h"
#include "tirnanog/container/tng_scripts.h"
#include "tirnanog/script/machine.h"

enum { NONE = UINT32_MAX };

/* Types of attributes (seeds/tng_format.txt, attributes). */
typedef enum AttributeType {
    ATTRIBUTE_PRIMARY,
    ATTRIBUTE_VARIABLE,
    ATTRIBUTE_CALCULATED,
    ATTRIBUTE_GLOBAL,
    ATTRIBUTE_GLOBAL_CALCULATED
} AttributeType;

/* Scripts that are not in the game. They belong to the state of a world. */
typedef struct OutsideScripts {
    Bytes *codes;
    const MachineProgram **programs; /* of the same number; NULL: invalid, or a gap */
    size_t count, program_count;     /* equal */
    Arena *arena;
} OutsideScripts;

typedef struct Content {
    const TngFile *game;
    Grid grid;
    unsigned rate;          /* ticks per second */
    unsigned picture_ticks; /* ticks per frame of an animation */
    unsigned actions;       /* default action handlers */
    size_t language;        /* index among the game's languages */
    char code[3];           /* its ISO 639-1 code; "en" if the game has no languages */
    TngTexts texts;
    const TngAttributes *attributes; /* these seven are never NULL; a missing one is empty */
    const TngElements *elements;
    const TngMainMenu *menu;
    const TngHud *hud;
    const TngSlots *slots;
    const TngAlerts *alerts;
    const TngCredits *credits;
    bool has_hud, has_alerts, has_elements;
    const HudBar *enemy_bar; /* over enemies, of a variable attribute; NULL: none */
    uint32_t health;         /* that attribute, NONE: none; an actor without any left dies */
    uint32_t base_options;   /* the option group of the base body, NONE: not known */
    NumberMap records, names, programs, objects, tiles, attribute_names, object_values;
    NumberMap movies; /* name to length */
    /* Per ordinal of an attribute: objects modify it. NULL until it is first needed. */
    bool *modified;
    OutsideScripts *outside; /* of the world that plays now; never NULL */
    Arena *arena;
    Report *report;
} Content;

/* `language` is an index. The arena and the report must outlive the content. */
Content *content_new(const TngFile *game, size_t language, Arena *arena, Report *report);
/* Switches the language of the texts; an index that the game lacks selects the first. */
void content_set_language(Content *content, size_t language);

/* Number of records in a section; 0 if there is no such section. */
size_t content_count(const Content *content, unsigned section);
/* The record of an asset; NULL if it is missing or damaged. */
const void *content_record(Content *content, unsigned section, uint32_t index);
/* The index of the asset whose name is at this string offset, or NONE. */
uint32_t content_find(Content *content, unsigned section, uint32_t name);
/* Option groups in the order of drawing: that of the base body first, then by number. */
uint32_t content_options_layer(const Content *content, uint32_t layer);
/* The string offset of an asset's name. */
uint32_t content_name(const Content *content, unsigned section, uint32_t index);

/* Length of a movie in 1/100 s; 0 if it is missing or damaged. Nothing is reported here;
 * the code that plays the movie does. */
uint32_t content_movie(Content *content, uint32_t name);

/* The metadata of an object, by its sprite; NULL if it has none. `*ordinal`, which may
 * be NULL, gets its index in the section. */
const TngObject *content_object(Content *content, uint32_t sprite, uint32_t *ordinal);
/* An object without a mask has one cell that blocks and can be clicked on, in the middle of its
 * picture's bottom (docs/project/masks.md). */
enum { MASK_USUAL = 9 };
Cell content_usual_mask(Content *content, uint32_t sprite, Cell at);
const TngTile *content_tile(Content *content, uint32_t sprite);
/* The ordinal of an attribute, or NONE. */
uint32_t content_attribute(const Content *content, uint32_t name);
/* Whether any object of the game modifies the attribute. */
bool content_is_modified(Content *content, uint32_t ordinal);
Text content_text(const Content *content, uint32_t index);
/* The title of an object may have a description after " | ": the name, and the description
 * (empty if there is none). */
Text content_title(const Content *content, uint32_t title);
Text content_about(const Content *content, uint32_t title);
/* A sprite of categories 0-3; NULL if there is none. */
const TngSprite *content_sprite(Content *content, unsigned category, uint32_t index);
/* The existing direction of a sprite that is nearest to `direction`; NULL if it has none. */
const TngAnimation *sprite_direction(const TngSprite *sprite, unsigned direction);
/* The number of rows of colours from which those of a group of options are chosen; 0: none. */
uint32_t content_palettes(Content *content, uint32_t group);

/* A handler of a record, or, with the section SCRIPT_FROM_OUTSIDE, an added script. */
typedef TngScriptRef ScriptRef;
enum { SCRIPT_FROM_OUTSIDE = SECTION_TYPES };

/* NULL if the script is missing, empty or invalid. */
const MachineProgram *content_program(Content *content, ScriptRef ref);
/* The bytecode of a script. */
Bytes content_script(Content *content, ScriptRef ref);
/* Prepares bytecode for this game. `code` and the arena must live as long as `out`. */
bool content_prepare(Content *content, Bytes code, bool expression, MachineProgram *out,
                     Arena *arena, Report *report);
/* An empty list for a world; `arena` is that of the world. */
OutsideScripts *outside_scripts_new(Arena *arena);
/* Adds a script that is not in the game; false if it is invalid. `code` must live as long
 * as the world. */
bool content_add_script(Content *content, Bytes code, ScriptRef *out, Report *report);
/* Removes the script that was added last; nothing may have used it. */
void content_drop_script(Content *content);
/* Adds numbers without a script until there are `count`. */
void content_skip_scripts(Content *content, size_t count);

#endif
