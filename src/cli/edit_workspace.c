#include "cli/edit_workspace.h"

#include "base/text.h"
#include "formats/evil_islands/db.h"
#include "formats/evil_islands/mob_script.h"

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
    const EditWorkspace *workspace = context;
    const WorkspaceEntry *entry = workspace_edit_entry(&workspace->edit, path);
    if (!entry || text_is(entry->format, "db"))
        db_put_columns(path, json);
    else if (text_is(entry->format, "lay") || text_is(entry->format, "mvl"))
        workspace_edit_put_expressions(&workspace->edit, path, json);
    else if (text_is(entry->format, "mob")) {
        uint32_t w, h;
        mob_script_put_functions(json);
        if (workspace_edit_map_size(&workspace->edit, path, &w, &h)) {
            json_open(json, "map");
            json_put_uint(json, "width", w);
            json_put_uint(json, "height", h);
            json_close(json);
        }
    }
}

static bool picture(void *context, Text path, size_t number, Bytes *out, Arena *arena,
                    Report *report)
{
    const WorkspaceEdit *edit = &((const EditWorkspace *)context)->edit;
    const WorkspaceEntry *entry = workspace_edit_entry(edit, path);
    return entry && (text_is(entry->format, "lay") || text_is(entry->format, "mvl"))
               ? workspace_edit_expression(edit, path, number, out, arena, report)
               : workspace_edit_map_picture(edit, path, out, arena, report);
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
