/* Without a graphical session, xdg-open may start a text browser in the terminal, so nothing is
 * opened then. */
#include "cli/browser.h"

#include "base/system/process.h"
#include "base/system/programs.h"

void open_in_browser(const char *address)
{
    if (has_desktop())
        open_address(address);
}
