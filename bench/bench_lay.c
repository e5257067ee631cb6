/* bench_lay make DIR                 ten characters, 168 pictures, as .lay and .png
 * bench_lay sample DIR               one small character with an overlay: examples/sprites
 * bench_lay peer DIR OUT [THREADS]   decodes and encodes the pictures of DIR with libpng
 * bench_lay share DIR                how much of our time is drawing: two figures in ms */
#include "base/tasks.h"
#include "mages/sprites/lay_pack.h"
#include "mages/sprites/lay_pictures.h"
#include "base/image/png_write.h"
#include "people.h"

#include <dirent.h>
#include <png.h>

enum { PEOPLE = 10, FACES_ALL = 56 };

static void fail(const char *what)
{
    fprintf(stderr, "bench_lay: %s\n", what);
    exit(1);
}

static void print_message(void *context, const Message *message)
{
    (void)context;
    fprintf(stderr, "%.*s\n", (int)message->text.size, message->text.at);
}

/* ---- the set ---- */

/* A shadow over the upper half of the face. */
static void paint_gloom(const Person *person, const Image *out)
{
    memset(out->pixels, 0, (size_t)out->w * out->h * sizeof(Pixel));
    for (int i = 0; i < 8; i++)
        paint(out, person->scale,
              (Blob){500, 250 + 10 * i, 160, 100, 0, (Colour){40, 40, 90}, 0, 0.06});
}

static void make_person(const char *folder, unsigned number, uint32_t faces, double scale,
                        bool overlay)
{
    static const char *const names[] = {"AOI", "BRI", "COR", "DEI", "EIT",
                                        "FIN", "GOB", "HEL", "IDA", "LUG"};
    Arena *arena = arena_new();
    Report report = report_to(print_message, NULL);
    char name[64];
    Lay lay;
    Image sheet;
    const Person person = person_new(scale, arena);
    const Image picture = image_new(person.body.w, person.body.h, arena);
    LayPacker *packer = lay_packer_new(picture.w, picture.h, (int32_t)picture.w / 2,
                                       (int32_t)picture.h / 2, arena);
    for (uint32_t face = 0; face < faces; face++)
        for (uint32_t mouth = 0; mouth < MOUTHS; mouth++) {
            person_paint(&person, face, mouth, &picture);
            const LayFull full = {
                .name = TEXT("picture"), .face = face + 1, .mouth = mouth, .image = picture};
            if (!lay_packer_add(packer, &full, &report))
                fail("cannot pack");
        }
    if (overlay) {
        paint_gloom(&person, &picture);
        const LayFull full = {
            .name = TEXT("overlay"), .face = 1, .overlay = true, .image = picture};
        if (!lay_packer_add(packer, &full, &report))
            fail("cannot pack");
    }
    if (!lay_packer_finish(packer, LAY_A, &lay, &sheet, arena, &report))
        fail("cannot pack");
    snprintf(name, sizeof name, "CRS_%s_.lay", names[number % PEOPLE]);
    file_save(folder, name, lay_write(&lay, arena));
    snprintf(name, sizeof name, "CRS_%s.png", names[number % PEOPLE]);
    file_save(folder, name, png_write(&sheet, NULL, arena));
    arena_free(arena);
}

static void make(const char *folder)
{
    for (unsigned i = 0; i < PEOPLE; i++)
        make_person(folder, i, (FACES_ALL + i) / PEOPLE, 1, false);
}

/* ---- libpng ---- */

typedef struct Peer {
    const char *from, *to;
    char **names;
} Peer;

static void recode(void *context, size_t index)
{
    const Peer *peer = context;
    char path[1000];
    png_image image = {.version = PNG_IMAGE_VERSION};
    snprintf(path, sizeof path, "%s/%s", peer->from, peer->names[index]);
    if (!png_image_begin_read_from_file(&image, path))
        fail(path);
    image.format = PNG_FORMAT_RGBA;
    uint8_t *pixels = malloc(PNG_IMAGE_SIZE(image));
    if (!pixels || !png_image_finish_read(&image, NULL, pixels, 0, NULL))
        fail(path);
    snprintf(path, sizeof path, "%s/%s", peer->to, peer->names[index]);
    if (!png_image_write_to_file(&image, path, 0, pixels, 0, NULL))
        fail(path);
    free(pixels);
}

static void run_peer(const char *from, const char *to, unsigned threads)
{
    Peer peer = {.from = from, .to = to};
    size_t count = 0;
    DIR *handle = opendir(from);
    if (!handle)
        fail(from);
    mkdir(to, 0777);
    for (struct dirent *entry; (entry = readdir(handle));)
        if (text_ends(text_of(entry->d_name), ".png")) {
            peer.names = realloc(peer.names, (count + 1) * sizeof *peer.names);
            peer.names[count++] = strdup(entry->d_name);
        }
    closedir(handle);
    tasks_set_threads(threads);
    tasks_run(recode, &peer, count);
}

/* ---- drawing alone ---- */

static Bytes load(const char *path, Arena *arena)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail(path);
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    uint8_t *data = arena_alloc_raw(arena, size, 1);
    rewind(file);
    if (fread(data, 1, size, file) != size)
        fail(path);
    fclose(file);
    return (Bytes){data, size};
}

static void measure(const char *folder, const char *name, double *drawing, double *all)
{
    char path[1000];
    Arena *arena = arena_new();
    Report report = report_to(print_message, NULL);
    const LayOptions options = {.all_frames = true};
    Lay lay;
    Image sheet;
    LayPlan plan;
    snprintf(path, sizeof path, "%s/%s_.lay", folder, name);
    const Bytes layout = load(path, arena);
    snprintf(path, sizeof path, "%s/%s.png", folder, name);
    const double start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    if (!lay_read(layout, &lay, arena, &report) ||
        !png_read(load(path, arena), &sheet, NULL, arena, &report) ||
        !lay_compose(&lay, &sheet, &options, TEXT("x"), &plan, arena, &report))
        fail(name);
    const double composed = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    if (!lay_draw_bands(&lay, &sheet, &options, arena, &report))
        fail(name);
    *all += composed - start;
    *drawing += clock_ms(CLOCK_PROCESS_CPUTIME_ID) - composed;
    arena_free(arena);
}

static void share(const char *folder)
{
    double drawing = 0, all = 0;
    DIR *handle = opendir(folder);
    tasks_set_threads(1);
    for (struct dirent *entry; handle && (entry = readdir(handle));) {
        const Text name = text_of(entry->d_name);
        if (text_ends(name, ".png")) {
            entry->d_name[name.size - 4] = 0;
            measure(folder, entry->d_name, &drawing, &all);
        }
    }
    closedir(handle);
    printf("share %.2f %.2f\n", drawing, all);
}

int main(int count, char **words)
{
    if (count >= 3 && !strcmp(words[1], "make"))
        make(words[2]);
    else if (count >= 3 && !strcmp(words[1], "sample"))
        make_person(words[2], 0, 6, 0.4, true);
    else if (count >= 4 && !strcmp(words[1], "peer"))
        run_peer(words[2], words[3], count > 4 ? (unsigned)atoi(words[4]) : 1);
    else if (count >= 3 && !strcmp(words[1], "share"))
        share(words[2]);
    else
        fail("make DIR | sample DIR | peer DIR OUT | share DIR");
    return 0;
}
