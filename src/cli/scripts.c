#include "cli/scripts.h"

#include "cli/files.h"
#include "base/text.h"
#include "formats/tirnanog/tng_names.h"
#include "project/script_names.h"
#include "script/machine.h"

#include <stdio.h>
#include <string.h>

/* ---- every script of a game ---- */

typedef struct Walk {
    GameScript *visit;
    void *context;
    const TngFile *game;
    const TngSection *section;
    size_t index;
    Arena *arena;
} Walk;

static Text entry_name(const Walk *walk)
{
    const TngSection *section = walk->section;
    if (section->type == SECTION_STARTUP) {
        const u32 interval =
            ((const TngTimedAsset *)section->entries[walk->index].descriptor)->interval;
        return interval ? arena_format(walk->arena, "every %u/100 s", interval) : TEXT("start");
    }
    if (section->type == SECTION_ACTIONS)
        return arena_format(walk->arena, "%zu", walk->index + 1);
    if (section->type == SECTION_OBJECTS) {
        const TngNames names = tng_names(walk->game, walk->arena);
        const unsigned sprite =
            ((const TngObjectAsset *)section->entries[walk->index].descriptor)->sprite;
        const Text name = tng_sprite_name(&names, 1, sprite);
        return name.size ? name : arena_format(walk->arena, "%u", sprite);
    }
    return tng_string(walk->game,
                      ((const TngAsset *)section->entries[walk->index].descriptor)->name);
}

static void visit_value(void *context, const Layout *type, void *data, size_t count, size_t at,
                        const RecordPath *path)
{
    Walk *walk = context;
    (void)at;
    if (type->meaning != KIND_BYTECODE || !count)
        return;
    const Bytes code = {data, count};
    const TngSection *section = walk->section;
    if (section->type == SECTION_ATTRIBUTES) {
        const TngAttribute *attribute =
            &((const TngAttributes *)section->record)->attributes[path->parent->index];
        const Text name = tng_string(walk->game, attribute->name);
        walk->visit(walk->context,
                    arena_format(walk->arena, "attribute:%.*s", (int)name.size, name.at), code,
                    attribute->type == 2 || attribute->type == 4);
        return;
    }
    const Text name = entry_name(walk), place = record_path(path, walk->arena);
    walk->visit(walk->context,
                arena_format(walk->arena, "%s:%.*s:%s", section->kind->title, (int)name.size,
                             name.at, place.at),
                code, false);
}

bool game_scripts(const TngFile *game, GameScript *visit, void *context, Arena *arena,
                  Report *report)
{
    Walk walk = {.visit = visit, .context = context, .game = game, .arena = arena};
    for (size_t i = 0; i < game->section_count; i++) {
        const TngSection *section = walk.section = &game->sections[i];
        if (!section->kind)
            continue;
        if (section->kind->form == TNG_SINGLE)
            record_visit(section->kind->record, section->record, visit_value, &walk);
        if (section->kind->form != TNG_ASSETS)
            continue;
        for (walk.index = 0; walk.index < section->count; walk.index++) {
            void *record = tng_asset(game, section, walk.index, arena, report);
            if (!record)
                return false;
            if (section->entries[walk.index].stored.size)
                record_visit(section->kind->asset, record, visit_value, &walk);
        }
    }
    return true;
}

/* ---- running one alone ---- */

enum { VALUES_MOST = 256, STEPS_MOST = 10000000 };

/* A world of nothing but attributes: what a handler does is printed. */
typedef struct Bench {
    const ScriptNames *names;
    Arena *arena;
    struct {
        uint32_t entity, attribute;
        int32_t value;
    } values[VALUES_MOST];
    size_t count;
    uint64_t seed;
} Bench;

static int32_t *value_of(Bench *bench, uint32_t entity, uint32_t attribute)
{
    for (size_t i = 0; i < bench->count; i++)
        if (bench->values[i].entity == entity && bench->values[i].attribute == attribute)
            return &bench->values[i].value;
    if (bench->count == VALUES_MOST)
        return &bench->values[VALUES_MOST - 1].value;
    bench->values[bench->count].entity = entity;
    bench->values[bench->count].attribute = attribute;
    bench->values[bench->count].value = 0;
    return &bench->values[bench->count++].value;
}

static int32_t bench_get(void *context, uint32_t entity, uint32_t attribute)
{
    return *value_of(context, entity, attribute);
}

static Text attribute_name(const Bench *bench, uint32_t attribute)
{
    return bench->names->name(bench->names->context, SCRIPT_ATTRIBUTE, attribute, bench->arena);
}

static void bench_set(void *context, uint32_t entity, uint32_t attribute, int32_t value)
{
    Bench *bench = context;
    *value_of(bench, entity, attribute) = value;
    const Text name = attribute_name(bench, attribute);
    printf("%s%.*s = %d\n", entity ? "@" : "", (int)name.size, name.at, value);
}

static int32_t bench_nothing(void *context, uint32_t entity, uint32_t what)
{
    (void)context, (void)entity, (void)what;
    return 0;
}

/* An inventory that is empty, dice that fall the same in every run. */
static uint32_t bench_random(void *context, uint32_t below)
{
    Bench *bench = context;
    bench->seed = hash_mix(bench->seed, 1);
    return (uint32_t)(bench->seed >> 32) % below;
}

static MachineCommand bench_command(void *context, MachineRun *run, unsigned number,
                                    const int32_t *arguments)
{
    const Bench *bench = context;
    const CommandInfo *command = command_info(number);
    printf("%s(", command->name);
    (void)run;
    for (size_t i = 0, at = 0; i < COMMAND_ARGUMENTS && command->arguments[i] != ARGUMENT_NONE;
         i++) {
        const ArgumentInfo *argument = argument_info(command->arguments[i]);
        const Text name = argument->reference == SCRIPT_NUMBER
                              ? TEXT("")
                              : bench->names->name(bench->names->context, argument->reference,
                                                   (uint32_t)arguments[at], bench->arena);
        printf("%s", i ? "," : "");
        if (name.size)
            printf("%.*s", (int)name.size, name.at);
        else
            printf("%d", arguments[at]);
        if (argument->values == 2)
            printf(",%u,%u", (uint32_t)arguments[at + 1] & 0xFFFF,
                   (uint32_t)arguments[at + 1] >> 16);
        at += argument->values;
    }
    printf(")\n");
    return COMMAND_CONTINUE;
}

/* --set hp=10,@hp=3 */
static bool set_values(Invocation *invocation, Bench *bench)
{
    const char *option = option_text(invocation, "set");
    for (Text rest = text_of(option ? option : ""); rest.size;) {
        size_t comma = rest.size, equal;
        int64_t value;
        uint32_t attribute;
        text_find(rest, ',', &comma);
        Text item = text_slice(rest, 0, comma);
        rest = text_slice(rest, comma < rest.size ? comma + 1 : comma, rest.size);
        const bool other = text_starts(item, "@");
        item = text_slice(item, other, item.size);
        if (!text_find(item, '=', &equal) ||
            !text_number(text_slice(item, equal + 1, item.size), INT32_MIN, INT32_MAX, &value))
            return report_error(&invocation->report, "--set takes NAME=NUMBER, not \"%.*s\"",
                                (int)item.size, item.at);
        const Text name = text_slice(item, 0, equal);
        if (!bench->names->index(bench->names->context, SCRIPT_ATTRIBUTE, name, &attribute))
            return report_error(&invocation->report, "no attribute \"%.*s\"", (int)name.size,
                                name.at);
        *value_of(bench, other, attribute) = (int32_t)value;
    }
    return true;
}

static bool run_handler(Invocation *invocation, const ScriptNames *names, Arena *arena)
{
    Report *report = &invocation->report;
    Bench bench = {.names = names, .arena = arena};
    const ScriptSource source = script_source(text_of(invocation->arguments[2]));
    ScriptCode code;
    MachineProgram program;
    MachineRun run;
    report_about(report, TEXT("handler"));
    Arena *scratch = arena_new();
    const bool ready = set_values(invocation, &bench) &&
                       script_compile(&source, names, &code, arena, report) &&
                       machine_load(code.bytes, NULL, &program, arena, scratch, report);
    arena_free(scratch);
    if (!ready)
        return false;
    const MachineHost host = {&bench,        bench_get,    bench_set,    bench_nothing,
                              bench_nothing, bench_random, bench_command};
    uint32_t budget = STEPS_MOST;
    machine_start(&run, 0, 1);
    MachineStatus status;
    do
        status = machine_run(&program, &run, &host, &budget);
    while (status == MACHINE_WAITING && budget);
    for (int i = 0; i < SCRIPT_LOCALS; i++)
        if (run.locals[i])
            printf("%c = %d\n", 'a' + i, run.locals[i]);
    if (status != MACHINE_DONE)
        return report_error(report, "still running after %d instructions", STEPS_MOST);
    return true;
}

bool script_run_alone(Invocation *invocation, Arena *arena)
{
    Bytes file;
    TngFile game;
    Names names;
    Report *report = &invocation->report;
    const char *path = invocation->arguments[1];
    if (!game_load(path, &file, arena, report))
        return false;
    report_about(report, text_of(path));
    if (!tng_read(file, &game, arena, report) ||
        !project_game_names(&game, &names, arena, report))
        return false;
    const ScriptNames script_names = script_names_of(&names);
    return run_handler(invocation, &script_names, arena);
}
