/* Places of a user on Windows: as the system says, since users may move them, except that
 * variables of the environment come first where they are usual. */
#include "base/system/places.h"

#include "base/system/process.h"
#include "base/system/windows_internal.h"

#include <initguid.h>

#include <knownfolders.h>
#include <shlobj.h>
#include <stdio.h>
#include <string.h>

static bool known_folder(const KNOWNFOLDERID *id, char *out, size_t size)
{
    wchar_t *wide = NULL;
    const bool found = SHGetKnownFolderPath(id, KF_FLAG_DONT_VERIFY, NULL, &wide) == S_OK &&
                       narrow_path(wide, out, size);
    CoTaskMemFree(wide);
    return found;
}

static bool of_variable(const char *name, char *out, size_t size)
{
    const char *value = name ? environment(name) : NULL;
    wchar_t *wide = value ? wide_text(value) : NULL;
    const bool found = wide && narrow_path(wide, out, size) && path_root(out) > 1;
    return end_path(wide, found);
}

bool user_place(UserPlace place, char *out, size_t size)
{
    static const struct {
        const char *variable;
        const KNOWNFOLDERID *id;
        const char *below;
    } places[] = {[PLACE_HOME] = {"USERPROFILE", &FOLDERID_Profile, ""},
                  [PLACE_SETTINGS] = {"APPDATA", &FOLDERID_RoamingAppData, "/Oisin"},
                  [PLACE_DATA] = {NULL, &FOLDERID_SavedGames, "/Oisin"},
                  [PLACE_CACHE] = {"LOCALAPPDATA", &FOLDERID_LocalAppData, "/Oisin/cache"}};
    if (!of_variable(places[place].variable, out, size) &&
        !known_folder(places[place].id, out, size))
        return false;
    size_t end = strlen(out);
    if (end > path_root(out) - (*places[place].below != 0) && out[end - 1] == '/')
        out[--end] = 0; /* what follows begins with one */
    const int more = snprintf(out + end, size - end, "%s", places[place].below);
    return more >= 0 && (size_t)more < size - end;
}
