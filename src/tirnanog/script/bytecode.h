/* Bytecode as tables: the opcodes, the commands, and how to decode one instruction.
 *
 * All tables are generated from opcodes.def and script_commands.def. The compiler, the
 * verifier, the disassembler, the decompiler (lift) and the machine read them, so that
 * a new opcode or command is one new row.
 *
 * Integers are little-endian. Jump addresses are 24-bit byte offsets from the start of
 * the script. */
#ifndef OISIN_TIRNANOG_SCRIPT_BYTECODE_H
#define OISIN_TIRNANOG_SCRIPT_BYTECODE_H

#include "base/arena.h"

/* The kind of thing that a name in a script refers to; NUMBER means no reference.
 * Encoding of an index: attribute, map, music, ..., text: 24 bits; object: the sprite's
 * index in category 1, 16 bits; npc, spawner: the ordinal in its section, 16 bits. */
typedef enum ScriptKind {
    SCRIPT_NUMBER,
    SCRIPT_ATTRIBUTE,
    SCRIPT_OBJECT,
    SCRIPT_NPC,
    SCRIPT_SPAWNER,
    SCRIPT_MAP,
    SCRIPT_MUSIC,
    SCRIPT_SOUND,
    SCRIPT_SPEECH,
    SCRIPT_CHOOSER,
    SCRIPT_CUTSCENE,
    SCRIPT_DIALOG,
    SCRIPT_CRAFT,
    SCRIPT_QUEST,
    SCRIPT_TEXT,
    SCRIPT_KINDS
} ScriptKind;

/* The kind's name for messages: "attribute", "object", ... */
const char *script_kind_name(ScriptKind kind);
/* The name with its indefinite article: "an attribute". */
Text script_kind_phrase(ScriptKind kind, Arena *arena);

enum {
    SCRIPT_SIZE_MAX = 1 << 24, /* bytes, exclusive: the range of a 24-bit address */
    SCRIPT_STACK_MAX = 256,    /* values; also bounds the size of a suspended script */
    SCRIPT_NESTING_MAX = 200,  /* nested blocks and brackets */
    SCRIPT_LOCALS = 26,
    SPRITE_OBJECT = 1,       /* categories of PUSHSPR */
    SPRITE_OBJECT_OTHER = 2, /* read, but not written: see specs/tng.md */
    SPRITE_NPC = 21,
    SPRITE_SPAWNER = 22
};

typedef enum OperandShape {
#define SHAPE(name, size, reference, notation, doc) SHAPE_##name,
#include "tirnanog/script/opcodes.def"
    SHAPES
} OperandShape;

typedef enum OpcodeFamily {
#define FAMILY(name) FAMILY_##name,
#define OP(number, name, family, shape, pops, pushes, doc)
#include "tirnanog/script/opcodes.def"
} OpcodeFamily;

typedef enum Opcode {
#define OP(number, name, family, shape, pops, pushes, doc) OP_##name = (number),
#include "tirnanog/script/opcodes.def"
    OPCODES
} Opcode;

typedef enum Pushes { PUSHES_NOTHING, PUSHES_VALUE, PUSHES_REFERENCE } Pushes;
enum { POPS_BY_COUNT = 255 };

typedef struct OpcodeInfo {
    const char *name, *doc;
    OpcodeFamily family;
    OperandShape shape;
    uint8_t pops; /* or POPS_BY_COUNT */
    Pushes pushes;
} OpcodeInfo;

typedef struct ShapeInfo {
    uint8_t size; /* bytes of the operand; for a table, without its addresses */
    ScriptKind reference;
    const char *name, *notation, *doc;
} ShapeInfo;

/* NULL if `number` is not an opcode. */
const OpcodeInfo *opcode_info(unsigned number);
/* The opcode called `name`, or OPCODES. */
unsigned opcode_find(Text name);
const ShapeInfo *shape_info(OperandShape shape);
/* `op` must be an existing opcode. */
OpcodeFamily opcode_family(Opcode op);
/* Whether the opcode ends straight-line code: END, jumps and calls. */
bool opcode_is_control(Opcode op);
/* Whether the opcode pops two values and pushes the result of value_NAME (values.h). */
bool opcode_is_binary(Opcode op);

typedef enum Argument {
#define ARGUMENT(name, reference, values, cursor, words, doc) ARGUMENT_##name,
#include "tirnanog/script/script_commands.def"
    ARGUMENTS
} Argument;

typedef struct ArgumentInfo {
    ScriptKind reference;
    uint8_t values;
    const char *cursor, *words, *doc;
} ArgumentInfo;

enum {
    COMMAND_FIRST = 5,
    COMMAND_ARGUMENTS = 2,
    COMMAND_VALUES = 3 /* maximum stack values of a command's arguments */
};

typedef enum Command {
#define CMD(number, name, first, second, doc, more, wait, example) COMMAND_##name = (number),
#include "tirnanog/script/script_commands.def"
    COMMANDS_END, /* after the last row, which has the highest number */
    COMMAND_LAST = COMMANDS_END - 1
} Command;

typedef struct CommandInfo {
    const char *name, *doc;
    const char *more, *wait, *example;     /* for the reference; see script_commands.def */
    Argument arguments[COMMAND_ARGUMENTS]; /* ARGUMENT_NONE after the last one */
} CommandInfo;

/* NULL if `number` is not a command. */
const CommandInfo *command_info(unsigned number);
const ArgumentInfo *argument_info(Argument argument);
/* The command called `name`, or 0. */
unsigned command_find(Text name);
/* The source form, for messages: `location(map,x,y,direction)`. */
Text command_usage(const CommandInfo *command, Arena *arena);
/* Number of stack values that the command pops: the k of FNCk as we write it. A map is two. */
unsigned command_values(const CommandInfo *command);
/* Number of arguments, of which a map is one: the document does not exclude a k of these. What
 * the command pops is the same. */
unsigned command_argument_count(const CommandInfo *command);

/* What PUSHSPR with this category refers to; NUMBER: an invalid category. */
ScriptKind sprite_category_kind(unsigned category);

/* One decoded instruction. */
typedef struct Instruction {
    Opcode op;
    uint32_t at, size;    /* byte offset; bytes of opcode and operands */
    ScriptKind reference; /* kind of the index in `value`; NUMBER if it is not an index */
    uint32_t value;       /* constant, index, address, count, local or command */
    uint16_t x, y;        /* cell of a map position */
    uint8_t category;     /* sprite category */
} Instruction;

typedef enum Decoded { DECODED, DECODED_UNKNOWN, DECODED_CUT } Decoded;

/* Decodes the instruction at `at`, which must be less than code.size. */
Decoded instruction_read(Bytes code, size_t at, Instruction *out);
/* Address i of a SWITCH, i < value: the target of case value - 1 - i. */
uint32_t instruction_address(Bytes code, const Instruction *instruction, unsigned i);
/* True for PUSH8 to PUSH32. */
bool instruction_is_constant(const Instruction *instruction);

/* A call `location(MAP, X, Y, ...)` whose map and cell are constants. */
typedef struct CodeLocation {
    uint32_t at, map; /* byte offset of the call; index of the map's name */
    uint16_t x, y;
} CodeLocation;
/* The next one from `*at` on, which is set to the instruction after it; false if there is
 * none. */
bool code_next_location(Bytes code, size_t *at, CodeLocation *out);

#endif
