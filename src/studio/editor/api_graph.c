/* The story of the project as a graph (tirnanog/project/story_graph.h), and changes of where an
 * answer leads.
 *
 * An answer leads on by a case of the `switch(a)` after the command that shows its dialog. To
 * change it, the handler's text is changed there and nowhere else: the command in that case is
 * replaced, or a missing case or switch is added. */
#include "studio/editor/editor_internal.h"

#include "base/text.h"
#include "tirnanog/sheets/sheets.h"
#include "tirnanog/script/lexer.h"

/* A text as the two arguments of "%.*s". */
#define TEXT_ARGUMENTS(text) (int)(text).size, (text).at

/* ---- the graph ---- */

enum { WORDS_SHOWN = 200 }; /* bytes of a message */

static void put_dialog(JsonWriter *json, const Names *names, const TngDialog *dialog)
{
    const NameList *portraits = &names->sprites[CATEGORY_PORTRAITS];
    json_put_text(json, "title", names_text_at(names, dialog->title));
    json_put_text(json, "words", utf8_cut(names_text_at(names, dialog->message), WORDS_SHOWN));
    json_put_text(json, "portrait",
                  dialog->portrait.category == CATEGORY_PORTRAITS &&
                          dialog->portrait.index < portraits->count
                      ? portraits->items[dialog->portrait.index]
                      : TEXT(""));
    json_open_list(json, "answers");
    for (size_t i = 0; i < dialog->option_count; i++)
        json_put_text(json, NULL, names_text_at(names, dialog->options[i].text));
    json_close_list(json);
}

static void put_node(JsonWriter *json, const Names *names, const StoryNode *node)
{
    json_open(json, NULL);
    json_put_text(json, "path", node->path);
    json_put_text(json, "kind",
                  text_of(node->kind == NAME_KINDS ? "source" : name_kind_id(node->kind)));
    json_put_text(json, "name", node->name);
    json_put_bool(json, "reached", node->reached && node->used);
    json_put_bool(json, "used", node->used);
    json_put_bool(json, "ignored", story_ignores_answers(node));
    json_put_bool(json, "endless", story_is_endless(node));
    json_put_bool(json, "unfinished",
                  node->kind == NAME_QUEST && node->started && !node->completed);
    if (node->dialog)
        put_dialog(json, names, node->dialog);
    if (node->quest) {
        json_put_text(json, "title", names_text_at(names, node->quest->title));
        json_put_text(json, "words",
                      utf8_cut(names_text_at(names, node->quest->description), WORDS_SHOWN));
    }
    json_close(json);
}

static void put_edge(JsonWriter *json, const StoryEdge *edge)
{
    static const char *const effects[] = {[STORY_SHOWS] = "shows",
                                          [STORY_STARTS] = "starts",
                                          [STORY_COMPLETES] = "completes",
                                          [STORY_LEAVES] = "leaves"};
    json_open(json, NULL);
    json_put_uint(json, "from", edge->from);
    if (edge->to != STORY_END)
        json_put_uint(json, "to", edge->to);
    if (edge->answer != STORY_ANY_ANSWER)
        json_put_uint(json, "answer", (uint64_t)edge->answer);
    json_put_text(json, "effect", text_of(effects[edge->effect]));
    if (edge->to != STORY_END)
        json_put_text(json, "file", edge->file);
    json_close(json);
}

void get_graph(Call *call)
{
    const ProjectModel *model = call_model(call);
    if (!model) {
        call_unread(call);
        return;
    }
    const Story *story = project_model_story(model);
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_uint(&json, "change", call->editor->checked->change);
    json_open_list(&json, "nodes");
    for (size_t i = 0; i < story->node_count; i++)
        put_node(&json, project_model_names(model), &story->nodes[i]);
    json_close_list(&json);
    json_open_list(&json, "edges");
    for (size_t i = 0; i < story->edge_count; i++)
        put_edge(&json, &story->edges[i]);
    json_close_list(&json);
    json_close(&json);
    call_json(call, &json);
}

/* ---- the text of a handler ---- */

/* The text of one file with the changes so far. */
typedef struct Handler {
    Text text;
    Arena *arena;
    Text line_end;
    unsigned answers; /* of the dialog */
} Handler;

static Lexer lexer_at(Text text, size_t at)
{
    const ScriptSource source = {text, at, text.size};
    return lexer_of(&source);
}

/* From an opening bracket to its closing one, which becomes the current token. */
static bool skip_brackets(Lexer *lexer, int open, int close)
{
    unsigned depth = 0;
    for (; lexer->token != TOKEN_END; lexer_next(lexer)) {
        depth += lexer->token == open;
        depth -= lexer->token == close;
        if (!depth)
            return true;
    }
    return false;
}

/* `word(...)`: sets the lexer to the token after it, and `*to` to the byte after it. */
static bool skip_call(Lexer *lexer, size_t *to)
{
    lexer_next(lexer);
    if (lexer->token != '(' || !skip_brackets(lexer, '(', ')'))
        return false;
    *to = lexer->at + 1;
    lexer_next(lexer);
    return true;
}

/* The blanks before the first word of a line. */
static Text indent_of(Text text, size_t at)
{
    size_t from = at;
    while (from && text.at[from - 1] != '\n')
        from--;
    size_t to = from;
    while (to < text.size && (text.at[to] == ' ' || text.at[to] == '\t'))
        to++;
    return text_slice(text, from, to);
}

static void replace(Handler *handler, size_t from, size_t to, Text with)
{
    TextEdits edits = {.arena = handler->arena};
    text_replace(&edits, from, to, with);
    handler->text = text_edited(&edits, handler->text);
}

/* A part of a line, with the blanks before and the line end after it if the line has nothing
 * else. */
static void remove_statement(Handler *handler, size_t from, size_t to)
{
    const Text text = handler->text;
    size_t start = from, end = to;
    while (start && (text.at[start - 1] == ' ' || text.at[start - 1] == '\t'))
        start--;
    while (end < text.size &&
           (text.at[end] == ' ' || text.at[end] == '\t' || text.at[end] == '\r'))
        end++;
    const bool alone =
        (!start || text.at[start - 1] == '\n') && end < text.size && text.at[end] == '\n';
    replace(handler, alone ? start : from, alone ? end + 1 : to, TEXT(""));
}

/* The commands of a block that show a dialog or change a quest. */
typedef struct Commands {
    size_t from, to;     /* the first one that is not in an inner block */
    bool found, depends; /* depends: there is one in an inner block */
} Commands;

/* The current token is the `{` of the block; afterwards its `}`. */
static bool find_commands(Lexer *lexer, Commands *out)
{
    unsigned depth = 0;
    *out = (Commands){0};
    while (lexer->token != TOKEN_END) {
        depth += lexer->token == '{';
        depth -= lexer->token == '}';
        if (!depth)
            return true;
        const bool leads = lexer->token == TOKEN_WORD &&
                           (text_is(lexer->text, "dialog") || text_is(lexer->text, "quest"));
        const size_t from = lexer->at;
        size_t to;
        if (!leads) {
            lexer_next(lexer);
            continue;
        }
        if (!skip_call(lexer, &to))
            return false;
        out->depends |= depth > 1;
        if (depth == 1 && !out->found)
            *out = (Commands){from, to, true, out->depends};
    }
    return false;
}

/* The block of a case: replaces its command, or adds one before its end. */
static bool change_block(Handler *handler, Lexer *lexer, Text command)
{
    Commands own;
    const size_t open = lexer->at;
    const Text indent = indent_of(handler->text, open), end = handler->line_end;
    if (!find_commands(lexer, &own) || (own.depends && !own.found))
        return false;
    if (own.found && command.size) {
        replace(handler, own.from, own.to, command);
    } else if (own.found) {
        remove_statement(handler, own.from, own.to);
    } else if (command.size) {
        size_t at = lexer->at; /* of the `}`: the command is a line before it */
        while (at > open + 1 &&
               (handler->text.at[at - 1] == ' ' || handler->text.at[at - 1] == '\t'))
            at--;
        const bool lines = handler->text.at[at - 1] == '\n';
        replace(handler, at, at,
                lines ? arena_format(handler->arena, "%.*s    %.*s%.*s", TEXT_ARGUMENTS(indent),
                                     TEXT_ARGUMENTS(command), TEXT_ARGUMENTS(end))
                      : arena_format(handler->arena, " %.*s ", TEXT_ARGUMENTS(command)));
    }
    return true;
}

static Text case_text(const Handler *handler, Text indent, unsigned number, Text command)
{
    const Text end = handler->line_end;
    const Text body =
        command.size ? arena_format(handler->arena, "%.*s    %.*s%.*s", TEXT_ARGUMENTS(indent),
                                    TEXT_ARGUMENTS(command), TEXT_ARGUMENTS(end))
                     : TEXT("");
    return arena_format(handler->arena, "%.*scase %u {%.*s%.*s%.*s}%.*s",
                        TEXT_ARGUMENTS(indent), number, TEXT_ARGUMENTS(end),
                        TEXT_ARGUMENTS(body), TEXT_ARGUMENTS(indent), TEXT_ARGUMENTS(end));
}

/* The first case of a switch. The highest case is also that of higher numbers, so an empty one
 * above it keeps the other answers from leading there. */
static Text first_case_text(const Handler *handler, Text indent, unsigned number, Text command)
{
    const Text own = case_text(handler, indent, number, command);
    const Text above = number + 1 < handler->answers
                           ? case_text(handler, indent, number + 1, TEXT(""))
                           : TEXT("");
    return arena_format(handler->arena, "%.*s%.*s", TEXT_ARGUMENTS(above), TEXT_ARGUMENTS(own));
}

/* The `switch(a)` whose `{` is the current token: its case, or a new one at its start. False if
 * the answer shares the highest case with others, which a new case would lead elsewhere. */
static bool change_case(Handler *handler, Lexer *lexer, unsigned number, Text command)
{
    const size_t open = lexer->at;
    const Text indent = indent_of(handler->text, open);
    int64_t highest = -1;
    for (lexer_next(lexer); lexer->token == TOKEN_WORD && text_is(lexer->text, "case");
         lexer_next(lexer)) {
        int64_t own = -1;
        lexer_next(lexer);
        (void)text_number(lexer->text, 0, INT32_MAX, &own);
        lexer_next(lexer);
        if (lexer->token != '{')
            return false;
        if (own == number)
            return change_block(handler, lexer, command);
        highest = own > highest ? own : highest;
        if (!skip_brackets(lexer, '{', '}'))
            return false;
    }
    const bool shares = highest >= 0 && number > highest;
    if (shares && ((int64_t)number != highest + 1 || number + 1 != handler->answers))
        return false;
    if (!command.size && !shares)
        return true;
    const Text inner = arena_format(handler->arena, "%.*s    ", TEXT_ARGUMENTS(indent));
    const size_t at = open + 1;
    const Text text = highest < 0 ? first_case_text(handler, inner, number, command)
                                  : case_text(handler, inner, number, command);
    const Text end = handler->line_end;
    const bool lines = at + end.size <= handler->text.size &&
                       text_equal(text_slice(handler->text, at, at + end.size), end);
    replace(handler, lines ? at + end.size : at, lines ? at + end.size : at,
            lines ? text
                  : arena_format(handler->arena, "%.*s%.*s", TEXT_ARGUMENTS(end),
                                 TEXT_ARGUMENTS(text)));
    return true;
}

/* After the command at `at`, which shows the dialog. False: it is not as expected there. */
static bool change_answer(Handler *handler, size_t at, unsigned number, Text command)
{
    Lexer lexer = lexer_at(handler->text, at);
    size_t to;
    if (!text_is(lexer.text, "dialog") || !skip_call(&lexer, &to))
        return false;
    if (lexer.token == TOKEN_WORD && text_is(lexer.text, "switch")) {
        Lexer inner = lexer;
        lexer_next(&inner);
        lexer_next(&inner);
        const bool of_answer = inner.token == TOKEN_WORD && text_is(inner.text, "a");
        lexer_next(&inner);
        if (of_answer && inner.token == ')') {
            lexer_next(&inner);
            return inner.token == '{' && change_case(handler, &inner, number, command);
        }
    }
    if (!command.size)
        return true;
    const Text indent = indent_of(handler->text, at), end = handler->line_end;
    const Text inner = arena_format(handler->arena, "%.*s    ", TEXT_ARGUMENTS(indent));
    const Text text = first_case_text(handler, inner, number, command);
    replace(handler, to, to,
            arena_format(handler->arena, "%.*s%.*sswitch(a) {%.*s%.*s%.*s}",
                         TEXT_ARGUMENTS(end), TEXT_ARGUMENTS(indent), TEXT_ARGUMENTS(end),
                         TEXT_ARGUMENTS(text), TEXT_ARGUMENTS(indent)));
    return true;
}

/* ---- requests ---- */

static uint32_t node_of(const Story *story, Text path)
{
    for (size_t i = 0; i < story->node_count; i++)
        if (story->nodes[i].kind != NAME_KINDS && text_equal(story->nodes[i].path, path))
            return (uint32_t)i;
    return STORY_END;
}

/* Changes of one file, at all places that show the dialog: the last one first, so that the
 * places before it stay. */
static bool change_file(Handler *handler, const Story *story, uint32_t dialog, Text file,
                        unsigned number, Text command)
{
    size_t before = SIZE_MAX;
    for (;;) {
        size_t at = 0;
        bool found = false;
        for (size_t i = 0; i < story->edge_count; i++) {
            const StoryEdge *edge = &story->edges[i];
            if (edge->to == dialog && text_equal(edge->file, file) && edge->at < before &&
                (!found || edge->at > at)) {
                at = edge->at;
                found = true;
            }
        }
        if (!found)
            return true;
        if (!change_answer(handler, at, number, command))
            return false;
        before = at;
    }
}

/* One edit for each file that shows the dialog. */
static bool edits_of(Call *call, const ProjectModel *model, uint32_t dialog, unsigned number,
                     Text command, FileEdit **edits, size_t *count)
{
    const Story *story = project_model_story(model);
    for (size_t i = 0; i < story->edge_count; i++) {
        const StoryEdge *edge = &story->edges[i];
        bool done = edge->to != dialog;
        for (size_t k = 0; k < *count; k++)
            done |= text_equal((*edits)[k].path, edge->file);
        const ProjectFile *file =
            done ? NULL : project_file(project_model_files(model), edge->file);
        if (!file)
            continue;
        Handler handler = {.text = text_of_bytes(file->bytes),
                           .arena = call->arena,
                           .answers = story->nodes[dialog].dialog->option_count};
        size_t at;
        handler.line_end = text_find(handler.text, '\r', &at) ? TEXT("\r\n") : TEXT("\n");
        if (!change_file(&handler, story, dialog, edge->file, number, command))
            return false;
        *ARENA_PUSH(call->arena, *edits, *count) =
            (FileEdit){.path = edge->file,
                       .base = file->bytes,
                       .base_hash = file_hash(file->bytes),
                       .mine = bytes_of_text(handler.text)};
    }
    return true;
}

void post_graph(Call *call)
{
    const Text path = call_text(call, "path"), to = call_text(call, "to");
    const json_t *answer = json_object_get(call->body, "answer");
    wait_for_check(call->editor);
    const ProjectModel *model = call_model(call);
    const Story *story = model ? project_model_story(model) : NULL;
    const uint32_t from = story ? node_of(story, path) : STORY_END;
    const uint32_t target = story && to.size ? node_of(story, to) : STORY_END;
    const TngDialog *dialog = from == STORY_END ? NULL : story->nodes[from].dialog;
    if (!dialog || (to.size && target == STORY_END) ||
        !json_is_string(json_object_get(call->body, "to")) || !json_is_integer(answer) ||
        json_integer_value(answer) < 0 || json_integer_value(answer) >= dialog->option_count) {
        call_error(call, 400, "there is no such dialog, answer, or target");
        return;
    }
    const unsigned index = (unsigned)json_integer_value(answer);
    const Text name = target == STORY_END ? TEXT("") : story->nodes[target].name;
    const Text command = target == STORY_END ? TEXT("")
                         : story->nodes[target].kind == NAME_DIALOG
                             ? arena_format(call->arena, "dialog(%.*s,0)", TEXT_ARGUMENTS(name))
                             : arena_format(call->arena, "quest(0,%.*s)", TEXT_ARGUMENTS(name));
    FileEdit *edits = NULL;
    size_t count = 0;
    if (!edits_of(call, model, from, dialog->option_count - 1u - index, command, &edits,
                  &count))
        call_error(
            call, 409,
            "where this answer leads depends on more than the answer: change the text of "
            "the handler");
    else if (!count)
        call_error(call, 409,
                   "no handler shows this dialog yet: an answer leads on by the "
                   "handler that shows its dialog");
    else
        answer_change(
            call,
            arena_format(call->arena, "answer %u of %.*s", index + 1, TEXT_ARGUMENTS(path)),
            edits, count);
}
