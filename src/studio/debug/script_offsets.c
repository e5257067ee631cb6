/* Instructions of handlers and their offsets. */
#include "studio/debug/debug_internal.h"

typedef struct Offsets {
    uint32_t count;
    uint32_t at[];
} Offsets;

static const Offsets *offsets_of(Debugger *debugger, ScriptRef ref)
{
    const uint64_t key = tng_script_key(ref);
    void **known = number_map_put(&debugger->offsets, key);
    if (*known)
        return *known;
    const Bytes code = content_script(debugger->world->content, ref);
    Offsets *offsets =
        arena_alloc(debugger->arena, 1, sizeof *offsets + code.size * sizeof *offsets->at);
    Instruction it;
    for (size_t at = 0; at < code.size && instruction_read(code, at, &it) == DECODED;
         at += it.size)
        offsets->at[offsets->count++] = (uint32_t)at;
    *known = offsets;
    return offsets;
}

uint32_t debug_offset(Debugger *debugger, ScriptRef ref, uint32_t step)
{
    const Offsets *offsets = offsets_of(debugger, ref);
    return step < offsets->count ? offsets->at[step] : NONE;
}

uint32_t debug_step(Debugger *debugger, ScriptRef ref, uint32_t offset)
{
    const Offsets *offsets = offsets_of(debugger, ref);
    for (uint32_t i = 0; i < offsets->count; i++)
        if (offsets->at[i] == offset)
            return i;
    return NONE;
}
