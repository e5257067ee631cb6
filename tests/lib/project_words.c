#include "project_words.h"

const char *const seed_prefixes[SEED_KINDS] = {
    [SCRIPT_ATTRIBUTE] = "at", [SCRIPT_OBJECT] = "o",       [SCRIPT_NPC] = "n",
    [SCRIPT_MAP] = "m",        [SCRIPT_MUSIC] = "tune",     [SCRIPT_SOUND] = "noise",
    [SCRIPT_CHOOSER] = "pick", [SCRIPT_CUTSCENE] = "scene", [SCRIPT_DIALOG] = "d",
    [SCRIPT_CRAFT] = "craft",  [SCRIPT_QUEST] = "q",
};

uint32_t seed_pick(Seed *seed, uint32_t below)
{
    seed->state = seed->state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(seed->state >> 8) * below >> 24);
}

void seed_say(Seed *seed, const char *text) { write_text(&seed->out, text_of(text)); }

void seed_put(Seed *seed, Text path, Bytes bytes)
{
    for (size_t i = 0; i < seed->files.count; i++)
        if (text_equal(seed->files.items[i].path, path)) {
            seed->files.items[i].bytes = bytes;
            return;
        }
    *ARENA_PUSH(seed->arena, seed->files.items, seed->files.count) = (ProjectFile){path, bytes};
}

void seed_begin(Seed *seed, const char *first)
{
    seed->out = writer_to(seed->arena);
    write_format(&seed->out, "%s\n", first);
}

void seed_end(Seed *seed, const char *folder, ScriptKind kind, uint32_t number,
              const char *extension)
{
    seed_put(
        seed,
        arena_format(seed->arena, "%s/%s%u.%s", folder, seed_prefixes[kind], number, extension),
        writer_bytes(&seed->out));
}

/* ---- words of lines ---- */

void seed_say_name(Seed *seed, ScriptKind kind)
{
    write_format(&seed->out, "%s%u", seed_prefixes[kind], seed_pick(seed, seed->counts[kind]));
}

void seed_say_name_or_none(Seed *seed, ScriptKind kind)
{
    if (seed_pick(seed, 3))
        seed_say_name(seed, kind);
    else
        seed_say(seed, "-");
}

void seed_say_title(Seed *seed)
{
    static const char *const words[] = {"Light", "\xC3\xA9t\xC3\xA9", "\"Rock\"", "of",
                                        "100 %", "\xE2\x82\xAC",      "a\\b",     "Skerry"};
    for (uint32_t more = 1 + seed_pick(seed, 4); more--;)
        write_format(&seed->out, "%s%s", words[seed_pick(seed, COUNT_OF(words))],
                     more ? " " : "");
}

void seed_say_condition(Seed *seed)
{
    static const char *const signs[] = {"=", "!=", ">=", ">", "<=", "<"};
    seed_say_name(seed, SCRIPT_ATTRIBUTE);
    write_format(&seed->out, "%s%u", signs[seed_pick(seed, COUNT_OF(signs))],
                 seed_pick(seed, 100));
}

void seed_say_needs_and_gives(Seed *seed)
{
    if (seed_pick(seed, 2))
        seed_say_condition(seed);
    else
        seed_say(seed, "-");
    seed_say(seed, " ");
    if (seed_pick(seed, 2)) {
        seed_say_name(seed, SCRIPT_ATTRIBUTE);
        write_format(&seed->out, "=%u ", seed_pick(seed, 1000));
    } else
        seed_say(seed, "- ");
}

void seed_say_layer(Seed *seed)
{
    seed_say(seed, "l");
    for (uint32_t i = 0; i < 19; i++)
        if (i == 0 || seed_pick(seed, 5) == 0)
            write_format(&seed->out, " c%u", seed_pick(seed, seed->images));
        else
            seed_say(seed, " -");
    seed_say(seed, " -\n");
}

/* ---- handlers ---- */

static void say_expression(Seed *seed, unsigned depth)
{
    static const char *const signs[] = {
        "|", "&", "=", "!=", ">=", ">", "<=", "<", "+", "-", "*", "/", "%"};
    switch (seed_pick(seed, depth ? 7 : 4)) {
    case 0:
        write_format(&seed->out, "%u", seed_pick(seed, 1u << seed_pick(seed, 24)));
        return;
    case 1:
        write_format(&seed->out, "%c", 'a' + (int)seed_pick(seed, 26));
        return;
    case 2:
        write_format(&seed->out, "rnd(%u)", 1 + seed_pick(seed, 1000));
        return;
    case 3:
        seed_say(seed, seed_pick(seed, 2) ? "@" : "");
        seed_say_name(seed, SCRIPT_ATTRIBUTE);
        return;
    case 4:
        seed_say(seed, seed_pick(seed, 2) ? "min(" : "max(");
        say_expression(seed, depth - 1);
        seed_say(seed, ",");
        break;
    default:
        seed_say(seed, "(");
        say_expression(seed, depth - 1);
        seed_say(seed, signs[seed_pick(seed, COUNT_OF(signs))]);
    }
    say_expression(seed, depth - 1);
    seed_say(seed, ")");
}

static bool can_say(const Seed *seed, const CommandInfo *command)
{
    for (unsigned i = 0; i < COMMAND_ARGUMENTS && command->arguments[i]; i++) {
        const ScriptKind kind = argument_info(command->arguments[i])->reference;
        if (kind != SCRIPT_NUMBER && !seed->counts[kind])
            return false;
    }
    return true;
}

static void say_command(Seed *seed)
{
    const CommandInfo *command;
    do
        command =
            command_info(COMMAND_FIRST + seed_pick(seed, COMMAND_LAST - COMMAND_FIRST + 1));
    while (!can_say(seed, command));
    write_format(&seed->out, "%s(", command->name);
    for (unsigned i = 0; i < COMMAND_ARGUMENTS && command->arguments[i]; i++) {
        const ScriptKind kind = argument_info(command->arguments[i])->reference;
        seed_say(seed, i ? "," : "");
        if (kind == SCRIPT_NUMBER)
            write_format(&seed->out, "%u", seed_pick(seed, 4));
        else
            seed_say_name(seed, kind);
        if (kind == SCRIPT_MAP)
            write_format(&seed->out, ",%u,%u", seed_pick(seed, SEED_SIDE_MIN),
                         seed_pick(seed, SEED_SIDE_MIN));
    }
    seed_say(seed, ")\n");
}

void seed_say_statements(Seed *seed, unsigned depth)
{
    for (uint32_t more = 1 + seed_pick(seed, 4); more--;) {
        const unsigned choice = seed_pick(seed, depth ? 6 : 4);
        if (choice < 2)
            say_command(seed);
        else if (choice < 4) {
            if (choice == 2)
                write_format(&seed->out, "%c=", 'a' + (int)seed_pick(seed, 26));
            else
                write_format(&seed->out, "%s0=", seed_prefixes[SCRIPT_ATTRIBUTE]);
            say_expression(seed, 3);
            seed_say(seed, "\n");
        } else {
            seed_say(seed, choice == 4 ? "while(" : "switch(");
            say_expression(seed, 2);
            seed_say(seed, choice == 4 ? ") {\n" : ") {\ncase 1 {\n");
            seed_say_statements(seed, depth - 1);
            seed_say(seed, choice == 4 ? "}\n" : "}\n}\n");
        }
    }
}

void seed_say_handlers(Seed *seed, const char *const *events, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (seed_pick(seed, 3) == 0) {
            write_format(&seed->out, "e %s {\n", events[i]);
            seed_say_statements(seed, 2);
            seed_say(seed, "}\n");
        }
}
