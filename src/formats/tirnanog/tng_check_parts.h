/* Inside of tng_check: what its two files share. tng_check.c goes through the
 * container, tng_check_values.c looks at single values. */
#ifndef OISIN_FORMATS_TIRNANOG_TNG_CHECK_PARTS_H
#define OISIN_FORMATS_TIRNANOG_TNG_CHECK_PARTS_H

#include "formats/tirnanog/tng.h"

typedef struct Check {
    TngFile game;
    uint32_t
        *known; /* by offset in the strings: bits of TngKind; bit 0: a string starts here */
    uint32_t *atlas_w, *atlas_h;
    size_t atlas_count;
    size_t text_count;
    bool extension;   /* what it lacks may be in the game that it extends */
    size_t elsewhere; /* references to such things */
    Arena *arena;     /* of the whole check */
    Arena *scratch;   /* of one record */
    Report *report;
    const TngSection *section; /* being looked at */
    size_t index;              /* entry of it, SIZE_MAX for the section's own record */
    size_t base;               /* its offset in the block, or 0 within an asset */
} Check;

/* A message about byte `at` of what is being looked at; `path` may be NULL. */
void check_report(Check *check, bool error, size_t at, const RecordPath *path,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Fills `known`. */
void collect_names(Check *check);
/* Reports entries of the present section that have the name of an earlier one. */
void check_duplicates(Check *check);
/* How many sprites (or NPCs, or spawners) a category has; 0 if it is unknown. */
size_t sprite_count(const Check *check, unsigned category);

/* Whether a thing of this section that is not here may be the base game's; it is counted. */
bool is_elsewhere(Check *check, unsigned section);

/* A RecordVisitor; `context` is the Check: one value of a record. */
void check_value(void *context, const Layout *type, void *data, size_t count, size_t at,
                 const RecordPath *path);

/* Where messages of another reader about this value belong. */
typedef struct ScriptMessage {
    Check *check;
    size_t at;
    const RecordPath *path;
} ScriptMessage;

/* For report_to; `context` is a ScriptMessage. */
void check_pass_on(void *context, const Message *message);

#endif
