/* All texts of a project, sorted by their places: what there is to translate. */
#ifndef OISIN_TIRNANOG_TRANSLATIONS_PROJECT_TEXTS_H
#define OISIN_TIRNANOG_TRANSLATIONS_PROJECT_TEXTS_H

#include "base/report.h"
#include "kit/formats/file_list.h"
#include "tirnanog/translations/text_places.h"

/* Reads a project like a build. Returns false if there is an error. */
bool project_texts(ProjectFiles *files, ProjectTexts *out, Arena *arena, Report *report);

#endif
