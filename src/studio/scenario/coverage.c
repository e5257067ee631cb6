/* The executed instructions of handlers: a byte for each instruction. */
#include "studio/scenario/scenario_internal.h"
#include "studio/scenario/suite.h"

static uint64_t key_of(ScriptRef ref)
{
    return (uint64_t)(ref.section + 1) << 48 | (uint64_t)(ref.event & 0xFFFF) << 32 | ref.index;
}

static uint32_t instructions_of(Bytes code)
{
    Instruction instruction;
    uint32_t count = 0;
    for (size_t at = 0; at < code.size && instruction_read(code, at, &instruction) == DECODED;
         at += instruction.size)
        count++;
    return count;
}

static void note_script(void *context, TngScriptRef ref, Text name, Bytes code, bool expression)
{
    Coverage *coverage = context;
    const uint32_t all = instructions_of(code);
    (void)expression;
    *number_map_put(&coverage->index, key_of(ref)) = (void *)(uintptr_t)(coverage->size + 1);
    coverage->size += all;
    *ARENA_PUSH(coverage->arena, coverage->handlers, coverage->count) =
        (ScenarioCoverage){.name = arena_text(coverage->arena, name), .all = all};
}

Coverage *coverage_of(const TngFile *game, Arena *arena, Report *report)
{
    Coverage *coverage = ARENA_ALLOC(arena, Coverage, 1);
    *coverage = (Coverage){.arena = arena, .index = {.arena = arena}};
    Arena *scratch = arena_new();
    const bool ok = tng_scripts_visit(game, note_script, coverage, scratch, report);
    arena_free(scratch);
    return ok ? coverage : NULL;
}

size_t coverage_at(const Coverage *coverage, ScriptRef ref)
{
    void **found = number_map_get(&coverage->index, key_of(ref));
    return found ? (size_t)(uintptr_t)*found - 1 : SIZE_MAX;
}

void coverage_sum(const Coverage *coverage, ScenarioResults *results)
{
    results->handlers = coverage->handlers;
    results->handler_count = coverage->count;
    size_t at = 0;
    for (size_t i = 0; i < coverage->count; i++) {
        ScenarioCoverage *handler = &coverage->handlers[i];
        for (uint32_t k = 0; k < handler->all; k++, at++) {
            bool run = false;
            for (size_t n = 0; n < results->count && !run; n++)
                run = results->items[n].marks[at];
            handler->run += run;
        }
    }
}
