/* Queries of a world. */
#include "library/library_world.h"

static const char *const screens[] = {
#define SCREEN(name, word, doc) [SCREEN_##name] = word,
#include "engine/state/input.def"
};

const char *oisin_world_screen(const OisinWorld *world)
{
    return screens[local_context(world->world).player->screen.screen];
}

/* ---- positions ---- */

static bool place(Call *call)
{
    OisinWorld *world = call->world;
    if (!local_context(world->world).player->started)
        return report_cause(&call->kit->report, CAUSE_STATE, "no game is running");
    const Actor *player = context_actor(local_context(world->world));
    const Cell cell = run_here(&world->run);
    const OisinPlace out = {.map = kit_text(call->kit, run_map_name(&world->run, player->map)),
                            .x = cell.x,
                            .y = cell.y,
                            .direction = player->direction};
    return kit_struct_write(call->kit, &out, sizeof out, call->out);
}

bool oisin_world_place(OisinWorld *world, OisinPlace *out)
{
    return world_call(world, (Call){.work = place, .out = out});
}

/* ---- texts ---- */

size_t oisin_world_option_count(const OisinWorld *world)
{
    return local_context(world->world).player->screen.option_count;
}

static bool option(Call *call)
{
    OisinWorld *world = call->world;
    *(const char **)call->out =
        call->count < local_context(world->world).player->screen.option_count
            ? kit_text(call->kit, screen_option(&world->run, (uint32_t)call->count))
            : NULL;
    return true;
}

static const char *ask(OisinWorld *world, bool (*work)(Call *call), size_t index)
{
    const char *text = NULL;
    return world_call(world, (Call){.work = work, .count = index, .out = &text}) ? text : NULL;
}

const char *oisin_world_option(OisinWorld *world, size_t index)
{
    return ask(world, option, index);
}

typedef struct Counting {
    size_t left;
    Text text;
} Counting;

static bool count_down(void *context, Text text)
{
    Counting *counting = context;
    counting->text = text;
    return counting->left-- == 0;
}

static bool text_shown(Call *call)
{
    Counting counting = {.left = call->count};
    if (screen_texts(&call->world->run, count_down, &counting))
        *(const char **)call->out = kit_text(call->kit, counting.text);
    return true;
}

const char *oisin_world_text(OisinWorld *world, size_t index)
{
    return ask(world, text_shown, index);
}

static bool said(Call *call)
{
    const Player *me = local_context(call->world->world).player;
    const uint32_t kept = !me->chat                     ? 0
                          : me->chat_count < CHAT_LINES ? me->chat_count
                                                        : CHAT_LINES;
    for (uint32_t i = 0; i < kept; i++) {
        const ChatLine *line = &me->chat[(me->chat_count - 1 - i) % CHAT_LINES];
        if (line->kind != CHAT_SAID || call->count--)
            continue;
        *(const char **)call->out =
            arena_format(call->kit->messages_arena, "%s%s%s", line->name,
                         line->name[0] ? ": " : "", line->text)
                .at;
        break;
    }
    return true;
}

const char *oisin_world_said(OisinWorld *world, size_t index)
{
    return ask(world, said, index);
}

/* ---- sounds ---- */

/* The path of a sound's file in the project; empty if the game has no such file. */
static const char *sound_file(const OisinWorld *world, EffectKind kind, Text name, Arena *arena)
{
    static const NameKind folders[] = {
        [EFFECT_MUSIC] = NAME_MUSIC, [EFFECT_MUSIC_ONCE] = NAME_MUSIC,
        [EFFECT_SOUND] = NAME_SOUND, [EFFECT_SPEECH] = NAME_SPEECH,
        [EFFECT_MOVIE] = NAME_MOVIE, [EFFECT_MOVIE_LOOP] = NAME_MOVIE};
    const FileKind *row = file_kind(folders[kind]);
    const bool speech = folders[kind] == NAME_SPEECH;
    const Text path =
        arena_format(arena, "%s/%.*s%s%s%s", row->folder, (int)name.size, name.at,
                     speech ? "_" : "", speech ? world->world->content->code : "", row->suffix);
    Bytes bytes;
    return game_file_bytes(&world->game, &world->names, path, &bytes) ? path.at : "";
}

static bool sound(Call *call)
{
    static const OisinSoundKind public_kinds[] = {
        [EFFECT_MUSIC] = OISIN_MUSIC, [EFFECT_MUSIC_ONCE] = OISIN_MUSIC_ONCE,
        [EFFECT_SOUND] = OISIN_SOUND, [EFFECT_SPEECH] = OISIN_SPEECH,
        [EFFECT_MOVIE] = OISIN_MOVIE, [EFFECT_MOVIE_LOOP] = OISIN_MOVIE_LOOP};
    const OisinWorld *world = call->world;
    size_t count;
    const Effect *effects = world_effects(local_context(world->world), &count);
    for (size_t i = 0; i < count; i++) {
        const Effect *effect = &effects[i];
        if (effect->kind >= COUNT_OF(public_kinds) || call->count--)
            continue;
        const Text name = tng_string(&world->game, effect->name);
        const OisinSound out = {
            .kind = public_kinds[effect->kind],
            .name = kit_text(call->kit, name),
            .file = sound_file(world, effect->kind, name, call->kit->messages_arena),
            .pan = effect->pan,
            .loudness = effect->loudness};
        return kit_struct_write(call->kit, &out, sizeof out, call->out);
    }
    return false;
}

bool oisin_world_sound(OisinWorld *world, size_t index, OisinSound *out)
{
    return world_call(world, (Call){.work = sound, .count = index, .out = out});
}

static bool asset(Call *call)
{
    const OisinWorld *world = call->world;
    Bytes bytes;
    if (!kit_named(call, "path"))
        return false;
    if (!game_file_bytes(&world->game, &world->names, text_of(call->name), &bytes))
        return report_cause(&call->kit->report, CAUSE_NOT_FOUND, "the game has no file %s",
                            call->name);
    Arena *arena = arena_new();
    *(OisinFile **)call->out = file_of(call, arena_copy(arena, bytes), arena);
    return true;
}

OisinFile *oisin_world_file(OisinWorld *world, const char *path)
{
    OisinFile *file = NULL;
    return world_call(world, (Call){.work = asset, .name = path, .out = &file}) ? file : NULL;
}

/* ---- values ---- */

/* The number of a name, as in scripts. */
static bool named(const Call *call, ScriptKind kind, uint32_t *out)
{
    const ScriptNames *names = &call->world->script_names;
    if (!kit_named(call, "name"))
        return false;
    return names->index(names->context, kind, text_of(call->name), out) ||
           report_cause(&call->kit->report, CAUSE_NOT_FOUND, "the game has no %s \"%s\"",
                        script_kind_name(kind), call->name);
}

static bool attribute(Call *call)
{
    uint32_t index;
    if (!named(call, SCRIPT_ATTRIBUTE, &index))
        return false;
    World *world = call->world->world;
    const PlayerContext ctx = local_context(world);
    *(int32_t *)call->out = world_attribute(ctx, context_entity(ctx), index);
    return true;
}

bool oisin_world_attribute(OisinWorld *world, const char *name, int32_t *out)
{
    return world_call(world, (Call){.work = attribute, .name = name, .out = out});
}

static bool item_count(Call *call)
{
    uint32_t index;
    if (!named(call, SCRIPT_OBJECT, &index))
        return false;
    *(int32_t *)call->out = world_count(local_context(call->world->world), index);
    return true;
}

bool oisin_world_item_count(OisinWorld *world, const char *object, int32_t *out)
{
    return world_call(world, (Call){.work = item_count, .name = object, .out = out});
}

static bool quest(Call *call)
{
    static const OisinQuest states[] = {[QUEST_UNKNOWN] = OISIN_QUEST_UNKNOWN,
                                        [QUEST_OPEN] = OISIN_QUEST_OPEN,
                                        [QUEST_DONE] = OISIN_QUEST_DONE,
                                        [QUEST_FAILED] = OISIN_QUEST_FAILED};
    World *world = call->world->world;
    uint32_t index;
    if (!named(call, SCRIPT_QUEST, &index))
        return false;
    const uint32_t ordinal = content_find(world->content, SECTION_QUESTS, index);
    *(OisinQuest *)call->out = ordinal < world->quest_count
                                   ? states[local_context(world).player->quests[ordinal] & 3]
                                   : OISIN_QUEST_UNKNOWN;
    return true;
}

bool oisin_world_quest(OisinWorld *world, const char *name, OisinQuest *out)
{
    return world_call(world, (Call){.work = quest, .name = name, .out = out});
}
