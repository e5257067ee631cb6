/* Names of players: which are allowed, which are the same, which look alike.
 *
 * Players trust names, so two names that look the same must not belong to two accounts: with
 * Cyrillic letters in it, "Маllоry" reads like "Mallory". The rules are those of Unicode
 * Technical Standard 39 (https://www.unicode.org/reports/tr39/), applied by libicu:
 *
 *   - all letters of a name are from the sets that the standard recommends for identifiers;
 *   - they belong to one script, or to one of the combinations that are common in Japanese,
 *     Chinese and Korean ("highly restrictive"), and digits to one set of digits;
 *   - two names are the same if they are equal after NFKC case folding: "Éric" and "éric";
 *   - two names look alike if their skeletons are equal: strings in which each letter is
 *     replaced by the simplest one that looks like it. Spaces, hyphens and apostrophes do not
 *     count, and skeletons of the name and of its folded form are both compared, since a
 *     capital I looks like a small l, but a small i does not.
 *
 * Words that a player could use to pose as the staff (reserved_words.def) are not allowed as
 * words of a name. */
#ifndef OISIN_SERVER_ACCOUNTS_PLAYER_NAMES_H
#define OISIN_SERVER_ACCOUNTS_PLAYER_NAMES_H

#include "base/report.h"
#include "base/text.h"

enum {
    NAME_LETTERS_MIN = 2,
    NAME_LETTERS_MAX = 24, /* characters */
    NAME_BYTES_MAX = 96,
    /* bytes of a folded name or a skeleton; longer ones are cut off */
    NAME_FORM_MAX = 512,
};

typedef enum NameFault {
    NAME_GOOD,
    NAME_SHAPE,    /* too short, too long, other characters, spaces in the wrong place */
    NAME_LETTERS,  /* letters that the standard does not recommend */
    NAME_SCRIPTS,  /* letters of several scripts */
    NAME_RESERVED, /* a word of the staff */
} NameFault;

typedef struct PlayerNames PlayerNames;

/* On failure, returns NULL and reports an error. */
PlayerNames *player_names_new(Report *report);
void player_names_free(PlayerNames *names);

/* Whether a new account may have this name. */
NameFault name_fault(const PlayerNames *names, Text name);
/* The fault for its player; empty for NAME_GOOD and NAME_SHAPE, which RESULT_NAME describes. */
Text name_fault_text(NameFault fault);

/* The NFKC case folding of a name, or of any text. */
Text name_folded(const PlayerNames *names, Text name, Arena *arena);

/* Whether the C library counts the character as a letter or digit, and it is visible. */
bool name_letter(const PlayerNames *names, uint32_t character);

/* The skeletons of a name and of its folded form; each begins with a letter that tells which
 * of them it is. */
typedef struct NameSkeletons {
    Text forms[2];
} NameSkeletons;
NameSkeletons name_skeletons(const PlayerNames *names, Text name, Arena *arena);

#endif
