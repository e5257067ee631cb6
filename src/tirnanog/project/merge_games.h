/* Joins a base game and its extensions, in their order, to one game.
 *
 * An item with a name (sprites, sounds, NPCs, maps, attributes, texts by language and so
 * on) replaces the item of the same name; otherwise it is added. Sections without names
 * (menu, display, alerts) are replaced as a whole. Items of the base keep their numbers,
 * new ones get the next numbers, and every reference of an extension is translated by
 * name. If an extension does not contain its names (it was built with --strip), its
 * numbers are those of the base. */
#ifndef OISIN_TIRNANOG_PROJECT_MERGE_GAMES_H
#define OISIN_TIRNANOG_PROJECT_MERGE_GAMES_H

#include "tirnanog/container/tng.h"

enum { MERGE_MAX = 16 };

typedef struct MergePart {
    Text name; /* for messages */
    Bytes bytes;
} MergePart;

/* The bytes of the joined game; the parts' bytes must live as long. Its unique ID depends
 * on the parts. False and one error, with the part's name, if a part is damaged,
 * encrypted, of another game, or of another map type. */
bool project_merge(const MergePart *parts, size_t count, Bytes *out, Arena *arena,
                   Report *report);

#endif
