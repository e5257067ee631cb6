/* Bytecode to text, for any bytecode: source, a listing, or a comment. */
#include "tirnanog/script/listing.h"
#include "tirnanog/script/structure.h"

/* Invalid code is printed up to this byte. */
enum { INVALID_MAX = 1 << 16 };

typedef struct Reason {
    Text text;
    Arena *arena;
} Reason;

/* The first message about the code. */
static void keep_first(void *context, const Message *message)
{
    Reason *reason = context;
    if (!reason->text.size)
        reason->text = arena_text(reason->arena, message->text);
}

/* A handler that does nothing; the disassembly of `code` is in its comments. */
static void print_invalid(Bytes code, const ScriptNames *names, const ScriptStyle *style,
                          Text why, Writer *out, Arena *arena)
{
    if (style->expression) {
        write_u8(out, '0');
        return;
    }
    Writer comment = writer_to(arena);
    write_format(&comment, "This code is invalid: %.*s\n", (int)why.size, why.at);
    for (size_t at = 0; at < code.size && at < INVALID_MAX;)
        script_list_next(code, &at, names, &comment);
    if (code.size > INVALID_MAX)
        write_text(&comment, TEXT("...\n"));
    const uint8_t end = OP_END;
    listing_print((Bytes){&end, 1}, names, style, writer_text(&comment), out, arena);
}

/* Statements with the same effect as the code; empty if there are none. */
static Text source_like(Bytes code, const ScriptNames *names, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    Writer out = writer_to(arena);
    Bytes like;
    return structure_code(code, &like, arena) &&
                   script_lift(like, names, &(ScriptStyle){0}, &out, arena, &silent)
               ? writer_text(&out)
               : TEXT("");
}

ScriptForm script_decompile(Bytes code, const ScriptNames *names, const ScriptStyle *style,
                            Writer *out, Text *why, Arena *arena)
{
    const ScriptLimits limits = {.expression = style->expression};
    Reason reason = {TEXT(""), arena};
    Report report = report_to(keep_first, &reason);
    ScriptInfo info;
    *why = TEXT("");
    if (!code.size) {
        *why = TEXT("it has no code");
        listing_print(code, names, style, TEXT(""), out, arena);
        return SCRIPT_LISTING;
    }
    if (!script_verify(code, &limits, &info, arena, &report)) {
        *why = reason.text;
        print_invalid(code, names, style, *why, out, arena);
        return SCRIPT_INVALID;
    }
    if (script_lift(code, names, style, out, arena, &report))
        return SCRIPT_SOURCE;
    *why = reason.text;
    listing_print(code, names, style,
                  style->expression ? TEXT("") : source_like(code, names, arena), out, arena);
    return SCRIPT_LISTING;
}
