/* Lists of names, with at most BINDINGS_MAX for each action and device. A name belongs to one
 * action only: adding it removes it from the others. */
#include "player/menus/bindings.h"

#include "base/text.h"
#include "engine/render/screen_words.h"

const ActionRow action_rows[ACTIONS] = {
#define ACTION(name, title, by, keys, buttons)                                                 \
    {#name, keys, buttons, WORD_##title, KEYS_BY_##by},
#include "player/menus/actions.def"
};

typedef char Names[BINDINGS_MAX][BINDING_SIZE];

static Names *names_of(Bindings *bindings, Action action, bool pad)
{
    return pad ? &bindings->pads[action] : &bindings->keys[action];
}

static void put(Names *names, size_t at, Text name)
{
    char *const place = (*names)[at];
    const size_t size = name.size < BINDING_SIZE ? name.size : BINDING_SIZE - 1;
    memset(place, 0, BINDING_SIZE);
    if (size)
        memcpy(place, name.at, size);
}

void bindings_set(Bindings *bindings, Action action, bool pad, Text list)
{
    Names *names = names_of(bindings, action, pad);
    size_t count = 0;
    memset(names, 0, sizeof *names);
    bindings->changes++;
    while (list.size && count < BINDINGS_MAX) {
        size_t end = list.size;
        text_find(list, ',', &end);
        const Text name = text_trimmed((Text){list.at, end});
        if (name.size)
            put(names, count++, name);
        list = end < list.size ? (Text){list.at + end + 1, list.size - end - 1} : TEXT("");
    }
}

void bindings_default(Bindings *bindings)
{
    for (Action i = 0; i < ACTIONS; i++) {
        bindings_set(bindings, i, false, text_of(action_rows[i].keys));
        bindings_set(bindings, i, true, text_of(action_rows[i].buttons));
    }
}

/* Removes a name from an action and closes the gap. */
static bool remove_name(Names *names, const char *name)
{
    for (size_t i = 0; i < BINDINGS_MAX; i++)
        if (!strcmp((*names)[i], name)) {
            memmove((*names)[i], (*names)[i + 1 < BINDINGS_MAX ? i + 1 : i],
                    (BINDINGS_MAX - 1 - i) * BINDING_SIZE);
            memset((*names)[BINDINGS_MAX - 1], 0, BINDING_SIZE);
            return true;
        }
    return false;
}

Action bindings_add(Bindings *bindings, Action action, bool pad, const char *name)
{
    Action taken = ACTIONS;
    if (!name[0])
        return ACTIONS;
    for (Action i = 0; i < ACTIONS; i++)
        if (remove_name(names_of(bindings, i, pad), name) && i != action)
            taken = i;
    Names *names = names_of(bindings, action, pad);
    size_t at = 0;
    while (at < BINDINGS_MAX - 1 && (*names)[at][0])
        at++;
    put(names, at, text_of(name));
    bindings->changes++;
    return taken;
}

const char *bindings_drops(const Bindings *bindings, Action action, bool pad, const char *name)
{
    const Names *names = pad ? &bindings->pads[action] : &bindings->keys[action];
    for (size_t i = 0; i < BINDINGS_MAX; i++)
        if (!(*names)[i][0] || !strcmp((*names)[i], name))
            return "";
    return (*names)[BINDINGS_MAX - 1];
}

void bindings_release_place(Bindings *bindings, const char *name)
{
    for (Action i = 0; name[0] && i < ACTIONS; i++)
        if (action_rows[i].meaning == KEYS_BY_PLACE)
            (void)remove_name(&bindings->keys[i], name);
    bindings->changes++;
}

void bindings_clear(Bindings *bindings, Action action)
{
    memset(bindings->keys[action], 0, sizeof bindings->keys[action]);
    memset(bindings->pads[action], 0, sizeof bindings->pads[action]);
    bindings->changes++;
}

Text bindings_text(const Bindings *bindings, Action action, bool pad, Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t i = 0; i < BINDINGS_MAX; i++) {
        const char *name = pad ? bindings->pads[action][i] : bindings->keys[action][i];
        if (name[0])
            write_format(&out, "%s%s", out.size ? ", " : "", name);
    }
    return writer_text(&out);
}
