/* A small world of names for the script's tests, fuzzers and benchmarks. */
#ifndef OISIN_TESTS_SCRIPT_NAMES_H
#define OISIN_TESTS_SCRIPT_NAMES_H

#include "base/text.h"
#include "script/script.h"

typedef struct KnownName {
    ScriptKind kind;
    const char *name;
    uint32_t index;
} KnownName;

static const KnownName known_names[] = {
    {SCRIPT_ATTRIBUTE, "hp", 0x20},
    {SCRIPT_ATTRIBUTE, "strength", 0x21},
    {SCRIPT_ATTRIBUTE, "level", 0x22},
    {SCRIPT_ATTRIBUTE, "gold", 0x23},
    {SCRIPT_ATTRIBUTE, "dmg", 0x24},
    {SCRIPT_ATTRIBUTE, "swim", 0x25},
    {SCRIPT_ATTRIBUTE, "no", 0x26},
    {SCRIPT_ATTRIBUTE, "while", 0x27},
    {SCRIPT_ATTRIBUTE, "min", 0x28},
    {SCRIPT_ATTRIBUTE, "case", 0x29},
    {SCRIPT_ATTRIBUTE, "a.b_c2", 0xfffff},
    {SCRIPT_OBJECT, "goldcoin", 3},
    {SCRIPT_OBJECT, "obj", 4},
    {SCRIPT_OBJECT, "1234", 0xfffe},
    {SCRIPT_NPC, "slime", 2},
    {SCRIPT_MAP, "town", 0x30},
    {SCRIPT_MUSIC, "theme", 0x41},
    {SCRIPT_SOUND, "clock", 0x12},
    {SCRIPT_SPEECH, "hello", 0x42},
    {SCRIPT_CHOOSER, "menu", 0x43},
    {SCRIPT_CUTSCENE, "intro", 0x44},
    {SCRIPT_DIALOG, "joeasks", 0x45},
    {SCRIPT_CRAFT, "smith", 0x46},
    {SCRIPT_QUEST, "dragon", 0x47},
};

static inline bool known_index(void *context, ScriptKind kind, Text name, uint32_t *out)
{
    (void)context;
    for (size_t i = 0; i < COUNT_OF(known_names); i++)
        if (known_names[i].kind == kind && text_is(name, known_names[i].name)) {
            *out = known_names[i].index;
            return true;
        }
    return false;
}

static inline Text known_name(void *context, ScriptKind kind, uint32_t index, Arena *arena)
{
    (void)context;
    (void)arena;
    for (size_t i = 0; i < COUNT_OF(known_names); i++)
        if (known_names[i].kind == kind && known_names[i].index == index)
            return text_of(known_names[i].name);
    return TEXT("");
}

static inline Text known_nearest(void *context, ScriptKind kind, Text name)
{
    (void)context;
    Text words[COUNT_OF(known_names)];
    size_t count = 0;
    for (size_t i = 0; i < COUNT_OF(known_names); i++)
        if (known_names[i].kind == kind)
            words[count++] = text_of(known_names[i].name);
    return text_nearest(name, words, count);
}

static const ScriptNames script_names = {known_index, known_name, known_nearest, NULL};

#endif
