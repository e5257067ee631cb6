#include "lib/kit.h"
#include "lib/script_author.h"

#include "base/hash.h"
#include "tirnanog/script/machine.h"

#include <stdio.h>

/* A world of two entities, 0 and 1, whose attributes are numbered from 0x20. */
typedef struct World {
    int32_t attributes[2][16];
    Writer log; /* the commands called */
    MachineCommand answer;
    const MachineProgram *called; /* what event() runs */
} World;

static int32_t world_get(void *context, uint32_t entity, uint32_t attribute)
{
    return ((World *)context)->attributes[entity][attribute - 0x20];
}

static void world_set(void *context, uint32_t entity, uint32_t attribute, int32_t value)
{
    ((World *)context)->attributes[entity][attribute - 0x20] = value;
}

static int32_t world_count(void *context, uint32_t entity, uint32_t object)
{
    (void)context;
    return object == MACHINE_ALL_ITEMS ? 100 + (int32_t)entity
                                       : 10 * (int32_t)object + (int32_t)entity;
}

static int32_t world_sum(void *context, uint32_t entity, uint32_t attribute)
{
    return 2 * world_get(context, entity, attribute);
}

static uint32_t world_random(void *context, uint32_t below)
{
    (void)context;
    return below - 1;
}

static MachineCommand world_command(void *context, MachineRun *run, unsigned number,
                                    const int32_t *arguments)
{
    World *world = context;
    const CommandInfo *command = command_info(number);
    write_format(&world->log, "%s", command->name);
    for (unsigned i = 0; i < command_values(command); i++)
        write_format(&world->log, " %d", arguments[i]);
    write_u8(&world->log, '\n');
    if (number == COMMAND_dialog)
        run->locals[0] = 2;
    if (number == COMMAND_event) {
        const MachineHost host = {world,     world_get,    world_set,     world_count,
                                  world_sum, world_random, world_command, NULL,
                                  NULL,      NULL};
        MachineRun inner;
        uint32_t budget = 1000;
        machine_start(&inner, 1, 0);
        memcpy(inner.locals, run->locals, sizeof inner.locals);
        assert_int_equal(machine_run(world->called, &inner, &host, &budget), MACHINE_DONE);
        run->locals[0] = inner.locals[0];
    }
    return number == COMMAND_exit ? COMMAND_FINISH : world->answer;
}

typedef struct Fixture {
    Kit *kit;
    Arena *arena; /* the kit's */
    World world;
    MachineHost host;
    MachineProgram program;
    MachineRun run;
} Fixture;

static int app_open(void **state)
{
    Kit *kit = kit_new();
    Fixture *fixture = ARENA_ALLOC(kit->arena, Fixture, 1);
    fixture->kit = kit;
    fixture->arena = kit->arena;
    fixture->world.log = writer_to(fixture->arena);
    fixture->host =
        (MachineHost){&fixture->world, world_get,     world_set, world_count, world_sum,
                      world_random,    world_command, NULL,      NULL,        NULL};
    *state = fixture;
    return 0;
}

static int app_close(void **state)
{
    kit_free(((Fixture *)*state)->kit);
    return 0;
}

static void load(Fixture *fixture, const char *text)
{
    const ScriptSource source = script_source(text_of(text));
    ScriptCode code;
    if (!script_compile(&source, &script_names, NULL, &code, fixture->arena,
                        &fixture->kit->report) ||
        !machine_load(code.bytes, NULL, NULL, &fixture->program, fixture->arena, fixture->arena,
                      &fixture->kit->report))
        fail_msg("%s: %s", text, fixture->kit->messages.items[0].text.at);
    machine_start(&fixture->run, 0, 1);
}

static MachineStatus go_on(Fixture *fixture, uint32_t budget)
{
    return machine_run(&fixture->program, &fixture->run, &fixture->host, &budget);
}

static const char *log_of(Fixture *fixture)
{
    write_u8(&fixture->world.log, 0);
    fixture->world.log.size--;
    return (const char *)fixture->world.log.data;
}

/* What the expression gives, with a = 7, b = -3, m = the smallest number. */
static int32_t value_of(Fixture *fixture, const char *expression)
{
    load(fixture, arena_format(fixture->arena, "z=%s", expression).at);
    fixture->run.locals[0] = 7;
    fixture->run.locals[1] = -3;
    fixture->run.locals[12] = INT32_MIN;
    assert_int_equal(go_on(fixture, 1000), MACHINE_DONE);
    assert_int_equal(fixture->run.depth, 0);
    return fixture->run.locals[25];
}

/* Each with constants, locals and brackets, which take different fused steps. */
static const struct Sum {
    const char *expression;
    int32_t value;
} sums[] = {
    {"1+2*3", 7},
    {"a+b", 4},
    {"a-b", 10},
    {"a*b", -21},
    {"a/b", -2},
    {"a%b", 1},
    {"b/2", -1},
    {"b%2", -1},
    {"a/0", 0},
    {"a%0", 0},
    {"a/(b+3)", 0},
    {"a%(b+3)", 0},
    {"m/-1", INT32_MIN},
    {"m%-1", 0},
    {"m-1", INT32_MAX},
    {"m*-1", INT32_MIN},
    {"m/(b+2)", INT32_MIN},
    {"m%(b+2)", 0},
    {"(m)/(0-1)", INT32_MIN},
    {"2147483647+1", INT32_MIN},
    {"65536*65536", 0},
    {"m+m", 0},
    {"a=7", 1},
    {"a=b", 0},
    {"a!=7", 0},
    {"a!=b", 1},
    {"a>=7", 1},
    {"a>7", 0},
    {"a>b", 1},
    {"b<=-3", 1},
    {"b<-3", 0},
    {"m<a", 1},
    {"a<m", 0},
    {"(a+0)>=(b+0)", 1},
    {"!a", 0},
    {"!0", 1},
    {"!!5", 1},
    {"a|0", 1},
    {"0|0", 0},
    {"a&b", 1},
    {"a&0", 0},
    {"2&4", 1},
    {"(1=1)|(1=2)&0", 1},
    {"min(a,b,0)", -3},
    {"max(a,b,9)", 9},
    {"max(b)", -3},
    {"1+min(2,1+max(3,4))*2", 5},
    {"rnd(6)", 5},
    {"rnd(0)", 0},
    {"rnd(1)", 0},
    {"cnt()", 100},
    {"@cnt()", 101},
    {"cnt(obj)", 40},
    {"@cnt(obj)", 41},
    {"100-cnt()+a*b-(a-b)", -31},
};

static void arithmetic_wraps_and_never_traps(void **state)
{
    Fixture *fixture = *state;
    for (size_t i = 0; i < COUNT_OF(sums); i++)
        if (value_of(fixture, sums[i].expression) != sums[i].value)
            fail_msg("%s gave %d", sums[i].expression, fixture->run.locals[25]);
}

static void attributes_belong_to_self_and_opponent(void **state)
{
    Fixture *fixture = *state;
    load(fixture, "hp=5 @hp=hp*3 gold=@hp-hp level=sum(hp)+@sum(hp)");
    assert_int_equal(go_on(fixture, 100), MACHINE_DONE);
    assert_int_equal(fixture->world.attributes[0][0], 5);
    assert_int_equal(fixture->world.attributes[1][0], 15);
    assert_int_equal(fixture->world.attributes[0][3], 10);
    assert_int_equal(fixture->world.attributes[0][2], 40);
}

static void switch_clamps_values_out_of_range(void **state)
{
    static const int32_t values[][2] = {{0, 100},  {1, 101},         {2, 102},
                                        {3, 0},    {4, 104},         {5, 104},
                                        {-1, 100}, {INT32_MIN, 100}, {INT32_MAX, 104}};
    Fixture *fixture = *state;
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        load(fixture,
             "switch(a) { case 4 {b=104} case 2 {b=102} case 1 {b=101} case 0 {b=100} }");
        fixture->run.locals[0] = values[i][0];
        assert_int_equal(go_on(fixture, 100), MACHINE_DONE);
        assert_int_equal(fixture->run.locals[1], values[i][1]);
    }
    load(fixture, "switch(a) { case 0 { b=1 } } c=1");
    assert_int_equal(go_on(fixture, 100), MACHINE_DONE);
    assert_int_equal(fixture->run.locals[1] + fixture->run.locals[2], 2);
}

static void loop_executes_its_iterations(void **state)
{
    Fixture *fixture = *state;
    load(fixture, "c=12345 b=0 a=0 while(a<2000) { c=(c*1103+12345)%65536 "
                  "switch(c%3=0) { case 1 { b=b+c%7 } case 0 { b=b-1 } } a=a+1 }");
    assert_int_equal(go_on(fixture, 1000000), MACHINE_DONE);
    int64_t a = 0, b = 0, c = 12345;
    for (; a < 2000; a++) {
        c = (int32_t)(uint32_t)(c * 1103 + 12345) % 65536;
        b += c % 3 == 0 ? c % 7 : -1;
    }
    assert_int_equal(fixture->run.locals[0], a);
    assert_int_equal(fixture->run.locals[1], b);
    assert_int_equal(fixture->run.locals[2], c);
}

static void commands_receive_arguments_in_source_order(void **state)
{
    Fixture *fixture = *state;
    load(fixture,
         "location(town,12,7,3) npc(town,300,5,slime) give(goldcoin,2*5) dialog(joeasks,9) "
         "b=a market() exit() market()");
    assert_int_equal(go_on(fixture, 100), MACHINE_DONE);
    assert_string_equal(log_of(fixture), "location 48 458764 3\nnpc 48 327980 2\ngive 3 10\n"
                                         "dialog 69 9\nmarket\nexit\n");
    assert_int_equal(fixture->run.locals[1], 2);
}

static void waiting_command_suspends_and_resumes_after_it(void **state)
{
    Fixture *fixture = *state;
    fixture->world.answer = COMMAND_WAIT;
    load(fixture, "a=1 delay(50) b=a+1 waitnpc() c=3");
    assert_int_equal(go_on(fixture, 100), MACHINE_WAITING);
    assert_int_equal(fixture->run.pending, COMMAND_delay);
    assert_int_equal(fixture->run.locals[1], 0);
    fixture->run.locals[0] = 6;
    assert_true(machine_run_fits(&fixture->program, &fixture->run));
    assert_int_equal(go_on(fixture, 100), MACHINE_WAITING);
    assert_int_equal(fixture->run.pending, COMMAND_waitnpc);
    assert_int_equal(fixture->run.locals[1], 7);
    assert_int_equal(go_on(fixture, 100), MACHINE_DONE);
    assert_int_equal(fixture->run.pending, 0);
    assert_int_equal(fixture->run.locals[2], 3);
    assert_string_equal(log_of(fixture), "delay 50\nwaitnpc\n");
}

static void count_step(void *context, MachineRun *run)
{
    (void)run;
    ++*(uint64_t *)context;
}

/* The compiler leaves nothing on the stack below a command's arguments; others may. */
static void arguments_are_above_other_values(void **state)
{
    static const uint8_t code[] = {OP_PUSH8,      5,      OP_PUSH8, 7,     OP_FNC1,
                                   COMMAND_delay, OP_POP, 0,        OP_END};
    Fixture *fixture = *state;
    uint64_t steps = 0;
    assert_true(machine_load((Bytes){code, sizeof code}, NULL, NULL, &fixture->program,
                             fixture->arena, fixture->arena, &fixture->kit->report));
    for (unsigned traced = 0; traced < 2; traced++) {
        uint32_t budget = 100;
        machine_start(&fixture->run, 0, 1);
        assert_int_equal(traced
                             ? machine_run_traced(&fixture->program, &fixture->run,
                                                  &fixture->host, &budget, count_step, &steps)
                             : go_on(fixture, budget),
                         MACHINE_DONE);
        assert_int_equal(fixture->run.locals[0], 5);
    }
    assert_int_equal(steps, 5);
    assert_string_equal(log_of(fixture), "delay 7\ndelay 7\n");
}

static void endless_loop_uses_only_its_budget(void **state)
{
    Fixture *fixture = *state;
    load(fixture, "while(1) { a=a+1 }");
    for (int frame = 1; frame <= 5; frame++) {
        assert_int_equal(go_on(fixture, 7000), MACHINE_SUSPENDED);
        assert_int_equal(fixture->run.locals[0], frame * 1000); /* a round takes 7 */
        assert_true(machine_run_fits(&fixture->program, &fixture->run));
    }
    assert_int_equal(go_on(fixture, 0), MACHINE_SUSPENDED);
    assert_int_equal(fixture->run.locals[0], 5000);
}

static void remaining_budget_reflects_executed_instructions(void **state)
{
    Fixture *fixture = *state;
    load(fixture, "a=1+2 sound(clock) b=3");
    uint32_t budget = 100;
    assert_int_equal(machine_run(&fixture->program, &fixture->run, &fixture->host, &budget),
                     MACHINE_DONE);
    assert_int_equal(budget, 100 - fixture->program.info.instructions);
}

/* However small the portions, the end is the same; and a run is only bytes. */
static void a_run_can_be_saved_anywhere(void **state)
{
    Fixture *fixture = *state;
    load(fixture, "c=5 while(a<50) { c=(c*1103+12345)%65536 @hp=@hp+c "
                  "switch(c%3) { case 2 { b=b+c%7 } case 1 { give(obj,c) } case 0 { b=b-1 } } "
                  "a=a+1 }");
    assert_int_equal(go_on(fixture, 100000), MACHINE_DONE);
    const MachineRun whole = fixture->run;
    const int32_t hp = fixture->world.attributes[1][0];
    const Text log = arena_text(fixture->arena, text_of(log_of(fixture)));
    for (uint32_t portion = 1; portion < 40; portion++) {
        fixture->world.log.size = 0;
        fixture->world.attributes[1][0] = 0;
        machine_start(&fixture->run, 0, 1);
        while (go_on(fixture, portion) != MACHINE_DONE) {
            const MachineRun saved = fixture->run;
            memset(&fixture->run, 0xEE, sizeof fixture->run);
            fixture->run = saved;
            assert_true(machine_run_fits(&fixture->program, &fixture->run));
        }
        assert_memory_equal(fixture->run.locals, whole.locals, sizeof whole.locals);
        assert_int_equal(fixture->world.attributes[1][0], hp);
        assert_string_equal(log_of(fixture), log.at);
    }
}

static void forged_run_is_rejected(void **state)
{
    Fixture *fixture = *state;
    load(fixture, "while(a<10) { sound(clock) a=a+1 }");
    MachineRun run = fixture->run;
    assert_true(machine_run_fits(&fixture->program, &run));
    run.depth = 1;
    assert_false(machine_run_fits(&fixture->program, &run));
    run.depth = 0;
    run.step = fixture->program.info.instructions;
    assert_false(machine_run_fits(&fixture->program, &run));
    run.step = 5; /* between a reference and its command, whatever the depth */
    for (run.depth = 0; run.depth < 3; run.depth++)
        assert_false(machine_run_fits(&fixture->program, &run));
}

static void event_copies_locals_and_returns_a(void **state)
{
    Fixture *fixture = *state;
    load(fixture, "a=a+b b=99 hp=1 market()");
    const MachineProgram called = fixture->program;
    fixture->world.called = &called;
    load(fixture, "a=1 b=2 event(obj) c=a");
    assert_int_equal(go_on(fixture, 100), MACHINE_DONE);
    assert_int_equal(fixture->run.locals[1], 2);
    assert_int_equal(fixture->run.locals[2], 3);
    assert_int_equal(fixture->world.attributes[1][0], 1);
    assert_string_equal(log_of(fixture), "event 4\nmarket\n");
}

static int32_t evaluate(const Fixture *fixture, const MachineProgram *program, uint32_t budget)
{
    MachineRun run;
    machine_start(&run, 0, 1);
    const MachineStatus status = machine_run(program, &run, &fixture->host, &budget);
    return status == MACHINE_DONE ? machine_value(&run) : -1;
}

static void a_calculated_attribute_is_evaluated(void **state)
{
    Fixture *fixture = *state;
    const ScriptSource source = script_source(TEXT("level*2+max(@hp,3)"));
    const ScriptLimits limits = {.expression = true};
    ScriptCode code;
    MachineProgram program;
    assert_true(script_compile_expression(&source, &script_names, NULL, &code, fixture->arena,
                                          &fixture->kit->report));
    assert_true(machine_load(code.bytes, &limits, NULL, &program, fixture->arena,
                             fixture->arena, &fixture->kit->report));
    fixture->world.attributes[0][2] = 20;
    assert_int_equal(evaluate(fixture, &program, 100), 43);
    assert_int_equal(evaluate(fixture, &program, 0), -1);
}

static void bad_code_is_not_loaded(void **state)
{
    Fixture *fixture = *state;
    MachineProgram program;
    assert_false(machine_load((Bytes){(const uint8_t *)"\x25\x01", 2}, NULL, NULL, &program,
                              fixture->arena, fixture->arena, &fixture->kit->report));
    assert_int_equal(fixture->kit->report.errors, 1);
    assert_null(program.steps);
}

/* A jump into the middle of a fused sequence finds the plain instructions there. */
static void jumps_into_fused_sequences_work(void **state)
{
    /* PUSH a PUSH8 5 ADD POP b, with a loop back to PUSH8 that finds its value there. */
    static const uint8_t code[] = {
        OP_PUSH, 0,       OP_JMP, 6,       0, 0,        OP_PUSH8, 5,     OP_ADD, OP_POP,
        1,       OP_PUSH, 1,      OP_PUSH, 1, OP_PUSH8, 100,      OP_LT, OP_JZ,  26,
        0,       0,       OP_JMP, 6,       0, 0,        OP_POP,   2,     OP_END};
    Fixture *fixture = *state;
    if (!machine_load((Bytes){code, sizeof code}, NULL, NULL, &fixture->program, fixture->arena,
                      fixture->arena, &fixture->kit->report))
        fail_msg("%s", fixture->kit->messages.items[0].text.at);
    machine_start(&fixture->run, 0, 1);
    fixture->run.locals[0] = 3;
    MachineStatus status;
    while ((status = go_on(fixture, 1)) == MACHINE_SUSPENDED)
        assert_true(machine_run_fits(&fixture->program, &fixture->run));
    assert_int_equal(status, MACHINE_DONE);
    assert_int_equal(fixture->run.locals[2], 103);
}

/* ---- the fast machine and the one that is traced ---- */

/* A world whose attributes are plain and move about; whatever happens to it counts. */
typedef struct Garden {
    int32_t values[2][2][64]; /* the present ones are those of `changes` */
    uint32_t changes, events, charged;
    uint64_t state;
} Garden;

static int32_t garden_event(Garden *garden, uint64_t what)
{
    garden->events++;
    garden->state = hash_mix(garden->state, what);
    return (int32_t)(garden->state % 9) - 3;
}

static const int32_t *garden_values(void *context, uint32_t entity)
{
    const Garden *garden = context;
    return garden->values[garden->changes & 1][entity];
}

static int32_t garden_get(void *context, uint32_t entity, uint32_t attribute)
{
    return garden_values(context, entity)[attribute];
}

/* Now and then everything moves elsewhere, and what was there is spoilt. */
static void garden_move(Garden *garden)
{
    const uint32_t now = garden->changes & 1;
    memcpy(garden->values[!now], garden->values[now], sizeof garden->values[now]);
    for (size_t i = 0; i < 64; i++)
        garden->values[now][0][i] = garden->values[now][1][i] = (int32_t)0xDEADBEEF;
    garden->changes++;
}

static void garden_set(void *context, uint32_t entity, uint32_t attribute, int32_t value)
{
    Garden *garden = context;
    garden_event(garden, (uint64_t)entity << 40 | (uint64_t)attribute << 32 | (uint32_t)value);
    garden->values[garden->changes & 1][entity][attribute] = value % 1000;
    if (garden->state % 5 == 0)
        garden_move(garden);
}

static int32_t garden_count(void *context, uint32_t entity, uint32_t object)
{
    ((Garden *)context)->charged += 7;
    return garden_event(context, (uint64_t)(entity + 5) << 32 | object);
}

static uint32_t garden_random(void *context, uint32_t below)
{
    return (uint32_t)garden_event(context, below) % below;
}

static MachineCommand garden_command(void *context, MachineRun *run, unsigned number,
                                     const int32_t *arguments)
{
    Garden *garden = context;
    for (unsigned i = 0; i < command_values(command_info(number)); i++)
        garden_event(garden, (uint64_t)number << 32 | (uint32_t)arguments[i]);
    garden_event(garden, (uint64_t)run->step << 32 | run->depth);
    run->locals[0] = garden_event(garden, number);
    garden_move(garden);
    return garden->state % 64 == 0   ? COMMAND_FINISH
           : garden->state % 16 == 1 ? COMMAND_WAIT
                                     : COMMAND_CONTINUE;
}

/* Every other attribute is plain, which is not to be noticed. */
static uint32_t garden_slot(void *context, uint32_t attribute, bool *plain)
{
    (void)context;
    *plain = attribute & 1;
    return attribute % 64;
}

/* Both machines in step, portion by portion; how many instructions there were. */
static uint64_t compare_machines(const MachineProgram *program, uint32_t seed)
{
    enum { PORTIONS = 60 };
    Garden fast = {.state = seed}, slow = {.state = seed};
    MachineHost host = {&fast,         garden_get,    garden_set,     garden_count,
                        garden_count,  garden_random, garden_command, garden_values,
                        &fast.changes, &fast.charged};
    MachineRun a, b;
    MachineStatus status = MACHINE_SUSPENDED;
    uint64_t steps = 0;
    machine_start(&a, 0, 1);
    machine_start(&b, 0, 1);
    for (uint32_t i = 0; i < PORTIONS && status != MACHINE_DONE; i++) {
        uint32_t left = 1 + (seed + i) % 50, slow_left = left;
        host.context = &fast;
        host.changes = &fast.changes;
        host.charge = &fast.charged;
        status = machine_run(program, &a, &host, &left);
        host.context = &slow;
        host.changes = &slow.changes;
        host.charge = &slow.charged;
        assert_int_equal(machine_run_traced(program, &b, &host, &slow_left, count_step, &steps),
                         status);
        assert_int_equal(left, slow_left);
        assert_memory_equal(&a, &b, offsetof(MachineRun, stack));
        assert_memory_equal(a.stack, b.stack, (a.depth + 1) * sizeof *a.stack);
        assert_true(fast.state == slow.state && fast.events == slow.events);
    }
    return steps;
}

static void traced_machine_has_the_same_results(void **state)
{
    Fixture *fixture = *state;
    uint64_t steps = 0;
    for (uint32_t seed = 0; seed < 20000; seed++) {
        Arena *arena = arena_new();
        Author author = {.state = seed * 6101, .out = writer_to(arena)};
        MachineProgram program;
        ScriptCode code;
        print_statements(&author, 5);
        const ScriptSource source = script_source(writer_text(&author.out));
        const MachineAttributes attributes = {garden_slot, NULL};
        assert_true(
            script_compile(&source, &script_names, NULL, &code, arena, &fixture->kit->report));
        assert_true(machine_load(code.bytes, NULL, &attributes, &program, arena, arena,
                                 &fixture->kit->report));
        steps += compare_machines(&program, seed);
        arena_free(arena);
    }
    assert_true(steps > 500000);
}

/* Straight code can be stopped, too: behind some statements, which need a place to go on. */
static void long_straight_line_code_respects_the_budget(void **state)
{
    enum { STATEMENTS = 20000, PORTION = 2000 };
    Fixture *fixture = *state;
    Writer text = writer_to(fixture->arena);
    write_text(&text, TEXT("b=1 ")); /* so that the limit is inside of a statement */
    for (int i = 0; i < STATEMENTS; i++)
        write_text(&text, i % 3 == 0 ? TEXT("a=a+1 ") : TEXT("level=level+1 "));
    write_u8(&text, 0);
    load(fixture, (const char *)text.data);
    const MachineRun start = fixture->run;
    uint64_t steps = 0;
    uint32_t rounds = 0;
    for (MachineStatus status = MACHINE_SUSPENDED; status != MACHINE_DONE; rounds++) {
        const uint32_t before = fixture->run.step;
        status = go_on(fixture, PORTION);
        assert_true(status == MACHINE_DONE ||
                    machine_run_fits(&fixture->program, &fixture->run));
        assert_true(fixture->run.step - before <= PORTION + MACHINE_PIECE + 4);
    }
    assert_in_range(rounds, 4 * STATEMENTS / (PORTION + MACHINE_PIECE), 60);
    assert_int_equal(fixture->run.locals[0], (STATEMENTS + 2) / 3);
    const int32_t level = fixture->world.attributes[0][2];
    fixture->world.attributes[0][2] = 0;
    MachineRun slow = start;
    uint32_t budget = UINT32_MAX;
    assert_int_equal(machine_run_traced(&fixture->program, &slow, &fixture->host, &budget,
                                        count_step, &steps),
                     MACHINE_DONE);
    assert_int_equal(fixture->world.attributes[0][2], level);
    assert_int_equal(slow.locals[0], fixture->run.locals[0]);
}

static void statement_with_too_many_queries_is_rejected(void **state)
{
    Fixture *fixture = *state;
    for (int more = 0; more < 2; more++) {
        Writer text = writer_to(fixture->arena);
        ScriptCode code;
        write_text(&text, TEXT("a=level"));
        for (int i = 1; i < MACHINE_ASKS_MAX + more; i++)
            write_text(&text, TEXT("+level"));
        const ScriptSource source = script_source(writer_text(&text));
        assert_true(script_compile(&source, &script_names, NULL, &code, fixture->arena,
                                   &fixture->kit->report));
        assert_int_equal(machine_load(code.bytes, NULL, NULL, &fixture->program, fixture->arena,
                                      fixture->arena, &fixture->kit->report),
                         !more);
    }
    assert_true(kit_has_message(fixture->kit, "a statement with more than 4096 queries"));
}

/* The loader makes multiplications of them. */
static void constants_divide_like_any_number(void **state)
{
    static const int32_t divisors[] = {1,    2,     3,     5,       7,          10,        64,
                                       1000, 65535, 65536, 1000003, 1073741824, 2147483647};
    static const int32_t values[] = {0,   1,      -1,         2,         -2,
                                     6,   -7,     100,        65535,     -65536,
                                     999, 123456, 2147483647, INT32_MIN, INT32_MIN + 1};
    Fixture *fixture = *state;
    for (size_t d = 0; d < COUNT_OF(divisors); d++) {
        load(fixture, arena_format(fixture->arena, "b=a/%d c=a%%%d d=(a+1)/%d", divisors[d],
                                   divisors[d], divisors[d])
                          .at);
        for (size_t v = 0; v < COUNT_OF(values) + 200; v++) {
            const int32_t a =
                v < COUNT_OF(values) ? values[v] : (int32_t)hash_mix(v, (uint64_t)divisors[d]);
            const int32_t next = (int32_t)((uint32_t)a + 1);
            machine_start(&fixture->run, 0, 1);
            fixture->run.locals[0] = a;
            assert_int_equal(go_on(fixture, 100), MACHINE_DONE);
            assert_int_equal(fixture->run.locals[1], a / divisors[d]);
            assert_int_equal(fixture->run.locals[2], a % divisors[d]);
            assert_int_equal(fixture->run.locals[3], next / divisors[d]);
        }
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, app_open, app_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(arithmetic_wraps_and_never_traps),
        TEST(attributes_belong_to_self_and_opponent),
        TEST(switch_clamps_values_out_of_range),
        TEST(loop_executes_its_iterations),
        TEST(commands_receive_arguments_in_source_order),
        TEST(waiting_command_suspends_and_resumes_after_it),
        TEST(arguments_are_above_other_values),
        TEST(endless_loop_uses_only_its_budget),
        TEST(remaining_budget_reflects_executed_instructions),
        TEST(a_run_can_be_saved_anywhere),
        TEST(forged_run_is_rejected),
        TEST(event_copies_locals_and_returns_a),
        TEST(a_calculated_attribute_is_evaluated),
        TEST(bad_code_is_not_loaded),
        TEST(jumps_into_fused_sequences_work),
        TEST(traced_machine_has_the_same_results),
        TEST(long_straight_line_code_respects_the_budget),
        TEST(statement_with_too_many_queries_is_rejected),
        TEST(constants_divide_like_any_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
