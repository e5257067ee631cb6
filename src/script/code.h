/* Bytecode as tables: what opcodes and commands there are and how one
 * instruction is read. Everything here follows from opcodes.def and
 * commands.def; compiler, verifier, lister, lift and machine read these tables.
 *
 * Integers are little-endian; jump addresses are 24-bit offsets from the
 * script's start. */
#ifndef OISIN_SCRIPT_CODE_H
#define OISIN_SCRIPT_CODE_H

#include "base/arena.h"

/* What a name in a script may be; NUMBER is none. How indices look:
 * attribute, map, music, ..., text: 24 bits; object: the sprite's index in
 * category 1; npc, spawner: the ordinal in its section; 16 bits each. */
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

/* The kind's name in messages: "attribute", "object", ... */
const char *script_kind_name(ScriptKind kind);
/* The same with its article: "an attribute". */
Text script_kind_phrase(ScriptKind kind, Arena *arena);

enum {
    SCRIPT_SIZE_MAX = 1 << 24, /* what a 24-bit address can reach, exclusive */
    SCRIPT_STACK_MAX = 256,    /* values; also bounds what a suspended script takes */
    SCRIPT_NESTING_MAX = 200,  /* blocks and brackets inside each other */
    SCRIPT_LOCALS = 26,
    SPRITE_OBJECT = 1, /* categories of PUSHSPR */
    SPRITE_NPC = 21,
    SPRITE_SPAWNER = 22
};

typedef enum OperandShape {
#define SHAPE(name, size, reference, doc) SHAPE_##name,
#include "script/opcodes.def"
    SHAPES
} OperandShape;

typedef enum OpcodeFamily {
#define FAMILY(name) FAMILY_##name,
#define OP(number, name, family, shape, pops, pushes, doc)
#include "script/opcodes.def"
} OpcodeFamily;

typedef enum Opcode {
#define OP(number, name, family, shape, pops, pushes, doc) OP_##name = (number),
#include "script/opcodes.def"
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
    uint8_t size; /* of the operand; a table's without its addresses */
    ScriptKind reference;
    const char *name, *doc;
} ShapeInfo;

/* NULL if there is no such opcode. */
const OpcodeInfo *opcode_info(unsigned number);
const ShapeInfo *shape_info(OperandShape shape);
/* Of an opcode that there is. */
OpcodeFamily opcode_family(Opcode op);
/* Whether it ends straight code: END, jumps and calls. */
bool opcode_is_control(Opcode op);
/* Whether it pops two values and pushes what value_NAME gives (values.h). */
bool opcode_is_binary(Opcode op);

typedef enum Argument {
#define ARGUMENT(name, reference, values, spelling, words, doc) ARGUMENT_##name,
#include "script/commands.def"
    ARGUMENTS
} Argument;

typedef struct ArgumentInfo {
    ScriptKind reference;
    uint8_t values;
    const char *spelling, *words, *doc;
} ArgumentInfo;

enum {
    COMMAND_FIRST = 5,
    COMMAND_ARGUMENTS = 2,
    COMMAND_VALUES = 3 /* most stack values a command takes */
};

typedef enum Command {
#define CMD(number, name, first, second, doc, more, wait, example) COMMAND_##name = (number),
#include "script/commands.def"
    COMMANDS_END, /* after the last row, which has the highest number */
    COMMAND_LAST = COMMANDS_END - 1
} Command;

typedef struct CommandInfo {
    const char *name, *doc;
    const char *more, *wait, *example;     /* for the reference; see commands.def */
    Argument arguments[COMMAND_ARGUMENTS]; /* ARGUMENT_NONE behind the last */
} CommandInfo;

/* NULL if there is no such command. */
const CommandInfo *command_info(unsigned number);
const ArgumentInfo *argument_info(Argument argument);
/* The command called `name`, or 0. */
unsigned command_find(Text name);
/* How people write it: `location(map,x,y,direction)`. */
Text command_usage(const CommandInfo *command, Arena *arena);
/* Stack values it takes: the k of FNCk. */
unsigned command_values(const CommandInfo *command);

/* One instruction taken apart. */
typedef struct Instruction {
    Opcode op;
    uint32_t at, size;    /* in bytes, opcode and operands */
    ScriptKind reference; /* what `value` is an index of; NUMBER if none */
    uint32_t value;       /* constant, index, address, count, local or command */
    uint16_t x, y;        /* of a place */
    uint8_t category;     /* of a sprite */
} Instruction;

typedef enum Decoded { DECODED, DECODED_UNKNOWN, DECODED_CUT } Decoded;

/* The instruction at `at`, which must be inside. */
Decoded instruction_read(Bytes code, size_t at, Instruction *out);
/* The i-th address of a SWITCH, i < value: the branch for value - 1 - i. */
uint32_t instruction_address(Bytes code, const Instruction *instruction, unsigned i);
/* True after PUSH8 to PUSH32. */
bool instruction_is_constant(const Instruction *instruction);

#endif
