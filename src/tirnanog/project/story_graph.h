/* The story of a project: how its dialogs and quests lead to each other.
 *
 * An answer of a dialog leads nowhere by itself: the handler that shows the dialog continues
 * with its number in the variable `a`. So the code of each handler is followed from its start,
 * along all branches, with the dialog that was shown last and the answer that the branch
 * stands for. A `dialog` or `quest` command on the way is an edge; the end of the handler is
 * an edge to STORY_END. A loop or a choice that does not depend on `a` is followed along all
 * branches, so every way that exists is found, and perhaps some that no player ever goes. */
#ifndef OISIN_TIRNANOG_PROJECT_STORY_GRAPH_H
#define OISIN_TIRNANOG_PROJECT_STORY_GRAPH_H

#include "tirnanog/project/build.h"
#include "tirnanog/sheets/script_positions.h"

enum { STORY_END = UINT32_MAX, STORY_ANY_ANSWER = -1 };

typedef enum StoryEffect {
    STORY_SHOWS,     /* a dialog */
    STORY_STARTS,    /* a quest: quest(0,NAME) */
    STORY_COMPLETES, /* a quest, or perhaps */
    STORY_LEAVES     /* to STORY_END */
} StoryEffect;

typedef struct StoryNode {
    uint16_t kind; /* NAME_DIALOG, NAME_QUEST, or NAME_KINDS: a file with handlers */
    Text path, name;
    const TngDialog *dialog; /* or NULL */
    const TngQuest *quest;   /* or NULL */
    bool reached;            /* also if it is not known */
    bool used;               /* a handler leads to it; true of files with handlers */
    bool asked;              /* a handler reads `a` after this dialog */
    bool ends;               /* the handler can go on without a further dialog, or: no handler
                                shows the dialog */
    bool started, completed; /* quests */
} StoryNode;

typedef struct StoryEdge {
    uint32_t from, to; /* nodes; `to` may be STORY_END */
    int32_t answer;    /* of `from`, counted from 0 as in the file; or STORY_ANY_ANSWER */
    StoryEffect effect;
    Text file; /* where the command is, and ... */
    size_t at; /* ... at which byte; 0 for STORY_END */
} StoryEdge;

typedef struct Story {
    StoryNode *nodes; /* all dialogs, all quests, then the files of handlers that show them */
    size_t node_count;
    StoryEdge *edges; /* by from, answer, to and place; each once */
    size_t edge_count;
} Story;

/* Never NULL; it lives as long as the project's arena. */
const Story *project_story(const Project *project, const ProjectScripts *scripts);

/* A dialog with several answers that all do the same. */
bool story_ignores_answers(const StoryNode *node);
/* A dialog after which another one always follows, for ever. */
bool story_is_endless(const StoryNode *node);

#endif
