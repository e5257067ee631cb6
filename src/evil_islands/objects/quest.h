/* A new quest of Evil Islands (its network game): two files that the game loads on top of a
 * base map, and that a modder then fills in.
 *
 *     NAME.mq   an archive: NAME/quest.reg, what the quest gives; NAME/map.txt, its map;
 *               "quest NAME", its description; "briefing NAME_1" to 3, the dialogs in which it
 *               is received, given up and completed
 *     NAME.mob  the objects that the quest adds, none yet, and its script: the quest and its
 *               task, to reach a place
 *
 * Words in <> are to be replaced. In a briefing, #CAMERA is followed by 0 to 12: 2 shows the
 * hero, 3 the other one, 8 both. Sources (facts only): mirilled/EvilIslandsModHelpers,
 * QuestCreator (46d41b27), for the files and their keys; Kyr4l/ei-universal-mod,
 * docs/scripting.md and docs/dialogues-cams-anims.md, for #res, the script's functions and the
 * cameras. Unproven: no genuine .mq was at hand. */
#ifndef OISIN_EVIL_ISLANDS_OBJECTS_QUEST_H
#define OISIN_EVIL_ISLANDS_OBJECTS_QUEST_H

#include "base/report.h"

enum { QUEST_NAME_MAX = 32 };

/* Names have 1 to QUEST_NAME_MAX ASCII letters, digits, `_` and `-`. The same names give the
 * same bytes. */
bool quest_new(Text name, Text zone, Bytes *archive, Bytes *objects, Arena *arena,
               Report *report);

#endif
