/* Texts of a project that a translation, lang/de.po, does not translate. `oisin check` warns of
 * them, and the editor counts them. */
#ifndef OISIN_TIRNANOG_TRANSLATIONS_UNTRANSLATED_H
#define OISIN_TIRNANOG_TRANSLATIONS_UNTRANSLATED_H

#include "kit/formats/file_list.h"
#include "tirnanog/sheets/project_names.h"

typedef struct Untranslated {
    uint32_t *items; /* numbers of texts, ascending */
    size_t count;
} Untranslated;

/* `source`: the language of the project's own texts, whose translation may omit any. False: the
 * file is not a translation, it is the one of that language, or it cannot be read, which a
 * build reports. */
bool untranslated_texts(const ProjectFile *file, const NameList *texts, Text source,
                        Untranslated *out, Arena *arena);

#endif
