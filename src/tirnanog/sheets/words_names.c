/* The spelling of names in a project's text files: of assets, sprites, objects, equipment
 * slots and fonts. */
#include "tirnanog/sheets/words_names.h"

/* ---- names ---- */

/* Always false. Suggests a similar name, if there is one. */
static bool unknown_name(SheetCursor *cursor, Text word, const char *what, Text near)
{
    if (near.size)
        return sheet_name_error(cursor, word, "no %s \"%.*s\"; did you mean \"%.*s\"?", what,
                                (int)word.size, word.at, (int)near.size, near.at);
    return sheet_name_error(cursor, word, "no %s \"%.*s\"", what, (int)word.size, word.at);
}

bool sheet_unknown_name(SheetCursor *cursor, Text word, const char *what, const NameList *list)
{
    return unknown_name(cursor, word, what, names_nearest(list, word));
}

/* Sprites of the usual folder are suggested first. */
static bool unknown_sprite(SheetCursor *cursor, Text word, unsigned category)
{
    Text near = names_nearest(&cursor->names->sprites[category], word);
    for (unsigned i = 0; i < CATEGORIES && !near.size; i++)
        near = names_nearest(&cursor->names->sprites[i], word);
    return unknown_name(cursor, word, file_kind(NAME_SPRITE + category)->word, near);
}

/* From the meaning of a type in the layouts to the list of its names. */
static const NameKind kind_of_meaning[] = {
    [KIND_FONT] = NAME_FONT,     [KIND_MUSIC] = NAME_MUSIC,
    [KIND_SOUND] = NAME_SOUND,   [KIND_MOVIE] = NAME_MOVIE,
    [KIND_SPEECH] = NAME_SPEECH, [KIND_CUTSCENE] = NAME_CUTSCENE,
    [KIND_MAP] = NAME_MAP,       [KIND_ATTRIBUTE] = NAME_ATTRIBUTE,
};

void name_describe(const RecordLayout *type, Writer *out)
{
    const FileKind *kind = file_kind(kind_of_meaning[type->meaning]);
    write_format(out, "%s: name of a file `%s/*%s`, or `-`", kind->word, kind->folder,
                 kind->suffix);
}

/* Names that are stored as a string offset; `-` is 0. */
bool sheet_read_name(SheetCursor *cursor, Text word, NameKind kind, uint32_t *out)
{
    uint32_t index;
    *out = 0;
    if (is_none(word))
        return true;
    if (!names_find(&cursor->names->kinds[kind], word, &index))
        return sheet_unknown_name(cursor, word, file_kind(kind)->word,
                                  &cursor->names->kinds[kind]);
    *out = names_string(cursor->names, word);
    return true;
}

/* The container refers to these names by the offset of a string, not by a number. */
bool read_name(SheetCursor *cursor, const Field *field, const RecordLayout *type,
               const char *argument, void *value)
{
    (void)argument;
    Text word;
    uint32_t offset;
    const NameKind kind = kind_of_meaning[type->meaning];
    if (!sheet_take_word(cursor, field ? field->name : file_kind(kind)->word, &word) ||
        !sheet_read_name(cursor, word, kind, &offset))
        return false;
    primitive_set(type, value, offset);
    return true;
}

void write_name(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                const void *value)
{
    (void)argument;
    const Text name = names_string_at(cursor->names, (uint32_t)primitive_get(type, value));
    sheet_put(cursor, name.size ? name : TEXT("-"));
}

/* The usual folder first, then the others; a name in two of those is ambiguous. */
bool sheet_read_sprite(SheetCursor *cursor, Text word, unsigned category, SpriteRef *out)
{
    uint32_t index;
    unsigned found, chosen;
    *out = (SpriteRef){0, TNG_NO_SPRITE};
    if (is_none(word))
        return true;
    if (!names_sprite(cursor->names, word, category, &chosen, &found))
        return unknown_sprite(cursor, word, category);
    if (found > 1)
        sheet_warning(
            cursor, word, "\"%.*s\" is not in %s but in several other folders; using %s",
            (int)word.size, word.at, category_folders[category], category_folders[chosen]);
    names_find(&cursor->names->sprites[chosen], word, &index);
    *out = (SpriteRef){(u8)chosen, (u16)index};
    return true;
}

/* -1 for an argument that is not a folder of sprites. */
static int category_of(const char *argument)
{
    for (int i = 0; i < CATEGORIES; i++)
        if (!strcmp(argument, category_folders[i]))
            return i;
    return -1;
}

/* "/npc" allows an NPC in place of a sprite: it is stored with the category
 * TNG_NPC_CATEGORY. */
bool read_sprite(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                 const char *argument, void *value)
{
    (void)type;
    Text word;
    uint32_t index;
    if (!sheet_take_word(cursor, field ? field->name : "a sprite", &word))
        return false;
    if (!strcmp(argument, "npc")) {
        if (!names_find(&cursor->names->kinds[NAME_NPC], word, &index))
            return sheet_unknown_name(cursor, word, "NPC", &cursor->names->kinds[NAME_NPC]);
        *(SpriteRef *)value = (SpriteRef){TNG_NPC_CATEGORY, (u16)index};
        return true;
    }
    const int category = category_of(argument);
    return sheet_read_sprite(cursor, word, category < 0 ? CATEGORY_UI : (unsigned)category,
                             value);
}

/* A sprite that does not exist is written as -, so that the file can be read again. */
void write_sprite(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                  const void *value)
{
    (void)type, (void)argument;
    const SpriteRef *sprite = value;
    const NameList *list =
        sprite->category == TNG_NPC_CATEGORY ? &cursor->names->kinds[NAME_NPC]
        : sprite->category < CATEGORIES      ? &cursor->names->sprites[sprite->category]
                                             : NULL;
    sheet_put(cursor,
              list && sprite->index < list->count ? list->items[sprite->index] : TEXT("-"));
}

/* "/portrait": a name, or `player`, `player1` ... for the player's own with an expression
 * (the format defines no spelling; docs/explain/decisions/tirnanog.md). */
bool read_portrait(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                   const char *argument, void *value)
{
    (void)argument;
    Text ahead = cursor->rest;
    const Text word = text_word(&ahead);
    int64_t expression = 0;
    if (text_starts(word, "player") &&
        !table_get(&cursor->names->sprites[CATEGORY_PORTRAITS].numbers, word) &&
        (word.size == 6 || text_number(text_slice(word, 6, word.size), 1, 14, &expression))) {
        cursor->rest = ahead;
        *(SpriteRef *)value =
            (SpriteRef){CATEGORY_PORTRAITS, (u16)(TNG_PLAYER_PORTRAIT + expression)};
        return true;
    }
    return read_sprite(cursor, field, type, "portraits", value);
}

void write_portrait(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                    const void *value)
{
    const unsigned index = ((const SpriteRef *)value)->index;
    if (index == TNG_PLAYER_PORTRAIT)
        sheet_put(cursor, TEXT("player"));
    else if (index > TNG_PLAYER_PORTRAIT && index < TNG_NO_SPRITE)
        sheet_put_format(cursor, "player%u", index - TNG_PLAYER_PORTRAIT);
    else
        write_sprite(cursor, type, argument, value);
}

/* Objects are identified by their sprites in tiles/. */
bool read_object(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                 const char *argument, void *value)
{
    (void)type, (void)argument;
    Text word;
    uint32_t index = TNG_NO_SPRITE;
    if (!sheet_take_word(cursor, field ? field->name : "an object", &word))
        return false;
    if (!is_none(word) && !names_find(&cursor->names->sprites[CATEGORY_TILES], word, &index))
        return sheet_unknown_name(cursor, word, "object",
                                  &cursor->names->sprites[CATEGORY_TILES]);
    *(ObjectIndex *)value = (ObjectIndex)index;
    return true;
}

void write_object(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                  const void *value)
{
    (void)type;
    write_sprite(cursor, type, argument,
                 &(SpriteRef){CATEGORY_TILES, *(const ObjectIndex *)value});
}

/* A number in decimal digits for a bit after the slots of hud.cfg; false for other words. */
static bool slot_number(const NameList *slots, Text word, uint32_t *out)
{
    uint64_t number = 0;
    for (size_t i = 0; i < word.size; i++) {
        if (word.at[i] < '0' || word.at[i] > '9')
            return false;
        number = number < TNG_EQUIP_SLOTS ? number * 10 + (uint64_t)(word.at[i] - '0') : number;
    }
    *out = (uint32_t)number;
    return word.size && number >= slots->count && number < TNG_EQUIP_SLOTS;
}

/* A slot's name may contain blanks: the longest one that is a prefix of the line's rest. */
bool read_slot(SheetCursor *cursor, const Field *field, const RecordLayout *type,
               const char *argument, void *value)
{
    (void)type, (void)argument;
    const NameList *slots = &cursor->names->kinds[NAME_SLOT];
    Text ahead = cursor->rest, word = text_word(&ahead);
    const Text rest =
        text_slice(cursor->rest, (size_t)(word.at - cursor->rest.at), cursor->rest.size);
    uint32_t index;
    for (size_t i = 0; i < slots->count; i++) {
        const Text name = slots->items[i];
        if (name.size > word.size && name.size < rest.size && rest.at[name.size] == ' ' &&
            text_equal(text_slice(rest, 0, name.size), name))
            word = text_slice(rest, 0, name.size);
    }
    if (!word.size)
        return sheet_take_word(cursor, field->name, &word);
    if (!names_find(slots, word, &index) && !slot_number(slots, word, &index))
        return sheet_unknown_name(cursor, word, "equipment slot", slots);
    cursor->rest = text_slice(rest, word.size, rest.size);
    *(SlotNumber *)value = (SlotNumber)index;
    return true;
}

void write_slot(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                const void *value)
{
    (void)type, (void)argument;
    const NameList *slots = &cursor->names->kinds[NAME_SLOT];
    const unsigned slot = *(const SlotNumber *)value;
    Text digits;
    uint32_t other;
    int width = 1;
    if (slot < slots->count) {
        sheet_put(cursor, slots->items[slot]);
        return;
    }
    do /* leading zeros, if a slot is called like that */
        digits = arena_format(cursor->arena, "%0*u", width, slot);
    while (names_find(slots, digits, &other) && width++ <= TNG_EQUIP_SLOTS);
    sheet_put(cursor, digits);
}

/* For tools that list uses of names: the kind of names that a function reads, or -1. */
int name_kind_of(WordRead *read, const RecordLayout *type, const char *argument)
{
    if (read == read_name)
        return kind_of_meaning[type->meaning];
    if (read == read_object)
        return NAME_SPRITE + CATEGORY_TILES;
    if (read == read_slot)
        return NAME_SLOT;
    if (read == read_portrait)
        return NAME_SPRITE + CATEGORY_PORTRAITS;
    if (read != read_sprite)
        return -1;
    const int category = category_of(argument);
    return NAME_SPRITE + (category < 0 ? CATEGORY_UI : category);
}

/* ---- fonts ---- */

/* The letter sets the bit, a dot does not. */
static bool read_style_letter(SheetCursor *cursor, char letter, unsigned bit, u8 *style)
{
    Text word;
    if (!sheet_take_word(cursor, "a font style", &word))
        return false;
    if (word.size != 1 || (word.at[0] != letter && word.at[0] != '.'))
        return sheet_error(cursor, word, "\"%.*s\" must be %c or .", (int)word.size, word.at,
                           letter);
    *style = (u8)(*style | (word.at[0] == letter ? bit : 0));
    return true;
}

/* B|. I|. size name */
bool read_font(SheetCursor *cursor, const Field *field, const RecordLayout *type,
               const char *argument, void *value)
{
    (void)type, (void)field;
    FontStyle *font = value;
    const Field *size = layout_field(&FontStyle_layout, TEXT("size"));
    const Field *name = layout_field(&FontStyle_layout, TEXT("font"));
    font->style = 0;
    return read_style_letter(cursor, 'B', 1, &font->style) &&
           read_style_letter(cursor, 'I', 2, &font->style) &&
           read_number(cursor, size, &u8_layout, argument, &font->size) &&
           read_name(cursor, name, &FontIndex_layout, argument, &font->font);
}

void write_font(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                const void *value)
{
    (void)type;
    const FontStyle *font = value;
    sheet_put(cursor, font->style & 1 ? TEXT("B") : TEXT("."));
    sheet_put(cursor, font->style & 2 ? TEXT("I") : TEXT("."));
    write_number(cursor, &u8_layout, argument, &font->size);
    write_name(cursor, &FontIndex_layout, argument, &font->font);
}

/* "/letters": the style of subtitles in one word: BI B. .I .. */
bool read_letters(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                  const char *argument, void *value)
{
    (void)type, (void)argument;
    Text word;
    if (!sheet_take_word(cursor, field->name, &word))
        return false;
    if (word.size != 2 || !strchr("B.", word.at[0]) || !strchr("I.", word.at[1]))
        return sheet_error(cursor, word, "\"%.*s\" is not a style; expected BI, B., .I or ..",
                           (int)word.size, word.at);
    *(u8 *)value = (u8)((word.at[0] == 'B') | (word.at[1] == 'I') << 1);
    return true;
}

void write_letters(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                   const void *value)
{
    (void)type, (void)argument;
    static const char *const styles[] = {"..", "B.", ".I", "BI"};
    sheet_put(cursor, text_of(styles[*(const u8 *)value & 3]));
}
