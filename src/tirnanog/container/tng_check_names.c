/* Check for duplicate names in a section. */
#include "tirnanog/container/tng_check_internal.h"

#include "base/hash.h"

/* The name of an entry; NULL where names may repeat. */
static const char *name_of_entry(const Check *check, size_t i)
{
    static const unsigned named[] = {
        SECTION_FONTS,    SECTION_MUSIC, SECTION_SOUNDS,   SECTION_MOVIES,  SECTION_CHOOSERS,
        SECTION_OPTIONS,  SECTION_NPCS,  SECTION_SPAWNERS, SECTION_DIALOGS, SECTION_QUESTS,
        SECTION_CRAFTING, SECTION_MAPS,  SECTION_CUTSCENES};
    const TngSection *section = check->section;
    const Bytes strings = check->game.strings;
    for (size_t k = 0; k < COUNT_OF(named); k++)
        if (section->type == named[k]) {
            const TngAsset *asset = section->entries[i].descriptor;
            return asset->name < strings.size ? (const char *)strings.data + asset->name : NULL;
        }
    if (section->type != SECTION_OBJECTS)
        return NULL;
    const TngObjectAsset *object = section->entries[i].descriptor;
    return arena_format(check->arena, "sprite %u", object->sprite).at;
}

/* If two objects have the same name, scripts and maps find only one. */
void check_duplicates(Check *check)
{
    const TngSection *section = check->section;
    Table seen = table_new(check->arena);
    for (size_t i = 0; i < section->count; i++) {
        const char *name = name_of_entry(check, i);
        if (!name)
            continue;
        const uint32_t first = *table_put(&seen, text_of(name), (uint32_t)i);
        check->index = i;
        check->base = section->at + i * 16;
        arena_reset(check->scratch);
        if (first != i)
            check_report(check, false, 0, NULL, "duplicate name \"%.200s\", as number %u", name,
                         first);
    }
    check->index = SIZE_MAX;
    check->base = section->at;
}
