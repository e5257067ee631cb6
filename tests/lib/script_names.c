#include "script_names.h"

static bool known_index(void *context, ScriptKind kind, Text name, uint32_t *out)
{
    (void)context;
    for (size_t i = 0; i < COUNT_OF(known_names); i++)
        if (known_names[i].kind == kind && text_is(name, known_names[i].name)) {
            *out = known_names[i].index;
            return true;
        }
    return false;
}

static Text known_name(void *context, ScriptKind kind, uint32_t index, Arena *arena)
{
    (void)context;
    (void)arena;
    for (size_t i = 0; i < COUNT_OF(known_names); i++)
        if (known_names[i].kind == kind && known_names[i].index == index)
            return text_of(known_names[i].name);
    return TEXT("");
}

static Text known_nearest(void *context, ScriptKind kind, Text name)
{
    (void)context;
    Text words[COUNT_OF(known_names)];
    size_t count = 0;
    for (size_t i = 0; i < COUNT_OF(known_names); i++)
        if (known_names[i].kind == kind)
            words[count++] = text_of(known_names[i].name);
    return text_nearest(name, words, count);
}

const ScriptNames script_names = {known_index, known_name, known_nearest, NULL};
