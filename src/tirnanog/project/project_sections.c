/* Sections of the game file, and the texts of which they are made. */
#include "tirnanog/project/build.h"

size_t project_script_count(const Project *project)
{
    return project->cursor.places ? project->cursor.places->count : 0;
}

bool project_read(Project *project, const Sheet *sheet, const ProjectFile *file, void *record,
                  Report *report)
{
    const size_t first = project_script_count(project);
    const size_t first_text = project->cursor.texts ? project->cursor.texts->place_count : 0;
    const bool ok =
        sheet_read(sheet, record, text_of_bytes(file->bytes), &project->cursor, report);
    if (project->cursor.places)
        script_positions_file(project->cursor.places, first, file->path);
    if (project->cursor.texts)
        text_places_file(project->cursor.texts, first_text, file->path);
    return ok;
}

void project_single(Project *project, unsigned type, void *record)
{
    project->by_type[type] =
        (TngSection){.type = (uint8_t)type, .kind = tng_section_kind(type), .record = record};
}

TngEntry *project_entry(Project *project, unsigned type, size_t count)
{
    const TngSectionKind *kind = tng_section_kind(type);
    TngSection *section = &project->by_type[type];
    *section = (TngSection){.type = (uint8_t)type,
                            .kind = kind,
                            .entries = ARENA_ALLOC(project->arena, TngEntry, count),
                            .count = count};
    char *descriptors = arena_alloc(project->arena, count, kind->record->size);
    for (size_t i = 0; i < count; i++)
        section->entries[i].descriptor = descriptors + i * kind->record->size;
    return section->entries;
}
