/* Readers and writers of handlers (words_script.c), for the table of blocks in
 * words_blocks.c. */
#ifndef OISIN_TIRNANOG_SHEETS_WORDS_SCRIPT_H
#define OISIN_TIRNANOG_SHEETS_WORDS_SCRIPT_H

#include "tirnanog/sheets/words.h"

/* Writes bytecode of `owner` ("e click"). Code that no source compiles to is written as a
 * listing, with a warning. */
void put_code(SheetCursor *cursor, Text owner, Bytes code, const ScriptStyle *style);

typedef bool BlockRead(SheetCursor *cursor, const RecordLayout *layout, void *record);
typedef void BlockWrite(SheetCursor *cursor, const RecordLayout *layout, const void *record);

/* The only handler of a cutscene, a quest or an attribute. */
BlockRead read_script;
BlockWrite write_script;
/* A handler of an NPC or an object. */
BlockRead read_event;
BlockWrite write_event;
/* A start-up script. */
BlockRead read_startup;
BlockWrite write_startup;
/* A default action. */
BlockRead read_action;
BlockWrite write_action;

#endif
