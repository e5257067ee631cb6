/* Checks a project in a thread: makes a model of it again after every change. */
#ifndef OISIN_STUDIO_EDITOR_CHECKER_H
#define OISIN_STUDIO_EDITOR_CHECKER_H

#include "studio/editor/editor_host.h"
#include "tirnanog/project/project_model.h"

/* A result. Everything belongs to its arena. */
typedef struct Checked {
    Arena *arena;
    ProjectFiles files;
    ProjectModel *model; /* NULL: the files could not be read */
    Messages problems;
    uint64_t change; /* the number of the change after which it was made */
} Checked;
void checked_free(Checked *checked);

typedef struct Checker Checker;

Checker *checker_new(const EditorHost *host);
void checker_free(Checker *checker);
/* Checks again, after the check that is running. */
void checker_start(Checker *checker, uint64_t change);
/* The latest result, which the caller owns; NULL: there is no new one. */
Checked *checker_take(Checker *checker);
/* Waits for a result; a check must be running. */
Checked *checker_wait(Checker *checker);

#endif
