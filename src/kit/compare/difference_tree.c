/* Comparison of JSON trees. */
#include "kit/compare/difference_internal.h"

enum { LATER_MAX = 3 };

/* ---- values and members ---- */

static void compare_values(DifferenceJob *job, const json_t *a, const json_t *b);

static void print_one_value(DifferenceJob *job, DifferenceKind kind, const json_t *value)
{
    difference_value(&job->text, value);
    difference_report(job, kind);
}

static void report_change(DifferenceJob *job, const json_t *a, const json_t *b)
{
    difference_value(&job->text, a);
    write_text(&job->text, TEXT(" -> "));
    difference_value(&job->text, b);
    difference_report(job, DIFFERENCE_CHANGED);
}

/* Differences that mostly follow from others are reported last: see difference_of_trees(). */
static void put_off(DifferenceJob *job, const json_t *a, const json_t *b)
{
    if (a && b && json_equal(a, b))
        return;
    *ARENA_PUSH(job->arena, job->later, job->later_count) =
        (DifferenceLater){arena_text(job->arena, writer_text(&job->place)), a, b};
}

static const struct {
    const char *key;
    bool (*are)(const json_t *list);
    void (*differ)(DifferenceJob *job, const json_t *a, const json_t *b);
    const json_t *(*number)(const json_t *element);
} own_lists[] = {
#define DIFFERENCE_LIST(key, are, differ, number) {key, are, differ, number},
#include "kit/compare/difference_lists.def"
};

/* Some lists have a comparison of their format, if both sides have its form. */
bool difference_of_own_lists(DifferenceJob *job, const char *key, const json_t *a,
                             const json_t *b)
{
    for (size_t i = 0; i < COUNT_OF(own_lists); i++)
        if (!strcmp(key, own_lists[i].key) && own_lists[i].are(a) && own_lists[i].are(b)) {
            own_lists[i].differ(job, a, b);
            return true;
        }
    return false;
}

/* The number of an element in such a list; NULL if no list knows it. */
const json_t *difference_number(const json_t *element)
{
    const json_t *number = NULL;
    for (size_t i = 0; i < COUNT_OF(own_lists) && !number; i++)
        number = own_lists[i].number(element);
    return number;
}

/* Compares a member of an object; NULL on the side that does not have it. */
static void compare_member(DifferenceJob *job, const char *key, bool noise, const json_t *a,
                           const json_t *b)
{
    const size_t size = job->place.size;
    if (a && b && difference_of_own_lists(job, key, a, b))
        return;
    difference_key(&job->place, key);
    if (!job->last && noise)
        put_off(job, a, b);
    else if (a && b)
        compare_values(job, a, b);
    else
        print_one_value(job, a ? DIFFERENCE_REMOVED : DIFFERENCE_ADDED, a ? a : b);
    job->place.size = size;
}

/* Members in the order of `a`, then those of `b` alone. Names next to numbers stand for
 * them. */
static void compare_objects(DifferenceJob *job, const json_t *a, const json_t *b)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)a, key, value)
    {
        const bool named =
            difference_companion_name(a, key) && difference_companion_name(b, key);
        if (!(difference_is_companion_name(a, key) && difference_is_companion_name(b, key)))
            compare_member(job, key, difference_is_noise(a, key),
                           named ? difference_companion_name(a, key) : value,
                           named ? difference_companion_name(b, key) : json_object_get(b, key));
    }
    json_object_foreach((json_t *)b, key, value)
    {
        if (!json_object_get(a, key))
            compare_member(job, key, difference_is_noise(b, key), NULL, value);
    }
}

/* A change of the type is reported as a whole. */
static void compare_values(DifferenceJob *job, const json_t *a, const json_t *b)
{
    if (json_is_object(a) && json_is_object(b))
        compare_objects(job, a, b);
    else if (json_is_array(a) && json_is_array(b)) {
        if (!json_equal(a, b))
            difference_of_lists(job, a, b);
    } else if (json_is_string(a) && json_is_string(b)) {
        if (!text_equal(difference_string(a), difference_string(b)))
            difference_of_texts(job, difference_string(a), difference_string(b));
    } else if (!json_equal(a, b)) {
        report_change(job, a, b);
    }
}

/* The place was kept as text when the difference was put off. */
static void report_later(DifferenceJob *job, const DifferenceLater *later)
{
    write_text(&job->place, later->place);
    if (later->a && later->b)
        compare_values(job, later->a, later->b);
    else
        print_one_value(job, later->a ? DIFFERENCE_REMOVED : DIFFERENCE_ADDED,
                        later->a ? later->a : later->b);
    job->place.size = 0;
}

/* Reports deferred differences: in one line if there are many and they follow from others. */
void difference_of_trees(DifferenceJob *job, const json_t *a, const json_t *b)
{
    const size_t before = job->differences->count;
    job->values = compare_values;
    compare_values(job, a, b);
    job->last = true;
    if (job->later_count > LATER_MAX && job->differences->count > before) {
        write_text(&job->place, job->later[0].place);
        difference_format(job, DIFFERENCE_CHANGED,
                          "differs, as do %zu more offsets, links and checksums",
                          job->later_count - 1);
        job->place.size = 0;
        return;
    }
    for (size_t i = 0; i < job->later_count; i++)
        report_later(job, &job->later[i]);
}
