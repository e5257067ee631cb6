/* One-switch mode: the focus moves by itself over everything that can be chosen, and one key,
 * button or touch chooses it. On the map it moves over directions, actions, belt, bag and
 * pause; a direction is walked until the next press, or until the way is blocked.
 *
 * Targets follow from the rows of the open screen and from the areas that could be clicked, so
 * that a new screen needs nothing here. The keys of the keyboard on the screen are chosen by
 * line and column. */
#ifndef OISIN_PLAYER_ONE_SWITCH_H
#define OISIN_PLAYER_ONE_SWITCH_H

#include "player/menus/menus.h"
#include "player/session.h"

typedef enum ScanKind {
    SCAN_NONE,
    SCAN_ROW,
    SCAN_LINE, /* of the keyboard */
    SCAN_KEY,
    SCAN_LESS, /* of a row's value */
    SCAN_MORE,
    SCAN_TAB,
    SCAN_BELT,
    SCAN_ACTION,
    SCAN_DIRECTION,
    SCAN_BUTTONS,
} ScanKind;

typedef struct ScanTarget {
    ScanKind kind;
    uint32_t value;
    Rect area; /* of the interface; without size: none */
} ScanTarget;

enum { SCAN_TARGETS_MAX = 256 };

typedef struct Scan {
    ScanTarget now;
    uint32_t ticks;   /* since it has the focus */
    uint32_t walking; /* 1 + the direction; 0: not */
    uint32_t blocked; /* ticks without a step */
    Spot at;          /* position then */
    uint64_t where;   /* the screen or page: hash */
    uint32_t line;    /* 1 + that of the keyboard that was chosen */
} Scan;

/* Call it once per tick, before the input is used: moves the focus every `interval` ticks and
 * adds the input of walking. Without `enabled`, the focus is removed. */
void scan_tick(Scan *scan, bool enabled, uint32_t interval, const Session *session,
               Menus *menus, WorldInput *input);
/* The switch was pressed: adds the input that chooses the target. */
void scan_press(Scan *scan, WorldInput *input);

#endif
