/* Requests that change files. */
#include "studio/editor/editor_internal.h"
#include "studio/editor/new_text.h"

#include "base/path.h"
#include "tirnanog/maps/map_parts.h"
#include "studio/editor/edit_rows.h"
#include "tirnanog/project/item_rename.h"
#include "tirnanog/sheets/sheets.h"

/* ---- answers ---- */

/* After a change, the project is checked again. */
static void check_again(Editor *editor)
{
    checker_start(editor->checker, editor->store.changes);
}

/* 409 and 412 as HTTP means them: cannot be written, and changed by somebody else. The answer
 * has the file as it was written, since a merge may differ from what the page sent. */
void answer_change(Call *call, Text label, const FileEdit *edits, size_t count)
{
    EditStore *store = &call->editor->store;
    EditOutcome outcome;
    Bytes bytes;
    uint64_t hash;
    switch (
        edit_store_change(store, label, edits, count, &outcome, call->arena, &call->report)) {
    case EDIT_CONFLICT:
        answer_conflict(call, edits[outcome.failed].path, &edits[outcome.failed].mine,
                        outcome.theirs);
        return;
    case EDIT_FAILED:
        call_error(call, 409, "the files cannot be written");
        return;
    case EDIT_DONE:
        break;
    }
    check_again(call->editor);
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_bool(&json, "merged", outcome.merged);
    if (edit_store_read(store, edits[0].path, &bytes, &hash, call->arena, &call->report))
        put_file(&json, call, edits[0].path, bytes, hash);
    json_close(&json);
    call_json(call, &json);
}

/* Files that rows_apply() can change; images and sounds are only replaced whole. */
static bool has_rows_or_text(Text path)
{
    static const char *const suffixes[] = {".po", ".test", ".lyt", ".txt", ".tmx", ".tsx"};
    for (size_t i = 0; i < COUNT_OF(suffixes); i++)
        if (text_ends(path, suffixes[i]))
            return true;
    return sheet_of_path(path) != NULL;
}

/* "dry" computes the new text without writing it, for the preview. */
void post_change(Call *call)
{
    const Text path = http_argument(call->request, "path");
    FileEdit edit;
    Text text;
    if (!change_base(call, path, &edit))
        return;
    if (!has_rows_or_text(path)) {
        call_error(call, 403, "this file is not a text file of a project");
        return;
    }
    const json_t *operations = json_object_get(call->body, "operations");
    if (!rows_apply(call_model(call), path, text_of_bytes(edit.base), operations, &text,
                    call->arena, &call->report)) {
        call_error(call, 400, "the change is not possible");
        return;
    }
    edit.mine = bytes_of_text(text);
    if (call_flag(call, "dry")) { /* while a value is typed */
        Writer out = writer_to(call->arena);
        JsonWriter json = json_to(&out);
        json_open(&json, NULL);
        put_file(&json, call, path, edit.mine, file_hash(edit.mine));
        json_close(&json);
        call_json(call, &json);
        return;
    }
    const Text label = call_text(call, "label");
    answer_change(
        call,
        label.size ? label : arena_format(call->arena, "change %.*s", (int)path.size, path.at),
        &edit, 1);
}

/* Files of a project only: not, for example, shell/profile.sh. */
static bool is_project_path(Text path)
{
    uint16_t kind;
    Text name;
    return has_rows_or_text(path) || project_name_of(path, &kind, &name) ||
           text_is(path, "license.txt") || text_ends(path, "_npc.png") ||
           text_ends(path, "_swr.png");
}

/* Paths come from a browser: anything outside of the project's kinds of files is refused.
 * Images are decoded once, so that no damaged one is stored. */
void post_file(Call *call)
{
    const Text path = http_argument(call->request, "path");
    FileEdit edit = {.path = path};
    const EditorWorkspace *workspace = call->editor->host->workspace;
    if (!edit_store_path_ok(path) || (!workspace && !is_project_path(path))) {
        call_error(call, 403, "a project has no such file");
        return;
    }
    Bytes now;
    uint64_t hash;
    if (workspace && (!edit_store_read(&call->editor->store, path, &now, &hash, call->arena,
                                       &call->report) ||
                      !workspace->check(workspace->context, path, call->request->body,
                                        call->arena, &call->report))) {
        call_error(call, 400, "the game has no such files");
        return;
    }
    if (call->request->if_match.size && !change_base(call, path, &edit))
        return;
    edit.mine = call->request->body;
    if (!image_is_valid(path, edit.mine, call->arena, &call->report)) {
        call_error(call, 400, "the file is not an image");
        return;
    }
    answer_change(call, arena_format(call->arena, "write %.*s", (int)path.size, path.at), &edit,
                  1);
}

/* ---- new items ---- */

/* Kinds from NAME_SLOT on are names within files. */
static bool kind_of_id(Text id, uint16_t *out)
{
    for (uint16_t i = 0; i < NAME_SLOT; i++)
        if (text_is(id, name_kind_id(i))) {
            *out = i;
            return true;
        }
    return false;
}

/* {path}: a file that exists once. */
static void new_single(Call *call, ProjectModel *model, Text path)
{
    const Sheet *sheet = sheet_of_path(path);
    if (!sheet || !text_is(path, sheet->path)) {
        call_error(call, 400, "a project has no such file");
        return;
    }
    const FileEdit edit = {
        .path = path, .mine = bytes_of_text(new_single_text(model, sheet, path, call->arena))};
    answer_change(call, arena_format(call->arena, "new %.*s", (int)path.size, path.at), &edit,
                  1);
}

/* Without a base hash: if the file exists already, the change is a conflict. */
void post_new(Call *call)
{
    ProjectModel *model = call_model(call);
    if (model && call_text(call, "path").size) {
        new_single(call, model, call_text(call, "path"));
        return;
    }
    const Text name = call_text(call, "name"), copy = call_text(call, "copy");
    uint16_t kind;
    if (!model || !kind_of_id(call_text(call, "kind"), &kind)) {
        call_error(call, 400, "there is no such kind of file");
        return;
    }
    const FileKind *of = file_kind((NameKind)kind);
    const Text path =
        arena_format(call->arena, "%s/%.*s%s", of->folder, (int)name.size, name.at, of->suffix);
    const Sheet *sheet = sheet_of_path(path);
    if (!names_ok(name) || name.at[0] == '.' || (kind == NAME_ATTRIBUTE && name.size < 2)) {
        call_error(call, 400,
                   kind == NAME_ATTRIBUTE
                       ? "a name has at least two letters, digits, \"_\" and \".\" only"
                       : "a name has letters, digits, \"_\" and \".\" only");
        return;
    }
    FileEdit edit = {.path = path};
    uint64_t hash;
    if (copy.size) {
        if (!edit_store_read(&call->editor->store, copy, &edit.mine, &hash, call->arena,
                             &call->report) ||
            !hash || !text_equal(path_suffix(copy), path_suffix(path))) {
            call_error(call, 404, "the file to be copied does not exist");
            return;
        }
    } else if (sheet) {
        edit.mine = bytes_of_text(new_item_text(model, sheet, path, name, call->arena));
    } else if (kind == NAME_MAP) {
        edit.mine = bytes_of_text(map_new_text(project_model_config(model),
                                               new_title(name, call->arena), call->arena));
    } else {
        call_error(call, 400, "such a file is made by another program");
        return;
    }
    answer_change(call, arena_format(call->arena, "new %.*s", (int)path.size, path.at), &edit,
                  1);
}

/* ---- renaming and deleting ---- */

/* "dry" lists the files and the number of places, for the question to the user. */
static void answer_rename(Call *call, const ProjectRename *rename, const FileEdit *edits,
                          size_t count)
{
    if (!call_flag(call, "dry")) {
        answer_change(call,
                      arena_format(call->arena, "rename %.*s",
                                   (int)call_text(call, "path").size,
                                   call_text(call, "path").at),
                      edits, count);
        return;
    }
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_uint(&json, "places", rename->places);
    json_open_list(&json, "files");
    for (size_t i = 0; i < rename->count; i++) {
        json_open(&json, NULL);
        json_put_text(&json, "from", rename->files[i].from);
        json_put_text(&json, "to", rename->files[i].to);
        json_close(&json);
    }
    json_close_list(&json);
    json_close(&json);
    call_json(call, &json);
}

/* 0: the file does not exist. */
static uint64_t hash_in(const ProjectFiles *files, Text path, Bytes *bytes)
{
    const ProjectFile *file = project_file(files, path);
    *bytes = file ? file->bytes : (Bytes){0};
    return file ? file_hash(file->bytes) : 0;
}

/* Renaming needs the model of the current files: an older one would miss new references. */
void wait_for_check(Editor *editor)
{
    while (!editor->checked || editor->checked->change < editor->store.changes) {
        checked_free(editor->checked);
        editor->checked = checker_wait(editor->checker);
    }
}

/* All new files are written before the old ones are removed; one step of the journal. */
void post_rename(Call *call)
{
    wait_for_check(call->editor);
    const ProjectModel *model = call_model(call);
    ProjectRename rename;
    if (!model || !project_rename(model, call_text(call, "path"), call_text(call, "name"),
                                  &rename, call->arena, &call->report)) {
        call_error(call, 400, "the project cannot be read");
        return;
    }
    FileEdit *edits = ARENA_ALLOC(call->arena, FileEdit, 2 * rename.count + 1);
    size_t count = 0;
    const ProjectFiles *files = project_model_files(model);
    for (size_t i = 0; i < rename.count; i++) { /* the item itself first: it is answered */
        const RenamedFile *file = &rename.files[i];
        if (!text_equal(file->from, file->to))
            edits[count++] = (FileEdit){.path = file->to, .mine = file->bytes};
    }
    for (size_t i = 0; i < rename.count; i++) {
        const RenamedFile *file = &rename.files[i];
        FileEdit edit = {.path = file->from, .mine = file->bytes};
        edit.base_hash = hash_in(files, file->from, &edit.base);
        edit.remove = !text_equal(file->from, file->to);
        edits[count++] = edit;
    }
    answer_rename(call, &rename, edits, count);
}

/* References to the file are not checked: the project shows them as errors, and undo restores
 * it. */
void post_delete(Call *call)
{
    const Text path = call_text(call, "path");
    FileEdit edit = {.path = path, .remove = true};
    if (!edit_store_path_ok(path) || !is_project_path(path) ||
        !edit_store_read(&call->editor->store, path, &edit.base, &edit.base_hash, call->arena,
                         &call->report) ||
        !edit.base_hash) {
        call_error(call, 404, "the project has no such file");
        return;
    }
    if (!call_flag(call, "dry")) {
        answer_change(call, arena_format(call->arena, "delete %.*s", (int)path.size, path.at),
                      &edit, 1);
        return;
    }
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    put_file(&json, call, path, edit.base, edit.base_hash);
    json_close(&json);
    call_json(call, &json);
}

/* ---- undo ---- */

/* An empty label: there was nothing to undo. */
static void answer_step(Call *call, EditResult result, Text label, const char *conflict)
{
    if (result != EDIT_DONE) {
        call_error(call, result == EDIT_CONFLICT ? 412 : 409, conflict);
        return;
    }
    if (label.size)
        check_again(call->editor);
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_text(&json, "label", label);
    json_put_uint(&json, "changes", call->editor->store.changes);
    json_close(&json);
    call_json(call, &json);
}

void post_undo(Call *call)
{
    Text label;
    const EditResult result = edit_store_undo(&call->editor->store, call_flag(call, "skip"),
                                              &label, call->arena, &call->report);
    answer_step(call, result, label,
                "the same lines were changed by somebody else; undo with \"skip\" drops this "
                "step, and undoes the one before it");
}

void post_redo(Call *call)
{
    Text label;
    const EditResult result =
        edit_store_redo(&call->editor->store, &label, call->arena, &call->report);
    answer_step(call, result, label, "the same lines were changed by somebody else");
}
