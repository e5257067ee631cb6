/* Documents that follow from the language's tables. */
#ifndef OISIN_SCRIPT_REFERENCE_H
#define OISIN_SCRIPT_REFERENCE_H

#include "script/script.h"

/* docs/script.md: all of the language for people, in Markdown. False if one of its
 * examples does not compile, which a test would have seen. */
bool script_reference(Writer *out, Report *report);

/* A TextMate grammar (JSON) of the project's text files that hold handlers: what
 * editors colour them with. tools/editor/vscode/ holds it. */
void script_syntax(Writer *out);

#endif
