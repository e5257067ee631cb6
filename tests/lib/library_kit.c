#include "library_kit.h"

int shelf_begin(void **state)
{
    Shelf *shelf = calloc(1, sizeof *shelf);
    void *cli;
    if (!shelf || cli_begin(&cli) || !getcwd(shelf->before, sizeof shelf->before))
        return -1;
    shelf->cli = cli;
    char corpus[PATH_MAX]; /* what realpath wants, whatever it fills */
    if (!realpath(shelf->cli->program, shelf->program) || !realpath("fuzz/corpus", corpus) ||
        strlen(corpus) >= sizeof shelf->corpus)
        return -1;
    strcpy(shelf->corpus, corpus);
    shelf->cli->program = shelf->program;
    shelf->kit = oisin_new();
    *state = shelf;
    return chdir(shelf->cli->folder);
}

int shelf_end(void **state)
{
    Shelf *shelf = *state;
    void *cli = shelf->cli;
    oisin_free(shelf->kit);
    const int status = chdir(shelf->before);
    free(shelf);
    return cli_end(&cli) || status;
}

void make_game(const Shelf *shelf)
{
    assert_int_equal(sh(shelf->cli, "oisin new game -q && oisin build game -q"), 0);
}

const char *shelf_path(const Shelf *shelf, const char *below)
{
    return arena_format(shelf->cli->arena, "%s/%s", shelf->before, below).at;
}

OisinFile *shelf_open(const Shelf *shelf, const char *path)
{
    OisinFile *file = oisin_open(shelf->kit, path);
    if (!file)
        fail_msg("%s", oisin_error(shelf->kit));
    return file;
}
