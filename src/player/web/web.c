/* Parts, in order: what the host asks of the system; files; the game; frames; input; sound. The
 * state is static, because the page calls functions without a context and a module plays one
 * game. */
#include "player/web/web.h"

#include "tirnanog/container/tng.h"
#include "player/player_files.h"
#include "player/host.h"
#include "engine/render/theme.h"
#include "player/web/web_author.h"
#include "player/web/web_host.h"
#include "player/web/web_keys.h"
#include "player/web/web_online.h"

#include <stdio.h>
#include <stdlib.h>

static struct {
    Host host;
    Session session;
    PlayerOptions options;
    Arena *arena;
    Report report;
    bool open;
    int32_t cursor; /* that is shown; -1: none yet */
    int32_t smooth;
    WebFrame frame;
    float samples[2 * WEB_SAMPLES_MAX];
    int16_t mixed[2 * WEB_SAMPLES_MAX];
} web;

Host *web_host(void) { return &web.host; }

void *web_alloc(size_t size) { return malloc(size ? size : 1); }
void web_free(void *memory) { free(memory); }

/* ---- what the host asks of the system ---- */

static uint64_t now(void *context)
{
    (void)context;
    return (uint64_t)browser_now();
}

static void size(void *context, uint32_t *w, uint32_t *h)
{
    (void)context;
    browser_size(w, h);
}

static void display(void *context, PlayerDisplay *out)
{
    (void)context;
    const uint32_t facts = browser_display(&out->density);
    out->touch = facts & BROWSER_TOUCH;
    out->reduced_motion = facts & BROWSER_REDUCED_MOTION;
}

static void fit(void *context, const Fit *to, int32_t smooth)
{
    (void)context, (void)to;
    web.smooth = smooth;
}

static void title(void *context, const char *text)
{
    (void)context;
    browser_title(text);
}

static void full_screen(void *context, bool on)
{
    (void)context;
    browser_full_screen(on);
}

static void clipboard(void *context, const char *text)
{
    (void)context;
    browser_clipboard(text);
}

static void typing(void *context, bool on)
{
    (void)context;
    browser_typing(on);
}

static void cursor(void *context, CursorKind which)
{
    (void)context;
    if (web.cursor == (int32_t)which)
        return;
    web.cursor = (int32_t)which;
    const SpriteFrame *picture =
        element_picture(web.session.renderer, (Element)(ELEMENT_CURSOR + which));
    if (!picture || !picture->image.pixels) {
        browser_cursor(which, NULL, 0, 0);
        return;
    }
    Arena *scratch = arena_new();
    const Image image = image_new((uint32_t)picture->w, (uint32_t)picture->h, scratch);
    image_copy(&image, picture->left, picture->top, &picture->image);
    image_unpremultiply(&image);
    browser_cursor(which, image.pixels, image.w, image.h);
    arena_free(scratch);
}

static void new_cursors(void *context)
{
    (void)context;
    web.cursor = -1;
}

/* The mixer is only asked for samples by web_sound. */
static void lock_sound(void *context, bool locked) { (void)context, (void)locked; }

static const HostSystem system_of_page = {
    &web_key_names, now,       size,   display, fit,         title,
    full_screen,    clipboard, typing, cursor,  new_cursors, lock_sound};

/* ---- files ---- */

static bool disk_read(void *context, const char *name, Bytes *out, Arena *arena)
{
    (void)context;
    const int32_t count = browser_file_size(name);
    if (count < 0)
        return false;
    uint8_t *bytes = arena_alloc(arena, 1, (size_t)count + 1);
    browser_file_read(name, bytes);
    *out = (Bytes){bytes, (size_t)count};
    return true;
}

static bool disk_write(void *context, const char *name, Bytes bytes)
{
    (void)context;
    return browser_file_write(name, bytes.data, bytes.size);
}

static bool disk_remove(void *context, const char *name)
{
    (void)context;
    return browser_file_remove(name);
}

static size_t disk_list(void *context, const char *folder, const char *suffix, DiskFile *out,
                        size_t max, Arena *arena)
{
    (void)context;
    size_t count = 0;
    char name[200], when[80];
    const size_t skip = strlen(folder) + 1;
    for (uint32_t n = 0; count < max; n++) {
        const double time = browser_file_at(folder, n, name, sizeof name);
        if (time < 0)
            break;
        const Text path = text_of(name);
        if (!text_ends(path, suffix) || path.size < skip + strlen(suffix))
            continue;
        browser_format_time(time, when, sizeof when);
        out[count++] =
            (DiskFile){arena_text(arena, text_slice(path, skip, path.size - strlen(suffix))),
                       (int64_t)time, arena_text(arena, text_of(when))};
    }
    return count;
}

static void disk_picture(void *context, Bytes png)
{
    (void)context;
    browser_download("oisin.png", png.data, png.size);
}

static void open_address(void *context, const char *address)
{
    (void)context;
    browser_open(address);
}

static bool speak(void *context, const char *text)
{
    (void)context;
    browser_speak(text);
    return true;
}

/* It would be written if the module crashed, which then cannot be called any more: so it is
 * written at once, under a name that is not listed, and listed at the next start. */
static const char EMERGENCY[] = "emergency";

static void emergency(void *context, Bytes save)
{
    (void)context;
    if (save.size)
        browser_file_write(EMERGENCY, save.data, save.size);
}

static void forget_emergency(void)
{
    browser_file_remove(EMERGENCY);
    browser_file_remove("emergency.before");
}

/* It is there only if the game did not end by web_leave. */
static void list_emergency(void)
{
    Arena *scratch = arena_new();
    Bytes save;
    if (disk_read(NULL, EMERGENCY, &save, scratch)) {
        browser_file_write("saves/" SLOT_EMERGENCY ".sav", save.data, save.size);
        forget_emergency();
    }
    arena_free(scratch);
}

static uint64_t seconds(void *context)
{
    (void)context;
    return (uint64_t)browser_time();
}

static const PlayerDisk disk = {.read = disk_read,
                                .write = disk_write,
                                .remove = disk_remove,
                                .list = disk_list,
                                .picture = disk_picture,
                                .open_address = open_address,
                                .speak = speak,
                                .emergency = emergency,
                                .now = seconds};

/* ---- the game ---- */

static void say(void *context, const Message *message)
{
    (void)context;
    Arena *scratch = arena_new();
    browser_message(arena_text(scratch, message->text).at, message->severity == SEVERITY_ERROR);
    arena_free(scratch);
}

const char *web_game_id(const uint8_t *game, size_t size)
{
    enum { AT = 16, LENGTH = 16 };
    static char id[LENGTH + 1];
    memset(id, 0, sizeof id);
    if (size >= AT + LENGTH)
        memcpy(id, game + AT, LENGTH);
    return id;
}

bool web_open(uint8_t *game, size_t size, const char *language, const char *recording,
              uint32_t options)
{
    web.arena = arena_new();
    web.report = report_to(say, NULL);
    web.cursor = -1;
    web.options = (PlayerOptions){.disk = recording ? NULL : &disk,
                                  .language = arena_text(web.arena, text_of(language)),
                                  .language_given = options & WEB_OPTION_LANGUAGE,
                                  .input = recording ? text_of(recording) : TEXT(""),
                                  .input_name = TEXT("the recording"),
                                  .server = web_server(),
                                  .skip_menu = options & WEB_OPTION_SKIP_MENU};
    if (options & WEB_OPTION_AUTHOR)
        author_options(&web.options);
    if (web.options.disk)
        list_emergency();
    if (!session_open(&web.session, (Bytes){game, size}, &web.options, web.arena, &web.report))
        return false;
    web.open = host_open(&web.host, &web.session, web.options.disk, &system_of_page, NULL,
                         &web.report);
    if (web.open)
        host_fit(&web.host);
    return web.open;
}

void web_leave(void)
{
    if (!web.open)
        return;
    app_leave(&web.host.app);
    if (web.options.disk)
        forget_emergency();
}

void web_files_changed(void)
{
    if (web.open && web.options.disk)
        app_saves_changed(&web.host.app);
}

/* ---- frames ---- */

static const WebFrame *draw(void)
{
    const Image *before, *frame = host_draw(&web.host, &before);
    const Rect shown = web.host.fit.shown;
    web.frame.count = 0;
    if (!frame)
        return &web.frame;
    const bool whole = !before || web.frame.w != frame->w || web.frame.h != frame->h;
    web.frame.pixels = frame->pixels;
    web.frame.w = frame->w;
    web.frame.h = frame->h;
    web.frame.stride = (uint32_t)frame->stride;
    web.frame.smooth = (uint32_t)web.smooth;
    memcpy(web.frame.shown, (int32_t[]){shown.x, shown.y, shown.w, shown.h},
           sizeof web.frame.shown);
    if (whole) {
        web.frame.areas[0] = (Rect){0, 0, (int32_t)frame->w, (int32_t)frame->h};
        web.frame.count = 1;
    } else {
        web.frame.count = (uint32_t)frame_changes(before, frame, web.frame.areas);
    }
    return &web.frame;
}

const WebFrame *web_frame(void) { return host_advance(&web.host) ? draw() : NULL; }

void web_ticks(uint32_t count)
{
    for (uint32_t i = 0; i < count && !session_over(&web.session); i++)
        host_tick(&web.host);
}

uint32_t web_hash(uint32_t half)
{
    const uint64_t hash = world_hash(web.session.world);
    return (uint32_t)(half ? hash >> 32 : hash);
}

uint32_t web_tick_count(void) { return web.session.frames; }

/* ---- input ---- */

bool web_key(const char *code, const char *letter, uint32_t modifiers, bool down, bool again)
{
    const KeyCode key = web_key_of_code(code), written = web_key_of_letter(letter);
    if (key == KEY_UNKNOWN)
        return false;
    const KeyPress press = {key, written == KEY_UNKNOWN ? key : written, true};
    host_key(&web.host, press, modifiers, down, again);
    return !(modifiers & (MODIFIER_CTRL | MODIFIER_ALT)) && web_key_is_for_game(key);
}

void web_text(const char *typed) { host_text(&web.host, text_of(typed)); }

void web_pointer(int32_t finger, int32_t x, int32_t y, uint32_t what)
{
    const Spot at = fit_spot(&web.host.fit, x, y);
    if (what == 0)
        host_pointer_up(&web.host, finger);
    else if (what == 1)
        host_pointer_down(&web.host, finger, at.x, at.y);
    else
        host_pointer_moves(&web.host, finger, at.x, at.y);
}

void web_second_button(void) { host_second_button(&web.host); }
void web_wheel(int32_t rows) { host_wheel(&web.host, rows); }

/* Browsers give the numbers of maker and product in the id, Chromium and Firefox in ways of
 * their own: "Name (STANDARD GAMEPAD Vendor: 054c Product: 0ce6)" and "054c-0ce6-Name". */
void web_pad(const char *id)
{
    unsigned vendor = 0, product = 0;
    const char *chromium = strstr(id, "Vendor: ");
    if (!id[0]) {
        host_pad_lost(&web.host);
        return;
    }
    if (chromium)
        sscanf(chromium, "Vendor: %4x Product: %4x", &vendor, &product);
    else if (sscanf(id, "%4x-%4x-", &vendor, &product) != 2)
        vendor = product = 0;
    host_pad(&web.host, pad_layout(vendor, product));
}

void web_pad_button(uint32_t button, bool down)
{
    host_pad_button(&web.host, (int32_t)button, down);
}

void web_pad_axis(uint32_t axis, float value)
{
    const float limited = value < -1 ? -1 : value > 1 ? 1 : value;
    host_pad_axis(&web.host, axis, (int32_t)(limited * 32767));
}

/* An author changes something beside the game, which goes on. */
void web_focus(bool focused)
{
    if (web.options.author && !focused)
        keys_release(&web.host.keys);
    else
        host_focus(&web.host, focused);
}

void web_resize(void)
{
    host_damaged(&web.host);
    host_resize(&web.host, 0, 0);
}

bool web_back(void)
{
    if (app_on_map(&web.host.app))
        return false;
    app_action(&web.host.app, ACTION_cancel, false);
    return true;
}

bool web_in_cutscene(void)
{
    return local_context(web.session.world).player->screen.screen == SCREEN_CUTSCENE;
}

/* ---- sound ---- */

uint32_t web_sound_rate(void) { return host_sound(&web.host, web.arena, &web.report); }

const float *web_sound(uint32_t count)
{
    count = count < WEB_SAMPLES_MAX ? count : WEB_SAMPLES_MAX;
    mixer_render(web.host.mixer, web.mixed, count);
    for (uint32_t i = 0; i < count; i++) {
        web.samples[i] = web.mixed[2 * i] / 32768.0f;
        web.samples[count + i] = web.mixed[2 * i + 1] / 32768.0f;
    }
    return web.samples;
}
