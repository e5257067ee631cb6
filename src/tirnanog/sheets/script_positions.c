/* Parts, in order: from code to lines; from lines to code, for breakpoints; recording. The file
 * and the number of a handler are known only after it was compiled: its positions are added
 * first, then completed from index `first` on. */
#include "tirnanog/sheets/script_positions.h"

static uint32_t line_of(Text text, size_t at)
{
    uint32_t line = 1;
    for (size_t i = 0; i < at && i < text.size; i++)
        line += text.at[i] == '\n';
    return line;
}

const ProjectScript *script_positions_get(const ProjectScripts *scripts, TngScriptRef ref)
{
    for (size_t i = 0; i < scripts->count; i++)
        if (tng_script_equal(scripts->items[i].ref, ref))
            return &scripts->items[i];
    return NULL;
}

size_t script_source_at(const ProjectScript *script, uint32_t offset)
{
    const ScriptCode *code = &script->code;
    size_t low = 0, high = code->position_count; /* the last one at or before offset */
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (code->positions[middle].code <= offset)
            low = middle;
        else
            high = middle;
    }
    return high ? code->positions[low].source : script->from;
}

SourcePosition script_position_at(const ProjectScript *script, uint32_t offset)
{
    const Text text = script->text;
    const size_t at = script_source_at(script, offset);
    size_t begin = at, end = at;
    while (begin && text.at[begin - 1] != '\n')
        begin--;
    while (end < text.size && text.at[end] != '\n' && text.at[end] != '\r')
        end++;
    return (SourcePosition){line_of(text, at), (uint32_t)(at - begin) + 1,
                            text_slice(text, begin, end)};
}

bool script_positions_line(const ProjectScripts *scripts, TngScriptRef ref, uint32_t offset,
                           Text *file, uint32_t *line)
{
    const ProjectScript *script = script_positions_get(scripts, ref);
    if (!script || offset >= script->code.bytes.size)
        return false;
    *file = script->file;
    *line = script_position_at(script, offset).line;
    return true;
}

static bool file_matches(Text path, Text file)
{
    if (text_equal(path, file))
        return true;
    return file.size && path.size > file.size && path.at[path.size - file.size - 1] == '/' &&
           text_equal(text_slice(path, path.size - file.size, path.size), file);
}

/* The offset of line `line`, from 1; the text's end if it has fewer. */
static size_t line_start(Text text, uint32_t line)
{
    size_t at = 0;
    while (line > 1 && at < text.size)
        line -= text.at[at++] == '\n';
    return at;
}

/* Whether a part of the script is on or after the line. */
static bool is_behind(const ProjectScript *script, uint32_t line)
{
    return line_start(script->text, line) <= script->to;
}

/* The first line from `line` on where a statement of the script starts. */
static uint32_t next_line(const ProjectScript *script, uint32_t line)
{
    const size_t start = line_start(script->text, line);
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < script->code.position_count; i++) {
        const size_t source = script->code.positions[i].source;
        if (source >= start && source < best)
            best = source;
    }
    return best == SIZE_MAX ? UINT32_MAX : line_of(script->text, best);
}

typedef struct Search {
    CodePosition *places;
    uint32_t *sources; /* of the positions */
    size_t count;
    Arena *arena;
} Search;

/* For example, a loop's jump back belongs to a statement that started before. */
static bool is_known(const Search *search, TngScriptRef ref, uint32_t source)
{
    for (size_t i = 0; i < search->count; i++)
        if (search->sources[i] == source && tng_script_equal(search->places[i].ref, ref))
            return true;
    return false;
}

static void find_positions(Search *search, const ProjectScript *script, uint32_t line)
{
    const size_t start = line_start(script->text, line), others = search->count;
    size_t end = line_start(script->text, line + 1);
    if (end == script->text.size)
        end++; /* the END of a last line without its line end */
    for (size_t i = 0; i < script->code.position_count; i++) {
        const ScriptPosition position = script->code.positions[i];
        if (position.source < start || position.source >= end ||
            is_known(search, script->ref, position.source))
            continue;
        if (search->count > others && position.code + 1 == script->code.bytes.size)
            continue; /* the END of a handler is not needed in addition */
        search->places =
            arena_grow(search->arena, search->places, search->count, sizeof *search->places);
        search->sources =
            arena_grow(search->arena, search->sources, search->count, sizeof *search->sources);
        search->places[search->count] = (CodePosition){script->ref, position.code};
        search->sources[search->count++] = position.source;
    }
}

size_t script_positions_find(const ProjectScripts *scripts, Text file, uint32_t *line,
                             CodePosition **out, Arena *arena)
{
    Search search = {.arena = arena};
    uint32_t best = UINT32_MAX;
    for (size_t i = 0; i < scripts->count; i++)
        if (file_matches(scripts->items[i].file, file) &&
            is_behind(&scripts->items[i], *line)) {
            const uint32_t next = next_line(&scripts->items[i], *line);
            best = next < best ? next : best;
        }
    for (size_t i = 0; i < scripts->count && best < UINT32_MAX; i++)
        if (file_matches(scripts->items[i].file, file))
            find_positions(&search, &scripts->items[i], best);
    if (search.count)
        *line = best;
    *out = search.places;
    return search.count;
}

void script_positions_add(ProjectScripts *scripts, const ScriptSource *source,
                          const ScriptCode *code, Arena *arena)
{
    *ARENA_PUSH(arena, scripts->items, scripts->count) = (ProjectScript){
        .text = source->file, .from = source->from, .to = source->to, .code = *code};
}

void script_positions_file(ProjectScripts *scripts, size_t first, Text file)
{
    for (size_t i = first; i < scripts->count; i++)
        scripts->items[i].file = file;
}

void script_positions_record(ProjectScripts *scripts, size_t first, uint32_t section,
                             uint32_t index)
{
    for (size_t i = first; i < scripts->count; i++)
        scripts->items[i].ref = (TngScriptRef){section, index, (uint32_t)(i - first)};
}

void script_positions_alone(ProjectScripts *scripts, const uint8_t *code, uint32_t section,
                            uint32_t index)
{
    for (size_t i = 0; i < scripts->count; i++)
        if (scripts->items[i].code.bytes.data == code)
            scripts->items[i].ref = (TngScriptRef){section, index, 0};
}
