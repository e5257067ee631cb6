/* Where programs keep what belongs to a user.
 *
 *                   Linux (XDG Base Directory Specification)       Windows
 *     PLACE_HOME      $HOME                                          %USERPROFILE%
 *     PLACE_SETTINGS  $XDG_CONFIG_HOME/oisin, ~/.config/oisin        %APPDATA%\Oisin
 *     PLACE_DATA      $XDG_DATA_HOME/oisin, ~/.local/share/oisin     Saved Games\Oisin
 *     PLACE_CACHE     $XDG_CACHE_HOME/oisin, ~/.cache/oisin          %LOCALAPPDATA%\Oisin\cache
 */
#ifndef OISIN_BASE_SYSTEM_PLACES_H
#define OISIN_BASE_SYSTEM_PLACES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum UserPlace { PLACE_HOME, PLACE_SETTINGS, PLACE_DATA, PLACE_CACHE } UserPlace;

/* Its absolute path; it may not exist yet. False if the user has none, or it does not fit. */
bool user_place(UserPlace place, char *out, size_t size);

#endif
