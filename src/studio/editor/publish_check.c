/* Parts, in order: the table; each line; all of them; as JSON and as a sentence. */
#include "studio/editor/publish_check.h"

#include "base/text.h"
#include "tirnanog/translations/untranslated.h"

/* ---- the table ---- */

static const struct {
    const char *id, *text;
    PublishState state;
} findings[] = {
#define PUBLISH_CHECK(name, id, state, text) {id, text, PUBLISH_##state},
#include "studio/editor/publish_checks.def"
#undef PUBLISH_CHECK
};

static const char *const states[] = {
    [PUBLISH_OK] = "ok", [PUBLISH_WARNING] = "warning", [PUBLISH_ERROR] = "error"};

static void add(PublishCheck *check, PublishFinding finding, size_t count, Text path,
                Arena *arena)
{
    *ARENA_PUSH(arena, check->lines, check->count) =
        (PublishLine){finding, (uint32_t)count, path};
    check->states[findings[finding].state]++;
}

/* ---- lines ---- */

/* Whether there are none. */
static bool check_problems(PublishCheck *check, const Checked *checked, Arena *arena)
{
    size_t errors = 0;
    Text path = TEXT("");
    for (size_t i = 0; i < checked->problems.count; i++) {
        const Message *one = &checked->problems.items[i];
        if (one->severity == SEVERITY_ERROR && !errors++)
            path = one->subject;
    }
    add(check, errors ? PUBLISH_PROBLEMS_FOUND : PUBLISH_NO_PROBLEMS_FOUND, errors, path,
        arena);
    return !errors;
}

static Text first_test(const ProjectFiles *files)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_starts(files->items[i].path, "tests/") &&
            text_ends(files->items[i].path, ".test"))
            return files->items[i].path;
    return TEXT("");
}

static void check_tests(PublishCheck *check, Call *call, Bytes game)
{
    const EditorHost *host = call->editor->host;
    const Text path = first_test(&call->editor->checked->files);
    ProjectFiles files;
    ToolResult result = {0};
    PublishFinding finding = PUBLISH_TESTS_PASS_FOUND;
    if (!path.size)
        finding = PUBLISH_NO_TESTS_FOUND;
    else if (!host->load(host->context, &files, call->arena, &call->report) ||
             !host->tools->test(game, &files, TEXT(""), &result, call->arena, &call->report))
        finding = PUBLISH_TESTS_UNPLAYED_FOUND;
    else if (result.failed)
        finding = PUBLISH_TESTS_FAIL_FOUND;
    else if (!result.passed)
        finding = PUBLISH_NO_TESTS_FOUND;
    add(check, finding, result.failed ? result.failed : result.passed,
        result.path.size ? result.path : path, call->arena);
}

/* A line for each translation that lacks texts, otherwise one for all. */
static void check_languages(PublishCheck *check, const Checked *checked, Arena *arena)
{
    const NameList *texts = &project_model_names(checked->model)->texts;
    const Text source = project_model_language(checked->model);
    size_t complete = 0, lacking = 0;
    for (size_t i = 0; i < checked->files.count; i++) {
        Untranslated left;
        const ProjectFile *file = &checked->files.items[i];
        if (!untranslated_texts(file, texts, source, &left, arena))
            continue;
        complete += !left.count;
        lacking += left.count > 0;
        if (left.count)
            add(check, PUBLISH_LANGUAGE_GAPS_FOUND, left.count, file->path, arena);
    }
    if (!lacking)
        add(check, complete ? PUBLISH_LANGUAGES_COMPLETE_FOUND : PUBLISH_ONE_LANGUAGE_FOUND,
            complete, TEXT(""), arena);
}

/* A build refuses an empty one only. */
static void check_title(PublishCheck *check, const Checked *checked, Arena *arena)
{
    const NameList *texts = &project_model_names(checked->model)->texts;
    const Text title = texts->count ? text_trimmed(texts->items[TEXT_TITLE]) : TEXT("");
    PublishFinding finding = PUBLISH_TITLE_FOUND;
    if (!title.size)
        finding = PUBLISH_NO_TITLE_FOUND;
    else if (text_equal(title, checked->files.game))
        finding = PUBLISH_TITLE_IS_NAME_FOUND;
    add(check, finding, 0, TEXT("config"), arena);
}

static void check_icon(PublishCheck *check, Call *call, Bytes game)
{
    Bytes icon = {0};
    const bool found = project_icon(game, &icon, call->arena, &call->report) && icon.size;
    add(check, found ? PUBLISH_ICON_FOUND : PUBLISH_NO_ICON_FOUND, 0, TEXT("ui/elements.cfg"),
        call->arena);
}

static void check_licence(PublishCheck *check, const Checked *checked, Arena *arena)
{
    const Text path = TEXT("license.txt");
    const ProjectFile *file = project_file(&checked->files, path);
    bool found = false;
    for (size_t i = 0; file && i < file->bytes.size && !found; i++)
        found = file->bytes.data[i] > ' ';
    add(check, found ? PUBLISH_LICENCE_FOUND : PUBLISH_NO_LICENCE_FOUND, 0, path, arena);
}

/* ---- all of them ---- */

PublishCheck publish_check(Call *call)
{
    PublishCheck check = {0};
    Bytes game;
    wait_for_check(call->editor);
    const Checked *checked = call->editor->checked;
    /* The rest is known of a project without errors only. */
    if (!check_problems(&check, checked, call->arena))
        return check;
    if (!checked->model || !build_game(call, false, &game, call->arena)) {
        check = (PublishCheck){0};
        add(&check, PUBLISH_PROBLEMS_FOUND, 1, TEXT(""), call->arena);
        return check;
    }
    if (call->editor->host->tools)
        check_tests(&check, call, game);
    check_languages(&check, checked, call->arena);
    check_title(&check, checked, call->arena);
    check_icon(&check, call, game);
    check_licence(&check, checked, call->arena);
    return check;
}

/* ---- results ---- */

void put_publish_check(JsonWriter *json, const PublishCheck *check)
{
    json_open_list(json, "checks");
    for (size_t i = 0; i < check->count; i++) {
        const PublishLine *line = &check->lines[i];
        json_open(json, NULL);
        json_put_text(json, "id", text_of(findings[line->finding].id));
        json_put_text(json, "state", text_of(states[findings[line->finding].state]));
        json_put_text(json, "text", text_of(findings[line->finding].text));
        json_put_uint(json, "count", line->count);
        json_put_text(json, "path", line->path);
        json_close(json);
    }
    json_close_list(json);
    json_put_uint(json, "errors", check->states[PUBLISH_ERROR]);
    json_put_uint(json, "warnings", check->states[PUBLISH_WARNING]);
}

Text publish_sentence(const PublishCheck *check, PublishState state, Arena *arena)
{
    static const char value[] = "{0}";
    for (size_t i = 0; i < check->count; i++) {
        const PublishLine *line = &check->lines[i];
        const char *text = findings[line->finding].text, *at = strstr(text, value);
        if (findings[line->finding].state != state)
            continue;
        return at ? arena_format(arena, "%.*s%u%s", (int)(at - text), text, line->count,
                                 at + strlen(value))
                  : text_of(text);
    }
    return TEXT("");
}
