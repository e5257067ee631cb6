/* What an editor shows of a file besides the file itself: rows of workspace_shows.def. */
#include "kit/workspace/workspace_edit.h"

static const struct {
    const char *format;
    void (*describe)(const WorkspaceEdit *edit, Text path, JsonWriter *json);
    bool (*picture)(const WorkspaceEdit *edit, Text path, size_t number, Bytes *out,
                    Arena *arena, Report *report);
} shows[] = {
#define SHOWS(format, describe, picture) {format, describe, picture},
#include "kit/workspace/workspace_shows.def"
};

/* The row of a file; COUNT_OF(shows): none. */
static size_t show_of(const WorkspaceEdit *edit, Text path)
{
    const WorkspaceEntry *entry = workspace_edit_entry(edit, path);
    size_t row = 0;
    while (row < COUNT_OF(shows) &&
           !text_is(entry ? entry->format : TEXT(""), shows[row].format))
        row++;
    return row;
}

bool no_picture(const WorkspaceEdit *edit, Text path, size_t number, Bytes *out, Arena *arena,
                Report *report)
{
    (void)edit, (void)path, (void)number, (void)out, (void)arena;
    return report_cause(report, CAUSE_NOT_FOUND, "the workspace has no map of this name");
}

void workspace_edit_describe(const WorkspaceEdit *edit, Text path, JsonWriter *json)
{
    const size_t row = show_of(edit, path);
    if (row < COUNT_OF(shows))
        shows[row].describe(edit, path, json);
}

bool workspace_edit_picture(const WorkspaceEdit *edit, Text path, size_t number, Bytes *out,
                            Arena *arena, Report *report)
{
    const size_t row = show_of(edit, path);
    return (row < COUNT_OF(shows) ? shows[row].picture : no_picture)(edit, path, number, out,
                                                                     arena, report);
}
