/* Everything that the scripts' tool chain prints for generated inputs, compared with what it
 * printed when the hashes below were recorded. A change that only makes code longer or slower
 * is noticed here. */
#include "lib/recorded.h"
#include "lib/script_author.h"
#include "lib/script_kit.h"
#include "lib/script_twin.h"

#include "tirnanog/script/grammar.h"
#include "tirnanog/script/optimise.h"
#include "tirnanog/script/machine_steps.h"

static const Recorded recorded[] = {
    {"any_code", 0xf93b2f33bf07f3f5},   {"identities", 0x6957b3811600935d},
    {"chains", 0xa251f9abb920ee3c},     {"conditions", 0xd2791c13b8971391},
    {"programs", 0x0017608286f03224},   {"lifted", 0x8c87125251e6483f},
    {"steps", 0x6644d62cf60653e9},      {"wrong_sources", 0x62ae634d5d44d7cf},
    {"wrong_code", 0x736aab666162a46e},
};

static void assert_recorded(const char *name, const Writer *text)
{
    recorded_check(recorded, COUNT_OF(recorded), name, text);
}

static void put_code(Kit *kit, const ScriptCode *code, Writer *out)
{
    write_format(out, "%s %u", hex_of(kit, code->bytes).at, code->highest_command);
    for (size_t i = 0; i < code->position_count; i++)
        write_format(out, " %u=%u", code->positions[i].code, code->positions[i].source);
    write_u8(out, '\n');
}

/* The optimised code of a source, which must be valid. */
static void put_optimised(Kit *kit, Text text, Writer *out)
{
    const ScriptOptions options = {.optimise = true, .positions = true};
    const ScriptSource source = script_source(text);
    ScriptCode code;
    if (!script_compile(&source, &script_names, &options, &code, kit->arena, &kit->report))
        fail_msg("%s: %s", text.at, kit_message(kit, 0));
    write_format(out, "%s: ", text.at);
    put_code(kit, &code, out);
}

/* A local, an attribute, and truth values with and without a query to the host. */
static const char *const operands[] = {"b", "hp", "(b<c)", "(hp<c)", "!b", "min(b,c)"};
static const char *const numbers[] = {"0", "1", "-1", "2", "7", "2147483647", "-2147483648"};

static void operators_with_a_constant_are_folded_as_recorded(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const OperatorInfo *sign;
    for (size_t i = 0; (sign = operator_at(i)); i++)
        for (size_t j = 0; j < COUNT_OF(numbers) && sign->level < LEVEL_UNARY; j++) {
            for (size_t k = 0; k < COUNT_OF(operands); k++) {
                put_optimised(
                    kit,
                    arena_format(kit->arena, "a=%s%s%s", operands[k], sign->cursor, numbers[j]),
                    &out);
                put_optimised(
                    kit,
                    arena_format(kit->arena, "a=%s%s%s", numbers[j], sign->cursor, operands[k]),
                    &out);
                put_optimised(kit,
                              arena_format(kit->arena, "a=!(%s%s%s)", operands[k], sign->cursor,
                                           numbers[j]),
                              &out);
            }
            for (size_t k = 0; k < COUNT_OF(numbers); k++)
                put_optimised(
                    kit,
                    arena_format(kit->arena, "a=%s%s%s", numbers[k], sign->cursor, numbers[j]),
                    &out);
        }
    assert_recorded("identities", &out);
}

static void chains_of_operators_are_folded_as_recorded(void **state)
{
    static const char *const second[] = {"1", "-1", "0", "5"};
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const OperatorInfo *one, *two;
    for (size_t i = 0; (one = operator_at(i)); i++)
        for (size_t j = 0; (two = operator_at(j)); j++)
            for (size_t k = 0; k < COUNT_OF(second); k++) {
                if (one->level == LEVEL_UNARY || two->level == LEVEL_UNARY)
                    continue;
                put_optimised(kit,
                              arena_format(kit->arena, "a=(b%s3)%s%s", one->cursor, two->cursor,
                                           second[k]),
                              &out);
                put_optimised(kit,
                              arena_format(kit->arena, "a=(hp%sc)%s%s", one->cursor,
                                           two->cursor, second[k]),
                              &out);
                put_optimised(kit,
                              arena_format(kit->arena, "a=max(c,%s%s9,4%s2)", second[k],
                                           one->cursor, two->cursor),
                              &out);
                put_optimised(kit,
                              arena_format(kit->arena, "a=min(b%s1,%s%sd)", one->cursor,
                                           second[k], two->cursor),
                              &out);
            }
    static const char *const last[] = {"=1", "=0", "!=1", "!=0", "&1", "|0", "|1", "*0"};
    for (size_t i = 0; (one = operator_at(i)); i++)
        for (size_t j = 0; (two = operator_at(j)); j++)
            for (size_t k = 0; k < COUNT_OF(last); k++) {
                if (one->level == LEVEL_UNARY || two->level == LEVEL_UNARY)
                    continue;
                const Text sum = arena_format(
                    kit->arena, "a=((b%s3)%s5)%s c=!(max(1,b%s(c%sd))%s)", one->cursor,
                    two->cursor, last[k], one->cursor, two->cursor, last[k]);
                put_optimised(kit, sum, &out);
            }
    assert_recorded("chains", &out);
}

static void conditions_are_simplified_as_recorded(void **state)
{
    static const char *const conditions[] = {
        "0",       "1",        "-1",       "2",     "b",       "hp",       "!b",
        "!!b",     "!(b<c)",   "!(b=c)",   "b!=0",  "b=0",     "hp>=@hp",  "hp&@hp",
        "(b|c)&d", "b=c&d=e",  "rnd(2)=1", "cnt()", "!!(b+c)", "(b+c)!=0", "(b!=0)!=0",
        "0!=b",    "min(b,c)", "a.b_c2",   "b<c=1", "b<c!=1",  "(b&c)=0"};
    static const char *const bodies[] = {
        "while(%s){}",
        "while(%s){exit()}",
        "while(%s){while(d){}}",
        "while(d){while(%s){b=1}}",
        "while(d){while(%s){}}",
        "switch(%s){}",
        "switch(%s){case 1{}}",
        "switch(%s){case 1{exit()}}",
        "switch(%s){case 0{exit()}}",
        "switch(%s){case 1{exit()}case 0{b=1}}c=1",
        "switch(%s){case 2{exit()}case 0{b=1}}",
        "switch(%s){case 3{while(d){}}case 1{b=2}}",
        "switch(%s){case 1{switch(e){case 1{}}}case 0{while(1){delay(1)}}}",
        "switch(%s){case 2{while(1){}}case 1{while(1){}}case 0{while(1){}}}exit()"};
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    for (size_t i = 0; i < COUNT_OF(bodies); i++)
        for (size_t j = 0; j < COUNT_OF(conditions); j++) {
            const char *at = strchr(bodies[i], '%');
            const Text one = arena_format(kit->arena, "%.*s%s%s", (int)(at - bodies[i]),
                                          bodies[i], conditions[j], at + 2);
            put_optimised(kit, one, &out);
            put_optimised(kit, arena_format(kit->arena, "while(c){%s}b=3", one.at), &out);
            put_optimised(
                kit,
                arena_format(kit->arena, "switch(c){case 2{%s}case 1{%s}}", one.at, one.at),
                &out);
        }
    /* The longest chain of jumps that is followed, -1, 0, +1. */
    for (size_t depth = 62; depth < 67; depth++)
        put_optimised(kit,
                      arena_format(kit->arena, "%sb=1%s c=1",
                                   repeated(kit, "switch(b){case 2{", depth).at,
                                   repeated(kit, "}}", depth).at),
                      &out);
    for (size_t depth = 62; depth < 67; depth++)
        put_optimised(kit,
                      arena_format(kit->arena, "%sb=1%s c=1",
                                   repeated(kit, "while(b){", depth).at,
                                   repeated(kit, "}", depth).at),
                      &out);
    assert_recorded("conditions", &out);
}

/* A program of a seed, as a C string. */
static Text program_of(uint32_t seed, Arena *arena)
{
    Author author = {.state = seed * 6151 + 77, .out = writer_to(arena)};
    print_statements(&author, 4);
    write_u8(&author.out, 0);
    return text_of((const char *)author.out.data);
}

static void put_info(const ScriptInfo *info, Writer *out)
{
    write_format(out, "%u instructions, stack %u, command %u\n", info->instructions,
                 info->stack, info->highest_command);
}

static void programs_are_compiled_as_recorded(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    for (uint32_t seed = 0; seed < 1000; seed++) {
        const Text text = program_of(seed, kit->arena);
        const ScriptSource source = script_source(text);
        for (unsigned i = 0; i < 2; i++) {
            const ScriptOptions options = {.optimise = i, .positions = true};
            ScriptCode code;
            ScriptInfo info;
            assert_true(script_compile(&source, &script_names, &options, &code, kit->arena,
                                       &kit->report));
            put_code(kit, &code, &out);
            assert_true(script_list(code.bytes, &script_names, &out));
            int16_t *depths = ARENA_ALLOC(kit->arena, int16_t, code.bytes.size);
            assert_true(script_verify_depths(code.bytes, NULL, &info, depths, kit->arena,
                                             &kit->report));
            put_info(&info, &out);
            for (size_t j = 0; j < code.bytes.size; j++)
                write_format(&out, " %d", depths[j]);
            write_u8(&out, '\n');
            Recorder *recorder = ARENA_ALLOC(kit->arena, Recorder, 1);
            assert_true(twin_run(code.bytes, 500, recorder, NULL, kit->arena, &kit->report));
            write_format(&out, "status %d, %zu events %016llx, a = %d, b = %d\n",
                         (int)recorder->status, recorder->count,
                         (unsigned long long)recorder->events[0], recorder->locals[0],
                         recorder->locals[1]);
        }
    }
    assert_recorded("programs", &out);
}

static void put_lifted(Kit *kit, Bytes code, bool expression, Writer *out)
{
    const ScriptStyle style = {.level = 1, .expression = expression};
    if (!script_lift(code, &script_names, &style, out, kit->arena, &kit->report))
        recorded_messages(kit, out);
    write_u8(out, '\n');
}

static void programs_are_decompiled_as_recorded(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    for (uint32_t seed = 0; seed < 2000; seed++) {
        const ScriptSource source = script_source(program_of(seed, kit->arena));
        for (unsigned i = 0; i < 2; i++) {
            const ScriptOptions options = {.optimise = i};
            ScriptCode code;
            assert_true(script_compile(&source, &script_names, &options, &code, kit->arena,
                                       &kit->report));
            put_lifted(kit, code.bytes, false, &out);
        }
        Author author = {.state = seed * 7907 + 5, .out = writer_to(kit->arena)};
        print_expression(&author, 6);
        const ScriptSource expression = script_source(writer_text(&author.out));
        ScriptCode code;
        assert_true(script_compile_expression(&expression, &script_names, NULL, &code,
                                              kit->arena, &kit->report));
        put_lifted(kit, code.bytes, true, &out);
    }
    assert_recorded("lifted", &out);
}

/* ---- steps ---- */

/* The slot of an attribute is its number, plus 0x100 if it is plain. */
static uint32_t slot_of(void *context, uint32_t attribute, bool *plain)
{
    (void)context;
    *plain = attribute % 2;
    return attribute + (*plain ? 0x100 : 0);
}

static unsigned action_of(const MachineStep *step)
{
    MachineStep other = {0};
    for (unsigned action = 0; action < STEPS; action++) {
        step_set_action(&other, (Action)action);
        if (other.action == step->action)
            return action;
    }
    return STEPS;
}

static void put_steps(Kit *kit, Bytes code, Writer *out)
{
    const MachineAttributes attributes = {slot_of, NULL};
    MachineProgram program;
    if (!machine_load(code, NULL, &attributes, &program, kit->arena, kit->arena,
                      &kit->report)) {
        recorded_messages(kit, out);
        return;
    }
    put_info(&program.info, out);
    write_format(out, "%zu bytes%s\n", machine_run_size(&program),
                 program.plain ? ", plain" : "");
    for (uint32_t i = 0; i < program.info.instructions; i++) {
        const MachineStep *step = &program.steps[i];
        const unsigned op = program.ops[i], action = action_of(step);
        const uint32_t *table = program.tables + step->value;
        write_format(out, "%u: op %u action %u value %d cost %u depth %d", i, op, action,
                     step->value, step->cost, program.depths[i]);
        unsigned count = op == OP_PUSHMAP ? 2 : op == OP_SWITCH ? table[0] + 2 : 0;
        if (step_family(op) == FAMILY_DIVIDE && step->value)
            count = 2;
        for (unsigned j = 0; j < count; j++)
            write_format(out, " %u", table[j]);
        write_u8(out, '\n');
    }
}

static void programs_are_prepared_as_recorded(void **state)
{
    static const char *const sources[] = {
        /* Each kind of source with each successor. */
        "strength=b+1 b=c+1 b=strength+1 b=@strength+1 hp=@hp+1 b=level+1",
        "b=c+d b=strength+d b=@strength+d b=strength+level b=c+strength hp=b+b",
        "b=c*(d+e) b=c*(d+strength) b=1+(d/2) b=(b+c)/2 b=(b+c)/1 b=(b+c)%-3 b=7/b",
        "b=b/2 b=b%10 b=strength/3 b=@strength%1000000 b=b/2147483647 b=b/0 b=b/1",
        "while(b<5){b=b+1} while(b<c){b=1} while(b+c<d+e){b=1} while(strength<5){b=1}",
        "while(b){b=1} while(5<b){b=1} while(b+1<5){b=1} while(b+1){b=1} while(b=c+1){}",
        "switch(b<5){case 1{b=1}case 0{c=1}} switch(b){case 1{b=1}} switch(b){case 2{b=1}}",
        "switch(b<c){case 1{b=1}} switch(b+c<5){case 1{b=1}} switch(b){} switch(!b){case 1{}}",
        "location(town,5,7,b+1) npc(town,65535,65535,slime) delay(b) delay(b=1) delay(5=5)",
        "while(b<5){switch(c){case 1{while(d<9){e=e*2}}}} while(b<5){} while(1){delay(1)}",
        "b=cnt(obj)+sum(gold)+@cnt()+rnd(6)+min(b,c,strength)+!hp",
    };
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    for (size_t i = 0; i < COUNT_OF(sources) + 300; i++) {
        const Text text =
            i < COUNT_OF(sources) ? text_of(sources[i]) : program_of((uint32_t)i, kit->arena);
        ScriptCode code;
        assert_true(compile(kit, text.at, &code));
        put_steps(kit, code.bytes, &out);
    }
    /* Straight-line code is cut after a statement, and too many queries are rejected. */
    for (size_t count = 509; count < 515; count++) {
        ScriptCode code;
        assert_true(compile(kit, repeated(kit, "b=1 ", count).at, &code));
        put_steps(kit, code.bytes, &out);
        assert_true(compile(kit, repeated(kit, "strength=1 @hp=1 b=1 ", count / 2).at, &code));
        put_steps(kit, code.bytes, &out);
    }
    for (size_t count = 508; count < 515; count++) {
        ScriptCode code;
        const Text text =
            arena_format(kit->arena, "exit() %swhile(b) {%s}", repeated(kit, "b=1 ", count).at,
                         repeated(kit, "hp=b ", count).at);
        assert_true(compile(kit, text.at, &code));
        put_steps(kit, code.bytes, &out);
    }
    ScriptCode odd; /* three instructions each */
    const char *nots = repeated(kit, "b=!c ", 350).at;
    assert_true(compile(kit, arena_format(kit->arena, "%sexit() %s", nots, nots).at, &odd));
    put_steps(kit, odd.bytes, &out);
    for (size_t count = MACHINE_ASKS_MAX - 2; count < MACHINE_ASKS_MAX + 2; count++) {
        ScriptCode code;
        const Text sum = repeated(kit, "+cnt()", count);
        assert_true(compile(kit, arena_format(kit->arena, "b=cnt() c=1%s", sum.at).at, &code));
        put_steps(kit, code.bytes, &out);
    }
    assert_recorded("steps", &out);
}

/* ---- damaged inputs ---- */

static void put_compiled(Kit *kit, Text text, bool expression, Writer *out)
{
    const ScriptSource source = script_source(text);
    const ScriptOptions options = {.positions = true};
    ScriptCode code;
    const bool fine = expression ? script_compile_expression(&source, &script_names, &options,
                                                             &code, kit->arena, &kit->report)
                                 : script_compile(&source, &script_names, &options, &code,
                                                  kit->arena, &kit->report);
    if (fine)
        put_code(kit, &code, out);
    recorded_messages(kit, out);
}

static void wrong_sources_are_reported_as_recorded(void **state)
{
    static const char *const pieces[] = {"A=1",
                                         "Z=1",
                                         "az=1",
                                         "zA(",
                                         "0A9",
                                         "9z0",
                                         "a09=1",
                                         "@B=2",
                                         "[",
                                         "`",
                                         "{{",
                                         "/",
                                         ":",
                                         "\n@",
                                         "\n@hp=",
                                         "\nb=",
                                         "\ncase 1{",
                                         "\nwhile(b)",
                                         "\nb:=",
                                         "\nexit()",
                                         "\nhp\n(",
                                         "{",
                                         "}",
                                         "(",
                                         ")",
                                         ",",
                                         ";",
                                         "=",
                                         "==",
                                         "@",
                                         "!",
                                         "-",
                                         "+",
                                         "&&",
                                         "||",
                                         "++",
                                         "+=",
                                         ":=",
                                         "//",
                                         "#",
                                         "\"",
                                         "?",
                                         "5",
                                         "65536",
                                         "00",
                                         "2147483648",
                                         "b",
                                         "B",
                                         "hp",
                                         "strenght",
                                         "while",
                                         "whlie(",
                                         "switch(b){",
                                         "case 1",
                                         "case 1{",
                                         "case",
                                         "default{",
                                         "if(b){",
                                         "else{",
                                         "else if(",
                                         "for(",
                                         "return",
                                         "exit()",
                                         "exit",
                                         "sound(",
                                         "sound(clock)",
                                         "clock",
                                         "slime",
                                         "goldcoin",
                                         "min(",
                                         "max(b",
                                         "rnd(",
                                         "rnd(6)",
                                         "cnt(",
                                         "cnt()",
                                         "sum(hp)",
                                         "delay",
                                         "delay(",
                                         "give(goldcoin",
                                         "transport(swin)",
                                         "behave(",
                                         "town",
                                         "location(town,1,2,up)",
                                         "\n",
                                         " ",
                                         "\xc3\xa4",
                                         "\x01",
                                         "_",
                                         ".",
                                         "nothing_like_it_at_all",
                                         "true",
                                         "and",
                                         "not("};
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    for (uint32_t seed = 0; seed < 10000; seed++) {
        random_state = seed + 1;
        Author author = {.state = seed * 7919 + 3, .out = writer_to(kit->arena)};
        const bool expression = seed % 8 == 0;
        if (expression)
            print_expression(&author, 3);
        else
            print_statements(&author, 2);
        const Text whole = writer_text(&author.out);
        Writer text = writer_to(kit->arena);
        size_t at = 0;
        for (unsigned damages = 1 + next_random(2); damages--;) {
            const size_t next = at + next_random((uint32_t)(whole.size - at) + 1);
            write_text(&text, text_slice(whole, at, next));
            if (next_random(3))
                write_text(&text, text_of(pieces[next_random(COUNT_OF(pieces))]));
            at = next;
            if (next_random(2))
                at += next_random((uint32_t)(whole.size - at < 6 ? whole.size - at : 6) + 1);
        }
        write_text(&text, text_slice(whole, at, whole.size));
        put_compiled(kit, writer_text(&text), expression, &out);
    }
    /* Each of them alone, before and after a correct statement, and two of them. */
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        put_compiled(kit, text_of(pieces[i]), false, &out);
        put_compiled(kit, text_of(pieces[i]), true, &out);
        put_compiled(kit, arena_format(kit->arena, "%s b=1", pieces[i]), false, &out);
        put_compiled(kit, arena_format(kit->arena, "b=1 %s", pieces[i]), false, &out);
        put_compiled(kit, arena_format(kit->arena, "%s\nc=1\nb=", pieces[i]), false, &out);
        for (size_t j = 0; j < COUNT_OF(pieces); j++)
            put_compiled(kit, arena_format(kit->arena, "%s%s", pieces[i], pieces[j]), false,
                         &out);
    }
    assert_recorded("wrong_sources", &out);
}

/* A jump or a case leads to another instruction. */
static void redirect_jump(uint8_t *data, size_t size)
{
    const Bytes code = {data, size};
    uint32_t starts[1000], addresses[1000];
    unsigned start_count = 0, address_count = 0;
    Instruction it;
    for (size_t at = 0; at < size && start_count < COUNT_OF(starts); at += it.size) {
        if (instruction_read(code, at, &it) != DECODED)
            return;
        starts[start_count++] = (uint32_t)at;
        if ((it.op == OP_JMP || it.op == OP_JZ) && address_count < COUNT_OF(addresses))
            addresses[address_count++] = (uint32_t)at + 1;
        for (uint32_t i = 0; it.op == OP_SWITCH && i < it.value; i++)
            if (address_count < COUNT_OF(addresses))
                addresses[address_count++] = (uint32_t)at + 2 + 3 * i;
    }
    if (!address_count)
        return;
    const uint32_t at = addresses[next_random(address_count)];
    const uint32_t target = starts[next_random(start_count)];
    for (unsigned i = 0; i < 3; i++)
        data[at + i] = (uint8_t)(target >> 8 * i);
}

static bool index_is_small(void *context, ScriptKind kind, uint32_t index)
{
    (void)context;
    return index < 0x50u + (uint32_t)kind;
}

static void wrong_code_is_reported_as_recorded(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const ScriptLimits limits[] = {{0}, {.expression = true}, {.known = index_is_small}};
    for (uint32_t seed = 0; seed < 10000; seed++) {
        Author author = {.state = seed * 104729 + 9, .out = writer_to(kit->arena)};
        const ScriptLimits *limit = &limits[seed % COUNT_OF(limits)];
        if (limit->expression)
            print_expression(&author, 3);
        else
            print_statements(&author, 2);
        const ScriptSource source = script_source(writer_text(&author.out));
        ScriptCode code;
        assert_true(limit->expression
                        ? script_compile_expression(&source, &script_names, NULL, &code,
                                                    kit->arena, &kit->report)
                        : script_compile(&source, &script_names, NULL, &code, kit->arena,
                                         &kit->report));
        random_state = seed + 1;
        uint8_t *data = (uint8_t *)arena_copy(kit->arena, code.bytes).data;
        for (unsigned damages = next_random(3); damages--;) {
            const uint32_t at = next_random((uint32_t)code.bytes.size);
            const uint32_t below = next_random(2) ? 0x30 : 256;
            if (seed % 2)
                redirect_jump(data, code.bytes.size);
            else
                data[at] = (uint8_t)next_random(below);
        }
        const size_t cut = next_random(4) ? 0 : next_random(4);
        const Bytes wrong = {data, code.bytes.size - (cut < code.bytes.size ? cut : 0)};
        ScriptInfo info;
        script_list(wrong, &script_names, &out);
        if (script_verify(wrong, limit, &info, kit->arena, &kit->report))
            put_info(&info, &out);
        recorded_messages(kit, &out);
        put_lifted(kit, wrong, limit->expression, &out);
        if (!limit->expression)
            put_steps(kit, wrong, &out);
    }
    assert_recorded("wrong_code", &out);
}

/* ---- code that the compiler does not make ---- */

/* Random instructions, with values on the stack at jumps. All paths have the same depth
 * because a jump leads to an instruction that has it. */
static Bytes random_code(Arena *arena)
{
    static const Opcode binary[] = {OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_EQ, OP_NE,
                                    OP_GE,  OP_GT,  OP_LE,  OP_LT,  OP_OR,  OP_AND};
    enum { MAX = 60 };
    struct {
        Opcode op;
        uint32_t value, at;
        unsigned depth; /* before it */
    } rows[MAX + 40];
    Writer out = writer_to(arena);
    unsigned count = 0, depth = 0;
    const unsigned wanted = 3 + next_random(MAX - 3);
    while (count < wanted || depth) {
        const unsigned choice = count < wanted ? next_random(13) : 11;
        rows[count].depth = depth;
        rows[count].value = next_random(4);
        rows[count].op = OP_POP;
        if (choice < 2 || depth == 0) {
            rows[count].op = OP_PUSH8;
        } else if (choice < 4) {
            rows[count].op = choice == 2 ? OP_PUSH : OP_PUSHA;
        } else if (choice < 7 && depth > 1) {
            rows[count].op = binary[next_random(COUNT_OF(binary))];
        } else if (choice == 7) {
            rows[count].op = OP_NOT;
        } else if (choice == 8 && depth > 1) {
            rows[count].op = next_random(2) ? OP_MIN : OP_MAX;
            rows[count].value = 1 + next_random(depth);
        } else if (choice == 12) {
            rows[count].op = OP_FNC1;
            rows[count].value = COMMAND_delay;
        } else if (choice == 9) {
            rows[count].op = OP_JMP;
        } else if (choice == 10) {
            rows[count].op = next_random(3) ? OP_JZ : OP_SWITCH;
        }
        const OpcodeInfo *info = opcode_info(rows[count].op);
        depth -= info->pops == POPS_BY_COUNT ? rows[count].value : info->pops;
        depth += info->pushes == PUSHES_VALUE;
        if (depth > 20)
            break;
        count++;
    }
    for (; depth; depth--)
        rows[count].op = OP_POP, rows[count].value = 1, rows[count++].depth = depth;
    rows[count].op = OP_END, rows[count++].depth = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        out.size = 0;
        for (unsigned i = 0; i < count; i++) {
            const Opcode op = rows[i].op;
            const bool jump = op == OP_JMP || op == OP_JZ || op == OP_SWITCH;
            const unsigned left = rows[i].depth - (op == OP_JZ || op == OP_SWITCH);
            unsigned target = (i + rows[i].value * 7 + 1) % count;
            while (jump && rows[target].depth != left)
                target = (target + 1) % count; /* the next instruction has it */
            rows[i].at = (uint32_t)out.size;
            write_u8(&out, (uint8_t)op);
            if (op == OP_SWITCH)
                write_u8(&out, 1);
            const unsigned size = shape_info(opcode_info(op)->shape)->size;
            if (jump)
                write_u24(&out, rows[target].at);
            else if (size)
                write_uint(&out, op == OP_PUSHA ? 0x20 : rows[i].value, size);
        }
    }
    return writer_bytes(&out);
}

static void any_valid_code_is_optimised_as_recorded(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    for (uint32_t seed = 0; seed < 6000; seed++) {
        Arena *arena = arena_new();
        random_state = seed + 1;
        const Bytes plain = random_code(arena);
        ScriptCode code = {.bytes = plain};
        ScriptInfo info;
        if (!script_verify(plain, NULL, &info, arena, &kit->report))
            fail_msg("seed %u: %s: %s", seed, hex_of(kit, plain).at, kit_message(kit, 0));
        script_optimise(&code, arena);
        if (!script_verify(code.bytes, NULL, &info, arena, &kit->report))
            fail_msg("seed %u: %s: %s", seed, hex_of(kit, plain).at, kit_message(kit, 0));
        if (!twins_agree(plain, code.bytes, arena, &kit->report))
            fail_msg("seed %u: %s became %s", seed, hex_of(kit, plain).at,
                     hex_of(kit, code.bytes).at);
        put_code(kit, &code, &out);
        put_lifted(kit, plain, false, &out);
        put_steps(kit, plain, &out);
        arena_free(arena);
    }
    assert_recorded("any_code", &out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(operators_with_a_constant_are_folded_as_recorded),
        TEST(chains_of_operators_are_folded_as_recorded),
        TEST(conditions_are_simplified_as_recorded),
        TEST(programs_are_compiled_as_recorded),
        TEST(programs_are_decompiled_as_recorded),
        TEST(programs_are_prepared_as_recorded),
        TEST(wrong_sources_are_reported_as_recorded),
        TEST(wrong_code_is_reported_as_recorded),
        TEST(any_valid_code_is_optimised_as_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
