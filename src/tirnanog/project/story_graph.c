/* Parts, in order: nodes; edges; following a handler; results and warnings. A handler is
 * followed as a graph of states (instruction, last dialog, answer), each visited once; a
 * handler with too many states counts as one that may leave all its dialogs, so that it causes
 * no wrong warning. */
#include "tirnanog/project/story_graph.h"

#include "base/path.h"
#include "base/text.h"
#include "tirnanog/check/check.h"

#include <stdlib.h>

/* A handler with more states than that is not followed to its end. */
enum { STATES_MAX = 20000, NOWHERE = UINT32_MAX };

/* Where a walk through a handler is. */
typedef struct State {
    uint32_t index; /* of the next instruction */
    uint32_t last;  /* the dialog that was shown last, or NOWHERE */
    int32_t answer; /* of it, as in StoryEdge */
    /* Not a bool: states are compared as bytes, so they must not have padding. */
    uint32_t stale; /* 1: `a` has another value meanwhile */
} State;

typedef struct Walk {
    const Project *project;
    Story *story;
    Table files;   /* path: node */
    Table dialogs; /* number in handlers, as 4 bytes: node */
    Table quests;
    Arena *scratch;
    const ProjectScript *script; /* that is being followed */
    Instruction *code;
    size_t count;
    uint32_t *index_at; /* byte offset: instruction */
    Table seen;
    State *open;
    size_t open_count;
} Walk;

/* ---- nodes ---- */

/* The table keeps the pointer, so the number must live as long as it. */
static Text key_of(const uint32_t *number) { return (Text){(const char *)number, 4}; }

/* Asking for an index marks the name as used, so the mark is restored. */
static void add_kind(Walk *walk, NameKind kind, ScriptKind reference, Table *numbers)
{
    const Project *project = walk->project;
    const NameList *names = &project->names.kinds[kind];
    const unsigned type = file_kind(kind)->section;
    const TngSection *section = &project->by_type[type];
    const bool *reached = kind == NAME_DIALOG ? project->reach.dialogs : project->reach.quests;
    for (size_t i = 0; i < names->count; i++) {
        uint32_t *number = ARENA_ALLOC(walk->scratch, uint32_t, 1);
        const bool was_used = names->used[i];
        if (project->scripts.index(project->scripts.context, reference, names->items[i],
                                   number))
            table_put(numbers, key_of(number), (uint32_t)walk->story->node_count);
        names->used[i] = was_used;
        const void *record =
            section->kind && i < section->count && section->entries[i].stored.size
                ? project_asset(project, type, i)
                : NULL;
        StoryNode *node =
            ARENA_PUSH(project->arena, walk->story->nodes, walk->story->node_count);
        *node = (StoryNode){.kind = (uint16_t)kind,
                            .path = project->entities[kind][i]->path,
                            .name = names->items[i],
                            .dialog = kind == NAME_DIALOG ? record : NULL,
                            .quest = kind == NAME_QUEST ? record : NULL,
                            .reached = !reached || reached[i]};
        table_put(&walk->files, node->path, (uint32_t)walk->story->node_count - 1);
    }
}

/* The node of the file that has the handler. */
static uint32_t source_of(Walk *walk)
{
    Story *story = walk->story;
    const Text path = walk->script->file;
    const bool *scripts = walk->project->reach.scripts;
    const uint32_t *known = table_get(&walk->files, path);
    if (known)
        return *known;
    *ARENA_PUSH(walk->project->arena, story->nodes, story->node_count) =
        (StoryNode){.kind = NAME_KINDS,
                    .path = path,
                    .name = path_base(path_without_suffix(path)),
                    .reached = !scripts,
                    .used = true};
    return *table_put(&walk->files, path, (uint32_t)story->node_count - 1);
}

/* ---- edges ---- */

/* From the last dialog or, before any, from the file of the handler. */
static void add_edge(Walk *walk, const State *state, uint32_t to, StoryEffect effect, size_t at)
{
    Story *story = walk->story;
    const uint32_t from = state->last == NOWHERE ? source_of(walk) : state->last;
    *ARENA_PUSH(walk->project->arena, story->edges, story->edge_count) =
        (StoryEdge){from, to, state->answer, effect, walk->script->file, at};
    if (to == STORY_END)
        return;
    StoryNode *node = &story->nodes[to];
    node->used = true;
    node->started |= effect == STORY_STARTS;
    node->completed |= effect == STORY_COMPLETES;
}

static int compare_edges(const void *a, const void *b)
{
    const StoryEdge *x = a, *y = b;
    const int64_t keys[][2] = {
        {x->from, y->from}, {x->answer, y->answer}, {x->to, y->to}, {x->effect, y->effect}};
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    const int order = text_compare(x->file, y->file);
    return order ? order : (x->at > y->at) - (x->at < y->at);
}

/* Many states give the same edge: duplicates are removed. */
static void sort_edges(Story *story)
{
    size_t kept = 0;
    if (story->edge_count)
        qsort(story->edges, story->edge_count, sizeof *story->edges, compare_edges);
    for (size_t i = 0; i < story->edge_count; i++)
        if (!kept || compare_edges(&story->edges[kept - 1], &story->edges[i]) != 0)
            story->edges[kept++] = story->edges[i];
    story->edge_count = kept;
}

/* ---- following a handler ---- */

/* Returns whether the handler tells a story: others are not followed. */
static bool read_code(Walk *walk)
{
    const Bytes code = walk->script->code.bytes;
    bool tells = false;
    walk->count = 0;
    walk->code = NULL;
    walk->index_at = ARENA_ALLOC(walk->scratch, uint32_t, code.size + 1);
    for (size_t at = 0; at < code.size;) {
        Instruction it;
        if (instruction_read(code, at, &it) != DECODED)
            return false;
        walk->index_at[at] = (uint32_t)walk->count;
        *ARENA_PUSH(walk->scratch, walk->code, walk->count) = it;
        tells |= it.op == OP_PUSHDLG || it.op == OP_PUSHQST;
        at += it.size;
    }
    return tells;
}

/* Continues later in this state, unless it was there before. */
static void visit(Walk *walk, State state)
{
    /* The table does not copy its keys. */
    State *kept = ARENA_ALLOC(walk->scratch, State, 1);
    *kept = state;
    const Text key = {(const char *)kept, sizeof *kept};
    if (walk->seen.count >= STATES_MAX || table_get(&walk->seen, key))
        return;
    table_put(&walk->seen, key, 0);
    *ARENA_PUSH(walk->scratch, walk->open, walk->open_count) = state;
}

/* An address outside of the code leads nowhere. */
static void visit_address(Walk *walk, State state, uint32_t address)
{
    if (address >= walk->script->code.bytes.size)
        return;
    state.index = walk->index_at[address];
    visit(walk, state);
}

/* 0 if there was no dialog, or it has no answers. */
static uint32_t answers_of(const Walk *walk, uint32_t node)
{
    const TngDialog *dialog = node == NOWHERE ? NULL : walk->story->nodes[node].dialog;
    return dialog ? dialog->option_count : 0;
}

/* The highest case follows the SWITCH, and is also that of higher numbers. */
static void visit_case(Walk *walk, const State *state, const Instruction *it, uint32_t number)
{
    if (number < it->value)
        visit_address(
            walk, *state,
            instruction_address(walk->script->code.bytes, it, it->value - 1 - number));
    else if (state->index < walk->count)
        visit(walk, *state);
}

/* `a` counts from the last answer, which is 0. */
static void follow_switch(Walk *walk, State state, const Instruction *it)
{
    const Instruction *before = state.index > 1 ? it - 1 : NULL;
    const uint32_t answers = answers_of(walk, state.last);
    const int32_t known = state.answer;
    if (!before || before->op != OP_PUSH || before->value || state.stale || !answers) {
        for (uint32_t number = 0; number <= it->value; number++)
            visit_case(walk, &state, it, number);
        return;
    }
    for (uint32_t i = 0; i < answers; i++) {
        state.answer = (int32_t)i;
        if (known == STORY_ANY_ANSWER || known == state.answer)
            visit_case(walk, &state, it, answers - 1 - i);
    }
}

static size_t place_of(const Walk *walk, const Instruction *it)
{
    return script_source_at(walk->script, it->at);
}

/* The name of the dialog or quest was pushed before: the last such instruction is taken. */
static void follow_command(Walk *walk, State *state, const Instruction *it)
{
    size_t i = state->index - 1;
    const OpcodeFamily family = opcode_family(it->op);
    const uint32_t *node;
    if (family != FAMILY_CALL)
        return;
    if (it->value == COMMAND_chooser)
        state->stale = 1;
    if (it->value != COMMAND_dialog && it->value != COMMAND_quest)
        return;
    const bool shows = it->value == COMMAND_dialog;
    while (i && walk->code[i].op != (shows ? OP_PUSHDLG : OP_PUSHQST))
        i--;
    node = table_get(shows ? &walk->dialogs : &walk->quests, key_of(&walk->code[i].value));
    if (!node)
        return;
    if (!shows) {
        const bool starts =
            i && instruction_is_constant(&walk->code[i - 1]) && !walk->code[i - 1].value;
        add_edge(walk, state, *node, starts ? STORY_STARTS : STORY_COMPLETES,
                 place_of(walk, it));
        return;
    }
    add_edge(walk, state, *node, STORY_SHOWS, place_of(walk, it));
    state->last = *node;
    state->answer = STORY_ANY_ANSWER;
    state->stale = answers_of(walk, *node) == 0;
}

/* Adds the states after one instruction. A condition that is a constant leads only one way. */
static void follow(Walk *walk, State state)
{
    const Instruction *it = &walk->code[state.index++];
    switch (it->op) {
    case OP_END:
        if (state.last != NOWHERE)
            add_edge(walk, &state, STORY_END, STORY_LEAVES, 0);
        return;
    case OP_SWITCH:
        follow_switch(walk, state, it);
        return;
    case OP_JMP:
        visit_address(walk, state, it->value);
        return;
    case OP_JZ: {
        const Instruction *before = state.index > 1 ? it - 1 : NULL;
        const bool decided = before && instruction_is_constant(before);
        if (!decided || !before->value)
            visit_address(walk, state, it->value);
        if (decided && !before->value)
            return;
        break;
    }
    case OP_PUSH:
        if (it->value == 0 && state.last != NOWHERE && !state.stale)
            walk->story->nodes[state.last].asked = true;
        break;
    case OP_POP:
        if (it->value == 0)
            state.stale = 1;
        break;
    default:
        follow_command(walk, &state, it);
        break;
    }
    if (state.index < walk->count)
        visit(walk, state);
}

/* A handler that was not followed to its end may leave all its dialogs. */
static void leave_all(Walk *walk)
{
    for (size_t i = 0; i < walk->count; i++) {
        const uint32_t *node = walk->code[i].op == OP_PUSHDLG
                                   ? table_get(&walk->dialogs, key_of(&walk->code[i].value))
                                   : NULL;
        if (node)
            walk->story->nodes[*node].ends = walk->story->nodes[*node].asked = true;
    }
}

/* Each handler gets its own arena for its states. */
static void follow_script(Walk *walk, const ProjectScript *script, bool reached)
{
    walk->script = script;
    walk->scratch = arena_new();
    if (script->file.size && read_code(walk)) {
        walk->seen = table_new(walk->scratch);
        walk->open = NULL;
        walk->open_count = 0;
        visit(walk, (State){0, NOWHERE, STORY_ANY_ANSWER, 0});
        while (walk->open_count)
            follow(walk, walk->open[--walk->open_count]);
        if (walk->seen.count >= STATES_MAX)
            leave_all(walk);
        const uint32_t *node = table_get(&walk->files, script->file);
        if (node && reached)
            walk->story->nodes[*node].reached = true;
    }
    arena_free(walk->scratch);
}

/* ---- results ---- */

/* Repeated until nothing changes: a dialog ends if one that it leads to ends. */
static void find_ends(Story *story)
{
    bool changed = true;
    for (size_t i = 0; i < story->node_count; i++)
        story->nodes[i].ends |= !story->nodes[i].used;
    while (changed) {
        changed = false;
        for (size_t i = story->edge_count; i--;) {
            const StoryEdge *edge = &story->edges[i];
            StoryNode *from = &story->nodes[edge->from];
            const bool ends = edge->effect == STORY_LEAVES ||
                              (edge->effect == STORY_SHOWS && story->nodes[edge->to].ends);
            if (ends && !from->ends)
                changed = from->ends = true;
        }
    }
}

/* The result belongs to the project's arena. */
const Story *project_story(const Project *project, const ProjectScripts *scripts)
{
    Arena *tables = arena_new();
    Story *story = ARENA_ALLOC(project->arena, Story, 1);
    Walk walk = {.project = project,
                 .story = story,
                 .files = table_new(tables),
                 .dialogs = table_new(tables),
                 .quests = table_new(tables),
                 .scratch = tables};
    add_kind(&walk, NAME_DIALOG, SCRIPT_DIALOG, &walk.dialogs);
    add_kind(&walk, NAME_QUEST, SCRIPT_QUEST, &walk.quests);
    for (size_t i = 0; i < scripts->count; i++)
        follow_script(&walk, &scripts->items[i],
                      !project->reach.scripts || project->reach.scripts[i]);
    sort_edges(story);
    find_ends(story);
    arena_free(tables);
    return story;
}

/* Answers that provide an attribute make a difference without a handler. */
bool story_ignores_answers(const StoryNode *node)
{
    const TngDialog *dialog = node->dialog;
    if (!dialog || !node->used || node->asked || dialog->option_count < 2)
        return false;
    for (size_t i = 0; i < dialog->option_count; i++)
        if (dialog->options[i].provides.attribute)
            return false;
    return true;
}

bool story_is_endless(const StoryNode *node) { return node->dialog && !node->ends; }

void project_check_story(Project *project)
{
    for (size_t i = 0; i < project->story->node_count; i++) {
        const StoryNode *node = &project->story->nodes[i];
        Report about = report_child(project->report, node->path);
        if (story_ignores_answers(node))
            report_warning(&about, "its answers make no difference: no handler that shows this "
                                   "dialog reads the variable a");
        if (story_is_endless(node))
            report_warning(&about, "no answer leaves this dialog: another one always follows");
    }
}
