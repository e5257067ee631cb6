#include "script_author.h"

static uint32_t pick(Author *author, uint32_t below)
{
    author->state = author->state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(author->state >> 8) * below >> 24);
}

static void say(Author *author, const char *text) { write_text(&author->out, text_of(text)); }

static void print_name(Author *author, ScriptKind kind)
{
    uint32_t i = pick(author, COUNT_OF(known_names));
    while (known_names[i].kind != kind)
        i = (i + 1) % COUNT_OF(known_names);
    say(author, known_names[i].name);
}

void print_expression(Author *author, unsigned depth)
{
    static const char *const signs[] = {
        "|", "&", "=", "!=", ">=", ">", "<=", "<", "+", "-", "*", "/", "%"};
    const unsigned choice = pick(author, depth ? 12 : 7);
    if (choice == 0) {
        const bool small = pick(author, 2);
        const uint32_t number = pick(author, small ? 4 : 1u << 24);
        write_format(&author->out, "%d",
                     small ? (int)number - 1 : (int)(number << pick(author, 8)));
    } else if (choice == 1)
        write_format(&author->out, "rnd(%u)", pick(author, 1000));
    else if (choice == 2)
        say(author, pick(author, 2) ? "cnt()" : "@cnt(obj)");
    else if (choice == 3)
        say(author, pick(author, 2) ? "@sum(gold)" : "sum(a.b_c2)");
    else if (choice == 4)
        write_format(&author->out, "%c", 'a' + (int)pick(author, 26));
    else if (choice <= 6) {
        say(author, pick(author, 2) ? "@" : "");
        print_name(author, SCRIPT_ATTRIBUTE);
    } else if (choice == 7) {
        say(author, "!");
        say(author, "(");
        print_expression(author, depth - 1);
        say(author, ")");
    } else if (choice == 8) {
        say(author, pick(author, 2) ? "min(" : "max(");
        for (uint32_t more = pick(author, 4); more--; say(author, ","))
            print_expression(author, depth - 1);
        print_expression(author, depth - 1);
        say(author, ")");
    } else {
        const bool bracket = pick(author, 2);
        say(author, bracket ? "(" : "");
        print_expression(author, depth - 1);
        say(author, signs[pick(author, COUNT_OF(signs))]);
        print_expression(author, depth - 1);
        say(author, bracket ? ")" : "");
    }
}

static void print_command(Author *author)
{
    const CommandInfo *command =
        command_info(COMMAND_FIRST + pick(author, COMMAND_LAST - COMMAND_FIRST + 1));
    write_format(&author->out, "%s(", command->name);
    for (unsigned i = 0; i < COMMAND_ARGUMENTS && command->arguments[i]; i++) {
        const ArgumentInfo *info = argument_info(command->arguments[i]);
        say(author, i ? ", " : "");
        if (info->reference == SCRIPT_NUMBER)
            print_expression(author, 2);
        else
            print_name(author, info->reference);
        if (info->reference == SCRIPT_MAP) {
            const uint32_t x = pick(author, 65536);
            write_format(&author->out, ",%u,%u", x, pick(author, 100));
        }
    }
    say(author, ")\n");
}

void print_statements(Author *author, unsigned depth)
{
    for (uint32_t more = pick(author, 5); more--;) {
        const unsigned choice = pick(author, depth ? 8 : 6);
        if (choice < 2) {
            print_command(author);
        } else if (choice < 6) {
            if (choice < 4)
                write_format(&author->out, "%c", 'a' + (int)pick(author, 26));
            else {
                say(author, choice == 5 ? "@" : "");
                print_name(author, SCRIPT_ATTRIBUTE);
            }
            say(author, "=");
            print_expression(author, 4);
            say(author, ";");
        } else {
            say(author, choice == 6 ? "while(" : "switch(");
            print_expression(author, 3);
            say(author, ") {");
            uint32_t number = choice == 6 ? 0 : pick(author, 12);
            for (; choice == 7 && number; number /= 2) {
                write_format(&author->out, "case %u {", number - 1);
                print_statements(author, depth - 1);
                say(author, "}");
            }
            if (choice == 6)
                print_statements(author, depth - 1);
            say(author, "}\n");
        }
    }
}
