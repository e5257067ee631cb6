/* Parts, in order: the manifest; bytes of an entry; checking a changed file. A check closes the
 * file's form in memory, as `pack` would. For a form that is a folder, the other files are read
 * from the disk. */
#include "kit/workspace/workspace_edit.h"

#include "base/folders.h"
#include "kit/workspace/open_forms.h"
#include "kit/formats/format.h"
#include "kit/jobs/files.h"

static bool read_manifest(WorkspaceEdit *edit, Arena *arena, Report *report)
{
    const Text path = arena_format(arena, "%s/" WORKSPACE_MANIFEST, edit->folder);
    Bytes manifest;
    Report about = report_child(report, path);
    return file_load(path.at, &manifest, arena, report) &&
           workspace_read(manifest, &edit->workspace, arena, &about);
}

bool workspace_edit_open(const char *folder, WorkspaceEdit *out, Arena *arena, Report *report)
{
    *out = (WorkspaceEdit){.folder = folder, .table = table_new(arena)};
    if (!read_manifest(out, arena, report))
        return false;
    for (size_t t = 0; t < out->workspace.count; t++) {
        const WorkspaceTop *top = &out->workspace.tops[t];
        for (size_t e = 0; e < top->count; e++)
            for (size_t f = 0; f < top->entries[e].file_count; f++) {
                table_put(&out->table, top->entries[e].files[f].path, (uint32_t)out->count);
                *ARENA_PUSH(arena, out->places, out->count) =
                    (WorkspacePlace){top, &top->entries[e]};
            }
    }
    return true;
}

const WorkspaceEntry *workspace_edit_entry(const WorkspaceEdit *edit, Text path)
{
    const uint32_t *index = table_get(&edit->table, path);
    return index ? edit->places[*index].entry : NULL;
}

/* ---- bytes ---- */

static const OpenForm *form_of(const WorkspaceEntry *entry)
{
    return open_form_of_file(entry->format, entry->path, entry->files[0].path);
}

bool workspace_edit_open_bytes(const WorkspaceEdit *edit, const WorkspaceEntry *entry,
                               Bytes *out, Arena *arena, Report *report)
{
    const Text path = entry->files[0].path;
    return file_load(arena_format(arena, "%s/%.*s", edit->folder, (int)path.size, path.at).at,
                     out, arena, report);
}

bool workspace_edit_bytes(const WorkspaceEdit *edit, const WorkspaceEntry *entry, Bytes *out,
                          Arena *arena, Report *report)
{
    Opened opened = {
        .form = form_of(entry), .format = entry->format, .settings = entry->settings};
    ProjectFile *file = ARENA_PUSH(arena, opened.files.items, opened.files.count);
    *file = (ProjectFile){.path = TEXT("")};
    return workspace_edit_open_bytes(edit, entry, &file->bytes, arena, report) &&
           open_form_close(entry->path, &opened, out, arena, report);
}

/* ---- checking ---- */

/* The files of a form that is a folder, with the new content of one of them. */
static bool load_folder(const WorkspaceEdit *edit, Text folder, Text name, Bytes bytes,
                        ProjectFiles *out, Arena *arena, Report *report)
{
    const char *disk =
        arena_format(arena, "%s/%.*s", edit->folder, (int)folder.size, folder.at).at;
    bool there = false;
    if (is_folder(disk) && !folder_load_files(disk, out, arena, report))
        return false;
    for (size_t i = 0; i < out->count; i++)
        if (text_equal(out->items[i].path, name)) {
            out->items[i].bytes = bytes;
            there = true;
        }
    if (!there)
        *ARENA_PUSH(arena, out->items, out->count) = (ProjectFile){name, bytes};
    return true;
}

/* The form of a file that unpack did not make, and the file of the game that it becomes. */
static bool form_of_new(Text path, Bytes bytes, Opened *out, Text *closed, Arena *arena,
                        Report *report)
{
    const Text folder = folder_above(path, arena);
    *out = (Opened){.form = open_form_new_folder(folder)};
    *closed = folder;
    if (!out->form)
        return open_form_new(path, bytes, false, out, closed, arena, report);
    out->format = text_of(out->form->format);
    return true;
}

bool workspace_edit_check(const WorkspaceEdit *edit, Text path, Bytes bytes, Arena *arena,
                          Report *report)
{
    const WorkspaceEntry *entry = workspace_edit_entry(edit, path);
    Report about = report_child(report, path);
    Opened opened = {0};
    Text closed;
    Bytes file;
    if (entry) {
        opened = (Opened){
            .form = form_of(entry), .format = entry->format, .settings = entry->settings};
        closed = entry->path;
    } else if (!form_of_new(path, bytes, &opened, &closed, arena, &about)) {
        return false;
    }
    opened.files = (ProjectFiles){0};
    if (open_form_is_folder(opened.form)) {
        const Text folder = folder_above(path, arena);
        about = report_child(report, folder); /* the form adds the name of the file */
        if (!load_folder(edit, folder, text_slice(path, folder.size + 1, path.size), bytes,
                         &opened.files, arena, &about))
            return false;
    } else {
        *ARENA_PUSH(arena, opened.files.items, opened.files.count) =
            (ProjectFile){TEXT(""), bytes};
    }
    if (!open_form_close(closed, &opened, &file, arena, &about))
        return false;
    const Format *format = opened.format.size ? format_named(opened.format) : NULL;
    if (format)
        format_check(format, file, arena, &about);
    return true;
}
