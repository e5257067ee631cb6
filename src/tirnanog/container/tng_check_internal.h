/* Internal declarations of tng_check. tng_check.c checks the container, tng_check_records.c
 * records, tng_check_values.c single values, tng_check_names.c duplicate names;
 * tng_check_report.c has their messages. */
#ifndef OISIN_TIRNANOG_CONTAINER_TNG_CHECK_INTERNAL_H
#define OISIN_TIRNANOG_CONTAINER_TNG_CHECK_INTERNAL_H

#include "tirnanog/container/tng.h"

typedef struct Check {
    TngFile game;
    uint32_t
        *known; /* by offset in the strings: flags of TngKind; bit 0: a string starts here */
    uint32_t *atlas_w, *atlas_h;
    size_t atlas_count;
    size_t text_count;
    bool extension;   /* missing objects may be in its base game */
    size_t elsewhere; /* number of references to such objects */
    Arena *arena;     /* for the whole check */
    Arena *scratch;   /* for one record */
    Report *report;
    const TngSection *section; /* the current section */
    size_t index;              /* current entry, SIZE_MAX for the section's own record */
    size_t base;               /* offset of the current data in the block, or 0 within an asset
                                */
} Check;

/* Reports a message about byte `at` of the current data; `path` may be NULL. */
void check_report(Check *check, bool error, size_t at, const RecordPath *path,
                  const char *format, ...) PRINTF_LIKE(5, 6);

/* Warns about bytes that a later version of the format may have added. */
void check_trailing(Check *check, size_t size, size_t at);

/* Sets `known`. */
void collect_names(Check *check);
/* Reports entries of the current section that have the name of an earlier one. */
void check_duplicates(Check *check);
/* The number of sprites (or NPCs, or spawners) of a category; 0 if it is unknown. */
size_t sprite_count(const Check *check, unsigned category);

/* Whether a missing entry of this section may be in the base game; if so, it is counted. */
bool is_elsewhere(Check *check, unsigned section);

/* Checks a decoded record, value by value and as a whole. */
void check_record(Check *check, const RecordLayout *layout, void *record);
/* A sprite: `count` directions against those that its entry declares, and its frames. */
void check_direction_count(Check *check, unsigned count, const TngEntry *entry);
void check_sprite_frames(Check *check, const TngSprite *sprite);

/* A RecordVisitor that checks one value of a record; `context` is the Check. */
void check_value(void *context, const RecordLayout *type, void *data, size_t count, size_t at,
                 const RecordPath *path);

/* The target of messages that another module reports about this value. */
typedef struct ScriptMessage {
    Check *check;
    size_t at;
    const RecordPath *path;
} ScriptMessage;

/* A sink for report_to; `context` is a ScriptMessage. */
void check_pass_on(void *context, const Message *message);

#endif
