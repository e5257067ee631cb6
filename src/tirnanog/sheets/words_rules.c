/* Conditions, provided values, choosers. */
#include "tirnanog/sheets/words_names.h"

#include "base/text.h"

/* By relation code; two-letter signs first when reading. */
static const char *const signs[] = {"=", "!=", ">=", ">", "<=", "<"};
static const uint8_t reading_order[] = {1, 2, 4, 0, 3, 5};

/* Splits `name>=value`; the name must not be empty. */
static bool split_rule(SheetCursor *cursor, Text word, Text *name, u8 *relation, i32 *value)
{
    size_t at = 0;
    while (at < word.size && !strchr("=!<>", word.at[at]))
        at++;
    const Text tail = text_slice(word, at, word.size);
    for (size_t i = 0; i < COUNT_OF(reading_order); i++) {
        const char *sign = signs[reading_order[i]];
        int64_t number;
        if (!text_starts(tail, sign))
            continue;
        const Text digits = text_slice(tail, strlen(sign), tail.size);
        if (!text_number(digits, INT32_MIN, INT32_MAX, &number))
            return sheet_error(cursor, digits, "\"%.*s\" is not a number", (int)digits.size,
                               digits.at);
        *name = text_slice(word, 0, at);
        *relation = reading_order[i];
        *value = (i32)number;
        return at > 0 ||
               sheet_error(cursor, word, "an attribute is missing before \"%s\"", sign);
    }
    return sheet_error(
        cursor, word,
        "\"%.*s\" is not a condition; expected attribute, one of = != >= > <= <, number",
        (int)word.size, word.at);
}

/* `-` stands for an absent rule: everything is 0. */
static bool take_rule(SheetCursor *cursor, const char *what, Text *word, u8 *relation,
                      uint32_t *attribute, i32 *value)
{
    Text name;
    if (!sheet_take_word(cursor, what, word))
        return false;
    *relation = 0;
    *attribute = 0;
    *value = 0;
    return text_is(*word, "-") || (split_rule(cursor, *word, &name, relation, value) &&
                                   sheet_read_name(cursor, name, NAME_ATTRIBUTE, attribute));
}

bool read_needs(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                const char *argument, void *value)
{
    (void)type, (void)argument;
    Text word;
    Needs *needs = value;
    return take_rule(cursor, field->name, &word, &needs->relation, &needs->attribute,
                     &needs->value);
}

/* An unknown relation is shown as =. Without an attribute there is no rule. */
static void put_rule(SheetCursor *cursor, uint32_t attribute, unsigned relation, i32 value)
{
    const Text name = names_string_at(cursor->names, attribute);
    if (name.size)
        sheet_put_format(cursor, "%.*s%s%d", (int)name.size, name.at,
                         signs[relation < COUNT_OF(signs) ? relation : 0], value);
    else
        sheet_put(cursor, TEXT("-"));
}

void write_needs(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                 const void *value)
{
    (void)type, (void)argument;
    const Needs *needs = value;
    put_rule(cursor, needs->attribute, needs->relation, needs->value);
}

/* The same spelling as a condition, but only with =. */
bool read_gives(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                const char *argument, void *value)
{
    (void)type, (void)argument;
    Text word;
    u8 relation;
    Gives *gives = value;
    return take_rule(cursor, field->name, &word, &relation, &gives->attribute, &gives->value) &&
           (relation == 0 ||
            sheet_error(cursor, word, "a provided attribute is set with =, not compared"));
}

void write_gives(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                 const void *value)
{
    (void)type, (void)argument;
    const Gives *gives = value;
    put_rule(cursor, gives->attribute, 0, gives->value);
}

/* The letter of the line tells which kind it is: `a` provides, `r` requires. */
bool read_rule(SheetCursor *cursor, const Field *field, const RecordLayout *type,
               const char *argument, void *value)
{
    (void)field, (void)type, (void)argument;
    Text word;
    AttributeRule *rule = value;
    if (cursor->tag == 'a')
        return read_rule_gives(cursor, field, type, argument, value);
    return take_rule(cursor, "a condition", &word, &rule->relation, &rule->attribute,
                     &rule->value);
}

bool read_rule_gives(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                     const char *argument, void *value)
{
    (void)field, (void)type;
    Text word;
    AttributeRule *rule = value;
    rule->relation = RELATION_SET;
    return sheet_take_word(cursor, "an attribute", &word) &&
           sheet_read_name(cursor, word, NAME_ATTRIBUTE, &rule->attribute) &&
           read_number(cursor, NULL, &i32_layout, argument, &rule->value);
}

/* Writes the letter too, because it depends on the rule. */
void write_rule(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                const void *value)
{
    (void)type;
    const AttributeRule *rule = value;
    if (rule->relation != RELATION_SET) {
        if (strcmp(argument, "rule") == 0)
            sheet_put(cursor, TEXT("r"));
        put_rule(cursor, rule->attribute, rule->relation, rule->value);
        return;
    }
    const Text name = names_string_at(cursor->names, rule->attribute);
    sheet_put(cursor, TEXT("a"));
    sheet_put(cursor, name.size ? name : TEXT("-"));
    sheet_put_format(cursor, "%d", rule->value);
}

bool read_ingredient(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                     const char *argument, void *value)
{
    (void)field, (void)type;
    Ingredient *ingredient = value;
    Text ahead = cursor->rest;
    if (!text_word(&ahead).size) /* the rest of the sixteen is optional */
        return true;
    return read_number(cursor, layout_field(&Ingredient_layout, TEXT("quantity")), &u16_layout,
                       argument, &ingredient->quantity) &&
           read_object(cursor, NULL, &ObjectIndex_layout, "", &ingredient->object);
}

void write_ingredient(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                      const void *value)
{
    (void)type, (void)argument;
    const Ingredient *ingredient = value;
    sheet_put_format(cursor, "%u", ingredient->quantity);
    write_object(cursor, &ObjectIndex_layout, "", &ingredient->object);
}

/* ---- choosers ---- */

/* Bits of a chooser's fields: the low bits of a condition's type are the variable, from
 * VARIABLE_A on, the high ones the relation. */
enum { POSITION_RECTANGLE = 13, CHOOSER_STAYS_OPEN = 0x80, VARIABLE_A = 2, RELATION_SHIFT = 5 };

/* A name of one letter is a local variable: b to z; a is the result of the chooser. */
static bool chooser_condition(SheetCursor *cursor, Text word, bool provides,
                              ChooserCondition *out)
{
    Text name;
    u8 relation;
    *out = (ChooserCondition){0};
    if (text_is(word, "-"))
        return true;
    if (!split_rule(cursor, word, &name, &relation, &out->value))
        return false;
    if (provides && relation)
        return sheet_error(cursor, word, "a provided attribute is set with =, not compared");
    out->type = (u8)(relation << RELATION_SHIFT);
    if (name.size > 1)
        return sheet_read_name(cursor, name, NAME_ATTRIBUTE, &out->attribute);
    if (name.at[0] < 'b' || name.at[0] > 'z')
        return sheet_error(cursor, name,
                           "\"%.*s\" is not a variable; expected b to z, or an attribute",
                           (int)name.size, name.at);
    out->type = (u8)(out->type | (name.at[0] - 'a' + VARIABLE_A));
    return true;
}

/* Four percentages share the fields of the sprites, a byte each. */
static bool read_rectangle(SheetCursor *cursor, ChooserOption *option)
{
    u8 sides[4];
    for (int i = 0; i < 4; i++) {
        if (!read_number(cursor, layout_field(&Subtitle_layout, TEXT("x")), &u8_layout, "",
                         &sides[i]))
            return false;
        if (sides[i] > 100)
            return sheet_error(cursor, cursor->rest, "expected a percentage, 0 to 100");
    }
    option->sprites[0] = (u16)(sides[0] | sides[1] << 8);
    option->sprites[1] = (u16)(sides[2] | sides[3] << 8);
    option->sprites[2] = 0;
    Text requires;
    if (!sheet_take_word(cursor, "requires", &requires))
        return false;
    return text_is(requires, "-") ||
           sheet_error(cursor, requires, "a rectangle cannot have a requirement; expected -");
}

/* The format has only an index for each sprite, so all must be in ui/. */
static bool read_chooser_sprites(SheetCursor *cursor, ChooserOption *option)
{
    Text word;
    for (int i = 0; i < 3; i++) {
        SpriteRef sprite;
        if (!sheet_take_word(cursor, "a sprite", &word) ||
            !sheet_read_sprite(cursor, word, CATEGORY_UI, &sprite))
            return false;
        if (sprite.index != TNG_NO_SPRITE && sprite.category != CATEGORY_UI)
            return sheet_error(cursor, word, "a chooser's sprites must be in ui/");
        option->sprites[i] = sprite.index;
    }
    if (!sheet_take_word(cursor, "a zero", &word))
        return false;
    if (!text_is(word, "0"))
        return sheet_error(cursor, word, "\"%.*s\" must be 0", (int)word.size, word.at);
    Text requires;
    if (!sheet_take_word(cursor, "requires", &requires))
        return false;
    size_t and = requires.size;
    text_find(requires, '&', &and);
    if (!chooser_condition(cursor, text_slice(requires, 0, and), false, &option->requires[0]))
        return false;
    return and == requires.size ||
           chooser_condition(cursor, text_slice(requires, and+1, requires.size), false,
                             &option->requires[1]);
}

bool read_chooser_option(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                         const char *argument, void *value)
{
    (void)field, (void)type, (void)argument;
    ChooserOption *option = value;
    Text word, keep, provides;
    int64_t position;
    if (!sheet_take_word(cursor, "position", &word))
        return false;
    if (!text_number(word, 0, POSITION_RECTANGLE, &position))
        return sheet_error(cursor, word, "\"%.*s\" is not a position from 0 to 13",
                           (int)word.size, word.at);
    if (!sheet_take_word(cursor, "keep running", &keep))
        return false;
    if (!text_is(keep, "0") && !text_is(keep, "1"))
        return sheet_error(cursor, keep, "\"%.*s\" must be 0 or 1", (int)keep.size, keep.at);
    option->position = (u8)(position | (text_is(keep, "1") ? CHOOSER_STAYS_OPEN : 0));
    return (position == POSITION_RECTANGLE ? read_rectangle(cursor, option)
                                           : read_chooser_sprites(cursor, option)) &&
           sheet_take_word(cursor, "provides", &provides) &&
           chooser_condition(cursor, provides, true, &option->provides);
}

/* The inverse of chooser_condition(). */
static Text condition_text(SheetCursor *cursor, const ChooserCondition *condition)
{
    const unsigned variable = condition->type & 31,
                   relation = condition->type >> RELATION_SHIFT;
    const char *sign = signs[relation < COUNT_OF(signs) ? relation : 0];
    if (variable >= VARIABLE_A)
        return arena_format(cursor->arena, "%c%s%d", 'a' + (int)variable - VARIABLE_A, sign,
                            condition->value);
    const Text name = names_string_at(cursor->names, condition->attribute);
    if (!name.size)
        return TEXT("-");
    return arena_format(cursor->arena, "%.*s%s%d", (int)name.size, name.at, sign,
                        condition->value);
}

void write_chooser_option(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                          const void *value)
{
    (void)type, (void)argument;
    const ChooserOption *option = value;
    const unsigned position = option->position & ~CHOOSER_STAYS_OPEN;
    sheet_put_format(cursor, "%u %d", position, option->position & CHOOSER_STAYS_OPEN ? 1 : 0);
    if (position == POSITION_RECTANGLE) {
        sheet_put_format(cursor, "%u %u %u %u -", option->sprites[0] & 255,
                         option->sprites[0] >> 8, option->sprites[1] & 255,
                         option->sprites[1] >> 8);
    } else {
        for (int i = 0; i < 3; i++)
            write_sprite(cursor, &SpriteRef_layout, "ui",
                         &(SpriteRef){CATEGORY_UI, option->sprites[i]});
        const Text first = condition_text(cursor, &option->requires[0]);
        const Text second = condition_text(cursor, &option->requires[1]);
        const bool both = !text_is(second, "-");
        sheet_put_format(cursor, "0 %.*s%s%.*s", (int)first.size, first.at, both ? "&" : "",
                         both ? (int)second.size : 0, second.at);
    }
    sheet_put(cursor, condition_text(cursor, &option->provides));
}
