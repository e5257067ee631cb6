/* Files by which a game is started without a command line. */
#ifndef OISIN_TIRNANOG_PROJECT_LAUNCHERS_H
#define OISIN_TIRNANOG_PROJECT_LAUNCHERS_H

#include "base/report.h"

/* NAME.desktop, which plays the game `file` of its folder with `oisin play`. `icon`: the name
 * of an icon; may be empty. */
Bytes launcher_desktop(Text title, Text file, Text icon, Arena *arena);
/* NAME.lnk, which starts a program of its folder; `arguments` may be empty. */
Bytes launcher_shortcut(Text title, Text program, Text arguments, Arena *arena);
/* NAME.ico of an image. */
bool launcher_icon(Bytes png, Bytes *out, Arena *arena, Report *report);

#endif
