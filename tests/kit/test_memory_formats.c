/* Memory that runs out at each take, while a file of each format is checked, shown and written
 * back from what was shown. What is not freed the address sanitizer tells. */
#include "lib/format_samples.h"
#include "lib/memory_kit.h"

#include "base/tasks.h"

typedef struct SampleFile {
    const Format *format;
    Bytes bytes;
} SampleFile;

static void check_and_go_round(const void *context, Arena *arena, Report *report)
{
    const SampleFile *file = context;
    const Format *found;
    Writer json = writer_to(arena);
    Bytes back;
    assert_true(format_check(file->format, file->bytes, arena, report));
    assert_true(format_title(file->format, file->bytes, arena).size > 0);
    assert_true(format_to_json(file->format, file->bytes, true, &json, arena, report));
    assert_true(format_from_json(writer_bytes(&json), &back, &found, arena, report));
    assert_ptr_equal(found, file->format);
    assert_bytes_equal(back, file->bytes);
}

static void show_only(const void *context, Arena *arena, Report *report)
{
    const SampleFile *file = context;
    Writer json = writer_to(arena);
    assert_true(format_to_json(file->format, file->bytes, false, &json, arena, report));
}

static void formats_free_everything_on_allocation_failure(void **state)
{
    (void)state;
    tasks_set_threads(1); /* which take is the n-th must not depend on the threads */
    FormatSample sample;
    for (size_t i = 0; format_sample(i, &sample); i++) {
        Kit *kit = kit_new();
        const SampleFile file = {format_named(text_of(sample.name)),
                                 sample_bytes(&sample, kit)};
        const size_t few = job_failures(check_and_go_round, &file, 20),
                     every = few < 1000 ? SIZE_MAX : 100; /* a font takes thousands of times */
        const size_t shows = job_failures(show_only, &file, every),
                     all = job_failures(check_and_go_round, &file, every);
        assert_true(shows > 0 && all > shows);
        kit_free(kit);
    }
    tasks_set_threads(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_free_everything_on_allocation_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
