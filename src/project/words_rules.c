/* Conditions, provided values, choosers. */
#include "project/words.h"

#include "base/text.h"

#include <stdio.h>

/* By relation code; two-letter signs first when reading. */
static const char *const signs[] = {"=", "!=", ">=", ">", "<=", "<"};
static const uint8_t reading_order[] = {1, 2, 4, 0, 3, 5};

/* Splits `name>=value`; the name must not be empty. */
static bool split_rule(Spelling *spelling, Text word, Text *name, u8 *relation, i32 *value)
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
            return spelling_error(spelling, digits, "\"%.*s\" is not a number",
                                  (int)digits.size, digits.at);
        *name = text_slice(word, 0, at);
        *relation = reading_order[i];
        *value = (i32)number;
        return at > 0 ||
               spelling_error(spelling, word, "an attribute is missing before \"%s\"", sign);
    }
    return spelling_error(
        spelling, word,
        "\"%.*s\" is not a condition; expected attribute, one of = != >= > <= <, number",
        (int)word.size, word.at);
}

static bool take_rule(Spelling *spelling, const char *what, Text *word, u8 *relation,
                      uint32_t *attribute, i32 *value)
{
    Text name;
    if (!spelling_take(spelling, what, word))
        return false;
    *relation = 0;
    *attribute = 0;
    *value = 0;
    return text_is(*word, "-") || (split_rule(spelling, *word, &name, relation, value) &&
                                   spelling_name(spelling, name, NAME_ATTRIBUTE, attribute));
}

bool read_needs(Spelling *spelling, const Field *field, const Layout *type,
                const char *argument, void *value)
{
    (void)type, (void)argument;
    Text word;
    Needs *needs = value;
    return take_rule(spelling, field->name, &word, &needs->relation, &needs->attribute,
                     &needs->value);
}

static void put_rule(Spelling *spelling, uint32_t attribute, unsigned relation, i32 value)
{
    const Text name = names_string_at(spelling->names, attribute);
    if (name.size)
        spelling_put_format(spelling, "%.*s%s%d", (int)name.size, name.at,
                            signs[relation < COUNT_OF(signs) ? relation : 0], value);
    else
        spelling_put(spelling, TEXT("-"));
}

void write_needs(Spelling *spelling, const Layout *type, const char *argument,
                 const void *value)
{
    (void)type, (void)argument;
    const Needs *needs = value;
    put_rule(spelling, needs->attribute, needs->relation, needs->value);
}

bool read_gives(Spelling *spelling, const Field *field, const Layout *type,
                const char *argument, void *value)
{
    (void)type, (void)argument;
    Text word;
    u8 relation;
    Gives *gives = value;
    return take_rule(spelling, field->name, &word, &relation, &gives->attribute,
                     &gives->value) &&
           (relation == 0 ||
            spelling_error(spelling, word, "a provided attribute is set with =, not compared"));
}

void write_gives(Spelling *spelling, const Layout *type, const char *argument,
                 const void *value)
{
    (void)type, (void)argument;
    const Gives *gives = value;
    put_rule(spelling, gives->attribute, 0, gives->value);
}

bool read_rule(Spelling *spelling, const Field *field, const Layout *type, const char *argument,
               void *value)
{
    (void)field, (void)type, (void)argument;
    Text word;
    AttributeRule *rule = value;
    if (spelling->tag == 'a')
        return read_rule_gives(spelling, field, type, argument, value);
    return take_rule(spelling, "a condition", &word, &rule->relation, &rule->attribute,
                     &rule->value);
}

bool read_rule_gives(Spelling *spelling, const Field *field, const Layout *type,
                     const char *argument, void *value)
{
    (void)field, (void)type;
    Text word;
    AttributeRule *rule = value;
    rule->relation = RELATION_SET;
    return spelling_take(spelling, "an attribute", &word) &&
           spelling_name(spelling, word, NAME_ATTRIBUTE, &rule->attribute) &&
           read_number(spelling, NULL, &i32_layout, argument, &rule->value);
}

/* Writes the letter too, because it depends on the rule. */
void write_rule(Spelling *spelling, const Layout *type, const char *argument, const void *value)
{
    (void)type;
    const AttributeRule *rule = value;
    if (rule->relation != RELATION_SET) {
        if (strcmp(argument, "rule") == 0)
            spelling_put(spelling, TEXT("r"));
        put_rule(spelling, rule->attribute, rule->relation, rule->value);
        return;
    }
    const Text name = names_string_at(spelling->names, rule->attribute);
    spelling_put(spelling, TEXT("a"));
    spelling_put(spelling, name.size ? name : TEXT("-"));
    spelling_put_format(spelling, "%d", rule->value);
}

bool read_ingredient(Spelling *spelling, const Field *field, const Layout *type,
                     const char *argument, void *value)
{
    (void)field, (void)type;
    Ingredient *ingredient = value;
    Text ahead = spelling->rest;
    if (!text_word(&ahead).size) /* the rest of the sixteen is optional */
        return true;
    return read_number(spelling, layout_field(&Ingredient_layout, TEXT("quantity")),
                       &u16_layout, argument, &ingredient->quantity) &&
           word_kind(&ObjectIndex_layout, "")
               ->read(spelling, NULL, &ObjectIndex_layout, "", &ingredient->object);
}

void write_ingredient(Spelling *spelling, const Layout *type, const char *argument,
                      const void *value)
{
    (void)type, (void)argument;
    const Ingredient *ingredient = value;
    spelling_put_format(spelling, "%u", ingredient->quantity);
    word_kind(&ObjectIndex_layout, "")
        ->write(spelling, &ObjectIndex_layout, "", &ingredient->object);
}

/* ---- choosers ---- */

enum { POSITION_RECTANGLE = 13, AUTOSAVE_RUNNING = 0x80, VARIABLE_A = 2, RELATION_SHIFT = 5 };

/* A name of one letter is a local variable: b to z; a is the result of the chooser. */
static bool chooser_condition(Spelling *spelling, Text word, bool provides,
                              ChooserCondition *out)
{
    Text name;
    u8 relation;
    *out = (ChooserCondition){0};
    if (text_is(word, "-"))
        return true;
    if (!split_rule(spelling, word, &name, &relation, &out->value))
        return false;
    if (provides && relation)
        return spelling_error(spelling, word,
                              "a provided attribute is set with =, not compared");
    out->type = (u8)(relation << RELATION_SHIFT);
    if (name.size > 1)
        return spelling_name(spelling, name, NAME_ATTRIBUTE, &out->attribute);
    if (name.at[0] < 'b' || name.at[0] > 'z')
        return spelling_error(spelling, name,
                              "\"%.*s\" is not a variable; expected b to z, or an attribute",
                              (int)name.size, name.at);
    out->type = (u8)(out->type | (name.at[0] - 'a' + VARIABLE_A));
    return true;
}

static bool read_rectangle(Spelling *spelling, ChooserOption *option)
{
    u8 sides[4];
    for (int i = 0; i < 4; i++) {
        if (!read_number(spelling, layout_field(&Subtitle_layout, TEXT("x")), &u8_layout, "",
                         &sides[i]))
            return false;
        if (sides[i] > 100)
            return spelling_error(spelling, spelling->rest, "expected a percentage, 0 to 100");
    }
    option->sprites[0] = (u16)(sides[0] | sides[1] << 8);
    option->sprites[1] = (u16)(sides[2] | sides[3] << 8);
    option->sprites[2] = 0;
    Text requires;
    if (!spelling_take(spelling, "requires", &requires))
        return false;
    return text_is(requires, "-") ||
           spelling_error(spelling, requires,
                          "a rectangle cannot have a requirement; expected -");
}

static bool read_chooser_sprites(Spelling *spelling, ChooserOption *option)
{
    Text word;
    for (int i = 0; i < 3; i++) {
        SpriteRef sprite;
        if (!spelling_take(spelling, "a sprite", &word) ||
            !spelling_sprite(spelling, word, CATEGORY_UI, &sprite))
            return false;
        if (sprite.index != TNG_NO_SPRITE && sprite.category != CATEGORY_UI)
            return spelling_error(spelling, word, "a chooser's sprites must be in ui/");
        option->sprites[i] = sprite.index;
    }
    if (!spelling_take(spelling, "a zero", &word))
        return false;
    if (!text_is(word, "0"))
        return spelling_error(spelling, word, "\"%.*s\" must be 0", (int)word.size, word.at);
    Text requires;
    if (!spelling_take(spelling, "requires", &requires))
        return false;
    size_t and = requires.size;
    text_find(requires, '&', &and);
    if (!chooser_condition(spelling, text_slice(requires, 0, and), false, &option->requires[0]))
        return false;
    return and == requires.size ||
           chooser_condition(spelling, text_slice(requires, and+1, requires.size), false,
                             &option->requires[1]);
}

bool read_chooser_option(Spelling *spelling, const Field *field, const Layout *type,
                         const char *argument, void *value)
{
    (void)field, (void)type, (void)argument;
    ChooserOption *option = value;
    Text word, keep, provides;
    int64_t position;
    if (!spelling_take(spelling, "position", &word))
        return false;
    if (!text_number(word, 0, POSITION_RECTANGLE, &position))
        return spelling_error(spelling, word, "\"%.*s\" is not a position from 0 to 13",
                              (int)word.size, word.at);
    if (!spelling_take(spelling, "keep running", &keep))
        return false;
    if (!text_is(keep, "0") && !text_is(keep, "1"))
        return spelling_error(spelling, keep, "\"%.*s\" must be 0 or 1", (int)keep.size,
                              keep.at);
    option->position = (u8)(position | (text_is(keep, "1") ? AUTOSAVE_RUNNING : 0));
    return (position == POSITION_RECTANGLE ? read_rectangle(spelling, option)
                                           : read_chooser_sprites(spelling, option)) &&
           spelling_take(spelling, "provides", &provides) &&
           chooser_condition(spelling, provides, true, &option->provides);
}

static Text condition_text(Spelling *spelling, const ChooserCondition *condition)
{
    const unsigned variable = condition->type & 31,
                   relation = condition->type >> RELATION_SHIFT;
    const char *sign = signs[relation < COUNT_OF(signs) ? relation : 0];
    if (variable >= VARIABLE_A)
        return arena_format(spelling->arena, "%c%s%d", 'a' + (int)variable - VARIABLE_A, sign,
                            condition->value);
    const Text name = names_string_at(spelling->names, condition->attribute);
    if (!name.size)
        return TEXT("-");
    return arena_format(spelling->arena, "%.*s%s%d", (int)name.size, name.at, sign,
                        condition->value);
}

void write_chooser_option(Spelling *spelling, const Layout *type, const char *argument,
                          const void *value)
{
    (void)type, (void)argument;
    const ChooserOption *option = value;
    const unsigned position = option->position & ~AUTOSAVE_RUNNING;
    spelling_put_format(spelling, "%u %d", position,
                        option->position & AUTOSAVE_RUNNING ? 1 : 0);
    if (position == POSITION_RECTANGLE) {
        spelling_put_format(spelling, "%u %u %u %u -", option->sprites[0] & 255,
                            option->sprites[0] >> 8, option->sprites[1] & 255,
                            option->sprites[1] >> 8);
    } else {
        for (int i = 0; i < 3; i++)
            word_kind(&SpriteRef_layout, "ui")
                ->write(spelling, &SpriteRef_layout, "ui",
                        &(SpriteRef){CATEGORY_UI, option->sprites[i]});
        const Text first = condition_text(spelling, &option->requires[0]);
        const Text second = condition_text(spelling, &option->requires[1]);
        const bool both = !text_is(second, "-");
        spelling_put_format(spelling, "0 %.*s%s%.*s", (int)first.size, first.at,
                            both ? "&" : "", both ? (int)second.size : 0, second.at);
    }
    spelling_put(spelling, condition_text(spelling, &option->provides));
}
