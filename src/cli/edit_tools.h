/* Tools of the editor that play games: handlers, scenarios, tests. */
#ifndef OISIN_CLI_EDIT_TOOLS_H
#define OISIN_CLI_EDIT_TOOLS_H

#include "studio/editor/editor_host.h"

extern const EditorTools edit_tools;

#endif
