/* Internal declarations of the mirror. */
#ifndef OISIN_SERVER_PROTOCOL_MIRROR_INTERNAL_H
#define OISIN_SERVER_PROTOCOL_MIRROR_INTERNAL_H

#include "server/protocol/mirror.h"

enum { STEPS = 64 };

/* Interpolation of an actor between two reported positions. */
typedef struct Glide {
    Spot from, to;
    uint32_t done, whole; /* ticks; whole 0: standing */
    uint32_t reported;    /* tick of the last reported position */
    bool walks;
} Glide;

/* A predicted position of the player after a tick. */
typedef struct StepAhead {
    uint32_t sequence, age, map;
    Spot at;
} StepAhead;

struct Mirror {
    World *world;
    Arena *arena, *scratch;
    uint32_t self; /* actor */
    bool there;    /* the first update is complete */
    StateTick tick;
    uint32_t quiet;    /* ticks of the client since the last packet */
    bool has_position; /* the player's position is known */
    uint32_t map;
    Spot at; /* as last reported by the server */
    uint32_t sequence, age;
    StepAhead steps[STEPS]; /* a ring */
    uint32_t step_count;
    Spot fix; /* remaining correction */
    uint64_t corrected;
    Glide glides[ACTORS_MAX];
    Spot reported_at[ACTORS_MAX]; /* reference positions of STEPS */
    uint16_t **originals;         /* per map: objects as in the game file */
    ScreenState hidden[4];        /* screens that cannot be shown yet, if `is_hidden` */
    bool is_hidden[4];
    Effect effects[EFFECTS_MAX];
    uint32_t effect_count;
};

/* mirror_apply.c: applies a part of a packet; if it refers to unknown objects, returns false
 * and reports an error. */
bool mirror_take(Mirror *mirror, const StatePart *part, Report *report);
/* mirror_moves.c */
/* Reports that the server refers to an unknown object; returns false. */
bool mirror_refuse(Report *report, const char *what, uint32_t number);
bool mirror_take_move(Mirror *mirror, const StateMove *move, Report *report);
bool mirror_take_steps(Mirror *mirror, const StateSteps *steps, Report *report);
bool mirror_take_act(Mirror *mirror, const StateAct *act, Report *report);
/* mirror_walk.c */
void mirror_place(Mirror *mirror, uint32_t index, uint32_t map, Spot at, bool walks);
/* Settles the player's position after an update is complete. */
void mirror_settle(Mirror *mirror);

#endif
