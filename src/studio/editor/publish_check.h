/* The check before a game is published: tests, translations, title, icon, licence. */
#ifndef OISIN_STUDIO_EDITOR_PUBLISH_CHECK_H
#define OISIN_STUDIO_EDITOR_PUBLISH_CHECK_H

#include "studio/editor/editor_internal.h"

typedef enum PublishState { PUBLISH_OK, PUBLISH_WARNING, PUBLISH_ERROR } PublishState;

typedef enum PublishFinding {
#define PUBLISH_CHECK(name, id, state, text) PUBLISH_##name##_FOUND,
#include "studio/editor/publish_checks.def"
#undef PUBLISH_CHECK
} PublishFinding;

typedef struct PublishLine {
    PublishFinding finding;
    uint32_t count; /* {0} of the text */
    Text path;      /* where it is mended; may be empty */
} PublishLine;

typedef struct PublishCheck {
    PublishLine *lines;
    size_t count;
    size_t states[PUBLISH_ERROR + 1]; /* how many lines have this state */
} PublishCheck;

/* Checks the files as they are now. */
PublishCheck publish_check(Call *call);
/* Puts "checks": [{"id", "state", "text", "count", "path"}], "errors" and "warnings" into an
 * open object. */
void put_publish_check(JsonWriter *json, const PublishCheck *check);
/* The first line with this state, as a sentence; empty: there is none. */
Text publish_sentence(const PublishCheck *check, PublishState state, Arena *arena);

#endif
