/* Map scripts: list and formatter. */
#include "base/hash.h"
#include "base/text.h"
#include "evil_islands/objects/mob_script_internal.h"

/* ---- formatter ---- */

/* Tokens are printed in their order; the tree only determines line breaks. */
typedef struct Printer {
    const MobSource *source;
    const MobToken *token; /* the next */
    Writer *out;
    unsigned indent;
    unsigned breaks; /* pending line ends before the next token */
    bool starts;     /* the next token starts a command */
    bool any;        /* something was printed */
} Printer;

enum { INDENT = 2 };

static void line(Printer *printer, unsigned breaks)
{
    if (printer->any && printer->breaks < breaks)
        printer->breaks = breaks;
    printer->starts = true;
}

static void put(Printer *printer, Text text, bool blank)
{
    const bool fresh = printer->breaks || !printer->any;
    for (; printer->breaks; printer->breaks--)
        write_u8(printer->out, '\n');
    const unsigned indent = INDENT * (printer->indent + !printer->starts);
    for (unsigned i = 0; fresh && i < indent; i++)
        write_u8(printer->out, ' ');
    if (!fresh && blank)
        write_u8(printer->out, ' ');
    write_text(printer->out, text);
    printer->any = true;
}

/* A comment stays on the line of its token, or on a separate line. */
static void put_comments(Printer *printer)
{
    const MobToken *token = printer->token;
    for (uint32_t i = 0; i < token->comment_count; i++) {
        const MobComment *comment = &printer->source->comments[token->comment + i];
        const unsigned breaks = printer->breaks;
        if (comment->behind)
            printer->breaks = 0;
        else if (!breaks && printer->any)
            printer->breaks = 1;
        put(printer, comment->text, true);
        printer->breaks = comment->behind && breaks ? breaks : 1;
    }
}

/* Prints the next token, preceded by a space unless it starts a line. */
static void next(Printer *printer, bool blank)
{
    put_comments(printer);
    put(printer, printer->token->text, blank);
    printer->starts = false;
    printer->token++;
}

static void print_value(Printer *printer, const MobValue *value, bool blank)
{
    next(printer, blank);
    if (!value->call)
        return;
    next(printer, false);
    for (uint32_t i = 0; i < value->count; i++) {
        if (i)
            next(printer, false); /* the comma */
        print_value(printer, &value->values[i], true);
    }
    next(printer, value->count > 0);
}

/* Brackets of a block are on separate lines. */
static void open_block(Printer *printer)
{
    line(printer, 1);
    next(printer, false);
    line(printer, 1);
    printer->indent++;
}

static void close_block(Printer *printer)
{
    line(printer, 1);
    put_comments(printer); /* at the end of a block: they belong to it */
    printer->indent--;
    line(printer, 1);
    put(printer, printer->token++->text, false);
    printer->starts = false;
    line(printer, 1);
}

static void print_block(Printer *printer, const MobBlock *block);

static void print_if(Printer *printer, const MobStep *step)
{
    next(printer, false);
    open_block(printer);
    for (uint32_t i = 0; i < step->condition_count; i++) {
        print_value(printer, &step->conditions[i], false);
        line(printer, 1);
    }
    close_block(printer);
    next(printer, false); /* then */
    print_block(printer, &step->block);
    if (step->has_block) {
        next(printer, false); /* else */
        print_block(printer, &step->others);
    }
}

static void print_step(Printer *printer, const MobStep *step)
{
    if (step->kind == MOB_STEP_IF) {
        print_if(printer, step);
        return;
    }
    if (step->kind == MOB_STEP_SET) {
        next(printer, false);
        next(printer, true);
    }
    print_value(printer, &step->value, step->kind == MOB_STEP_SET);
    if (step->has_block)
        print_block(printer, &step->block);
    line(printer, 1);
}

static void print_block(Printer *printer, const MobBlock *block)
{
    open_block(printer);
    for (uint32_t i = 0; i < block->count; i++)
        print_step(printer, &block->steps[i]);
    close_block(printer);
}

static void print_variables(Printer *printer, const MobItem *item)
{
    const bool lines = item->kind == MOB_ITEM_GLOBALS;
    if (lines)
        open_block(printer);
    else
        next(printer, true);
    for (uint32_t i = 0; i < item->variable_count; i++) {
        if (i) {
            next(printer, false); /* the comma */
            if (lines)
                line(printer, 1);
        }
        for (unsigned part = 0; part < 3; part++) /* name : type */
            next(printer, true);
    }
    if (lines)
        close_block(printer);
    else
        next(printer, true);
}

void mob_script_print(const MobSource *source, Writer *out)
{
    Printer printer = {.source = source, .token = source->tokens, .out = out, .starts = true};
    for (size_t i = 0; i < source->item_count; i++) {
        const MobItem *item = &source->items[i];
        const bool declares = item->kind == MOB_ITEM_DECLARE;
        line(&printer, i && declares && item[-1].kind == MOB_ITEM_DECLARE ? 1 : 2);
        printer.starts = true;
        next(&printer, false);
        if (item->name)
            next(&printer, true);
        if (declares || item->kind == MOB_ITEM_GLOBALS)
            print_variables(&printer, item);
        else
            print_block(&printer, &item->block);
    }
    line(&printer, printer.any && source->item_count ? 2 : 1);
    put_comments(&printer);
    if (printer.any)
        write_u8(out, '\n');
}

/* ---- list ---- */

typedef struct Counts {
    size_t conditions, commands;
} Counts;

static void count(const MobBlock *block, Counts *counts)
{
    for (uint32_t i = 0; i < block->count; i++) {
        const MobStep *step = &block->steps[i];
        counts->conditions += step->condition_count;
        counts->commands += step->kind != MOB_STEP_IF;
        count(&step->block, counts);
        count(&step->others, counts);
    }
}

static void list_item(const MobItem *item, const MobItem *declared, Writer *out)
{
    Counts counts = {0};
    count(&item->block, &counts);
    write_text(out, (item->name ? item->name : item->token)->text);
    for (uint32_t i = 0; declared && i < declared->variable_count; i++) {
        const MobVariable *variable = &declared->variables[i];
        write_format(out, "%s %.*s : %.*s", i ? "," : " (", (int)variable->name->text.size,
                     variable->name->text.at, (int)variable->type->text.size,
                     variable->type->text.at);
    }
    if (item->name)
        write_format(out, "%s",
                     declared && declared->variable_count ? " )"
                     : declared                           ? " ( )"
                                                          : "");
    write_format(out, ": %zu condition%s, %zu command%s\n", counts.conditions,
                 PLURAL(counts.conditions), counts.commands, PLURAL(counts.commands));
}

void mob_script_list(const MobSource *source, Writer *out)
{
    Arena *scratch = arena_new();
    Table declared = table_new(scratch);
    for (size_t i = 0; i < source->item_count; i++)
        if (source->items[i].kind == MOB_ITEM_DECLARE)
            table_put(&declared, text_lowered(source->items[i].name->text, scratch),
                      (uint32_t)i);
    for (size_t i = 0; i < source->item_count; i++) {
        const MobItem *item = &source->items[i];
        const uint32_t *at =
            item->name ? table_get(&declared, text_lowered(item->name->text, scratch)) : NULL;
        if (item->kind == MOB_ITEM_SCRIPT || item->kind == MOB_ITEM_WORLD)
            list_item(item, at ? &source->items[*at] : NULL, out);
    }
    arena_free(scratch);
}
