/* Parts, in order: what is stored; removing old positions and the future; adding images;
 * visiting a position. */
#include "engine/save/history.h"

#include "base/arena_image.h"

#include <assert.h>
#include <stdlib.h>

enum {
    /* BUDGET: bytes. TICKS and GAP: ticks; TICKS are the minimum that is kept if the budget
     * allows. */
    BUDGET = 32 << 20,
    TICKS = 18000,
    GAP = 30,
    /* Eight seconds. A tick of a small game takes some 20 us, so that a position is reached in
     * a few milliseconds. */
    GAP_MAX = 240,
};

/* Something that was done between two ticks. */
typedef struct HistoryEvent {
    uint32_t at; /* position */
    bool run;    /* otherwise the language was changed */
    uint32_t self;
    size_t language;
    Bytes code; /* owned */
} HistoryEvent;

typedef struct Keyframe {
    uint32_t at, epoch; /* position; index of the epoch */
    size_t events;      /* number of earlier events, of all that ever happened */
    size_t language;
} Keyframe;

/* The part of a history with one world: it begins with a new or a loaded world. Only that of
 * the current world has a mirror; the memory of the others is an image of theirs. */
typedef struct Epoch {
    World *world;
    ArenaImages *images; /* one for each of its keyframes; NULL: too large */
} Epoch;

struct History {
    HistoryOptions options;
    uint32_t gap;
    uint32_t first, now, last;
    WorldInput *inputs; /* of the ticks from `first` on; they own their text */
    size_t input_capacity;
    WorldInput before; /* of the tick before `first` */
    HistoryEvent *events;
    size_t event_count, event_capacity;
    size_t events_gone; /* removed at the front */
    Keyframe *keyframes;
    size_t keyframe_count, keyframe_capacity;
    size_t base; /* the keyframe that the current state follows from */
    Epoch *epochs;
    size_t epoch_count, epoch_capacity;
    size_t epoch; /* the current one; it may not be the last */
    size_t texts; /* bytes of typed texts and code */
};

History *history_new(const HistoryOptions *options)
{
    History *history = memory_checked(calloc(1, sizeof *history), sizeof *history);
    history->options = *options;
    if (!options->budget)
        history->options.budget = BUDGET;
    if (!options->ticks)
        history->options.ticks = TICKS;
    history->gap = options->gap ? options->gap : GAP;
    return history;
}

uint32_t history_first(const History *history) { return history->first; }
uint32_t history_now(const History *history) { return history->now; }
uint32_t history_last(const History *history) { return history->last; }
uint32_t history_gap(const History *history) { return history->gap; }

/* The input before the first tick for positions outside. */
const WorldInput *history_input(const History *history, uint32_t tick)
{
    return tick >= history->first && tick < history->last
               ? &history->inputs[tick - history->first]
               : &history->before;
}

/* The mirror of the arena is part of arena_images_size(). */
size_t history_size(const History *history)
{
    size_t size = sizeof *history + history->texts +
                  history->input_capacity * sizeof *history->inputs +
                  history->event_capacity * sizeof *history->events +
                  history->keyframe_capacity * sizeof *history->keyframes +
                  history->epoch_capacity * sizeof *history->epochs;
    for (size_t i = 0; i < history->epoch_count; i++) {
        const Epoch *epoch = &history->epochs[i];
        size += epoch->images ? arena_images_size(epoch->images) : 0;
    }
    return size;
}

/* ---- removing ---- */

static void input_free(History *history, WorldInput *input)
{
    if (!input->text)
        return;
    history->texts -= strlen(input->text) + 1;
    free((char *)(uintptr_t)input->text);
}

/* Its text is freed with the tick: only held input of it is needed. */
static void keep_before(History *history, const WorldInput *input)
{
    history->before = *input;
    history->before.text = NULL;
}

/* `from` is an index of `events`, without those that were removed at the front. */
static void events_remove(History *history, size_t from, size_t count)
{
    if (!count)
        return;
    for (size_t i = from; i < from + count; i++) {
        history->texts -= history->events[i].code.size;
        free((void *)(uintptr_t)history->events[i].code.data);
    }
    history->event_count -= count;
    memmove(history->events + from, history->events + from + count,
            (history->event_count - from) * sizeof *history->events);
}

/* The images go first: they use the arena. */
static void epoch_free(Epoch *epoch)
{
    arena_images_free(epoch->images);
    arena_free(epoch->world->arena);
}

/* The keyframe's number among the images of its epoch. */
static size_t rank_of(const History *history, size_t keyframe)
{
    size_t rank = 0;
    while (rank < keyframe &&
           history->keyframes[keyframe - rank - 1].epoch == history->keyframes[keyframe].epoch)
        rank++;
    return rank;
}

/* `base` is an index, too, and moves with the keyframes. */
static void keyframe_take_out(History *history, size_t index)
{
    history->keyframe_count--;
    memmove(history->keyframes + index, history->keyframes + index + 1,
            (history->keyframe_count - index) * sizeof *history->keyframes);
    history->base -= history->base > index;
}

static bool in_first_epoch(const History *history, size_t keyframe)
{
    return history->keyframes[keyframe].epoch == history->keyframes[0].epoch;
}

/* The positions before the second keyframe; the current one is not among them. */
static void remove_first(History *history)
{
    const uint32_t first = history->keyframes[1].at, gone = first - history->first;
    const size_t events = history->keyframes[1].events;
    assert(history->base && history->now >= first);
    if (gone)
        keep_before(history, &history->inputs[gone - 1]);
    for (uint32_t i = 0; i < gone; i++)
        input_free(history, &history->inputs[i]);
    memmove(history->inputs, history->inputs + gone,
            (history->last - first) * sizeof *history->inputs);
    history->first = first;
    events_remove(history, 0, events - history->events_gone);
    history->events_gone = events;
    if (in_first_epoch(history, 1)) {
        arena_images_remove_first(history->epochs[0].images);
    } else {
        epoch_free(&history->epochs[0]);
        history->epoch_count--;
        memmove(history->epochs, history->epochs + 1,
                history->epoch_count * sizeof *history->epochs);
        history->epoch--;
        for (size_t i = 0; i < history->keyframe_count; i++)
            history->keyframes[i].epoch -= i > 0;
    }
    keyframe_take_out(history, 0);
}

/* Whether a keyframe is neither the first nor the last of its epoch, nor the current one. */
static bool is_between(const History *history, size_t index)
{
    const Keyframe *keyframes = history->keyframes;
    return index && index + 1 < history->keyframe_count && index != history->base &&
           keyframes[index - 1].epoch == keyframes[index].epoch &&
           keyframes[index + 1].epoch == keyframes[index].epoch;
}

/* Removes keyframes that are nearer to each other than the gap. Those of epochs that rest stay:
 * to change their images would need their mirror again. */
static void thin(History *history)
{
    for (size_t i = history->keyframe_count; i-- > 1;) {
        const Keyframe *keyframe = &history->keyframes[i];
        if (!is_between(history, i) || keyframe->epoch != history->epoch ||
            keyframe[1].at - keyframe[-1].at > history->gap)
            continue;
        arena_images_remove(history->epochs[keyframe->epoch].images, rank_of(history, i));
        keyframe_take_out(history, i);
    }
}

/* The world is too large. */
static void remove_all(History *history)
{
    Epoch *epoch = &history->epochs[history->epoch];
    arena_images_free(epoch->images);
    epoch->images = NULL;
    history_forget_future(history);
    if (history->last > history->first)
        keep_before(history, &history->inputs[history->last - history->first - 1]);
    for (uint32_t i = history->first; i < history->last; i++)
        input_free(history, &history->inputs[i - history->first]);
    events_remove(history, 0, history->event_count);
    history->first = history->last = history->now;
    history->keyframe_count = history->base = 0;
    while (history->epoch) {
        epoch_free(&history->epochs[0]);
        memmove(history->epochs, history->epochs + 1,
                --history->epoch_count * sizeof *history->epochs);
        history->epoch--;
    }
}

/* Never more than the budget: also after a single image. */
static void shrink(History *history)
{
    while (history_size(history) > history->options.budget) {
        if (history->gap < GAP_MAX) {
            history->gap *= 2;
            thin(history);
        } else if (history->keyframe_count > 1 && history->base) {
            remove_first(history);
        } else {
            remove_all(history);
            break;
        }
    }
    while (history->keyframe_count > 1 && history->base &&
           history->last - history->keyframes[1].at >= history->options.ticks)
        remove_first(history);
}

/* Events at the current position stay: they have happened. Epochs after the current one are
 * freed with their worlds. */
void history_forget_future(History *history)
{
    const uint32_t now = history->now;
    for (uint32_t i = now; i < history->last; i++)
        input_free(history, &history->inputs[i - history->first]);
    history->last = now;
    size_t events = history->event_count, keyframes = history->keyframe_count;
    while (events && history->events[events - 1].at > now)
        events--;
    events_remove(history, events, history->event_count - events);
    while (keyframes && history->keyframes[keyframes - 1].at > now)
        keyframes--;
    history->keyframe_count = keyframes;
    while (history->epoch_count > history->epoch + 1)
        epoch_free(&history->epochs[--history->epoch_count]);
    const Epoch *epoch = &history->epochs[history->epoch];
    if (epoch->images)
        arena_images_truncate(epoch->images, rank_of(history, keyframes - 1) + 1);
}

/* Also frees the worlds: each epoch owns the arena of its world. */
void history_free(History *history)
{
    if (!history)
        return;
    for (uint32_t i = history->first; i < history->last; i++)
        input_free(history, &history->inputs[i - history->first]);
    events_remove(history, 0, history->event_count);
    for (size_t i = 0; i < history->epoch_count; i++)
        epoch_free(&history->epochs[i]);
    free(history->inputs);
    free(history->events);
    free(history->keyframes);
    free(history->epochs);
    free(history);
}

/* ---- adding ---- */

static World *world_of(const History *history) { return history->epochs[history->epoch].world; }

/* A world larger than the whole budget gets no images at all; it then has one position. */
static void add_keyframe(History *history)
{
    if (arena_used(world_of(history)->arena) > history->options.budget) {
        remove_all(history);
        return;
    }
    arena_images_add(history->epochs[history->epoch].images);
    history->keyframes = memory_larger(history->keyframes, history->keyframe_count,
                                       &history->keyframe_capacity, sizeof(Keyframe));
    history->base = history->keyframe_count;
    history->keyframes[history->keyframe_count++] = (Keyframe){
        history->now, (uint32_t)history->epoch, history->events_gone + history->event_count,
        world_of(history)->content->language};
    shrink(history);
}

/* The world belongs to the history from now on. */
void history_begin(History *history, World *world)
{
    if (history->epoch_count) {
        history_forget_future(history);
        Epoch *before = &history->epochs[history->epoch];
        const bool unused = before->images && arena_images_count(before->images) == 1 &&
                            history->keyframes[history->keyframe_count - 1].at == history->now;
        if (!before->images || unused) { /* no position is left in it */
            epoch_free(before);
            history->epoch_count--;
            history->keyframe_count -= unused;
        } else {
            arena_images_rest(before->images);
        }
    }
    if (!history->keyframe_count) { /* nothing before is left */
        history->first = history->now;
        events_remove(history, 0, history->event_count);
        history->events_gone = 0;
    }
    history->epochs = memory_larger(history->epochs, history->epoch_count,
                                    &history->epoch_capacity, sizeof(Epoch));
    history->epoch = history->epoch_count++;
    history->epochs[history->epoch] = (Epoch){world, arena_images_new(world->arena)};
    world_use_content(world);
    add_keyframe(history);
}

/* `code` must be allocated by malloc; it belongs to the history. */
static void push_event(History *history, HistoryEvent event)
{
    history->events = memory_larger(history->events, history->event_count,
                                    &history->event_capacity, sizeof event);
    event.at = history->now;
    history->texts += event.code.size;
    history->events[history->event_count++] = event;
}

/* The code is copied into the world's arena, since a task may run it later. */
static bool run(World *world, Bytes code, uint32_t self, Report *report)
{
    return world_run(local_context(world), arena_copy(world->arena, code), self, ENTITY_NONE,
                     report);
}

/* Only code that ran is remembered. */
bool history_run(History *history, Bytes code, uint32_t self, Report *report)
{
    history_forget_future(history);
    if (!run(world_of(history), code, self, report))
        return false;
    uint8_t *copy = memory_checked(malloc(code.size + 1), code.size);
    memcpy(copy, code.data, code.size);
    push_event(history,
               (HistoryEvent){.run = true, .self = self, .code = (Bytes){copy, code.size}});
    return true;
}

void history_set_language(History *history, size_t language)
{
    history_forget_future(history);
    push_event(history, (HistoryEvent){.language = language});
    content_set_language(world_of(history)->content, language);
}

static void push_input(History *history, const WorldInput *input)
{
    const size_t count = history->last - history->first;
    history->inputs = memory_larger(history->inputs, count, &history->input_capacity,
                                    sizeof *history->inputs);
    WorldInput *copy = &history->inputs[count];
    *copy = *input;
    if (!input->text)
        return;
    const size_t size = strlen(input->text) + 1;
    copy->text = memcpy(memory_checked(malloc(size), size), input->text, size);
    history->texts += size;
}

/* A world without images has one position, which moves. */
static void tick_alone(History *history, const WorldInput *input)
{
    events_remove(history, 0, history->event_count);
    keep_before(history, input);
    world_tick(world_of(history), input);
    history->first = history->last = ++history->now;
}

/* The keyframe is taken before the tick: it has the state at `now`. */
void history_tick(History *history, const WorldInput *input)
{
    if (history->now < history->last)
        history_forget_future(history);
    if (history->epochs[history->epoch].images &&
        history->now - history->keyframes[history->keyframe_count - 1].at >= history->gap)
        add_keyframe(history);
    if (!history->epochs[history->epoch].images) {
        tick_alone(history, input);
        return;
    }
    push_input(history, input);
    world_tick(world_of(history), input);
    history->last = ++history->now;
    shrink(history);
}

/* ---- visiting ---- */

/* The last keyframe at a position or before it. */
static size_t keyframe_before(const History *history, uint32_t position)
{
    size_t low = 0, high = history->keyframe_count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (history->keyframes[middle].at <= position)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Texts are parsed again, so only if the language differs. */
static void set_language(History *history, size_t language)
{
    Content *content = world_of(history)->content;
    if (content->language != language)
        content_set_language(content, language);
}

/* Repeats the events at the current position, from a number on. */
static void repeat_events(History *history, size_t from)
{
    Report silent = report_to(NULL, NULL);
    for (size_t i = from - history->events_gone; i < history->event_count; i++) {
        const HistoryEvent *event = &history->events[i];
        if (event->at != history->now)
            continue;
        if (event->run)
            run(world_of(history), event->code, event->self, &silent);
        else
            set_language(history, event->language);
    }
}

/* The current epoch must rest before another one is used: only one has a mirror. */
static void restore(History *history, size_t index)
{
    const Keyframe *keyframe = &history->keyframes[index];
    if (keyframe->epoch != history->epoch) {
        arena_images_rest(history->epochs[history->epoch].images);
        history->epoch = keyframe->epoch;
        world_use_content(world_of(history));
    }
    arena_images_restore(history->epochs[history->epoch].images, rank_of(history, index));
    history->base = index;
    history->now = keyframe->at;
    set_language(history, keyframe->language);
    repeat_events(history, keyframe->events);
}

/* Forward from the current state if no keyframe is nearer, otherwise from the keyframe. Ticks
 * are repeated with their input and events; the world must be deterministic. */
World *history_go(History *history, uint32_t position)
{
    if (!history->epochs[history->epoch].images)
        return world_of(history);
    position = position < history->first  ? history->first
               : position > history->last ? history->last
                                          : position;
    const size_t index = keyframe_before(history, position);
    Content *content = world_of(history)->content;
    Report silent = report_to(NULL, NULL), *before = content->report;
    content->report = &silent; /* it was reported the first time */
    if (index != history->base || position < history->now)
        restore(history, index);
    size_t next = history->events_gone;
    while (history->now < position) {
        world_tick(world_of(history), history_input(history, history->now));
        history->now++;
        while (next < history->events_gone + history->event_count &&
               history->events[next - history->events_gone].at < history->now)
            next++;
        repeat_events(history, next);
    }
    content->report = before;
    return world_of(history);
}
