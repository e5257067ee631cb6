/* Translations of a project as files of gettext (tirnanog/translations/po.h): what translators
 * get and what they give back. The first entry of each file is the language's own name. */
#ifndef OISIN_TIRNANOG_TRANSLATIONS_TRANSLATIONS_H
#define OISIN_TIRNANOG_TRANSLATIONS_TRANSLATIONS_H

#include "tirnanog/translations/po.h"
#include "tirnanog/translations/project_texts.h"

/* A template (.pot): all texts, with comments that say where they are and who says them. */
void translation_template(const ProjectTexts *texts, PoFile *out, Arena *arena);

/* The comments of each text that say where it is and who says it: whole lines "#." and "#:". */
Text *translation_notes(const ProjectTexts *texts, Arena *arena);

/* Brings a translation up to date with the project: new texts have no translation, or that of
 * a similar text that the project does not have any more, as a fuzzy one; other translations
 * without a text become obsolete. `old` may be empty. A language without a name gets the one of
 * language_names.h. */
void translation_merge(const ProjectTexts *texts, Text code, const PoFile *old, PoFile *out,
                       Arena *arena);

/* A translation for tests of fonts and widths: each text about a third longer, with accents
 * on all letters, in brackets that show where it is cut. */
void translation_pseudo(const ProjectTexts *texts, Text code, PoFile *out, Arena *arena);
/* Whether translation_pseudo made the file. */
bool translation_is_pseudo(const PoFile *file);

/* The entries that a file should have: all texts and the language's name. */
typedef struct TranslationStats {
    size_t translated, fuzzy, missing, total;
} TranslationStats;
TranslationStats translation_stats(const ProjectTexts *texts, Text code, const PoFile *file,
                                   Arena *arena);

#endif
