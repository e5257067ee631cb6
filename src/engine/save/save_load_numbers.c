/* Translates numbers of a saved game to those of the world that is restored: by the names of
 * another build, by the players and NPCs that continue, and by the clock of the world that a
 * character joins. */
#include "engine/save/save_internal.h"

#include "base/hash.h"

bool load_fail(Load *load, const char *format, ...)
{
    va_list arguments;
    if (load->failed)
        return false;
    load->failed = true;
    va_start(arguments, format);
    const Text text = arena_vformat(load->scratch, format, arguments);
    va_end(arguments);
    return report_error(load->report, "this saved game is damaged: %s", text.at);
}

void load_report(Load *load, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const Text text = arena_vformat(load->arena, format, arguments);
    va_end(arguments);
    *ARENA_PUSH(load->arena, load->notes->lines, load->notes->count) = text;
}

/* ---- names ---- */

static uint64_t key_of(SavNameKind kind, uint32_t number)
{
    return (uint64_t)(kind + 1) << 32 | number;
}

Text load_name(const Load *load, SavNameKind kind, uint32_t number)
{
    for (uint32_t i = 0; load->state && i < load->state->name_count; i++) {
        const SavName *name = &load->state->names[i];
        if (name->kind == kind && name->number == number && name->name.size)
            return (Text){name->name.text, name->name.size};
    }
    return arena_format(load->scratch, "number %u", number);
}

uint32_t load_number(Load *load, SavNameKind kind, uint32_t number)
{
    const TngFile *game = load->world->content->game;
    if (load->moved) {
        void **found = number_map_get(&load->numbers, key_of(kind, number));
        return found ? (uint32_t)(uintptr_t)*found : NONE;
    }
    if (kind == SAV_NAME_MUSIC)
        return content_find(load->world->content, SECTION_MUSIC, number) == NONE ? NONE
                                                                                 : number;
    return number < game_name_count(game, kind) ? number : NONE;
}

static const char *const kind_words[SAV_NAME_KINDS] = {
    "attribute", "map",       "NPC",      "spawner",  "quest", "character option",
    "dialog",    "chooser",   "cutscene", "crafting", "music", "picture",
    "object",    "character", "portrait"};

/* All names of a kind in this game. Sprites without a name keep their number. */
static void find_kind(Load *load, SavNameKind kind)
{
    const TngFile *game = load->world->content->game;
    const uint32_t count = game_name_count(game, kind);
    Table table = table_new(load->scratch);
    const TngSection *music = tng_section(game, SECTION_MUSIC);
    for (uint32_t i = 0; i < count; i++) {
        const bool is_music = kind == SAV_NAME_MUSIC;
        const uint32_t number =
            is_music ? ((const TngAsset *)music->entries[i].descriptor)->name : i;
        const Text name = game_name(&load->names, kind, number);
        if (name.size)
            table_put(&table, name, number);
    }
    for (uint32_t i = 0; i < load->state->name_count; i++) {
        const SavName *name = &load->state->names[i];
        const Text text = {name->name.text, name->name.size};
        if (name->kind != kind)
            continue;
        const uint32_t *found = text.size ? table_get(&table, text) : NULL;
        const bool same = kind >= SAV_NAME_SPRITE && !text.size && name->number < count;
        const uint32_t now = found ? *found : same ? name->number : NONE;
        *number_map_put(&load->numbers, key_of(kind, name->number)) = (void *)(uintptr_t)now;
        if (now != NONE || (kind >= SAV_NAME_SPRITE && !text.size))
            continue; /* actors without an animation have a number that is not a sprite's */
        load_report(load, "%s %.*s no longer exists", kind_words[kind], (int)text.size,
                    text.at);
    }
}

void load_names(Load *load)
{
    load->numbers.arena = load->scratch;
    load->names = game_names(load->world->content->game, load->scratch);
    for (unsigned kind = 0; kind < SAV_NAME_KINDS; kind++)
        find_kind(load, (SavNameKind)kind);
    /* New ones have the values of a new game. */
    const uint32_t count = game_name_count(load->names.game, SAV_NAME_ATTRIBUTE);
    bool *known = ARENA_ALLOC(load->scratch, bool, count);
    for (uint32_t i = 0; i < load->state->name_count; i++) {
        const SavName *name = &load->state->names[i];
        const uint32_t now = name->kind == SAV_NAME_ATTRIBUTE
                                 ? load_number(load, SAV_NAME_ATTRIBUTE, name->number)
                                 : NONE;
        if (now < count)
            known[now] = true;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!known[i]) {
            const Text name = game_name(&load->names, SAV_NAME_ATTRIBUTE, i);
            load_report(load, "attribute %.*s is new", (int)name.size, name.at);
        }
}

uint16_t load_object(Load *load, uint32_t object)
{
    if (object >= TNG_NO_SPRITE)
        return TNG_NO_SPRITE;
    const uint32_t now = load->moved ? load_number(load, SAV_NAME_OBJECT, object) : object;
    return (uint16_t)(now < TNG_NO_SPRITE ? now : TNG_NO_SPRITE);
}

/* ---- players, actors and tasks ---- */

uint32_t load_npc_now(const Load *load, uint32_t index)
{
    for (size_t i = 0; load->folk_now && i < load->folk_count; i++)
        if (load->folk[i].index == index)
            return load->folk_now[i];
    return NONE;
}

uint32_t load_actor(const Load *load, uint32_t index)
{
    for (size_t i = 0; i < load->player_slot_count; i++)
        if (load->selves[i] == index)
            return load->selves_now[i];
    return load->joining && index < ACTOR_GONE ? load_npc_now(load, index) : index;
}

uint32_t load_entity(const Load *load, uint32_t entity)
{
    if (entity == ENTITY_NONE || entity >= ENTITY_OBJECT)
        return entity;
    const uint32_t actor = load_actor(load, entity - 1);
    return actor == NONE ? ENTITY_NONE : actor + 1;
}

/* In a shared world what is owned by no player stays so. */
uint32_t load_player_index(const Load *load, uint32_t player_index)
{
    for (size_t i = 0; i < load->player_slot_count; i++)
        if (load->player_slots[i].place == player_index)
            return load->places[i];
    return player_index || !load->world->shared ? NONE : 0;
}

uint32_t load_task(const Load *load, uint32_t number)
{
    for (size_t i = 0; number && i < load->task_count; i++)
        if (load->tasks_before[i].used == number && load->tasks_now[i])
            return load->tasks_now[i]->used;
    return 0;
}
