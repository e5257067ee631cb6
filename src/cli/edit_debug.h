/* The debugger of the editor: plays a recording again in a second thread, which stops at
 * breakpoints and reads commands. */
#ifndef OISIN_CLI_EDIT_DEBUG_H
#define OISIN_CLI_EDIT_DEBUG_H

#include "studio/editor/editor_host.h"

EditorDebug *edit_debug_begin(const EditorHost *host, Text recording, Report *report);
void edit_debug_send(EditorDebug *debug, Text line);
bool edit_debug_read(EditorDebug *debug, Writer *out);
void edit_debug_end(EditorDebug *debug);

#endif
