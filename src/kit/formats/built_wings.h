/* Which wings this build has: all, but those that `make WINGS="..."` leaves out, for which it
 * defines WING_NAME as 0. Base, kit and cli are in every build. The cards of the others
 * (wings.def) and their commands (cli/commands.def) leave no trace; the test is
 * tools/check_wings.sh. */
#ifndef OISIN_KIT_FORMATS_BUILT_WINGS_H
#define OISIN_KIT_FORMATS_BUILT_WINGS_H

#ifndef WING_TIRNANOG
#define WING_TIRNANOG 1
#endif
#ifndef WING_ENGINE
#define WING_ENGINE 1
#endif
#ifndef WING_MAGES
#define WING_MAGES 1
#endif
#ifndef WING_EVIL_ISLANDS
#define WING_EVIL_ISLANDS 1
#endif
#ifndef WING_PLAYER
#define WING_PLAYER 1
#endif
#ifndef WING_SERVER
#define WING_SERVER 1
#endif
#ifndef WING_STUDIO
#define WING_STUDIO 1
#endif

#endif
