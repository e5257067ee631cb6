/* Any text: the compiler must say what is wrong, or give code that the verifier
 * takes and that comes back from source with the same bytes. Optimised, it does the
 * same with no more bytes. */
#include "../tests/lib/script_names.h"
#include "../tests/lib/script_twin.h"

#include <stdlib.h>

static void demand(bool claim)
{
    if (!claim)
        abort();
}

/* The same text once more, optimised and with its places. */
static void try_optimised(const ScriptSource *source, Bytes plain, bool expression,
                          Arena *arena)
{
    Report report = report_to(NULL, NULL);
    const ScriptOptions options = {.optimise = true, .positions = true};
    const ScriptLimits limits = {.expression = expression};
    ScriptCode code;
    ScriptInfo info;
    if (expression) {
        demand(
            script_compile_expression(source, &script_names, &options, &code, arena, &report));
    } else {
        demand(script_compile(source, &script_names, &options, &code, arena, &report));
        demand(twins_agree(plain, code.bytes, arena, &report));
    }
    demand(script_verify(code.bytes, &limits, &info, arena, &report));
    demand(info.highest_command == code.highest_command);
    demand(code.position_count > 0 && code.positions[0].code == 0);
    for (size_t i = 0; i < code.position_count; i++) {
        demand(code.positions[i].code < code.bytes.size);
        demand(code.positions[i].source <= source->to);
        demand(i == 0 || code.positions[i].code > code.positions[i - 1].code);
    }
}

/* The code comes back as text, and from that as the same code. */
static void try_text(Bytes code, bool expression, Arena *arena)
{
    const ScriptStyle style = {.expression = expression};
    Report report = report_to(NULL, NULL);
    Writer out = writer_to(arena);
    ScriptCode again;
    Text why;
    demand(script_decompile(code, &script_names, &style, &out, &why, arena) != SCRIPT_INVALID);
    const ScriptSource source = script_source(writer_text(&out));
    demand(expression
               ? script_compile_expression(&source, &script_names, NULL, &again, arena, &report)
               : script_compile(&source, &script_names, NULL, &again, arena, &report));
    demand(bytes_equal(again.bytes, code));
}

static void try_expression(const ScriptSource *source, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    ScriptCode code;
    ScriptInfo info;
    const ScriptLimits limits = {.expression = true};
    if (!script_compile_expression(source, &script_names, NULL, &code, arena, &report)) {
        demand(report.errors > 0);
        return;
    }
    if (!code.bytes.size)
        return;
    demand(script_verify(code.bytes, &limits, &info, arena, &report));
    try_text(code.bytes, true, arena);
    try_optimised(source, code.bytes, true, arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Messages messages = {.arena = arena};
    Report report = report_to(messages_sink, &messages);
    ScriptSource source = script_source(text_of_bytes((Bytes){data, size}));
    ScriptCode code;
    ScriptInfo info;
    Writer out = writer_to(arena);
    const bool compiled = script_compile(&source, &script_names, NULL, &code, arena, &report);
    /* A listing without instructions has no code. */
    if (compiled && code.bytes.size) {
        demand(script_verify(code.bytes, NULL, &info, arena, &report));
        demand(info.highest_command == code.highest_command);
        demand(script_list(code.bytes, &script_names, &out));
        out.size = 0;
        try_text(code.bytes, false, arena);
        demand(report.errors == 0);
        try_optimised(&source, code.bytes, false, arena);
    } else if (!compiled) {
        demand(report.errors > 0);
        for (size_t i = 0; i < messages.count; i++)
            demand(messages.items[i].line > 0 || messages.items[i].severity == SEVERITY_NOTE);
    }
    try_expression(&source, arena);
    size_t at = 0;
    if (script_body(source.file, &at, &source, &report))
        demand(at <= size && source.from <= source.to && source.to < at);
    arena_free(arena);
    return 0;
}
