/* Event-handler scripts: from source to bytecode and back.
 *
 * The language does not depend on a file format: the caller's `ScriptNames` translate
 * names to numbers and back. The language reference is docs/reference/script.md; its tables are
 * opcodes.def, script_commands.def and grammar.def.
 *
 * `script_compile` reports all errors of a script in one run. All other functions stop
 * at the first error. */
#ifndef OISIN_TIRNANOG_SCRIPT_SCRIPT_H
#define OISIN_TIRNANOG_SCRIPT_SCRIPT_H

#include "base/stream.h"
#include "tirnanog/script/bytecode.h"

/* Translation between names and numbers. Each function may be NULL: then no name is
 * known, printed or suggested. */
typedef struct ScriptNames {
    /* The number of `name`; false if the name is unknown. */
    bool (*index)(void *context, ScriptKind kind, Text name, uint32_t *out);
    /* The name of a number, from `arena` or longer-lived; empty if it has none. */
    Text (*name)(void *context, ScriptKind kind, uint32_t index, Arena *arena);
    /* The known name most similar to `name`; empty if none is similar. */
    Text (*nearest)(void *context, ScriptKind kind, Text name);
    void *context;
} ScriptNames;

/* A script inside a text file: file[from, to), without the enclosing braces. The rest
 * of the file is used only to count and quote lines in messages. */
typedef struct ScriptSource {
    Text file;
    size_t from, to;
} ScriptSource;

/* A whole text as source. */
ScriptSource script_source(Text text);

/* True if the source contains only blanks, line ends and `;`. The caller decides
 * whether to store such a handler. */
bool script_is_blank(const ScriptSource *source);

/* Finds the `{ ... }` at file[*at], after optional blanks and line ends; `out` is the
 * text between the braces, and `*at` is set to the byte after the `}`. The language has
 * no string literals, and comments only in listings, so counting braces is sufficient. */
bool script_body(Text file, size_t *at, ScriptSource *out, Report *report);

/* Maps code to source: the instructions from byte `code` up to the next position's
 * belong to the statement at file[source]. */
typedef struct ScriptPosition {
    uint32_t code, source;
} ScriptPosition;

typedef struct ScriptOptions {
    bool optimise;  /* shorter code (optimise.h); script_lift may reject it */
    bool positions; /* record source positions */
} ScriptOptions;

typedef struct ScriptCode {
    Bytes bytes;             /* ends with END; empty only for a listing without instructions */
    uint8_t highest_command; /* 0: no command; for byte 43 of a game's header */
    /* NULL unless requested; ascending by `code`, which is unique; the first is at
     * byte 0. A statement's position is its first character; END is at the end of the
     * source. A statement may have several: a loop's jump back belongs to its `while`. */
    const ScriptPosition *positions;
    size_t position_count;
} ScriptCode;

/* Compiles a handler; false if any error was reported. An empty source compiles to the
 * single byte END. `options` may be NULL: no options. */
bool script_compile(const ScriptSource *source, const ScriptNames *names,
                    const ScriptOptions *options, ScriptCode *out, Arena *arena,
                    Report *report);

/* Compiles the expression of a calculated attribute: it leaves one value, then END. */
bool script_compile_expression(const ScriptSource *source, const ScriptNames *names,
                               const ScriptOptions *options, ScriptCode *out, Arena *arena,
                               Report *report);

/* Restrictions on a script. */
typedef struct ScriptLimits {
    bool expression; /* must leave one value at END and use no command; else a handler */
    /* Whether the index exists; NULL: every index is valid. */
    bool (*known)(void *context, ScriptKind kind, uint32_t index);
    /* The position in a text for messages about byte `at`; NULL: messages contain the byte. */
    SourcePosition (*position)(void *context, uint32_t at);
    void *context; /* of both functions */
} ScriptLimits;

typedef struct ScriptInfo {
    uint32_t instructions;
    uint16_t stack;          /* maximum stack depth, in values */
    uint8_t highest_command; /* 0 if none */
} ScriptInfo;

/* Verifies untrusted bytecode in time linear in its size: opcodes exist, operands are
 * complete, jumps lead to starts of instructions, the stack is bounded and has the same
 * depth on every path, commands get the arguments they need, the last instruction is
 * END. References must be consumed before the next jump, so that a suspended script
 * holds numbers only. `limits` NULL: a handler. Scratch memory comes from `arena`. */
bool script_verify(Bytes code, const ScriptLimits *limits, ScriptInfo *out, Arena *arena,
                   Report *report);

/* The same as `script_verify`. `depths` has one element per byte of code; it gets the
 * stack depth before the instruction that starts there, and -1 where no instruction
 * starts or it is unreachable. */
bool script_verify_depths(Bytes code, const ScriptLimits *limits, ScriptInfo *out,
                          int16_t *depths, Arena *arena, Report *report);

/* Visits each reference in the code: its kind, its index and the position of the index
 * (`at`, `size` bytes, little-endian), so that it can be checked or replaced. */
typedef void ScriptVisitor(void *context, ScriptKind kind, uint32_t index, size_t at,
                           unsigned size);
/* Returns false at the first byte that is not an instruction. */
bool script_visit(Bytes code, ScriptVisitor *visitor, void *context);

/* Disassembles: offset, bytes, mnemonic and operand of each instruction, a line each.
 * Invalid code is listed up to the first byte that is not an instruction; then false. */
bool script_list(Bytes code, const ScriptNames *names, Writer *out);
/* Disassembles the instruction at `*at`, which must be less than code.size, and advances
 * `*at`. An instruction of many bytes has several lines; the first has the mnemonic. */
bool script_list_next(Bytes code, size_t *at, const ScriptNames *names, Writer *out);

typedef struct ScriptStyle {
    unsigned level;  /* indentation of the first line, 4 blanks each */
    bool crlf;       /* line ends */
    bool expression; /* a calculated attribute: one line without a line end */
} ScriptStyle;

/* Decompiles bytecode to source that compiles to the same bytes. This succeeds for all
 * code that `script_compile` emits without `optimise`. Other valid code may have no
 * source form, or a name may be unusable: that is reported as an error. */
bool script_lift(Bytes code, const ScriptNames *names, const ScriptStyle *style, Writer *out,
                 Arena *arena, Report *report);

/* What script_decompile wrote. */
typedef enum ScriptForm {
    SCRIPT_SOURCE,  /* as script_lift */
    SCRIPT_LISTING, /* `listing { ... }`: the instructions, in the language's own syntax */
    SCRIPT_INVALID  /* script_verify rejects the code; it is stored in comments */
} ScriptForm;

/* Decompiles any bytecode, and never fails: to source if script_lift succeeds, otherwise to
 * a listing. Both compile to the same bytes. An empty code becomes a listing without
 * instructions.
 *
 * Invalid code cannot be compiled again, because `script_compile` verifies listings: the
 * result is a handler that does nothing (an expression that is 0), with a disassembly of the
 * code in its comments. `why` gets the reason: why there is no source, or what is invalid;
 * empty for SCRIPT_SOURCE. */
ScriptForm script_decompile(Bytes code, const ScriptNames *names, const ScriptStyle *style,
                            Writer *out, Text *why, Arena *arena);

#endif
