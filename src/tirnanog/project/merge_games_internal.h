/* Private to joining: types and functions that its files share. */
#ifndef OISIN_TIRNANOG_PROJECT_MERGE_GAMES_INTERNAL_H
#define OISIN_TIRNANOG_PROJECT_MERGE_GAMES_INTERNAL_H

#include "tirnanog/project/merge_games.h"
#include "tirnanog/sheets/script_names.h"

/* Lists that records refer to by number. */
typedef enum MergeList {
    LIST_UI, /* the categories of sprites, then two more */
    LIST_BACKS = CATEGORY_BACKS,
    LIST_NPCS,
    LIST_SPAWNERS,
    LIST_SLOTS,
    LIST_SPEECH,
    LIST_TEXTS,
    JOIN_LISTS
} MergeList;

/* Names that have a number in the joined game. */
typedef struct MergeNumbers {
    Text *items;
    size_t count;
    Table by_name;
} MergeNumbers;

typedef struct MergeLanguage {
    char code[2];
    Text *texts; /* by number; `at` NULL: missing */
    Bytes *voices;
    size_t text_count, voice_count;
} MergeLanguage;

typedef struct MergeSection {
    TngSection section; /* kind NULL: the game does not have it */
    Table by_key;
} MergeSection;

typedef struct Join {
    MergeNumbers lists[JOIN_LISTS];
    MergeSection sections[256]; /* by type, except languages and strings */
    MergeLanguage *languages;
    size_t language_count;
    uint32_t language_name; /* text number of the languages' own names */
    Writer strings;
    Table string_offsets;
    Text *facts; /* copied unchanged: "action:3=Fireball" */
    size_t fact_count;
    TngHeader header;
    TngSlots slots;
    size_t atlases; /* of the previous parts */
    /* The part that is being joined. */
    TngFile game;
    Names names;
    uint32_t *to[JOIN_LISTS]; /* maps its numbers to those of the joined game */
    size_t to_count[JOIN_LISTS];
    bool first, alone, failed;
    bool named;       /* the part contains the names of its sprites and slots */
    const char *what; /* current section, for messages: "dialogs" */
    size_t which;
    Arena *arena;
    Report *report; /* about the current part */
} Join;

/* Reports an error about the current item, only the first one; returns false. */
bool merge_fail(Join *join, const char *format, ...) PRINTF_LIKE(2, 3);
/* The number of a name; a new name is added. */
uint32_t merge_number(Join *join, MergeList list, Text name);
uint32_t merge_string(Join *join, Text text);
/* Translates a number of the part to one of the joined game. */
uint32_t merge_moved(Join *join, MergeList list, uint32_t index);

/* merge_numbers.c: numbers all names of the part, which fills `to`. */
bool merge_names(Join *join);
/* Joins texts and voices of the part. */
bool merge_languages(Join *join);
/* Writes the languages as sections, each with all texts. */
void merge_languages_end(Join *join, TngFile *out);
/* Appends the names after the strings. */
void merge_facts_end(Join *join);

/* merge_records.c: translates every reference in a record. */
bool merge_record(Join *join, const RecordLayout *layout, void *record);
/* Decodes, translates and packs an asset; empty if it failed. */
Bytes merge_asset(Join *join, const TngSection *section, size_t index);

#endif
