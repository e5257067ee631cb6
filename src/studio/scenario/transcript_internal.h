/* Private to transcript*.c. */
#ifndef OISIN_STUDIO_SCENARIO_TRANSCRIPT_INTERNAL_H
#define OISIN_STUDIO_SCENARIO_TRANSCRIPT_INTERNAL_H

#include "studio/scenario/scenario_internal.h"
#include "studio/scenario/transcript.h"

/* A step, or an expectation. */
typedef struct TranscriptLine {
    Text text;
    bool expects;    /* may be removed if it does not hold */
    bool at_once;    /* ... without waiting for it first */
    uint32_t enemy;  /* an attack on this NPC; NONE: it is not */
    uint32_t action; /* ... with this one */
    Text thing;      /* "buy", "sell", "craft", an attack: its object */
    Text comes;      /* an NPC, for which the step may have to wait; empty: none */
    uint32_t times;
} TranscriptLine;

/* A value that a handler has set since the last step. */
typedef struct TranscriptValue {
    uint32_t attribute; /* the player's */
    int32_t first, value;
    uint32_t times;
} TranscriptValue;

enum { STARTED_MAX = 32, OPEN_MAX = 128 };

/* What the player has, for expectations. */
typedef struct Belongings {
    uint8_t *quests;
    Item *items;
    uint32_t item_count;
} Belongings;

/* Where the player is. */
typedef struct Position {
    uint32_t map;
    Cell cell;
} Position;

struct Transcript {
    Run run;
    Scenarios scenarios; /* without any: for the names */
    Observer observer;
    const Observer *other; /* that observed the world before; or NULL */
    TranscriptOptions options;
    Arena *arena;
    TranscriptLine *lines;
    size_t count;
    /* handlers that began in this tick, and those that wait for something */
    ScriptRef started[STARTED_MAX], open[OPEN_MAX];
    size_t started_count, open_count;
    /* at the end of the tick before */
    ScreenState screen;
    Text *rows; /* of that screen, in `texts` */
    uint32_t objects[OPTIONS_MAX];
    int32_t held[OPTIONS_MAX];
    Arena *texts;
    Position here;
    uint32_t direction, live; /* the number of live enemies of an attack */
    bool goes;                /* to this cell, by a click */
    Cell goal;
    Cell touched;
    bool touches;
    uint16_t equipped[TNG_EQUIP_SLOTS], belt[TNG_EQUIP_SLOTS];
    Belongings now, told; /* at the end of the tick before; at the last expectation */
    TranscriptValue *values;
    size_t value_count;
    uint32_t removed; /* in this tick: an NPC of this kind; NONE: none */
    bool beginning;   /* before the first time on the map */
    bool steered;     /* keys or clicks have moved the player since `placed` */
    Position placed;  /* where the scenario has the player */
    uint32_t resting; /* ticks without movement */
    uint32_t since;   /* ticks since the last step */
};

/* ---- the world ---- */

static inline PlayerContext transcript_player(const Transcript *transcript)
{
    return local_context(transcript->run.world);
}

static inline bool same_cell(Cell a, Cell b) { return a.x == b.x && a.y == b.y; }

Position transcript_position(const Transcript *transcript);
Text transcript_name(Transcript *transcript, ScriptKind kind, uint32_t index);
/* The name of a record. */
Text transcript_record_name(Transcript *transcript, ScriptKind kind, unsigned section,
                            uint32_t index);
/* A text as in a test file: at most its first line. */
Text transcript_quoted(Transcript *transcript, Text text);
void transcript_copy_belongings(Belongings *to, const Belongings *from, uint32_t quest_count);

/* ---- lines ---- */

/* Adds a step, after the expectations of what the step before has changed. The line that is
 * returned may be changed until the next one is added. */
TranscriptLine *transcript_step(Transcript *transcript, const char *format, ...)
    PRINTF_LIKE(2, 3);
/* Adds an expectation. */
void transcript_expect(Transcript *transcript, const char *format, ...) PRINTF_LIKE(2, 3);
/* Expects something that has come without a step, if that took time. */
void transcript_comes(Transcript *transcript, const char *format, ...) PRINTF_LIKE(2, 3);
/* Expects what has changed since the last step. */
void transcript_tell(Transcript *transcript);
/* The same step again, or a new one: "buy torc 2". */
void transcript_again(Transcript *transcript, const char *word, Text thing);
/* Walks to where the player is, if the scenario does not have the player there. */
void transcript_walk(Transcript *transcript);

/* ---- once in a tick, with the state of the tick before ---- */

/* What the player did on the screen of the tick before. */
void transcript_screen(Transcript *transcript, const WorldInput *input);
/* A screen that the game has opened. */
void transcript_opened(Transcript *transcript);
/* Handlers that have begun. */
void transcript_starts(Transcript *transcript, const WorldInput *input);
/* An enemy that is gone was defeated. */
void transcript_defeat(Transcript *transcript);
/* Where the player stops for a while, others wait or something may happen. */
void transcript_rest(Transcript *transcript, const WorldInput *input);
/* An object was used; `on` empty: on nothing. */
void transcript_use(Transcript *transcript, uint32_t sprite, Text on);

#endif
