/* The project's names for the script compiler. */
#include "tirnanog/sheets/script_names.h"

/* Objects are sprites of the category tiles; the other kinds have lists. */
static const struct {
    ScriptKind script;
    NameKind name;
    bool ordinal; /* the index is the number, not the name's string offset */
} kinds[] = {
    {SCRIPT_ATTRIBUTE, NAME_ATTRIBUTE, false},
    {SCRIPT_OBJECT, NAME_SPRITE + CATEGORY_TILES, true},
    {SCRIPT_NPC, NAME_NPC, true},
    {SCRIPT_SPAWNER, NAME_SPAWNER, true},
    {SCRIPT_MAP, NAME_MAP, false},
    {SCRIPT_MUSIC, NAME_MUSIC, false},
    {SCRIPT_SOUND, NAME_SOUND, false},
    {SCRIPT_SPEECH, NAME_SPEECH, false},
    {SCRIPT_CHOOSER, NAME_CHOOSER, false},
    {SCRIPT_CUTSCENE, NAME_CUTSCENE, false},
    {SCRIPT_DIALOG, NAME_DIALOG, false},
    {SCRIPT_CRAFT, NAME_CRAFT, false},
    {SCRIPT_QUEST, NAME_QUEST, false},
};

static const NameList *list_of(const Names *names, ScriptKind kind, bool *ordinal)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i].script == kind) {
            *ordinal = kinds[i].ordinal;
            return kinds[i].name >= NAME_KINDS ? &names->sprites[kinds[i].name - NAME_SPRITE]
                                               : &names->kinds[kinds[i].name];
        }
    return NULL;
}

static bool find_index(void *context, ScriptKind kind, Text name, uint32_t *out)
{
    Names *names = context;
    bool ordinal;
    uint32_t index;
    const NameList *list = list_of(names, kind, &ordinal);
    if (!list || !names_find(list, name, &index))
        return false;
    *out = ordinal ? index : names_string(names, name);
    return true;
}

static Text find_name(void *context, ScriptKind kind, uint32_t index, Arena *arena)
{
    (void)arena;
    const Names *names = context;
    bool ordinal;
    const NameList *list = list_of(names, kind, &ordinal);
    if (!list)
        return kind == SCRIPT_TEXT ? names_text_use(names, index) : TEXT("");
    if (!ordinal)
        return names_string_at(names, index);
    return index < list->count ? list->items[index] : TEXT("");
}

static Text find_nearest(void *context, ScriptKind kind, Text name)
{
    bool ordinal;
    const NameList *list = list_of(context, kind, &ordinal);
    return list ? names_nearest(list, name) : TEXT("");
}

ScriptNames script_names_of(Names *names)
{
    return (ScriptNames){find_index, find_name, find_nearest, names};
}
