/* A workspace's manifest and list of hashes: read, written and read again; its paths as names;
 * and any file opened and closed. */
#include "kit/workspace/open_forms.h"
#include "kit/workspace/workspace_data.h"

#include <stdlib.h>

static void as_manifest(Bytes file, Arena *arena)
{
    Workspace workspace, again;
    WorkspaceHistory history;
    Report report = report_to(NULL, NULL);
    workspace_history_read(file, &history, arena);
    if (!workspace_read(file, &workspace, arena, &report)) {
        if (report.errors != 1)
            abort(); /* said once */
        return;
    }
    WorkspaceNames names = workspace_names(arena);
    const Bytes text = workspace_write(&workspace, arena);
    if (!workspace_read(text, &again, arena, &report) ||
        !bytes_equal(text, workspace_write(&again, arena)))
        abort();
    for (size_t i = 0; i < workspace.count; i++)
        workspace_names_keep(&names, workspace.tops[i].path);
    for (size_t i = 0; i < workspace.count; i++) {
        const Text path = workspace.tops[i].path;
        if (!workspace_path_is_safe(workspace_names_take(&names, path, path, path)))
            abort();
    }
}

/* What says that it is exact must be. */
static void as_file(Bytes file, Text path, Arena *arena)
{
    Opened opened;
    Bytes back;
    Report report = report_to(NULL, NULL);
    open_form_open(path, file, &opened, arena);
    if (opened.exact &&
        (!open_form_close(path, &opened, &back, arena, &report) || !bytes_equal(file, back)))
        abort();
}

static void as_new(Bytes file, Text path, Arena *arena)
{
    Opened opened;
    Text closed;
    Bytes bytes;
    Report report = report_to(NULL, NULL);
    if (open_form_new(path, file, false, &opened, &closed, arena, &report))
        open_form_close(closed, &opened, &bytes, arena, &report);
    if (report.errors > 1 && text_ends(path, ".txt"))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const paths[] = {"a",       "a.cam", "a.txt", "a.png",
                                        "a.items", "a.mp",  "a.json"};
    Arena *arena = arena_new();
    const Bytes file = {data, size};
    as_manifest(file, arena);
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        as_file(file, text_of(paths[i]), arena);
        as_new(file, text_of(paths[i]), arena);
    }
    arena_free(arena);
    return 0;
}
