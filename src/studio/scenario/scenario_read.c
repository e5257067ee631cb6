/* Parses test files to scenarios and checks every name. */
#include "base/text.h"
#include "studio/scenario/scenario_parser.h"

/* Per block: a generated file must not take all memory. */
enum { STEPS_MAX = 100000 };

/* The rest of the line, without a comment, is a name. */
static Text rest_of_line(Reading *reading)
{
    const size_t from = reading->next;
    size_t to = from;
    while (to < reading->file.size && reading->file.at[to] != '\n' &&
           !(reading->file.at[to] == '#' && reading_is_blank(reading->file.at[to - 1])))
        to++;
    reading->next = to;
    reading_next(reading);
    return text_trimmed(text_slice(reading->file, from, to));
}

/* Advances to the next line and counts it. */
static bool next_line(Reading *reading)
{
    size_t to = reading->next;
    while (to < reading->file.size && reading->file.at[to] != '\n')
        to++;
    if (to >= reading->file.size)
        return false;
    for (size_t i = reading->line_at; i <= to; i++)
        reading->line += reading->file.at[i] == '\n';
    reading->line_at = reading->next = to + 1;
    reading->failed = false;
    return true;
}

/* ---- steps ---- */

/* The keywords that are allowed instead of a step's word. */
static const char *const frame_words[] = {"scenario", "background", "steps", "do",
                                          "cannot",   "expect",     "wait"};

/* Suggests the nearest known word; words of the file's structure only where a step may
 * stand. */
static bool unknown(Reading *reading, bool condition)
{
    Text *words = ARENA_ALLOC(reading->arena, Text, row_count + COUNT_OF(frame_words));
    size_t count = 0;
    for (size_t i = 0; i < row_count; i++)
        if (!rows[i].group && *rows[i].word && !rows[i].step == condition)
            words[count++] = text_of(rows[i].word);
    for (size_t i = 0; i < COUNT_OF(frame_words) && !condition; i++)
        words[count++] = text_of(frame_words[i]);
    const Lexeme now = reading->now;
    Text near = now.kind == LEXEME_WORD ? text_nearest(now.text, words, count) : TEXT("");
    if (condition && !near.size && reading->names->nearest)
        near = reading->names->nearest(reading->names->context, SCRIPT_ATTRIBUTE, now.text);
    if (now.kind == LEXEME_END)
        return reading_error(reading, now.at, "expected a %s",
                             condition ? "condition" : "step");
    if (text_equal(near, now.text))
        return reading_error(reading, now.at, "unexpected \"%.*s\"", (int)now.text.size,
                             now.text.at);
    return reading_error(reading, now.at, "no %s \"%.*s\"%s",
                         condition ? "condition or attribute" : "step", (int)now.text.size,
                         now.text.at, reading_hint(reading, near).at);
}

/* A copy to look ahead without messages. */
static Reading look_ahead(const Reading *reading, Report *silent)
{
    Reading ahead = *reading;
    *silent = report_to(NULL, NULL);
    ahead.report = silent;
    reading_next(&ahead);
    return ahead;
}

/* The row with matching word and first value, otherwise the last one with the word. */
static const Row *row_find(Reading *reading, bool condition)
{
    Report silent;
    const Row *found = NULL;
    const Reading ahead = look_ahead(reading, &silent);
    for (size_t i = 0; i < row_count; i++) {
        if (rows[i].group || !*rows[i].word || !rows[i].step != condition ||
            !reading_is(reading, rows[i].word))
            continue;
        found = &rows[i];
        if (pattern_fits(&ahead, found->pattern))
            break;
    }
    if (found)
        reading_next(reading);
    return found;
}

/* The row of conditions without a word: ATTRIBUTE SIGN NUMBER. */
static const Row *attribute_row(void)
{
    const Row *row = rows;
    while (!row->condition || *row->word)
        row++;
    return row;
}

/* Whether an attribute is in the position of a condition's word: if a sign or `of` follows;
 * or if there is such an attribute and no such condition. */
static bool is_attribute(const Reading *reading)
{
    Report silent;
    uint32_t index;
    const ScriptNames *names = reading->names;
    const Reading ahead = look_ahead(reading, &silent);
    bool known = false;
    if (reading->now.kind != LEXEME_WORD)
        return false;
    for (size_t i = 0; i < row_count; i++)
        if (rows[i].condition && reading_is(reading, rows[i].word)) {
            known = true;
            if (pattern_fits(&ahead, rows[i].pattern))
                return false;
        }
    if (known || ahead.now.kind == LEXEME_SIGN || reading_is(&ahead, "of"))
        return ahead.now.kind == LEXEME_SIGN || reading_is(&ahead, "of");
    return names->index &&
           names->index(names->context, SCRIPT_ATTRIBUTE, reading->now.text, &index);
}

/* A path from a test is opened as a file: only names directly in tests/ are allowed. */
static bool check_picture(Reading *reading, const Step *step, size_t at)
{
    const Text name = step->values[0].word;
    if (step->row->condition != if_picture)
        return true;
    const Text path = arena_format(reading->arena, "tests/%.*s", (int)name.size, name.at);
    return scenario_picture_path(path) ||
           reading_error(reading, at,
                         "expected the name of a picture in tests/, like \"title.png\"");
}

/* "no" stands before the condition, or after `has` and `wears`. The text of the condition is
 * kept for messages. */
static bool read_condition(Reading *reading, Step *step)
{
    const size_t from = reading->now.at;
    if (reading_is(reading, "no") || reading_is(reading, "not")) {
        step->inverse = true;
        reading_next(reading);
    }
    step->row = is_attribute(reading) ? attribute_row() : row_find(reading, true);
    if (!step->row)
        return unknown(reading, true);
    if ((step->row->condition == if_has || step->row->condition == if_wears) &&
        reading_is(reading, "no")) {
        step->inverse = !step->inverse;
        reading_next(reading);
    }
    size_t to = reading->now.at;
    if (!pattern_read(reading, step->row, step) || !check_picture(reading, step, to))
        return false;
    to = reading->now.at > to ? reading->now.at : to;
    step->condition = text_trimmed(text_slice(reading->file, from, to));
    return true;
}

/* Without "at most" the limit is 60 s of game time. */
static bool read_wait(Reading *reading, Step *step)
{
    step->form = FORM_WAIT;
    if (!read_condition(reading, step))
        return false;
    if (reading_is(reading, "at")) {
        reading_next(reading);
        if (!reading_is(reading, "most"))
            return reading_error(reading, reading->now.at, "expected \"at most TIME\"");
        reading_next(reading);
        return time_read(reading, step);
    }
    step->centiseconds = 6000;
    return true;
}

/* "wait" is also a step (wait 2 s): if `until` does not follow, the word is read again. */
static bool read_step(Reading *reading, Step *step)
{
    const Reading before = *reading;
    if (reading_is(reading, "cannot")) {
        step->inverse = true;
        reading_next(reading);
    } else if (reading_is(reading, "expect")) {
        step->form = FORM_EXPECT;
        reading_next(reading);
        return read_condition(reading, step);
    } else if (reading_is(reading, "wait")) {
        reading_next(reading);
        if (reading_is(reading, "until")) {
            reading_next(reading);
            return read_wait(reading, step);
        }
        *reading = before;
    } else if (reading_is(reading, "do")) {
        step->form = FORM_CALL;
        step->condition = rest_of_line(reading);
        return step->condition.size ||
               reading_error(reading, reading->now.at, "expected the name of steps");
    }
    step->row = row_find(reading, false);
    if (!step->row)
        return unknown(reading, false);
    return pattern_read(reading, step->row, step) && step_compile(reading, step);
}

/* For one condition outside of a file; the picture tests need a folder. */
bool condition_read(Text text, const ScriptNames *names, Step *out, Arena *arena,
                    Report *report)
{
    Reading reading = {
        .file = text, .line = 1, .names = names, .arena = arena, .report = report};
    *out = (Step){.form = FORM_EXPECT, .line = 1};
    if (utf8_invalid(text) < text.size)
        return report_error(report, "invalid UTF-8");
    reading_next(&reading);
    if (!read_condition(&reading, out))
        return false;
    if (out->row->condition == if_picture)
        return report_error(report, "only tests compare the screen with pictures");
    if (reading.now.kind != LEXEME_END || reading.now.at < text_trimmed(text).size)
        return reading_error(&reading, reading.now.at, "unexpected text after the condition");
    return true;
}

/* ---- files ---- */

/* Settings (step_is_setting) apply to the start of the game, so that they must come first. */
static void add_step(Reading *reading, Block *block)
{
    Step step = {.path = reading->path, .line = reading->line};
    const size_t at = reading->now.at;
    if (!block) {
        reading_error(reading, at,
                      "a step outside of a scenario; start one with \"scenario NAME\"");
        return;
    }
    if (!read_step(reading, &step))
        return;
    if (reading->now.kind != LEXEME_END) {
        reading_error(reading, reading->now.at, "unexpected \"%.*s\"",
                      (int)reading->now.text.size, reading->now.text.at);
        return;
    }
    if (step_is_setting(&step) &&
        (step.inverse || (block->count && !step_is_setting(&block->steps[block->count - 1])))) {
        reading_error(reading, at, "\"%s\" must come before all other steps", step.row->word);
        return;
    }
    if (block->count >= STEPS_MAX) {
        reading_error(reading, at, "more than %d steps", STEPS_MAX);
        return;
    }
    step.text = text_trimmed(text_slice(reading->file, at, reading->now.at));
    *ARENA_PUSH(reading->arena, block->steps, block->count) = step;
}

/* Steps are connected at the end, when the blocks of all files are known. */
static void note_block(Scenarios *all, Block *block)
{
    *ARENA_PUSH(all->arena, all->parts, all->part_count) = block;
}

/* A duplicate is reported and still added: further errors in it are found, too. */
static Block *add_block(Scenarios *all, Reading *reading, Text name)
{
    for (size_t i = 0; i < all->block_count; i++)
        if (text_equal(all->blocks[i]->name, name))
            reading_error(reading, reading->line_at,
                          "duplicate steps \"%.*s\", first defined at %.*s:%u", (int)name.size,
                          name.at, (int)all->blocks[i]->path.size, all->blocks[i]->path.at,
                          all->blocks[i]->line);
    Block *block = ARENA_ALLOC(all->arena, Block, 1);
    *block = (Block){.name = name, .path = reading->path, .line = reading->line};
    *ARENA_PUSH(all->arena, all->blocks, all->block_count) = block;
    note_block(all, block);
    return block;
}

/* Names need only be unique within a file; those of blocks in all files. */
static Block *add_scenario(Scenarios *all, Reading *reading, Text name, const Block *background)
{
    const uint32_t *before = table_get(&reading->scenarios, name);
    if (before)
        reading_error(reading, reading->line_at,
                      "duplicate scenario \"%.*s\", first defined at line %u", (int)name.size,
                      name.at, *before);
    else
        table_put(&reading->scenarios, name, reading->line);
    Scenario *scenario = ARENA_ALLOC(all->arena, Scenario, 1);
    *scenario = (Scenario){.own = {.name = name, .path = reading->path, .line = reading->line},
                           .background = background};
    *ARENA_PUSH(all->arena, all->items, all->count) = scenario;
    note_block(all, &scenario->own);
    return &scenario->own;
}

/* If the line starts a block, that block; otherwise `block`. */
static Block *read_line(Scenarios *all, Reading *reading, Block *block, Block *background)
{
    const bool is_scenario = reading_is(reading, "scenario");
    if (reading->now.kind == LEXEME_END)
        return block;
    if (reading_is(reading, "background")) {
        reading_next(reading);
        if (reading->now.kind != LEXEME_END || background->line)
            reading_error(reading, reading->now.at,
                          background->line ? "duplicate background"
                                           : "a background has no name");
        background->line = reading->line;
        return background;
    }
    if (is_scenario || reading_is(reading, "steps")) {
        const size_t at = reading->now.at;
        const Text name = rest_of_line(reading);
        if (!name.size)
            reading_error(reading, at, "a %s needs a name",
                          is_scenario ? "scenario" : "block of steps");
        return is_scenario ? add_scenario(all, reading, name, background)
                           : add_block(all, reading, name);
    }
    add_step(reading, block);
    return block;
}

/* A scenario without steps would always pass. */
static void check_empty(const Scenario *scenario, Report *report)
{
    const Block *block = &scenario->own;
    if (!block->count || step_is_setting(&block->steps[block->count - 1]))
        report_error_at(report, (SourcePosition){.line = block->line},
                        "the scenario \"%.*s\" has no steps", (int)block->name.size,
                        block->name.at);
}

/* The background is one for each file and may be empty. After an error no scenario is reported
 * as empty: its only step may be the one with the error. */
static void read_file(Scenarios *all, const ProjectFile *file, Report *report)
{
    Report about = report_child(report, file->path);
    Reading reading = {.file = file->bytes.size ? text_without_mark(text_of_bytes(file->bytes))
                                                : TEXT(""),
                       .path = file->path,
                       .line = 1,
                       .scenarios = table_new(all->arena),
                       .names = all->names,
                       .arena = all->arena,
                       .report = &about};
    const size_t invalid = utf8_invalid(reading.file);
    const size_t first = all->count;
    Block *background = ARENA_ALLOC(all->arena, Block, 1), *block = NULL;
    *background = (Block){.path = file->path};
    note_block(all, background);
    if (invalid < reading.file.size)
        report_error(&about, "no UTF-8 text: byte %zu", invalid);
    else
        do {
            reading_next(&reading);
            block = read_line(all, &reading, block, background);
        } while (next_line(&reading));
    const bool clean = !about.errors; /* a step with an error counts, too */
    for (size_t i = first; i < all->count && clean; i++)
        check_empty(all->items[i], &about);
}

/* ---- all together ---- */

/* Calls of blocks by name; the last of several with this name is used, after an error. */
static void connect(const Scenarios *all, const Text *names, Block *block, Report *report)
{
    for (size_t i = 0; i < block->count; i++) {
        Step *step = &block->steps[i];
        for (size_t k = 0; k < all->block_count && step->form == FORM_CALL; k++)
            if (text_equal(names[k], step->condition))
                step->block = all->blocks[k];
        if (step->form != FORM_CALL || step->block)
            continue;
        const Text near = text_nearest(step->condition, names, all->block_count);
        Report about = report_child(report, step->path);
        report_error_at(&about, (SourcePosition){.line = step->line},
                        "no steps \"%.*s\"%s%.*s%s", (int)step->condition.size,
                        step->condition.at, near.size ? "; did you mean \"" : "",
                        (int)near.size, near.at, near.size ? "\"?" : "");
    }
}

static bool is_test_file(Text path, const char *suffix)
{
    size_t slash;
    return text_starts(path, "tests/") && text_ends(path, suffix) &&
           path.size > strlen("tests/") + strlen(suffix) &&
           !text_find(text_slice(path, 6, path.size), '/', &slash);
}

bool scenario_path(Text path) { return is_test_file(path, ".test"); }

bool scenario_picture_path(Text path) { return is_test_file(path, ".png"); }

/* NULL if anything is wrong: a test run with a part of the tests would look like success. */
const Scenarios *scenarios_read(const ProjectFiles *files, const ScriptNames *names,
                                Arena *arena, Report *report)
{
    Scenarios *all = ARENA_ALLOC(arena, Scenarios, 1);
    const size_t errors = report->errors;
    *all = (Scenarios){.names = names, .arena = arena};
    for (size_t i = 0; i < files->count; i++)
        if (scenario_path(files->items[i].path))
            read_file(all, &files->items[i], report);
        else if (scenario_picture_path(files->items[i].path))
            *ARENA_PUSH(arena, all->pictures, all->picture_count) = files->items[i];
    Text *block_names = ARENA_ALLOC(arena, Text, all->block_count + 1);
    for (size_t i = 0; i < all->block_count; i++)
        block_names[i] = all->blocks[i]->name;
    for (size_t i = 0; i < all->part_count; i++)
        connect(all, block_names, all->parts[i], report);
    return report->errors > errors ? NULL : all;
}

size_t scenarios_count(const Scenarios *scenarios) { return scenarios->count; }
