/* Documents that are generated from the language's tables. */
#ifndef OISIN_TIRNANOG_SCRIPT_SCRIPT_REFERENCE_H
#define OISIN_TIRNANOG_SCRIPT_SCRIPT_REFERENCE_H

#include "tirnanog/script/script.h"

/* docs/reference/script.md: the language reference in Markdown. False if one of its examples
 * does not compile (the tests prevent that). */
bool script_reference(Writer *out, Report *report);

/* A TextMate grammar (JSON) for the project's text files that contain handlers; editors
 * use it for syntax colours. tools/editor/vscode/ contains a copy. */
void script_syntax(Writer *out);

#endif
