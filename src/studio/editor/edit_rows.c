/* Applies operations of a page to rows of a text file. Parts, in order: arguments of an
 * operation; places in the file; operations; rows as JSON. An operation becomes edits of the
 * text, and the file is read again before each one, since the one before may have moved its
 * rows. */
#include "studio/editor/edit_rows.h"

#include "base/text.h"
#include "base/text_edit.h"

/* One operation, and the file that it changes. */
typedef struct RowChange {
    const Sheet *sheet;
    SheetRows rows;
    Text file;
    const json_t *operation;
    TextEdits edits;
    Arena *arena;
    Report *report;
} RowChange;

/* ---- arguments ---- */

static int64_t number_of(const RowChange *change, const char *key)
{
    const json_t *value = json_object_get(change->operation, key);
    return json_is_integer(value) ? json_integer_value(value) : -1;
}

static Text text_of_key(const RowChange *change, const char *key)
{
    return json_find_text(change->operation, key);
}

/* Pages send lines that end with "\n": with the ends of the file's lines. */
static Text lines_of_key(const RowChange *change, const char *key)
{
    const Text text = text_of_key(change, key);
    const char *end = text_line_end(change->file);
    if (*end == '\n')
        return text;
    Writer out = writer_to(change->arena);
    for (size_t i = 0; i < text.size; i++)
        if (text.at[i] == '\n' && !(i && text.at[i - 1] == '\r'))
            write_text(&out, text_of(end));
        else
            write_u8(&out, (uint8_t)text.at[i]);
    return writer_text(&out);
}

static const SheetRow *row_of(const RowChange *change, const char *key)
{
    const int64_t row = number_of(change, key);
    if (row >= 0 && (size_t)row < change->rows.count)
        return &change->rows.items[row];
    report_error(change->report, "the file has no row %lld", (long long)row);
    return NULL;
}

/* ---- places ---- */

/* The end of a row with all that it owns. */
static size_t end_of(const RowChange *change, const SheetRow *row)
{
    const uint32_t number = (uint32_t)(row - change->rows.items);
    size_t end = row->to;
    for (size_t i = number + 1; i < change->rows.count && change->rows.items[i].owner == number;
         i++)
        end = change->rows.items[i].to;
    return end;
}

/* The end of the first line: what says which file it is. */
static size_t after_magic(Text file)
{
    size_t at;
    return text_find(file, '\n', &at) ? at + 1 : file.size;
}

/* After the last row of a line of the schema; without such a row after the lines before it. */
static size_t place_of(const RowChange *change, int64_t line, int64_t owner)
{
    const SheetRows *rows = &change->rows;
    size_t place = after_magic(change->file);
    if (owner >= 0) {
        const SheetRow *block = &rows->items[owner];
        place = block->to;
        for (size_t i = (size_t)owner + 1;
             i < rows->count && rows->items[i].owner == (uint32_t)owner; i++)
            if (rows->items[i].line <= line)
                place = rows->items[i].to;
        return place;
    }
    for (size_t i = 0; i < rows->count; i++)
        if (rows->items[i].owner == ROW_NONE && rows->items[i].line <= line)
            place = end_of(change, &rows->items[i]);
    return place;
}

/* ---- operations ---- */

static bool set_value(RowChange *change)
{
    const SheetRow *row = row_of(change, "row");
    TextEdit edit;
    if (!row ||
        !rows_set_word(change->sheet, change->file, row, (uint8_t)number_of(change, "member"),
                       (uint8_t)number_of(change, "index"), text_of_key(change, "value"), &edit,
                       change->arena, change->report))
        return false;
    text_replace(&change->edits, edit.from, edit.to, edit.text);
    return true;
}

/* The line at `at` without its end; `*next`: the line after it. */
static Text line_at(Text text, size_t at, size_t *next)
{
    size_t size;
    const Text rest = text_slice(text, at, text.size);
    const bool ended = text_find(rest, '\n', &size);
    *next = at + (ended ? size + 1 : rest.size);
    const Text line = text_slice(text, at, at + (ended ? size : rest.size));
    return text_ends(line, "\r") ? text_slice(line, 0, line.size - 1) : line;
}

/* The start of the line before `at`, which is the start of a line. */
static size_t line_before(Text text, size_t at)
{
    for (at--; at && text.at[at - 1] != '\n'; at--)
        ;
    return at;
}

/* The new lines of a block: those at its start and end that have not changed keep their line
 * ends, the others have those of the file. */
static Text block_lines(const RowChange *change, Text old, Text new)
{
    size_t from = 0, old_from = 0, to = new.size, old_to = old.size, next, old_next;
    while (from < to && old_from < old_to &&
           text_equal(line_at(new, from, &next), line_at(old, old_from, &old_next)))
        from = next, old_from = old_next;
    while (to > from && old_to > old_from &&
           text_equal(line_at(new, line_before(new, to), &next),
                      line_at(old, line_before(old, old_to), &old_next)))
        to = line_before(new, to), old_to = line_before(old, old_to);
    Writer out = writer_to(change->arena);
    write_text(&out, text_slice(old, 0, old_from));
    for (; from < to; from = next) {
        write_text(&out, line_at(new, from, &next));
        write_text(&out, text_of(text_line_end(change->file)));
    }
    write_text(&out, text_slice(old, old_to, old.size));
    return writer_text(&out);
}

static bool set_block(RowChange *change)
{
    const SheetRow *row = row_of(change, "row");
    if (!row)
        return false;
    text_replace(&change->edits, row->from, row->to,
                 block_lines(change, text_slice(change->file, row->from, row->to),
                             text_of_key(change, "text")));
    return true;
}

static bool remove_row(RowChange *change)
{
    const SheetRow *row = row_of(change, "row");
    if (!row)
        return false;
    text_replace(&change->edits, row->from, end_of(change, row), TEXT(""));
    return true;
}

/* Writes a row at a place; a last line without its end gets one. */
static void insert_at(RowChange *change, size_t place, Text text)
{
    const char *end = text_line_end(change->file);
    const bool open = place && change->file.at[place - 1] != '\n';
    text_replace(
        &change->edits, place, place,
        arena_format(change->arena, "%s%.*s", open ? end : "", (int)text.size, text.at));
}

static bool move_row(RowChange *change)
{
    const SheetRow *row = row_of(change, "row"), *before = row_of(change, "before");
    if (!row || !before)
        return false;
    const size_t end = end_of(change, row);
    if (before->from >= row->from && before->from <= end)
        return report_error(change->report, "the row is already there");
    Text text = text_slice(change->file, row->from, end);
    if (!text_ends(text, "\n"))
        text = arena_format(change->arena, "%.*s%s", (int)text.size, text.at,
                            text_line_end(change->file));
    text_replace(&change->edits, row->from, end, TEXT(""));
    insert_at(change, before->from, text);
    return true;
}

/* "'o.d'" is " d ", "'a|r'" is the letter that comes with the operation, or the first. */
static bool write_tag(const RowChange *change, const char *syntax, Writer *out)
{
    if (*syntax != '\'')
        return true;
    const char *tag = syntax + 1;
    const bool inner = tag[1] == '.';
    const Text wanted = text_of_key(change, "tag");
    tag += inner ? 2 : 0;
    char letter = *tag;
    for (const char *c = tag; *c != '\''; c++)
        if (wanted.size == 1 && *c == wanted.at[0])
            letter = *c;
    write_format(out, "%s%c", inner ? " " : "", letter);
    return true;
}

static bool insert_row(RowChange *change)
{
    const json_t *words = json_object_get(change->operation, "words");
    const int64_t line = number_of(change, "line"), owner = number_of(change, "owner");
    const int64_t before = number_of(change, "before");
    const Text block = lines_of_key(change, "text");
    if (line < 0 || line >= (int64_t)COUNT_OF(change->sheet->lines) ||
        !change->sheet->lines[line].syntax || owner >= (int64_t)change->rows.count)
        return report_error(change->report, "the file has no such line");
    Writer out = writer_to(change->arena);
    if (block.size)
        write_text(&out, block);
    else
        write_tag(change, change->sheet->lines[line].syntax, &out);
    for (size_t i = 0; i < json_array_size(words); i++) {
        const json_t *word = json_array_get(words, i);
        if (!json_is_string(word) || strpbrk(json_string_value(word), "\r\n"))
            return report_error(change->report, "a value cannot have several lines");
        write_format(&out, "%s%s", out.size ? " " : "", json_string_value(word));
    }
    if (!text_ends(writer_text(&out), "\n"))
        write_format(&out, "%s", text_line_end(change->file));
    insert_at(change,
              before >= 0 && (size_t)before < change->rows.count
                  ? change->rows.items[before].from
                  : place_of(change, line, owner),
              writer_text(&out));
    return true;
}

static const struct {
    const char *name;
    bool (*apply)(RowChange *change);
} operations[] = {{"set", set_value},
                  {"insert", insert_row},
                  {"block", set_block},
                  {"remove", remove_row},
                  {"move", move_row}};

/* A value that took several words, or none, would have moved the values after it. */
static bool is_as_wanted(const RowChange *before, const SheetRows *after)
{
    const int64_t row = number_of(before, "row");
    const Text value = text_of_key(before, "value");
    if (before->rows.count != after->count)
        return report_error(before->report, "\"%.*s\" would change other lines",
                            (int)value.size, value.at);
    const SheetRow *new = &after->items[row];
    for (size_t i = 0; i < new->word_count; i++)
        if (new->words[i].member == number_of(before, "member") &&
            new->words[i].index == number_of(before, "index"))
            return text_equal(text_trimmed(new->words[i].text), text_trimmed(value)) ||
                   report_error(before->report, "\"%.*s\" is not one value", (int)value.size,
                                value.at);
    return true;
}

static bool apply_one(ProjectModel *model, Text path, Text *file, const json_t *operation,
                      Arena *arena, Report *report)
{
    Report silent = report_to(NULL, NULL);
    RowChange change = {.sheet = sheet_of_path(path),
                        .file = *file,
                        .operation = operation,
                        .edits = {.arena = arena},
                        .arena = arena,
                        .report = report};
    const Text name = text_of_key(&change, "op");
    if (text_is(name, "text")) {
        *file = lines_of_key(&change, "text");
        return true;
    }
    if (!change.sheet || !model)
        return report_error(report, "this file has no rows");
    const ProjectFile before = {path, bytes_of_text(*file)};
    project_model_read(model, change.sheet, &before, &change.rows, arena, &silent);
    for (size_t i = 0; i < COUNT_OF(operations); i++) {
        if (!text_is(name, operations[i].name))
            continue;
        if (!operations[i].apply(&change))
            return false;
        *file = text_edited(&change.edits, *file);
        if (operations[i].apply != set_value)
            return true;
        SheetRows rows;
        const ProjectFile after = {path, bytes_of_text(*file)};
        project_model_read(model, change.sheet, &after, &rows, arena, &silent);
        return is_as_wanted(&change, &rows);
    }
    return report_error(report, "unknown operation \"%.*s\"", (int)name.size, name.at);
}

bool rows_apply(ProjectModel *model, Text path, Text file, const json_t *list, Text *out,
                Arena *arena, Report *report)
{
    *out = file;
    bool ok = json_is_array(list) || report_error(report, "a list of operations is expected");
    for (size_t i = 0; i < json_array_size(list) && ok; i++)
        ok = apply_one(model, path, out, json_array_get(list, i), arena, report);
    return ok;
}

/* ---- JSON ---- */

/* The letter with which a row begins, if the line of the schema has tags. */
static Text tag_of(const Sheet *sheet, const SheetRow *row, Text file)
{
    Text rest = text_slice(file, row->from, row->to);
    if (row->line == ROW_UNKNOWN || sheet->lines[row->line].syntax[0] != '\'')
        return TEXT("");
    return utf8_cut(text_word(&rest), 1);
}

void rows_put(JsonWriter *json, const Sheet *sheet, const SheetRows *rows, Text file)
{
    size_t at = 0;
    uint32_t first = 1;
    json_open_list(json, "rows");
    for (size_t i = 0; i < rows->count; i++) {
        const SheetRow *row = &rows->items[i];
        for (; at < row->from; at++)
            first += file.at[at] == '\n';
        json_open(json, NULL);
        json_put_uint(json, "first", first);
        json_put_int(json, "line", row->line == ROW_UNKNOWN ? -1 : row->line);
        json_put_int(json, "owner", row->owner == ROW_NONE ? -1 : (int64_t)row->owner);
        json_put_bool(json, "block", row->block);
        json_put_text(json, "tag", tag_of(sheet, row, file));
        if (row->block || row->line == ROW_UNKNOWN)
            json_put_text(json, "text", text_slice(file, row->from, row->to));
        json_open_list(json, "words");
        for (size_t j = 0; j < row->word_count; j++) {
            json_open(json, NULL);
            json_put_uint(json, "member", row->words[j].member);
            json_put_uint(json, "index", row->words[j].index);
            json_put_text(json, "text", row->words[j].text);
            json_close(json);
        }
        json_close_list(json);
        json_close(json);
    }
    json_close_list(json);
}
