#include "no_window.h"

static KeyCode code(const char *name) { return (void)name, KEY_UNKNOWN; }
static const char *name(KeyCode key) { return (void)key, ""; }
static int32_t button(const char *word) { return (void)word, NO_BUTTON; }
static const char *button_name(int32_t number) { return (void)number, ""; }
static uint64_t now(void *context) { return (void)context, 0; }
static void display(void *context, PlayerDisplay *out)
{
    const WindowSize *given = context;
    *out = given->display;
}
static void fit(void *context, const Fit *to, int32_t smooth)
{
    (void)context, (void)to, (void)smooth;
}
static void text(void *context, const char *line) { (void)context, (void)line; }
static void turn(void *context, bool on) { (void)context, (void)on; }
static void cursor(void *context, CursorKind which) { (void)context, (void)which; }
static void clear(void *context) { (void)context; }
static void size(void *context, uint32_t *w, uint32_t *h)
{
    const WindowSize *given = context;
    *w = given->w;
    *h = given->h;
}

static const KeyNames no_keys = {code, name, button, button_name};
const HostSystem no_window = {&no_keys, now,  size, display, fit,   text,
                              turn,     text, turn, cursor,  clear, turn};
