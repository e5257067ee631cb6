/* Changes of a text file in terms of its rows (tirnanog/sheets/sheet_rows.h). A page sends a
 * list of operations as JSON; each works on the result of the one before.
 *
 *     {"op": "set", "row": 2, "member": 1, "index": 0, "value": "80"}   one value
 *     {"op": "insert", "line": 4, "words": ["80", "1", "0", "pelt"], "owner": -1, "before": -1}
 *     {"op": "block", "row": 5, "text": "e click {\n}"}                 a handler, or a mask
 *     {"op": "remove", "row": 3}                                        with what it owns
 *     {"op": "move", "row": 3, "before": 1}
 *     {"op": "text", "text": "..."}                                     the whole file
 *
 * `line` is the number of the line in the schema. Rows are numbered from 0. `owner` is the row
 * of the block to which the line is added, -1: none; `before`: -1: after the last of its kind.
 */
#ifndef OISIN_STUDIO_EDITOR_EDIT_ROWS_H
#define OISIN_STUDIO_EDITOR_EDIT_ROWS_H

#include "base/json.h"
#include "tirnanog/project/project_model.h"

/* `model` may be NULL for operations that need no rows. */
bool rows_apply(ProjectModel *model, Text path, Text file, const json_t *operations, Text *out,
                Arena *arena, Report *report);

/* Puts "rows": [{"first": its first line in the file, from 1, "line", "owner", "block", "tag",
 * "words": [{"member", "index", "text"}], "text"}] of a file; `text` of a block only. */
void rows_put(JsonWriter *json, const Sheet *sheet, const SheetRows *rows, Text file);

#endif
