/* What the files of joining tell each other; not for others. */
#ifndef OISIN_PROJECT_JOIN_PARTS_H
#define OISIN_PROJECT_JOIN_PARTS_H

#include "project/join.h"
#include "project/script_names.h"

/* Lists that records refer to by number. */
typedef enum JoinList {
    LIST_UI, /* the categories of sprites, then two more */
    LIST_BACKS = CATEGORY_BACKS,
    LIST_NPCS,
    LIST_SPAWNERS,
    LIST_SLOTS,
    LIST_SPEECH,
    LIST_TEXTS,
    JOIN_LISTS
} JoinList;

/* What has got a number in the joined game. */
typedef struct JoinNumbers {
    Text *items;
    size_t count;
    Table by_name;
} JoinNumbers;

typedef struct JoinLanguage {
    char code[2];
    Text *texts; /* by number; `at` NULL: it has none */
    Bytes *voices;
    size_t text_count, voice_count;
} JoinLanguage;

typedef struct JoinSection {
    TngSection section; /* kind NULL: the game has none */
    Table by_key;
} JoinSection;

typedef struct Join {
    JoinNumbers lists[JOIN_LISTS];
    JoinSection sections[256]; /* by type; languages and strings are apart */
    JoinLanguage *languages;
    size_t language_count;
    Writer strings;
    Table string_offsets;
    Text *facts; /* that go on as they are: "action:3=Fireball" */
    size_t fact_count;
    TngHeader header;
    TngSlots slots;
    size_t atlases; /* of the parts before */
    /* The part that is being added. */
    TngFile game;
    Names names;
    uint32_t *to[JOIN_LISTS]; /* its numbers in the joined game */
    size_t to_count[JOIN_LISTS];
    bool first, alone, failed;
    bool named;       /* the part tells the names of its sprites and slots */
    const char *what; /* of it is translated now: "dialogs" */
    size_t which;
    Arena *arena;
    Report *report;
} Join;

/* An error about what is translated now, once; false. */
bool join_fail(Join *join, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The number of a name, a new one if there is none. */
uint32_t join_number(Join *join, JoinList list, Text name);
uint32_t join_string(Join *join, Text text);
/* The joined game's number for one of the part's. */
uint32_t join_moved(Join *join, JoinList list, uint32_t index);

/* join_numbers.c: numbers for all names of the part, then `to` is known. */
bool join_names(Join *join);
/* Texts and voices of the part. */
bool join_languages(Join *join);
/* All of them with each text, as sections. */
void join_languages_end(Join *join, TngFile *out);
/* Names behind the strings. */
void join_facts_end(Join *join);

/* join_records.c: every reference in a record is made one of the joined game. */
bool join_record(Join *join, const Layout *layout, void *record);
/* Decoded, translated, packed; empty if it failed. */
Bytes join_asset(Join *join, const TngSection *section, size_t index);

#endif
