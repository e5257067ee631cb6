/* How values are spelled in a project's text files: the plain ones. Those with
 * conditions are in words_rules.c, handlers in words_script.c. */
#include "project/words.h"

#include "base/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_none(Text word) { return text_is(word, "-"); }

/* ---- numbers ---- */

bool read_number(Spelling *spelling, const Field *field, const Layout *type,
                 const char *argument, void *value)
{
    Text word;
    const char *what = field ? field->name : "a number";
    const uint64_t most = primitive_most(type);
    const bool is_signed = type->form == FORM_SIGNED;
    int64_t high = (int64_t)(is_signed ? most / 2 : most);
    int64_t low = is_signed ? -high - 1 : 0;
    int64_t number;
    if (!strncmp(argument, "to", 2)) { /* "/to98" */
        high = strtol(argument + 2, NULL, 10);
        low = is_signed ? -high : 0;
    }
    if (!spelling_take(spelling, what, &word))
        return false;
    if (!text_number(word, low, high, &number))
        return spelling_error(
            spelling, word, "\"%.*s\" is no number from %" PRId64 " to %" PRId64 "%s%s",
            (int)word.size, word.at, low, high, field ? " for " : "", field ? what : "");
    primitive_set(type, value, (uint64_t)number);
    return true;
}

void write_number(Spelling *spelling, const Layout *type, const char *argument,
                  const void *value)
{
    (void)argument;
    if (type->form == FORM_SIGNED)
        spelling_put_format(spelling, "%" PRId64, (int64_t)primitive_get(type, value));
    else
        spelling_put_format(spelling, "%" PRIu64, primitive_get(type, value));
}

/* "/bit3": one bit of a number, as 0 or 1 */
static bool read_bit(Spelling *spelling, const Field *field, const Layout *type,
                     const char *argument, void *value)
{
    Text word;
    const uint64_t bit = 1ull << strtoul(argument + 3, NULL, 10);
    if (!spelling_take(spelling, field->name, &word))
        return false;
    if (!text_is(word, "0") && !text_is(word, "1"))
        return spelling_error(spelling, word, "\"%.*s\" must be 0 or 1", (int)word.size,
                              word.at);
    const uint64_t before = primitive_get(type, value) & ~bit;
    primitive_set(type, value, before | (text_is(word, "1") ? bit : 0));
    return true;
}

static void write_bit(Spelling *spelling, const Layout *type, const char *argument,
                      const void *value)
{
    const unsigned long bit = strtoul(argument + 3, NULL, 10);
    spelling_put(spelling, primitive_get(type, value) >> bit & 1 ? TEXT("1") : TEXT("0"));
}

/* "/not": 0 for 1 and 1 for 0 */
static bool read_not(Spelling *spelling, const Field *field, const Layout *type,
                     const char *argument, void *value)
{
    (void)argument;
    if (!read_bit(spelling, field, type, "bit0", value))
        return false;
    primitive_set(type, value, !primitive_get(type, value));
    return true;
}

static void write_not(Spelling *spelling, const Layout *type, const char *argument,
                      const void *value)
{
    (void)argument;
    spelling_put(spelling, primitive_get(type, value) ? TEXT("0") : TEXT("1"));
}

/* "/dash": a byte, 255 is spelled `-` */
static bool read_dash(Spelling *spelling, const Field *field, const Layout *type,
                      const char *argument, void *value)
{
    Text ahead = spelling->rest;
    if (!is_none(text_word(&ahead)))
        return read_number(spelling, field, type, argument, value);
    spelling->rest = ahead;
    primitive_set(type, value, 255);
    return true;
}

static void write_dash(Spelling *spelling, const Layout *type, const char *argument,
                       const void *value)
{
    if (primitive_get(type, value) == 255)
        spelling_put(spelling, TEXT("-"));
    else
        write_number(spelling, type, argument, value);
}

/* "/skill": 1 for all 32 bits, 0 for none; the slots set single ones later */
static bool read_skill(Spelling *spelling, const Field *field, const Layout *type,
                       const char *argument, void *value)
{
    (void)argument;
    uint32_t flag = 0;
    if (!read_bit(spelling, field, &u32_layout, "bit0", &flag))
        return false;
    primitive_set(type, value, flag ? UINT32_MAX : 0);
    return true;
}

static void write_skill(Spelling *spelling, const Layout *type, const char *argument,
                        const void *value)
{
    (void)argument;
    spelling_put(spelling, primitive_get(type, value) == UINT32_MAX ? TEXT("1") : TEXT("0"));
}

/* "/a|b|c": words for 0, 1, 2 */
static bool read_choice(Spelling *spelling, const Field *field, const Layout *type,
                        const char *argument, void *value)
{
    Text word, names[16];
    size_t count = 0;
    if (!spelling_take(spelling, field->name, &word))
        return false;
    for (Text rest = text_of(argument); rest.size && count < COUNT_OF(names);) {
        size_t bar = rest.size;
        text_find(rest, '|', &bar);
        names[count] = text_slice(rest, 0, bar);
        if (text_equal(word, names[count])) {
            primitive_set(type, value, count);
            return true;
        }
        count++;
        rest = text_slice(rest, bar < rest.size ? bar + 1 : bar, rest.size);
    }
    const Text near = text_nearest(word, names, count);
    return spelling_error(spelling, word, "\"%.*s\" is none of %s%s%.*s%s", (int)word.size,
                          word.at, argument, near.size ? "; did you mean \"" : "",
                          (int)near.size, near.at, near.size ? "\"?" : "");
}

static void write_choice(Spelling *spelling, const Layout *type, const char *argument,
                         const void *value)
{
    uint64_t index = primitive_get(type, value);
    Text rest = text_of(argument);
    for (;; index--) {
        size_t bar = rest.size;
        text_find(rest, '|', &bar);
        if (index == 0) {
            spelling_put(spelling, text_slice(rest, 0, bar));
            return;
        }
        if (bar == rest.size) { /* a number that has no word */
            write_number(spelling, type, argument, value);
            return;
        }
        rest = text_slice(rest, bar + 1, rest.size);
    }
}

/* AARRGGBB in text, bytes R G B A in memory */
static bool read_colour(Spelling *spelling, const Field *field, const Layout *type,
                        const char *argument, void *value)
{
    (void)type, (void)argument;
    Text word;
    uint32_t c;
    if (!spelling_take(spelling, field->name, &word))
        return false;
    if (!text_hex(word, 8, &c))
        return spelling_error(spelling, word, "\"%.*s\" is no colour: 8 digits AARRGGBB",
                              (int)word.size, word.at);
    *(Colour *)value = (c & 0xFF00FF00) | (c >> 16 & 255) | (c & 255) << 16;
    return true;
}

static void write_colour(Spelling *spelling, const Layout *type, const char *argument,
                         const void *value)
{
    (void)type, (void)argument;
    const Colour c = *(const Colour *)value;
    spelling_put_format(spelling, "%08X", (c & 0xFF00FF00) | (c >> 16 & 255) | (c & 255) << 16);
}

/* ---- texts ---- */

bool spelling_text_ok(Spelling *spelling, Text text)
{
    const size_t bad = utf8_invalid(text);
    return bad == text.size ||
           spelling_error(spelling, text_slice(text, bad, text.size), "this is not UTF-8");
}

static bool read_rest_text(Spelling *spelling, const Field *field, const Layout *type,
                           const char *argument, void *value)
{
    (void)field, (void)type, (void)argument;
    const Text text = spelling_take_rest(spelling);
    if (!spelling_text_ok(spelling, text))
        return false;
    *(TextIndex *)value = names_text(spelling->names, text);
    return true;
}

static void write_rest_text(Spelling *spelling, const Layout *type, const char *argument,
                            const void *value)
{
    (void)type, (void)argument;
    const Text text = names_text_at(spelling->names, *(const TextIndex *)value);
    if (text.size)
        spelling_put(spelling, text);
}

/* "/message": `-` stands for none */
static bool read_message(Spelling *spelling, const Field *field, const Layout *type,
                         const char *argument, void *value)
{
    if (!is_none(spelling->rest))
        return read_rest_text(spelling, field, type, argument, value);
    spelling_take_rest(spelling);
    *(TextIndex *)value = TNG_NO_TEXT;
    return true;
}

static void write_message(Spelling *spelling, const Layout *type, const char *argument,
                          const void *value)
{
    if (*(const TextIndex *)value == TNG_NO_TEXT)
        spelling_put(spelling, TEXT("-"));
    else
        write_rest_text(spelling, type, argument, value);
}

static bool read_rest_string(Spelling *spelling, const Field *field, const Layout *type,
                             const char *argument, void *value)
{
    (void)type, (void)argument;
    const Text text = text_trimmed(spelling_take_rest(spelling));
    if (!text.size)
        return spelling_error(spelling, text, "%s is missing", field->name);
    if (!spelling_text_ok(spelling, text))
        return false;
    *(StringIndex *)value = is_none(text) ? 0 : names_string(spelling->names, text);
    return true;
}

static void write_rest_string(Spelling *spelling, const Layout *type, const char *argument,
                              const void *value)
{
    (void)type, (void)argument;
    const Text text = names_string_at(spelling->names, *(const StringIndex *)value);
    spelling_put(spelling, text.size ? text : TEXT("-"));
}

static bool read_word(Spelling *spelling, const Field *field, const Layout *type,
                      const char *argument, void *value)
{
    (void)type;
    if (text_is(text_of(argument), "rest")) {
        const Text rest = text_trimmed(spelling_take_rest(spelling));
        *(Word *)value = rest;
        return (rest.size ||
                spelling_error(spelling, spelling->rest, "%s is missing", field->name)) &&
               spelling_text_ok(spelling, rest);
    }
    return spelling_take(spelling, field->name, (Text *)value);
}

static void write_word(Spelling *spelling, const Layout *type, const char *argument,
                       const void *value)
{
    (void)type, (void)argument;
    const Text word = *(const Word *)value;
    spelling_put(spelling, word.size ? word : TEXT("-"));
}

static bool read_letter(Spelling *spelling, const Field *field, const Layout *type,
                        const char *argument, void *value)
{
    (void)type, (void)argument;
    Text word;
    if (!spelling_take(spelling, field->name, &word))
        return false;
    if (word.size != 1 || !strchr("gcdafmsvtp", word.at[0]))
        return spelling_error(spelling, word, "\"%.*s\" is no category: g c d a f m s v t p",
                              (int)word.size, word.at);
    *(Letter *)value = (Letter)word.at[0];
    return true;
}

static void write_letter(Spelling *spelling, const Layout *type, const char *argument,
                         const void *value)
{
    (void)type, (void)argument;
    spelling_put(spelling, (Text){value, 1});
}

/* ---- names ---- */

bool spelling_unknown(Spelling *spelling, Text word, const char *what, const NameList *list)
{
    const Text near = names_nearest(list, word);
    if (near.size)
        return spelling_error(spelling, word, "no %s \"%.*s\"; did you mean \"%.*s\"?", what,
                              (int)word.size, word.at, (int)near.size, near.at);
    return spelling_error(spelling, word, "no %s \"%.*s\"", what, (int)word.size, word.at);
}

static const NameKind kind_of_meaning[] = {
    [KIND_FONT] = NAME_FONT,     [KIND_MUSIC] = NAME_MUSIC,
    [KIND_SOUND] = NAME_SOUND,   [KIND_MOVIE] = NAME_MOVIE,
    [KIND_SPEECH] = NAME_SPEECH, [KIND_CUTSCENE] = NAME_CUTSCENE,
    [KIND_MAP] = NAME_MAP,       [KIND_ATTRIBUTE] = NAME_ATTRIBUTE,
};

/* Names that are kept as an offset in the strings; `-` is 0. */
bool spelling_name(Spelling *spelling, Text word, NameKind kind, uint32_t *out)
{
    uint32_t index;
    *out = 0;
    if (is_none(word))
        return true;
    if (!names_find(&spelling->names->kinds[kind], word, &index))
        return spelling_unknown(spelling, word, file_kind(kind)->word,
                                &spelling->names->kinds[kind]);
    *out = names_string(spelling->names, word);
    return true;
}

static bool read_name(Spelling *spelling, const Field *field, const Layout *type,
                      const char *argument, void *value)
{
    (void)argument;
    Text word;
    uint32_t offset;
    const NameKind kind = kind_of_meaning[type->meaning];
    if (!spelling_take(spelling, field ? field->name : file_kind(kind)->word, &word) ||
        !spelling_name(spelling, word, kind, &offset))
        return false;
    primitive_set(type, value, offset);
    return true;
}

static void write_name(Spelling *spelling, const Layout *type, const char *argument,
                       const void *value)
{
    (void)argument;
    const Text name = names_string_at(spelling->names, (uint32_t)primitive_get(type, value));
    spelling_put(spelling, name.size ? name : TEXT("-"));
}

/* The usual folder first, then the others; two of those make it ambiguous. */
bool spelling_sprite(Spelling *spelling, Text word, unsigned category, SpriteRef *out)
{
    uint32_t index;
    unsigned found, chosen;
    *out = (SpriteRef){0, TNG_NO_SPRITE};
    if (is_none(word))
        return true;
    if (!names_sprite(spelling->names, word, category, &chosen, &found))
        return spelling_unknown(spelling, word, file_kind(NAME_SPRITE + category)->word,
                                &spelling->names->sprites[category]);
    if (found > 1)
        spelling_warning(
            spelling, word, "\"%.*s\" is not in %s but in several other folders; %s is taken",
            (int)word.size, word.at, category_folders[category], category_folders[chosen]);
    names_find(&spelling->names->sprites[chosen], word, &index);
    *out = (SpriteRef){(u8)chosen, (u16)index};
    return true;
}

static int category_of(const char *argument)
{
    for (int i = 0; i < CATEGORIES; i++)
        if (!strcmp(argument, category_folders[i]))
            return i;
    return -1;
}

static bool read_sprite(Spelling *spelling, const Field *field, const Layout *type,
                        const char *argument, void *value)
{
    (void)type;
    Text word;
    uint32_t index;
    if (!spelling_take(spelling, field ? field->name : "a sprite", &word))
        return false;
    if (!strcmp(argument, "npc")) {
        if (!names_find(&spelling->names->kinds[NAME_NPC], word, &index))
            return spelling_unknown(spelling, word, "NPC", &spelling->names->kinds[NAME_NPC]);
        *(SpriteRef *)value = (SpriteRef){TNG_NPC_CATEGORY, (u16)index};
        return true;
    }
    const int category = category_of(argument);
    return spelling_sprite(spelling, word, category < 0 ? CATEGORY_UI : (unsigned)category,
                           value);
}

static void write_sprite(Spelling *spelling, const Layout *type, const char *argument,
                         const void *value)
{
    (void)type, (void)argument;
    const SpriteRef *sprite = value;
    const NameList *list =
        sprite->category == TNG_NPC_CATEGORY ? &spelling->names->kinds[NAME_NPC]
        : sprite->category < CATEGORIES      ? &spelling->names->sprites[sprite->category]
                                             : NULL;
    spelling_put(spelling,
                 list && sprite->index < list->count ? list->items[sprite->index] : TEXT("-"));
}

/* "/portrait": or `player`, `player1` ... for the player's own, with an
 * expression (the project format names no spelling; docs/decisions.md). */
static bool read_portrait(Spelling *spelling, const Field *field, const Layout *type,
                          const char *argument, void *value)
{
    (void)argument;
    Text ahead = spelling->rest;
    const Text word = text_word(&ahead);
    int64_t expression = 0;
    if (text_starts(word, "player") &&
        !table_get(&spelling->names->sprites[CATEGORY_PORTRAITS].numbers, word) &&
        (word.size == 6 || text_number(text_slice(word, 6, word.size), 1, 14, &expression))) {
        spelling->rest = ahead;
        *(SpriteRef *)value =
            (SpriteRef){CATEGORY_PORTRAITS, (u16)(TNG_PLAYER_PORTRAIT + expression)};
        return true;
    }
    return read_sprite(spelling, field, type, "portraits", value);
}

static void write_portrait(Spelling *spelling, const Layout *type, const char *argument,
                           const void *value)
{
    const unsigned index = ((const SpriteRef *)value)->index;
    if (index == TNG_PLAYER_PORTRAIT)
        spelling_put(spelling, TEXT("player"));
    else if (index > TNG_PLAYER_PORTRAIT && index < TNG_NO_SPRITE)
        spelling_put_format(spelling, "player%u", index - TNG_PLAYER_PORTRAIT);
    else
        write_sprite(spelling, type, argument, value);
}

static bool read_object(Spelling *spelling, const Field *field, const Layout *type,
                        const char *argument, void *value)
{
    (void)type, (void)argument;
    Text word;
    uint32_t index = TNG_NO_SPRITE;
    if (!spelling_take(spelling, field ? field->name : "an object", &word))
        return false;
    if (!is_none(word) && !names_find(&spelling->names->sprites[CATEGORY_TILES], word, &index))
        return spelling_unknown(spelling, word, "object",
                                &spelling->names->sprites[CATEGORY_TILES]);
    *(ObjectIndex *)value = (ObjectIndex)index;
    return true;
}

static void write_object(Spelling *spelling, const Layout *type, const char *argument,
                         const void *value)
{
    (void)type;
    write_sprite(spelling, type, argument,
                 &(SpriteRef){CATEGORY_TILES, *(const ObjectIndex *)value});
}

/* A slot's name may hold blanks: the longest one that the line goes on with. */
static bool read_slot(Spelling *spelling, const Field *field, const Layout *type,
                      const char *argument, void *value)
{
    (void)type, (void)argument;
    const NameList *slots = &spelling->names->kinds[NAME_SLOT];
    Text ahead = spelling->rest, word = text_word(&ahead);
    const Text rest =
        text_slice(spelling->rest, (size_t)(word.at - spelling->rest.at), spelling->rest.size);
    uint32_t index;
    for (size_t i = 0; i < slots->count; i++) {
        const Text name = slots->items[i];
        if (name.size > word.size && name.size < rest.size && rest.at[name.size] == ' ' &&
            text_equal(text_slice(rest, 0, name.size), name))
            word = text_slice(rest, 0, name.size);
    }
    if (!word.size)
        return spelling_take(spelling, field->name, &word);
    if (!names_find(slots, word, &index))
        return spelling_unknown(spelling, word, "equipment slot", slots);
    spelling->rest = text_slice(rest, word.size, rest.size);
    *(SlotNumber *)value = (SlotNumber)index;
    return true;
}

static void write_slot(Spelling *spelling, const Layout *type, const char *argument,
                       const void *value)
{
    (void)type, (void)argument;
    const NameList *slots = &spelling->names->kinds[NAME_SLOT];
    const unsigned slot = *(const SlotNumber *)value;
    spelling_put(spelling, slot < slots->count ? slots->items[slot] : TEXT("-"));
}

/* ---- fonts ---- */

static bool read_style_letter(Spelling *spelling, char letter, unsigned bit, u8 *style)
{
    Text word;
    if (!spelling_take(spelling, "a font style", &word))
        return false;
    if (word.size != 1 || (word.at[0] != letter && word.at[0] != '.'))
        return spelling_error(spelling, word, "\"%.*s\" must be %c or .", (int)word.size,
                              word.at, letter);
    *style = (u8)(*style | (word.at[0] == letter ? bit : 0));
    return true;
}

/* B|. I|. size name */
static bool read_font(Spelling *spelling, const Field *field, const Layout *type,
                      const char *argument, void *value)
{
    (void)type, (void)field;
    FontStyle *font = value;
    const Field *size = layout_field(&FontStyle_layout, TEXT("size"));
    const Field *name = layout_field(&FontStyle_layout, TEXT("font"));
    font->style = 0;
    return read_style_letter(spelling, 'B', 1, &font->style) &&
           read_style_letter(spelling, 'I', 2, &font->style) &&
           read_number(spelling, size, &u8_layout, argument, &font->size) &&
           read_name(spelling, name, &FontIndex_layout, argument, &font->font);
}

static void write_font(Spelling *spelling, const Layout *type, const char *argument,
                       const void *value)
{
    (void)type;
    const FontStyle *font = value;
    spelling_put(spelling, font->style & 1 ? TEXT("B") : TEXT("."));
    spelling_put(spelling, font->style & 2 ? TEXT("I") : TEXT("."));
    write_number(spelling, &u8_layout, argument, &font->size);
    write_name(spelling, &FontIndex_layout, argument, &font->font);
}

/* "/letters": the style of subtitles, one word: BI B. .I .. */
static bool read_letters(Spelling *spelling, const Field *field, const Layout *type,
                         const char *argument, void *value)
{
    (void)type, (void)argument;
    Text word;
    if (!spelling_take(spelling, field->name, &word))
        return false;
    if (word.size != 2 || !strchr("B.", word.at[0]) || !strchr("I.", word.at[1]))
        return spelling_error(spelling, word, "\"%.*s\" is no style: BI, B., .I or ..",
                              (int)word.size, word.at);
    *(u8 *)value = (u8)((word.at[0] == 'B') | (word.at[1] == 'I') << 1);
    return true;
}

static void write_letters(Spelling *spelling, const Layout *type, const char *argument,
                          const void *value)
{
    (void)type, (void)argument;
    static const char *const styles[] = {"..", "B.", ".I", "BI"};
    spelling_put(spelling, text_of(styles[*(const u8 *)value & 3]));
}

/* ---- the table ---- */

/* The first row that fits: its name is the start of what follows the slash, its
 * type is the member's. Rows with neither are for any number. */
static const WordKind words[] = {
    {"bit", NULL, read_bit, write_bit},
    {"not", NULL, read_not, write_not},
    {"dash", NULL, read_dash, write_dash},
    {"skill", NULL, read_skill, write_skill},
    {"to", NULL, read_number, write_number},
    {"letters", NULL, read_letters, write_letters},
    {"portrait", &SpriteRef_layout, read_portrait, write_portrait},
    {"message", &TextIndex_layout, read_message, write_message},
    {"plain", &AttributeRule_layout, read_rule, write_rule},
    {"rule", &AttributeRule_layout, read_rule, write_rule},
    {NULL, &Colour_layout, read_colour, write_colour},
    {NULL, &TextIndex_layout, read_rest_text, write_rest_text},
    {NULL, &StringIndex_layout, read_rest_string, write_rest_string},
    {NULL, &FontIndex_layout, read_name, write_name},
    {NULL, &MusicIndex_layout, read_name, write_name},
    {NULL, &SoundIndex_layout, read_name, write_name},
    {NULL, &MovieIndex_layout, read_name, write_name},
    {NULL, &SpeechIndex_layout, read_name, write_name},
    {NULL, &CutsceneIndex_layout, read_name, write_name},
    {NULL, &MapIndex_layout, read_name, write_name},
    {NULL, &AttributeIndex_layout, read_name, write_name},
    {NULL, &ObjectIndex_layout, read_object, write_object},
    {NULL, &SlotNumber_layout, read_slot, write_slot},
    {NULL, &Letter_layout, read_letter, write_letter},
    {NULL, &SpriteRef_layout, read_sprite, write_sprite},
    {NULL, &FontStyle_layout, read_font, write_font},
    {NULL, &Needs_layout, read_needs, write_needs},
    {NULL, &Gives_layout, read_gives, write_gives},
    {NULL, &ChooserOption_layout, read_chooser_option, write_chooser_option},
    {NULL, &Ingredient_layout, read_ingredient, write_ingredient},
    {NULL, &Word_layout, read_word, write_word},
    {"", NULL, read_choice, write_choice}, /* "/a|b|c" */
    {NULL, NULL, read_number, write_number},
};

const WordKind *word_kind(const Layout *type, const char *argument)
{
    const bool choice = strchr(argument, '|') != NULL;
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        const WordKind *kind = &words[i];
        if (kind->type && kind->type != type)
            continue;
        if (kind->name && !*kind->name ? choice
            : kind->name               ? !strncmp(kind->name, argument, strlen(kind->name))
                                       : !choice && (kind->type || type->form != FORM_RECORD))
            return kind;
    }
    return NULL;
}
