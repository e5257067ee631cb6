/* Internal declarations of console*.c. */
#ifndef OISIN_PLAYER_MENUS_CONSOLE_INTERNAL_H
#define OISIN_PLAYER_MENUS_CONSOLE_INTERNAL_H

#include "player/menus/console.h"

enum { CONSOLE_VALUES = 4 };

typedef enum ConsoleKind {
    KIND_NONE,
    KIND_ATTRIBUTE_NAME,
    KIND_OBJECT_NAME,
    KIND_MAP_NAME,
    KIND_NPC_NAME,
    KIND_QUEST_NAME,
    KIND_NUMBER,
    KIND_STATE,
    KIND_COMMAND,
    KIND_CODE,
} ConsoleKind;

typedef void ConsoleFunction(Console *console, const ConsoleHost *host, const Text *values);

typedef struct ConsoleRow {
    const char *word, *pattern, *code, *doc;
    ConsoleFunction *function;
} ConsoleRow;
extern const ConsoleRow console_rows[];
extern const size_t console_row_count;

/* The n-th value of a command's pattern, from 0, its default in `*fallback` (may be NULL),
 * and whether it is optional. KIND_NONE after the last. */
ConsoleKind console_kind(const ConsoleRow *row, size_t n, bool *optional, Text *fallback);
const ConsoleRow *console_row(Text word);
/* The n-th name of a kind; false after the last. It may be empty. */
bool console_name(const ConsoleHost *host, ConsoleKind kind, uint32_t n, Text *out,
                  Arena *scratch);

#endif
