/* Parts, in order: kinds of names; lists; sprites; strings and texts. A successful lookup marks
 * the name as used (for `check`) and records the use if the list has a recorder, so callers
 * need no code for either. */
#include "tirnanog/sheets/project_names.h"

#include "base/text.h"

static const FileKind kinds[] = {
#define FILE_KIND(name, folder, suffix, section, word)                                         \
    [NAME_##name] = {folder, suffix, section, word},
#include "tirnanog/sheets/file_kinds.def"
#undef FILE_KIND
    [NAME_SLOT] = {"", "", 0, "equipment slot"},
    [NAME_SPRITE + CATEGORY_UI] = {"ui", ".png", SECTION_UI, "ui sprite"},
    [NAME_SPRITE + CATEGORY_TILES] = {"tiles", ".png", SECTION_TILES, "tile sprite"},
    [NAME_SPRITE + CATEGORY_CHARS] = {"chars", ".png", SECTION_CHARS, "character sprite"},
    [NAME_SPRITE + CATEGORY_PORTRAITS] = {"portraits", ".png", SECTION_PORTRAITS, "portrait"},
    [NAME_SPRITE + CATEGORY_BACKS] = {"backs", ".png", SECTION_BACKS, "background"},
};

const char *const category_folders[CATEGORIES] = {"ui", "tiles", "chars", "portraits", "backs"};

const FileKind *file_kind(NameKind kind) { return &kinds[kind]; }

const char *name_kind_id(unsigned kind)
{
    static const char *const ids[NAME_KINDS] = {
        [NAME_FONT] = "font",         [NAME_MUSIC] = "music",
        [NAME_SOUND] = "sound",       [NAME_MOVIE] = "movie",
        [NAME_SPEECH] = "speech",     [NAME_CHOOSER] = "chooser",
        [NAME_CUTSCENE] = "cutscene", [NAME_ATTRIBUTE] = "attribute",
        [NAME_OPTION] = "option",     [NAME_NPC] = "npc",
        [NAME_SPAWNER] = "spawner",   [NAME_DIALOG] = "dialog",
        [NAME_OBJECT] = "object",     [NAME_CRAFT] = "craft",
        [NAME_TILE] = "tile",         [NAME_QUEST] = "quest",
        [NAME_MAP] = "map",           [NAME_SLOT] = "slot",
    };
    return kind < NAME_KINDS ? ids[kind] : category_folders[kind - NAME_SPRITE];
}

bool names_ok(Text name)
{
    for (size_t i = 0; i < name.size; i++) {
        const char c = name.at[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '_' || c == '.'))
            return false;
    }
    return name.size > 0 && name.size <= 200;
}

Names names_new(Arena *arena)
{
    Names names = {
        .arena = arena, .strings = writer_to(arena), .string_offsets = table_new(arena)};
    for (uint16_t i = 0; i < NAME_KINDS; i++)
        names.kinds[i] = (NameList){.numbers = table_new(arena), .kind = i};
    for (uint16_t i = 0; i < CATEGORIES; i++)
        names.sprites[i] =
            (NameList){.numbers = table_new(arena), .kind = (uint16_t)(NAME_SPRITE + i)};
    names.texts.numbers = table_new(arena);
    names_string(&names, TEXT(""));
    return names;
}

void names_record_uses(Names *names, NameUses *uses)
{
    for (size_t i = 0; i < NAME_KINDS; i++)
        names->kinds[i].uses = uses;
    for (size_t i = 0; i < CATEGORIES; i++)
        names->sprites[i].uses = uses;
}

NameList names_list_empty(const NameList *list, Arena *arena)
{
    return (NameList){.numbers = table_new(arena), .kind = list->kind, .uses = list->uses};
}

uint32_t names_add(NameList *list, Text name, Arena *arena)
{
    const uint32_t index = (uint32_t)list->count;
    size_t used = list->count;
    *ARENA_PUSH(arena, list->used, used) = false;
    *ARENA_PUSH(arena, list->items, list->count) = name;
    table_put(&list->numbers, name, index);
    return index;
}

bool names_find(const NameList *list, Text name, uint32_t *index)
{
    const uint32_t *found = table_get(&list->numbers, name);
    if (!found)
        return false;
    list->used[*found] = true;
    if (list->uses)
        *ARENA_PUSH(list->uses->arena, list->uses->items, list->uses->count) =
            (NameUse){.kind = list->kind, .number = *found, .at = name};
    *index = *found;
    return true;
}

Text names_nearest(const NameList *list, Text name)
{
    return text_nearest(name, list->items, list->count);
}

bool names_sprite(const Names *names, Text name, unsigned usual, unsigned *category,
                  unsigned *found)
{
    *category = usual;
    *found = table_get(&names->sprites[usual].numbers, name) != NULL;
    for (unsigned i = 0; i < CATEGORIES && *category == usual && !*found; i++)
        if (table_get(&names->sprites[i].numbers, name))
            *category = i;
    for (unsigned i = 0; i < CATEGORIES && *category != usual; i++)
        *found += table_get(&names->sprites[i].numbers, name) != NULL;
    return *found > 0;
}

uint32_t names_string(Names *names, Text text)
{
    const uint32_t *known = table_get(&names->string_offsets, text);
    if (known)
        return *known;
    const uint32_t at = (uint32_t)names->strings.size;
    write_text(&names->strings, text);
    write_u8(&names->strings, 0);
    table_put(&names->string_offsets, arena_text(names->arena, text), at);
    return at;
}

Text names_string_at(const Names *names, uint32_t offset)
{
    if (offset >= names->strings.size)
        return TEXT("");
    return text_of((const char *)names->strings.data + offset);
}

uint32_t names_text(Names *names, Text text)
{
    if (!text.size)
        return TNG_NO_TEXT;
    const uint32_t *known = table_get(&names->texts.numbers, text);
    return known ? *known
                 : names_add(&names->texts, arena_text(names->arena, text), names->arena);
}

Text names_text_at(const Names *names, uint32_t index)
{
    return index < names->texts.count ? names->texts.items[index] : TEXT("");
}

Text names_text_use(const Names *names, uint32_t index)
{
    if (index < names->texts.count)
        names->texts.used[index] = true;
    return names_text_at(names, index);
}
