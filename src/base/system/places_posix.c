/* Places of a user by the XDG Base Directory Specification: relative paths are ignored. */
#include "base/system/places.h"

#include <stdio.h>
#include <stdlib.h>

bool user_place(UserPlace place, char *out, size_t size)
{
    static const struct {
        const char *variable, *below; /* of the home folder */
    } places[] = {[PLACE_SETTINGS] = {"XDG_CONFIG_HOME", ".config"},
                  [PLACE_DATA] = {"XDG_DATA_HOME", ".local/share"},
                  [PLACE_CACHE] = {"XDG_CACHE_HOME", ".cache"}};
    const char *home = getenv("HOME");
    const char *base = place == PLACE_HOME ? NULL : getenv(places[place].variable);
    int count = -1;
    if (base && *base == '/')
        count = snprintf(out, size, "%s/oisin", base);
    else if (home && *home == '/' && place == PLACE_HOME)
        count = snprintf(out, size, "%s", home);
    else if (home && *home == '/')
        count = snprintf(out, size, "%s/%s/oisin", home, places[place].below);
    return count > 0 && (size_t)count < size;
}
