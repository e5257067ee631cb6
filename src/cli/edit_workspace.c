/* Connects an EditorWorkspace to the functions of kit/workspace. Packing is the job of `oisin
 * pack`, so the same rules decide which files it may replace. */
#include "cli/edit_workspace.h"

#include "base/text.h"

/* ---- the files ---- */

static bool list_files(void *context, WorkspaceItems *out, Arena *arena, Report *report)
{
    const EditWorkspace *workspace = context;
    FoundFiles found;
    *out = (WorkspaceItems){0};
    if (!folder_list(workspace->folder, NULL, true, &found, arena, report))
        return false;
    for (size_t i = 0; i < found.count; i++) {
        const Text path = found.items[i].path;
        const WorkspaceEntry *entry = workspace_edit_entry(&workspace->edit, path);
        *ARENA_PUSH(arena, out->items, out->count) =
            (WorkspaceItem){path, entry ? entry->format : TEXT("")};
    }
    return true;
}

static bool search(void *context, Text words, const WorkspaceItems *items, size_t max,
                   WorkspaceHits *out, Arena *arena)
{
    return edit_search(&((EditWorkspace *)context)->search, words, items, max, out, arena);
}

static void describe(void *context, Text path, JsonWriter *json)
{
    workspace_edit_describe(&((const EditWorkspace *)context)->edit, path, json);
}

static bool picture(void *context, Text path, size_t number, Bytes *out, Arena *arena,
                    Report *report)
{
    const WorkspaceEdit *edit = &((const EditWorkspace *)context)->edit;
    return workspace_edit_picture(edit, path, number, out, arena, report);
}

static bool check(void *context, Text path, Bytes bytes, Arena *arena, Report *report)
{
    const EditWorkspace *workspace = context;
    return workspace_edit_check(&workspace->edit, path, bytes, arena, report);
}

/* ---- packing ---- */

static void misuse(void *context, const char *text) { report_error(context, "%s", text); }

static bool pack(void *context, bool dry, bool force, Arena *arena, Report *report)
{
    const EditWorkspace *workspace = context;
    const char *values[JOB_OPTION_COUNT] = {0};
    Job job = {.verb = "pack",
               .inputs = (const char *const *)&workspace->folder,
               .input_count = 1,
               .values = values,
               .report = report,
               .misuse = misuse,
               .context = report};
    values[OPTION_dry_run] = dry ? "" : NULL;
    values[OPTION_force] = force ? "" : NULL;
    return workspace_pack_folder(&job, workspace->folder, workspace->output, arena);
}

bool edit_workspace_open(EditWorkspace *workspace, const char *folder, const char *output,
                         Report *report)
{
    *workspace = (EditWorkspace){.folder = folder, .output = output, .arena = arena_new()};
    workspace->search = (EditSearch){.folder = folder};
    workspace->editor = (EditorWorkspace){.context = workspace,
                                          .output = text_of(output ? output : ""),
                                          .list = list_files,
                                          .search = search,
                                          .describe = describe,
                                          .picture = picture,
                                          .check = check,
                                          .pack = pack};
    return workspace_edit_open(folder, &workspace->edit, workspace->arena, report);
}

void edit_workspace_close(EditWorkspace *workspace)
{
    edit_search_close(&workspace->search);
    arena_free(workspace->arena);
}
