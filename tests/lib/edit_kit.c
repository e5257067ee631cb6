#include "edit_kit.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "folder_kit.h"
#include "kit/jobs/files.h"
#include "kit/jobs/jobs.h"

#include <stdio.h>
#include <string.h>

static void open_editor(EditKit *edit, bool read_only)
{
    edit->arena = arena_new();
    edit->host = edit_host(&edit->files, edit->folder, read_only, edit->arena);
    if (is_workspace(edit->folder, "")) {
        assert_true(edit_workspace_open(&edit->workspace, edit->folder, edit->output,
                                        &edit->kit->report));
        edit->host.workspace = &edit->workspace.editor;
    }
    edit_models_open(&edit->models, &edit->host,
                     edit->host.workspace ? &edit->workspace.edit : NULL);
    edit_publish_open(&edit->publish, &edit->host, edit->files.root, edit->arena);
    edit->editor = editor_new(&edit->host);
}

static void close_editor(EditKit *edit)
{
    editor_free(edit->editor);
    edit_publish_close(&edit->publish);
    edit_models_close(&edit->models);
    edit_workspace_close(&edit->workspace);
    arena_free(edit->arena);
}

EditKit *edit_begin(const char *project)
{
    EditKit *edit = calloc(1, sizeof *edit);
    assert_non_null(edit);
    edit->kit = kit_new();
    assert_true(make_temporary_folder(edit->folder, "oisin-edit"));
    snprintf(edit->output, sizeof edit->output, "%s/output", edit->folder);
    strcat(edit->folder, "/game");
    copy_folder(project, edit->folder);
    open_editor(edit, false);
    return edit;
}

EditKit *edit_begin_new(void)
{
    Kit *kit = kit_new();
    char folder[FOLDER_SIZE];
    assert_true(make_temporary_folder(folder, "oisin-new"));
    const char *project = arena_format(kit->arena, "%s/valley", folder).at;
    const char *values[JOB_OPTION_COUNT] = {0};
    Job job = {.verb = "new",
               .inputs = &project,
               .input_count = 1,
               .values = values,
               .report = &kit->report};
    assert_true(job_new(&job));
    EditKit *edit = edit_begin(project);
    remove_all(folder);
    kit_free(kit);
    return edit;
}

void edit_check(EditKit *edit)
{
    const char *values[JOB_OPTION_COUNT] = {0}, *project = edit->folder;
    kit_clear(edit->kit);
    Job job = {.verb = "check",
               .inputs = &project,
               .input_count = 1,
               .values = values,
               .report = &edit->kit->report};
    if (!job_check(&job))
        fail_msg("%s", kit_message(edit->kit, edit->kit->messages.count - 1));
}

void edit_restart(EditKit *edit, bool read_only)
{
    close_editor(edit);
    open_editor(edit, read_only);
}

void edit_end(EditKit *edit)
{
    close_editor(edit);
    *strrchr(edit->folder, '/') = 0;
    remove_all(edit->folder);
    kit_free(edit->kit);
    free(edit);
}

int edit_set_up(void **state)
{
    *state = edit_begin("examples/segais");
    return 0;
}

int edit_tear_down(void **state)
{
    edit_end(*state);
    return 0;
}

/* ---- requests ---- */

enum { ARGUMENTS_MAX = 8 };

static size_t read_arguments(const char *query, HttpArgument out[ARGUMENTS_MAX])
{
    size_t count = 0;
    while (*query) {
        const size_t size = strcspn(query, "&"), name = strcspn(query, "=&");
        assert_true(count < ARGUMENTS_MAX);
        out[count++] = (HttpArgument){
            {query, name}, {query + name + (name < size), size - name - (name < size)}};
        query += size + (query[size] != 0);
    }
    return count;
}

HttpAnswer edit_answer(EditKit *edit, const char *method, const char *address,
                       const char *if_match, Bytes body)
{
    Arena *arena = edit->kit->arena;
    const size_t path = strcspn(address, "?");
    HttpArgument arguments[ARGUMENTS_MAX];
    const size_t count = read_arguments(address[path] ? address + path + 1 : "", arguments);
    const HttpRequest request = {.method = text_of(method),
                                 .path = {address, path},
                                 .base = TEXT("/token"),
                                 .if_match = text_of(if_match ? if_match : ""),
                                 .body = body,
                                 .arguments = arguments,
                                 .argument_count = count};
    HttpAnswer answer = {0};
    editor_answer(edit->editor, &request, &answer, arena);
    return answer;
}

json_t *edit_send(EditKit *edit, const char *method, const char *address, const char *if_match,
                  const char *body, unsigned *status)
{
    Arena *arena = edit->kit->arena;
    const HttpAnswer answer =
        edit_answer(edit, method, address, if_match, bytes_of_text(text_of(body ? body : "")));
    if (status)
        *status = answer.status;
    Report silent = report_to(NULL, NULL);
    return strstr(answer.type ? answer.type : "", "json")
               ? json_read(answer.bytes, arena, &silent)
               : NULL;
}

json_t *edit_get(EditKit *edit, const char *address)
{
    return edit_send(edit, "GET", address, NULL, NULL, NULL);
}

json_t *edit_change(EditKit *edit, const char *path, const char *operations, unsigned *status)
{
    Arena *arena = edit->kit->arena;
    const json_t *file = edit_get(edit, arena_format(arena, "api/file?path=%s", path).at);
    return edit_send(edit, "POST", arena_format(arena, "api/change?path=%s", path).at,
                     edit_text(file, "hash"),
                     arena_format(arena, "{\"operations\": [%s]}", operations).at, status);
}

const char *edit_text(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}

/* ---- files ---- */

Text edit_file(EditKit *edit, const char *path)
{
    Bytes bytes;
    Arena *arena = edit->kit->arena;
    if (!file_load(arena_format(arena, "%s/%s", edit->folder, path).at, &bytes, arena,
                   &edit->kit->report))
        return TEXT("");
    return arena_text(arena, text_of_bytes(bytes));
}

void edit_write(EditKit *edit, const char *path, Text text)
{
    FILE *file = fopen(arena_format(edit->kit->arena, "%s/%s", edit->folder, path).at, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text.at, 1, text.size, file), text.size);
    fclose(file);
}

uint64_t edit_hash(EditKit *edit)
{
    ProjectFiles files;
    uint64_t hash = 0;
    Arena *arena = arena_new();
    assert_true(project_load_files(edit->folder, &files, arena, &edit->kit->report));
    project_files_sort(&files);
    for (size_t i = 0; i < files.count; i++) {
        hash = hash_bytes(hash, bytes_of_text(files.items[i].path));
        hash = hash_bytes(hash, files.items[i].bytes);
    }
    arena_free(arena);
    return hash;
}
