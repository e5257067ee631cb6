/* Writes the schema: a sheet, its lines, their members. Texts about members are those of the
 * reference (reference_members.h), so that a form and the manual say the same. */
#include "tirnanog/sheets/schema.h"

#include "base/text.h"
#include "tirnanog/sheets/reference_members.h"

typedef void Describe(const Member *member, const MemberSpec *spec, Writer *out);

static void describe_values(const Member *member, const MemberSpec *spec, Writer *out)
{
    word_describe(member->type, spec->rest && !spec->argument[0] ? "rest" : spec->argument,
                  out);
}

static void describe_default(const Member *member, const MemberSpec *spec, Writer *out)
{
    reference_default(member, spec->argument, out);
}

static void describe_meaning(const Member *member, const MemberSpec *spec, Writer *out)
{
    if (member->field)
        reference_meaning(member->field->doc, spec->argument, out);
}

static void put_described(JsonWriter *json, const char *key, Describe *describe,
                          const Member *member, const MemberSpec *spec, Arena *arena)
{
    Writer out = writer_to(arena);
    describe(member, spec, &out);
    json_put_text(json, key, writer_text(&out));
}

static void put_choices(JsonWriter *json, const char *choices)
{
    json_open_list(json, "choices");
    for (Text rest = text_of(choices ? choices : ""); rest.size;) {
        size_t bar = rest.size;
        text_find(rest, '|', &bar);
        json_put_text(json, NULL, text_slice(rest, 0, bar));
        rest = text_slice(rest, bar < rest.size ? bar + 1 : bar, rest.size);
    }
    json_close_list(json);
}

static void put_member(JsonWriter *json, const LineShape *shape, const MemberSpec *spec,
                       Arena *arena)
{
    Member member = member_of(shape->layout, shape->record, spec->path);
    const Field of_list = {.doc = shape->list_doc};
    if (!member.field)
        member.field = &of_list;
    const char *argument = spec->rest && !spec->argument[0] ? "rest" : spec->argument;
    const WordForm form = word_form(member.type, argument);
    const Text name = member_title(text_is(spec->path, ".") ? shape->line.list : spec->path);
    json_open(json, NULL);
    json_put_text(json, "name", name);
    put_described(json, "doc", describe_meaning, &member, spec, arena);
    put_described(json, "values", describe_values, &member, spec, arena);
    json_put_text(json, "form", text_of(form.form));
    if (form.low || form.high) {
        json_put_int(json, "low", form.low);
        json_put_int(json, "high", form.high);
    }
    json_put_text(json, "unit", text_of(form.unit ? form.unit : ""));
    put_choices(json, form.choices);
    json_put_text(json, "kind",
                  text_of(form.kind < 0 ? "" : name_kind_id((unsigned)form.kind)));
    json_put_int(json, "count", spec->count);
    json_put_bool(json, "rest", spec->rest);
    json_put_bool(json, "optional", spec->optional);
    put_described(json, "default", describe_default, &member, spec, arena);
    json_close(json);
}

static void put_line(JsonWriter *json, const Sheet *sheet, size_t index, Arena *arena)
{
    const LineShape shape = line_shape(sheet, index, arena);
    const Line *line = &shape.line;
    const Text tag = line->tag;
    json_open(json, NULL);
    json_put_text(json, "tag", shape.inner ? text_slice(tag, 2, tag.size) : tag);
    json_put_text(json, "inner", shape.inner ? text_slice(tag, 0, 1) : TEXT(""));
    json_put_text(json, "list", member_title(line->list));
    json_put_int(json, "count", line->count);
    json_put_uint(json, "max", shape.max);
    json_put_bool(json, "optional", line->optional);
    json_put_text(json, "block", text_of(line->block ? line->block : ""));
    json_put_text(json, "doc", text_of(sheet->lines[index].doc));
    json_open_list(json, "members");
    MemberSpec spec;
    for (Text members = line->members; !line->block && member_spec_next(&members, &spec);)
        put_member(json, &shape, &spec, arena);
    json_close_list(json);
    json_close(json);
}

void schema_put(JsonWriter *json, const char *key, const Sheet *sheet)
{
    Arena *arena = arena_new();
    json_open(json, key);
    json_put_text(json, "name", sheet_name(sheet));
    json_put_text(json, "path", text_of(sheet->path));
    json_put_text(json, "title", text_of(sheet->title));
    json_put_text(json, "about", text_of(sheet->about));
    json_put_text(json, "magic", text_of(sheet->magic));
    json_put_text(json, "example", text_of(sheet->example));
    json_open_list(json, "lines");
    for (size_t i = 0; i < COUNT_OF(sheet->lines) && sheet->lines[i].syntax; i++)
        put_line(json, sheet, i, arena);
    json_close_list(json);
    json_close(json);
    arena_free(arena);
}

void schema_put_members(JsonWriter *json, const RecordLayout *layout, void *record,
                        Text members)
{
    Arena *arena = arena_new();
    const LineShape shape = {.layout = layout, .record = record, .list_doc = ""};
    MemberSpec spec;
    json_open_list(json, "members");
    while (member_spec_next(&members, &spec))
        put_member(json, &shape, &spec, arena);
    json_close_list(json);
    arena_free(arena);
}
