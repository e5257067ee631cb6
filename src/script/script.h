/* Event-handler scripts: from source to bytecode and back.
 *
 * The language knows no file format: names become numbers through the
 * caller's `ScriptNames`. Grammar and bytecode: docs of the project, from
 * specs/script.md; tables: opcodes.def, commands.def.
 *
 * Source text is checked as far as it goes: `script_compile` reports every
 * mistake of one script in one run. Everything else stops at the first. */
#ifndef OISIN_SCRIPT_SCRIPT_H
#define OISIN_SCRIPT_SCRIPT_H

#include "base/stream.h"
#include "script/code.h"

/* How names and numbers belong together. Each function may be NULL: then no
 * name is known, none is shown, none is suggested. */
typedef struct ScriptNames {
    /* The number of `name`; false if there is none. */
    bool (*index)(void *context, ScriptKind kind, Text name, uint32_t *out);
    /* The name of a number, from `arena` or longer-lived; empty if it has none. */
    Text (*name)(void *context, ScriptKind kind, uint32_t index, Arena *arena);
    /* The known name most like `name`; empty if none is near. */
    Text (*nearest)(void *context, ScriptKind kind, Text name);
    void *context;
} ScriptNames;

/* A script inside a text file: file[from, to), without the braces around it.
 * The rest of the file is only there to show lines and count them. */
typedef struct ScriptSource {
    Text file;
    size_t from, to;
} ScriptSource;

/* A whole text as source. */
ScriptSource script_source(Text text);

/* True if nothing but blanks, line ends and `;` is there; whether such a
 * handler is stored at all is the caller's decision. */
bool script_is_blank(const ScriptSource *source);

/* Finds the `{ ... }` at file[*at] (blanks and line ends before it are
 * skipped); `out` is what is between the braces, `*at` moves behind the `}`.
 * There are no texts or comments in the language, so braces are counted. */
bool script_body(Text file, size_t *at, ScriptSource *out, Report *report);

/* Where code comes from: the instructions from byte `code` on, up to the next
 * position's, belong to what stands at file[source]. */
typedef struct ScriptPosition {
    uint32_t code, source;
} ScriptPosition;

typedef struct ScriptOptions {
    bool optimise;  /* shorter code that does the same (optimise.h); lift may refuse it */
    bool positions; /* say where the code comes from */
} ScriptOptions;

typedef struct ScriptCode {
    Bytes bytes;             /* ends with END */
    uint8_t highest_command; /* 0 if none is called; for byte 43 of a game's header */
    /* Only when asked for, ascending by `code`, each `code` once; the first is at
     * byte 0. Statements stand at their first letter, END at the end of the source. A
     * statement may have several: a loop's jump back belongs to its `while`. */
    const ScriptPosition *positions;
    size_t position_count;
} ScriptCode;

/* Compiles a handler; false if anything was reported. An empty one gives the
 * single byte END. `options` NULL: none, the plain bytes. */
bool script_compile(const ScriptSource *source, const ScriptNames *names,
                    const ScriptOptions *options, ScriptCode *out, Arena *arena,
                    Report *report);

/* Compiles the expression of a calculated attribute: leaves one value, then END. */
bool script_compile_expression(const ScriptSource *source, const ScriptNames *names,
                               const ScriptOptions *options, ScriptCode *out, Arena *arena,
                               Report *report);

/* What a script must keep to. */
typedef struct ScriptLimits {
    bool expression; /* one value is left at END, commands are not allowed; else none */
    /* False if there is no such thing; NULL: every index is fine. */
    bool (*known)(void *context, ScriptKind kind, uint32_t index);
    void *context;
} ScriptLimits;

typedef struct ScriptInfo {
    uint32_t instructions;
    uint16_t stack;          /* the most values on the stack at once */
    uint8_t highest_command; /* 0 if none */
} ScriptInfo;

/* Checks foreign bytecode, in time linear in its size: opcodes known, operands
 * inside, jumps to starts of instructions, the stack bounded and of the same
 * depth on every path, commands called with the arguments they take, an END at
 * the end. References must be used up before the next jump, so that a
 * suspended script holds numbers only. `limits` NULL: a handler. Scratch
 * memory comes from `arena`. */
bool script_verify(Bytes code, const ScriptLimits *limits, ScriptInfo *out, Arena *arena,
                   Report *report);

/* As `script_verify`; `depths`, one per byte of code, gets how many values are
 * on the stack before the instruction that starts there, and -1 where none
 * starts or none leads to. */
bool script_verify_depths(Bytes code, const ScriptLimits *limits, ScriptInfo *out,
                          int16_t *depths, Arena *arena, Report *report);

/* Each reference in the code: its kind, its index and where the index stands
 * (`at`, `size` bytes, little-endian), so that it can be checked or replaced. */
typedef void ScriptVisitor(void *context, ScriptKind kind, uint32_t index, size_t at,
                           unsigned size);
/* Stops with false at a byte that is no instruction. */
bool script_visit(Bytes code, ScriptVisitor *visitor, void *context);

/* Offset, bytes, mnemonic and operand of each instruction, a line each; bad
 * code is listed up to the first byte that is no instruction, then false. */
bool script_list(Bytes code, const ScriptNames *names, Writer *out);
/* The one at `*at`, which must be inside; `*at` moves behind it. More than one line
 * if it has many bytes: the mnemonic stands in the first. */
bool script_list_next(Bytes code, size_t *at, const ScriptNames *names, Writer *out);

typedef struct ScriptStyle {
    unsigned level;  /* indentation of the first line, 4 blanks each */
    bool crlf;       /* line ends */
    bool expression; /* a calculated attribute: one line without its end */
} ScriptStyle;

/* Bytecode back to source that compiles to the same bytes. That holds for all
 * that `script_compile` emits; other code may be valid and yet have no source,
 * or a thing may have no usable name: then an error says so. */
bool script_lift(Bytes code, const ScriptNames *names, const ScriptStyle *style, Writer *out,
                 Arena *arena, Report *report);

#endif
