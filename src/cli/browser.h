/* The browser of the desktop. */
#ifndef OISIN_CLI_BROWSER_H
#define OISIN_CLI_BROWSER_H

/* Opens an address, if there is a desktop with a browser. */
void open_in_browser(const char *address);

#endif
