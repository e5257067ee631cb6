/* Looks up names: strings by their offset in section 0, texts in the first language, sprites in
 * the strings after the mark `#names`. The format stores no names of sprites; these strings are
 * ours, so games of other programs may lack them. */
#include "tirnanog/container/tng_names.h"

#include "base/text.h"

Text tng_string(const TngFile *game, uint32_t offset)
{
    if (offset >= game->strings.size)
        return TEXT("");
    return text_of((const char *)game->strings.data + offset);
}

void tng_facts(const TngFile *game, TngFact *visit, void *context)
{
    bool marked = false;
    for (size_t at = 0; at < game->strings.size;) {
        const Text string = tng_string(game, (uint32_t)at);
        if (marked)
            visit(context, string);
        marked = marked || text_is(string, "#names");
        at += string.size + 1;
    }
}

/* sprite:CATEGORY:INDEX=NAME */
static void note_sprite(void *context, Text fact)
{
    TngNames *names = context;
    size_t equal;
    int64_t index;
    if (!text_starts(fact, "sprite:") || fact.size < 9 || !text_find(fact, '=', &equal) ||
        equal < 9 || fact.at[7] < '0' || fact.at[7] > '3' ||
        !text_number(text_slice(fact, 9, equal), 0, UINT16_MAX, &index))
        return;
    const unsigned category = (unsigned)(fact.at[7] - '0');
    if ((size_t)index < names->sprite_counts[category])
        names->sprites[category][index] = text_slice(fact, equal + 1, fact.size);
}

TngNames tng_names(const TngFile *game, Arena *arena)
{
    TngNames names = {.game = game};
    Report silent = report_to(NULL, NULL);
    if (tng_language(game, 0))
        tng_texts(tng_language(game, 0), &names.texts, arena, &silent);
    for (unsigned c = 0; c < 4; c++) {
        const TngSection *section = tng_section(game, SECTION_UI + c);
        names.sprite_counts[c] = section ? section->count : 0;
        names.sprites[c] = ARENA_ALLOC(arena, Text, names.sprite_counts[c]);
    }
    tng_facts(game, note_sprite, &names);
    return names;
}

static Text entity_name(const TngNames *names, unsigned section_type, unsigned index)
{
    const TngSection *section = tng_section(names->game, section_type);
    if (!section || index >= section->count)
        return TEXT("");
    return tng_string(names->game,
                      ((const TngAsset *)section->entries[index].descriptor)->name);
}

Text tng_sprite_name(const TngNames *names, unsigned category, unsigned index)
{
    if (category < 4)
        return index < names->sprite_counts[category] ? names->sprites[category][index]
                                                      : TEXT("");
    return category == 4                      ? entity_name(names, SECTION_BACKS, index)
           : category == TNG_NPC_CATEGORY     ? entity_name(names, SECTION_NPCS, index)
           : category == TNG_SPAWNER_CATEGORY ? entity_name(names, SECTION_SPAWNERS, index)
                                              : TEXT("");
}

bool tng_value_name(const TngNames *names, const RecordLayout *type, const void *data,
                    Text *out)
{
    const uint64_t value = primitive_get(type, data);
    *out =
        tng_kind_is_string(type->meaning) ? tng_string(names->game, (uint32_t)value) : TEXT("");
    switch ((TngKind)type->meaning) {
    case KIND_TEXT:
        *out = value < names->texts.count ? names->texts.items[value] : TEXT("");
        break;
    case KIND_OBJECT:
        *out = tng_sprite_name(names, 1, (unsigned)value);
        break;
    case KIND_SPRITE:
        *out = tng_sprite_name(names, tng_sprite_ref(data)->category, (unsigned)value);
        break;
    default:
        break;
    }
    return out->size > 0;
}

bool tng_note(void *context, const RecordLayout *type, const void *data, Text *out)
{
    return type->meaning && tng_value_name(context, type, data, out);
}
