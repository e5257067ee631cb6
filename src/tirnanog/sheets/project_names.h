/* Names: the two-way mapping between names in a project's texts and numbers in the
 * container.
 *
 * A build fills the lists from the project's file names before it reads a line; unpacking
 * fills them from the container. Strings (offsets in section 0) and texts (numbers in the
 * translations) are added on first use. */
#ifndef OISIN_TIRNANOG_SHEETS_PROJECT_NAMES_H
#define OISIN_TIRNANOG_SHEETS_PROJECT_NAMES_H

#include "base/hash.h"
#include "tirnanog/container/tng.h"

typedef enum NameKind {
#define FILE_KIND(name, folder, suffix, section, word) NAME_##name,
#include "tirnanog/sheets/file_kinds.def"
#undef FILE_KIND
    NAME_SLOT, /* equipment slots, in the order of hud.cfg */
    NAME_KINDS,
    NAME_SPRITE = NAME_KINDS, /* + category: only for words and messages */
} NameKind;

enum {
    CATEGORIES = 5,
    CATEGORY_UI = 0,
    CATEGORY_TILES,
    CATEGORY_CHARS,
    CATEGORY_PORTRAITS,
    CATEGORY_BACKS
};

/* The folder, suffix and section of a kind; `word` names it in messages. */
typedef struct FileKind {
    const char *folder, *suffix;
    unsigned section;
    const char *word;
} FileKind;
const FileKind *file_kind(NameKind kind);
/* "npc", "sound", "tiles": a kind in addresses and JSON; NAME_SPRITE + category is a folder. */
const char *name_kind_id(unsigned kind);
enum { NAME_KINDS_ALL = NAME_KINDS + CATEGORIES };
extern const char *const category_folders[CATEGORIES];

/* A look-up of a name: which, and the text that contained it. If that text belongs to a file of
 * the project, the file refers to the name there (name_uses.h). */
typedef struct NameUse {
    uint16_t kind; /* NameKind, or NAME_SPRITE + category */
    uint32_t number;
    Text at; /* in the memory of a file */
    Text
        path; /* if `at` was a copy of a part of this file: it is empty now, and the part ... */
    size_t from; /* ... begins here */
    size_t size;
} NameUse;

/* Cells of a map that have an NPC, a spawner or a tile. */
typedef struct NamePlaced {
    uint16_t kind;
    uint32_t number;
    Text path; /* of the map */
    uint32_t cells;
} NamePlaced;

typedef struct NameUses {
    NameUse *items;
    size_t count;
    NamePlaced *placed;
    size_t placed_count;
    Arena *arena;
} NameUses;

typedef struct NameList {
    Text *items; /* by index */
    bool *used;
    size_t count;
    Table numbers;
    Table last;     /* for duplicate names: the number that was added last */
    uint16_t kind;  /* NameKind, or NAME_SPRITE + category */
    NameUses *uses; /* records each name that is found, or NULL */
} NameList;

typedef struct Names {
    Arena *arena;
    NameList kinds[NAME_KINDS];
    NameList sprites[CATEGORIES];
    Writer strings; /* section 0 */
    Table string_offsets;
    NameList texts; /* 0 the title, 1 the language's name, then in order of first use */
} Names;

enum { TEXT_TITLE = 0, TEXT_LANGUAGE = 1 };

/* Whether the name is valid for a file: 1 to 200 letters, digits, "_" and ".". */
bool names_ok(Text name);

Names names_new(Arena *arena);
/* Records all names of assets that are found from now on. */
void names_record_uses(Names *names, NameUses *uses);
/* An empty list of the same kind. */
NameList names_list_empty(const NameList *list, Arena *arena);
/* Appends a name, which is not copied; numbers are in the order of appending. */
uint32_t names_add(NameList *list, Text name, Arena *arena);
bool names_find(const NameList *list, Text name, uint32_t *index);
Text names_nearest(const NameList *list, Text name);
/* The category of a sprite name without one: the usual one, otherwise the first that has
 * the name. `found`: number of categories that have it, 1 if the usual one does. */
bool names_sprite(const Names *names, Text name, unsigned usual, unsigned *category,
                  unsigned *found);

/* The offset of a string in section 0; a new string is added. */
uint32_t names_string(Names *names, Text text);
/* The string at an offset; empty if the offset is invalid. */
Text names_string_at(const Names *names, uint32_t offset);
/* The number of a text; a new text is added. The empty text is TNG_NO_TEXT. */
uint32_t names_text(Names *names, Text text);
/* A text by its number; empty if there is none. names_text_use: marks it as used as well. */
Text names_text_at(const Names *names, uint32_t index);
Text names_text_use(const Names *names, uint32_t index);

#endif
