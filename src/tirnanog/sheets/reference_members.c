/* The parts of the reference about single members: titles, defaults, meanings, tables. */
#include "tirnanog/sheets/reference_members.h"

#include <stdio.h>
#include <string.h>

/* "(mask width)" */
static void write_title(Text path, Text list, Writer *out)
{
    const Text name = member_title(text_is(path, ".") ? list : path);
    write_format(out, "(");
    for (size_t i = 0; i < name.size; i++)
        write_format(out, "%c", name.at[i] == '_' ? ' ' : name.at[i]);
    write_format(out, ")");
}

void reference_syntax(Text members, Text list, Writer *out)
{
    MemberSpec spec;
    for (const char *blank = ""; member_spec_next(&members, &spec); blank = " ") {
        write_format(out, "%s%s", blank, spec.optional ? "[" : "");
        write_title(spec.path, list, out);
        if (spec.count > 1)
            write_format(out, " x %ld", spec.count);
        write_format(out, "%s", spec.optional ? "]" : "");
    }
}

void reference_default(const Member *member, const char *argument, Writer *out)
{
    Arena *arena = arena_new();
    Writer text = writer_to(arena);
    Report report = report_to(NULL, NULL);
    Names names = names_new(arena);
    SheetCursor cursor = {.names = &names, .arena = arena, .report = &report, .out = &text};
    word_kind(member->type, argument)->write(&cursor, member->type, argument, member->value);
    write_format(out, "%.*s", (int)text.size, (const char *)text.data);
    arena_free(arena);
}

void reference_meaning(const char *doc, const char *argument, Writer *out)
{
    char bit[16];
    snprintf(bit, sizeof bit, "bit %.4s ", strncmp(argument, "bit", 3) ? "" : argument + 3);
    const char *start = strstr(doc, bit);
    if (!start) {
        write_format(out, "%s", doc);
        return;
    }
    start += strlen(bit);
    const char *end = strstr(start, ", bit ");
    write_format(out, "1: %.*s", (int)(end ? (size_t)(end - start) : strlen(start)), start);
}

static void write_member(const Member *member, const MemberSpec *spec, Text list, Writer *out)
{
    const char *argument = spec->rest && !spec->argument[0] ? "rest" : spec->argument;
    write_format(out, "| ");
    write_title(spec->path, list, out);
    write_format(out, " | ");
    if (spec->count > 1)
        write_format(out, "%ld words, each: ", spec->count);
    word_describe(member->type, argument, out);
    if (spec->optional) {
        write_format(out, "; may be missing: `");
        reference_default(member, spec->argument, out);
        write_format(out, "`");
    }
    write_format(out, " | ");
    reference_meaning(member->field->doc, spec->argument, out);
    write_format(out, " |\n");
}

void reference_table(const RecordLayout *layout, void *record, Text members, Text list,
                     const char *list_doc, Writer *out)
{
    MemberSpec spec;
    write_format(out, "\n| word | values | meaning |\n|---|---|---|\n");
    while (member_spec_next(&members, &spec)) {
        Member member = member_of(layout, record, spec.path);
        const Field of_list = {.doc = list_doc};
        if (!member.field)
            member.field = &of_list;
        write_member(&member, &spec, list, out);
    }
}

void reference_members(const RecordLayout *layout, void *record, Text members, Writer *out)
{
    write_format(out, "    ");
    reference_syntax(members, TEXT(""), out);
    write_format(out, "\n");
    reference_table(layout, record, members, TEXT(""), "", out);
}
