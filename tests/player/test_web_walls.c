/* Walls in the page: clicks at pixels of the browser's window lead into none.
 *
 * The functions that the page calls (player/web/web.h) are those of the module for browsers;
 * the functions that the page provides are below. Each grid is opened in another process,
 * because a page opens one game. */
#include "lib/ring_kit.h"

#include "engine/rules/rules.h"
#include "player/host.h"
#include "player/web/web.h"
#include "player/web/web_host.h"
#include "engine/render/render_internal.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WINDOW_W = 1280, WINDOW_H = 720 };

/* ---- the page ---- */

double browser_now(void) { return 0; }
double browser_time(void) { return 0; }
void browser_size(uint32_t *w, uint32_t *h) { *w = WINDOW_W, *h = WINDOW_H; }
uint32_t browser_display(uint32_t *density) { return *density = 100, 0; }
void browser_title(const char *title) { (void)title; }
void browser_full_screen(bool on) { (void)on; }
void browser_clipboard(const char *text) { (void)text; }
void browser_typing(bool on) { (void)on; }
void browser_cursor(uint32_t which, const void *pixels, uint32_t w, uint32_t h)
{
    (void)which, (void)pixels, (void)w, (void)h;
}
void browser_message(const char *text, bool severe)
{
    (void)severe;
    fprintf(stderr, "%s\n", text);
}
void browser_speak(const char *text) { (void)text; }
void browser_open(const char *address) { (void)address; }
void browser_download(const char *name, const void *bytes, size_t size)
{
    (void)name, (void)bytes, (void)size;
}
int32_t browser_file_size(const char *name)
{
    (void)name;
    return -1;
}
void browser_file_read(const char *name, void *out) { (void)name, (void)out; }
bool browser_file_write(const char *name, const void *bytes, size_t size)
{
    (void)name, (void)bytes, (void)size;
    return true;
}
bool browser_file_remove(const char *name)
{
    (void)name;
    return true;
}
double browser_file_at(const char *folder, uint32_t n, char *out, size_t size)
{
    (void)folder, (void)n, (void)out, (void)size;
    return -1;
}
void browser_format_time(double time, char *out, size_t size)
{
    (void)time;
    snprintf(out, size, "now");
}

/* ---- clicks ---- */

static PlayerContext player(void) { return local_context(web_host()->session->world); }

/* At the pixel of the window where the cell's centre is drawn. */
static void click_cell(Cell cell)
{
    const Host *host = web_host();
    const Renderer *renderer = host->session->renderer;
    const Spot centre = grid_centre(&host->session->world->content->grid, cell);
    const int32_t zoom = (int32_t)renderer->options.zoom;
    const Rect shown = host->fit.shown;
    const int32_t x = (centre.x - renderer->camera.x) * zoom;
    const int32_t y = (centre.y - renderer->camera.y) * zoom;
    const int32_t at_x = shown.x + x * shown.w / (int32_t)host->fit.w;
    const int32_t at_y = shown.y + y * shown.h / (int32_t)host->fit.h;
    web_pointer(-1, at_x, at_y, 1);
    web_pointer(-1, at_x, at_y, 0);
}

/* Clicks on a wall from the middle of the ring: 1 if the player walks and enters no wall, 0 if
 * the player only stands (the wall cannot be reached), -1 if the player is elsewhere. */
static int try_wall(Cell wall)
{
    enum { TICKS = 60 };
    int walks = 0;
    world_place_player(player(), TOWN, (Cell){RING_MIDDLE, RING_MIDDLE}, SOUTH);
    web_ticks(1);
    web_frame();
    click_cell(wall);
    for (unsigned tick = 0; tick < TICKS; tick++) {
        web_ticks(1);
        const Cell cell = actor_cell(player().world, context_actor(player()));
        walks |= context_actor(player())->moving > 0;
        if (!ring_is_inside(cell)) {
            fprintf(stderr, "a click at %d %d leads to %d %d\n", wall.x, wall.y, cell.x,
                    cell.y);
            return -1;
        }
    }
    return walks;
}

/* The exit status: 0 if the player has walked up to most walls and entered none. */
static int play_page(Bytes game)
{
    int walked = 0;
    uint8_t *bytes = web_alloc(game.size);
    memcpy(bytes, game.data, game.size);
    if (!web_open(bytes, game.size, "en", NULL, WEB_OPTION_SKIP_MENU))
        return 2;
    web_ticks(2);
    for (int32_t i = 0; i < GAME_CELLS; i++) {
        const Cell cell = {i % GAME_SIDE, i / GAME_SIDE};
        const int walks = ring_is_wall(cell) ? try_wall(cell) : 0;
        if (walks < 0)
            return 1;
        walked += walks;
    }
    return walked >= 20 ? 0 : 3;
}

static void clicks_in_the_page_enter_no_wall_on_any_grid(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(ring_grids); g++) {
        Game *game = ring_new(ring_grids[g], ring_shapes[1]);
        game->start = "location(town,8,8,so)";
        const Bytes bytes = game_bytes(game);
        const pid_t child = fork();
        int status = -1;
        if (!child)
            _exit(play_page(bytes));
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        kit_free(game->kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clicks_in_the_page_enter_no_wall_on_any_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
