/* A small world of names for the script's tests, fuzzers and benchmarks. */
#ifndef OISIN_TESTS_SCRIPT_NAMES_H
#define OISIN_TESTS_SCRIPT_NAMES_H

#include "base/text.h"
#include "tirnanog/script/script.h"

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

extern const ScriptNames script_names;

#endif
