/* The tables, then lookups in them, then the decoder of one instruction. */
#include "tirnanog/script/bytecode.h"

#define KIND(name) SCRIPT_##name

static const OpcodeInfo opcodes[OPCODES] = {
#define POPS_0 0
#define POPS_1 1
#define POPS_2 2
#define POPS_3 3
#define OP(number, name, family, shape, pops, pushes, doc)                                     \
    [number] = {#name, doc, FAMILY_##family, SHAPE_##shape, POPS_##pops, PUSHES_##pushes},
#include "tirnanog/script/opcodes.def"
};

static const ShapeInfo shapes[] = {
#define SHAPE(name, size, reference, notation, doc)                                            \
    {size, KIND(reference), #name, notation, doc},
#include "tirnanog/script/opcodes.def"
};

static const ArgumentInfo arguments[] = {
#define ARGUMENT(name, reference, values, cursor, words, doc)                                  \
    {KIND(reference), values, cursor, words, doc},
#include "tirnanog/script/script_commands.def"
};

static const CommandInfo commands[COMMAND_LAST + 1] = {
#define CMD(number, name, first, second, doc, more, wait, example)                             \
    [number] = {#name, doc, more, wait, example, {ARGUMENT_##first, ARGUMENT_##second}},
#include "tirnanog/script/script_commands.def"
};

const char *script_kind_name(ScriptKind kind)
{
    static const char *const names[SCRIPT_KINDS] = {
        [SCRIPT_NUMBER] = "number",
        [SCRIPT_ATTRIBUTE] = "attribute",
        [SCRIPT_OBJECT] = "object",
        [SCRIPT_NPC] = "NPC",
        [SCRIPT_SPAWNER] = "spawner",
        [SCRIPT_MAP] = "map",
        [SCRIPT_MUSIC] = "music",
        [SCRIPT_SOUND] = "sound",
        [SCRIPT_SPEECH] = "speech",
        [SCRIPT_CHOOSER] = "chooser",
        [SCRIPT_CUTSCENE] = "cutscene",
        [SCRIPT_DIALOG] = "dialog",
        [SCRIPT_CRAFT] = "crafting rules",
        [SCRIPT_QUEST] = "quest",
        [SCRIPT_TEXT] = "text",
    };
    return names[kind];
}

Text script_kind_phrase(ScriptKind kind, Arena *arena)
{
    const char *name = script_kind_name(kind);
    const char *article = kind == SCRIPT_CRAFT || kind == SCRIPT_MUSIC ? ""
                          : strchr("aeioN", *name)                     ? "an " /* NPC */
                                                                       : "a ";
    return arena_format(arena, "%s%s", article, name);
}

const OpcodeInfo *opcode_info(unsigned number)
{
    return number < OPCODES ? &opcodes[number] : NULL;
}

unsigned opcode_find(Text name)
{
    unsigned op = 0;
    while (op < OPCODES && !text_is(name, opcodes[op].name))
        op++;
    return op;
}

OpcodeFamily opcode_family(Opcode op) { return opcodes[op].family; }

bool opcode_is_control(Opcode op)
{
    const OpcodeFamily family = opcode_family(op);
    return family == FAMILY_END || family == FAMILY_JUMP || family == FAMILY_CALL;
}

bool opcode_is_binary(Opcode op)
{
    const OpcodeFamily family = opcode_family(op);
    return family == FAMILY_ARITHMETIC || family == FAMILY_DIVIDE || family == FAMILY_COMPARE ||
           family == FAMILY_LOGIC;
}

const ShapeInfo *shape_info(OperandShape shape) { return &shapes[shape]; }

const CommandInfo *command_info(unsigned number)
{
    return number >= COMMAND_FIRST && number <= COMMAND_LAST ? &commands[number] : NULL;
}

const ArgumentInfo *argument_info(Argument argument) { return &arguments[argument]; }

unsigned command_find(Text name)
{
    for (unsigned i = COMMAND_FIRST; i <= COMMAND_LAST; i++)
        if (text_is(name, commands[i].name))
            return i;
    return 0;
}

Text command_usage(const CommandInfo *command, Arena *arena)
{
    const char *first = argument_info(command->arguments[0])->cursor;
    const char *second = argument_info(command->arguments[1])->cursor;
    return arena_format(arena, "%s(%s%s%s)", command->name, first, *second ? "," : "", second);
}

unsigned command_values(const CommandInfo *command)
{
    unsigned values = 0;
    for (unsigned i = 0; i < COMMAND_ARGUMENTS; i++)
        values += arguments[command->arguments[i]].values;
    return values;
}

unsigned command_argument_count(const CommandInfo *command)
{
    unsigned count = 0;
    while (count < COMMAND_ARGUMENTS && command->arguments[count] != ARGUMENT_NONE)
        count++;
    return count;
}

static uint32_t number_at(const uint8_t *data, unsigned size)
{
    uint32_t value = 0;
    while (size--)
        value = value << 8 | data[size];
    return value;
}

ScriptKind sprite_category_kind(unsigned category)
{
    return category == SPRITE_OBJECT || category == SPRITE_OBJECT_OTHER ? SCRIPT_OBJECT
           : category == SPRITE_NPC                                     ? SCRIPT_NPC
           : category == SPRITE_SPAWNER                                 ? SCRIPT_SPAWNER
                                                                        : SCRIPT_NUMBER;
}

Decoded instruction_read(Bytes code, size_t at, Instruction *out)
{
    const OpcodeInfo *info = opcode_info(code.data[at]);
    if (!info)
        return DECODED_UNKNOWN;
    const ShapeInfo *shape = &shapes[info->shape];
    if (code.size - at - 1 < shape->size)
        return DECODED_CUT;
    const uint8_t *data = code.data + at + 1;
    *out = (Instruction){.op = (Opcode)code.data[at],
                         .at = (uint32_t)at,
                         .size = 1u + shape->size,
                         .reference = shape->reference};
    if (info->shape == SHAPE_PLACE) {
        out->value = number_at(data, 3);
        out->x = (uint16_t)number_at(data + 3, 2);
        out->y = (uint16_t)number_at(data + 5, 2);
    } else if (info->shape == SHAPE_SPRITE) {
        out->category = data[0];
        out->reference = sprite_category_kind(data[0]);
        out->value = number_at(data + 1, 2);
    } else {
        out->value = number_at(data, shape->size);
    }
    if (info->shape == SHAPE_TABLE)
        out->size += 3 * out->value;
    return code.size - at < out->size ? DECODED_CUT : DECODED;
}

uint32_t instruction_address(Bytes code, const Instruction *instruction, unsigned i)
{
    return number_at(code.data + instruction->at + 2 + 3 * i, 3);
}

bool instruction_is_constant(const Instruction *instruction)
{
    return opcode_family(instruction->op) == FAMILY_CONSTANT;
}

/* The instruction before the call is the direction, the one before that the map. */
bool code_next_location(Bytes code, size_t *at, CodeLocation *out)
{
    Instruction before[2] = {0}, it;
    for (; *at < code.size && instruction_read(code, *at, &it) == DECODED;
         before[1] = before[0], before[0] = it) {
        *at += it.size;
        if (opcode_family(it.op) == FAMILY_CALL && it.value == COMMAND_location &&
            before[1].op == OP_PUSHMAP) {
            *out = (CodeLocation){it.at, before[1].value, before[1].x, before[1].y};
            return true;
        }
    }
    return false;
}
