#include "wrong_json.h"

typedef struct Wrong {
    json_t *root;
    Writer *log;
    WrongJsonTry *attempt;
    void *context;
    unsigned number, depth; /* of changes; of lists */
} Wrong;

static void attempt(const Wrong *wrong, const char *what)
{
    write_format(wrong->log, "%u %s\n", wrong->number, what);
    wrong->attempt(wrong->context, wrong->root);
}

static json_t *wrong_value(unsigned which, const json_t *old)
{
    const bool number = json_is_integer(old);
    switch (which) {
    case 0:
        return json_null();
    case 1:
        return json_integer(number ? json_integer_value(old) + 1 : 0);
    case 2:
        return number ? json_integer(json_integer_value(old) - 1) : json_string("00");
    case 3:
        return number ? json_integer(255) : json_array();
    case 4:
        return number ? json_integer(70000) : json_object();
    default:
        return json_string("x");
    }
}

static void try_each(Wrong *wrong, json_t *json);

static void try_member(Wrong *wrong, json_t *object, const char *key)
{
    json_t *value = json_incref(json_object_get(object, key));
    try_each(wrong, value);
    wrong->number++;
    json_object_set_new(object, key, wrong_value(wrong->number % 6, value));
    attempt(wrong, key);
    if (wrong->number % 3 == 0) {
        json_object_del(object, key);
        attempt(wrong, "none");
    }
    json_object_set_new(object, key, value);
}

static void try_element(Wrong *wrong, json_t *list, size_t index)
{
    json_t *value = json_incref(json_array_get(list, index));
    try_each(wrong, value);
    wrong->number++;
    json_array_set_new(list, index, wrong_value(wrong->number % 6, value));
    attempt(wrong, "element");
    json_array_set(list, index, value);
    if (index == 0) {
        json_array_append(list, value);
        attempt(wrong, "one more");
        json_array_remove(list, json_array_size(list) - 1);
        json_array_remove(list, 0);
        attempt(wrong, "one fewer");
        json_array_insert(list, 0, value);
    }
    json_decref(value);
}

/* Members are listed before, because changes move them to the end of their object. */
static void try_each(Wrong *wrong, json_t *json)
{
    const char **keys = NULL, *key;
    size_t count = 0;
    json_t *value;
    json_object_foreach(json, key, value)
    {
        if (strcmp(key, "data") != 0)
            *ARENA_PUSH(wrong->log->arena, keys, count) =
                arena_text(wrong->log->arena, text_of(key)).at;
    }
    for (size_t i = 0; i < count; i++)
        try_member(wrong, json, keys[i]);
    wrong->depth += json_is_array(json);
    for (size_t i = 0; i < json_array_size(json); i++)
        if (wrong->depth == 1 || i < 2 || i + 1 == json_array_size(json))
            try_element(wrong, json, i);
    wrong->depth -= json_is_array(json);
}

void wrong_json_each(Text document, Writer *log, WrongJsonTry *attempt_one, void *context)
{
    json_error_t error;
    Wrong wrong = {.root = json_loadb(document.at, document.size, 0, &error),
                   .log = log,
                   .attempt = attempt_one,
                   .context = context};
    assert_non_null(wrong.root);
    json_object_del(wrong.root, "format");
    try_each(&wrong, wrong.root);
    json_decref(wrong.root);
}
