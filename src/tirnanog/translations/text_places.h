/* The texts of a project, and where they are. */
#ifndef OISIN_TIRNANOG_TRANSLATIONS_TEXT_PLACES_H
#define OISIN_TIRNANOG_TRANSLATIONS_TEXT_PLACES_H

#include "base/hash.h"

typedef struct TextPlace {
    uint32_t text; /* index of the text */
    Text path;     /* in the project */
    uint32_t line;
    Text member; /* what the text is there: "title", "message" */
} TextPlace;

typedef struct ProjectTexts {
    Text *items; /* the project's title and all others, each once */
    size_t count;
    TextPlace *places; /* in the order of the texts, then of the files */
    size_t place_count;
    Text source, source_name; /* the language of the texts: its code and own name */
    Text title;
} ProjectTexts;

/* Texts that are drawn in one line, in boxes as wide as the picture allows; the other boxes
 * wrap their text or depend on what else is shown. */
typedef enum TextBox { BOX_ALERT, BOX_TITLE, TEXT_BOXES } TextBox;
typedef struct TextBoxKind {
    const char *suffix, *member; /* of the texts' places */
    const char *name;
    int64_t width; /* pixels, in a picture of the usual width */
} TextBoxKind;
extern const TextBoxKind text_boxes[TEXT_BOXES];
bool text_box_has(TextBox box, const TextPlace *place);

/* Who says the texts of a dialog: its title, which is shown above it. The numbers of the titles
 * by the paths of dialogs. */
Table text_speakers(const ProjectTexts *texts, Arena *arena);
/* Empty: not known. Of an answer it is the person who gets it. */
Text text_speaker(const ProjectTexts *texts, const Table *speakers, const TextPlace *place);
bool text_is_answer(const TextPlace *place);

/* The kind of warnings about texts that do not fit into their box (Message.kind). */
extern const char text_overflow_kind[];

/* ---- for the build ---- */

/* Adds a place whose path is set later, by text_places_file. */
void text_places_add(ProjectTexts *texts, uint32_t text, uint32_t line, const char *member,
                     Arena *arena);
void text_places_file(ProjectTexts *texts, size_t first, Text path);

#endif
