/* Reads a project as a build does and collects its texts with their places, sorted by text,
 * file and line. The language's own name (TEXT_LANGUAGE) is not a text of the project: it is
 * left out, and the numbers after it move down. */
#include "tirnanog/translations/project_texts.h"

#include "tirnanog/project/build.h"

#include <stdlib.h>

static int compare_places(const void *a, const void *b)
{
    const TextPlace *left = a, *right = b;
    if (left->text != right->text)
        return left->text < right->text ? -1 : 1;
    const int order = text_compare(left->path, right->path);
    return order ? order : (left->line > right->line) - (left->line < right->line);
}

/* Without TEXT_LANGUAGE, which is not a text of the project. */
static void copy_texts(const NameList *texts, ProjectTexts *out, Arena *arena)
{
    out->count = 0;
    out->items = ARENA_ALLOC(arena, Text, texts->count);
    for (size_t i = 0; i < texts->count; i++)
        if (i != TEXT_LANGUAGE)
            out->items[out->count++] = texts->items[i];
    for (size_t i = 0; i < out->place_count; i++)
        out->places[i].text -= out->places[i].text > TEXT_LANGUAGE;
}

void project_texts_finish(const Project *project, ProjectTexts *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    copy_texts(&project->names.texts, out, arena);
    if (out->place_count)
        qsort(out->places, out->place_count, sizeof *out->places, compare_places);
    out->title = out->items[TEXT_TITLE];
    out->source = project_source_language(project);
    for (size_t i = 0; i < project->language_count; i++) {
        const TngLanguage *language = project->languages[i].record;
        TngTexts texts;
        if (!memcmp(language->code, out->source.at, 2) &&
            tng_texts(&project->languages[i], &texts, arena, &silent))
            out->source_name = texts.items[TEXT_LANGUAGE];
    }
}

bool project_texts(ProjectFiles *files, ProjectTexts *out, Arena *arena, Report *report)
{
    Project *project = arena_alloc(arena, 1, sizeof *project);
    *out = (ProjectTexts){0};
    if (!project_load(project, files, &(BuildOptions){.texts = out}, arena, report))
        return false;
    project_texts_finish(project, out, arena);
    return true;
}
