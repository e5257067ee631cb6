/* The messages of a command: as lines for people, in colour on a terminal; as a JSON document,
 * whose members are stable; or as annotations of GitHub's workflows.
 *
 * A JSON document is on stdout, and nothing else is:
 *   { "version": 1, (the command's own members),
 *     "messages": [ {"severity": "error", "file": "game/hud.cfg", "line": 3, "column": 5,
 *                    "text": "..."} ],
 *     "errors": 1, "warnings": 0 }
 * line, column and file are missing if a message has none. */
#ifndef OISIN_CLI_MESSAGES_H
#define OISIN_CLI_MESSAGES_H

#include "base/json.h"
#include "cli/invocation.h"

/* For report_to; `context` is not used. Follows the options --quiet, --json and --github. */
void messages_print(void *context, const Message *message);
/* Sets the style of all messages from the options; a usage error if they exclude each other. */
int messages_begin(Invocation *invocation);
/* The document of --json, where the command adds its own members; NULL without the option. */
JsonWriter *messages_json(void);
/* Ends the document. */
void messages_end(const Report *report);
/* Whether a file is a terminal that shows colours: not with NO_COLOR, nor with TERM=dumb. */
bool colours_on(FILE *stream);

#endif
