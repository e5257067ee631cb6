/* Which readings of the documents a file proves.
 *
 * The formats of TirNanoG and some of Evil Islands were implemented from documents, which leave
 * questions open (prove.def). A file is examined with every permitted reading of each question.
 * A reading is refuted if the file cannot be decoded so, or if it gives numbers of things that
 * do not exist. A question is settled if all readings but one are refuted and the remaining one
 * decodes what the file has; so the right reading, which no valid file refutes, is never
 * excluded. If all are refuted, our understanding is wrong. A file with a wrong CRC proves
 * nothing, nor does one that this program wrote.
 *
 * A proof contains numbers and words of this program only: no texts and names of the file. */
#ifndef OISIN_STUDIO_PROVE_PROVE_H
#define OISIN_STUDIO_PROVE_PROVE_H

#include "base/json.h"
#include "base/report.h"

typedef enum ProveKind {
    PROVE_GAME,
    PROVE_SAVE,
    PROVE_CAMERA,
    PROVE_ANIMATION,
    PROVE_TEXTURE,
    PROVE_KINDS,
} ProveKind;

typedef enum ProveQuestion {
#define QUESTION(id, kind, document, question, evidence) QUESTION_##id,
#include "studio/prove/prove.def"
    PROVE_QUESTIONS
} ProveQuestion;

typedef enum ProveReading {
#define READING(question, name, word, read, text) READING_##question##_##name,
#include "studio/prove/prove.def"
    PROVE_READINGS
} ProveReading;

typedef struct ProveReadingRow {
    ProveQuestion question;
    const char *word, *text;
    bool read; /* what this program reads */
} ProveReadingRow;
extern const ProveReadingRow prove_readings[PROVE_READINGS];

typedef struct ProveQuestionRow {
    const char *id, *document, *question, *evidence;
    ProveKind kind;
} ProveQuestionRow;
extern const ProveQuestionRow prove_questions[PROVE_QUESTIONS];

typedef enum ProveResult {
    PROVE_ABSENT,        /* the file does not contain it */
    PROVE_OPEN,          /* several readings fit */
    PROVE_SETTLED,       /* one reading fits, the others are refuted */
    PROVE_CONTRADICTION, /* no permitted reading fits */
} ProveResult;

typedef struct ProveAnswer {
    ProveResult result;
    ProveReading reading; /* SETTLED */
    Text evidence;
} ProveAnswer;

/* A section compared with that of the game unpacked and built again. */
typedef enum ProveSame {
    PROVE_NOT_COMPARED,
    PROVE_SAME_BYTES,
    PROVE_SAME_CONTENT,
    PROVE_PACKED_AGAIN, /* the same, except for the positions of sprites on the atlases */
    PROVE_OTHER_ORDER,  /* the same, with entries in another order */
    PROVE_DIFFERENT,
} ProveSame;

typedef struct ProveSection {
    unsigned type;
    const char *title;
    uint64_t at, size; /* in the decompressed block */
    size_t entries;    /* its assets, */
    uint64_t stored;   /* their bytes in the file, */
    uint64_t unpacked; /* and decompressed */
    ProveSame same;
    size_t asset;        /* DIFFERENT: the asset + 1, or 0: the section's own records */
    uint64_t difference; /* the first differing offset in it */
} ProveSection;

/* What was found about a reading. */
typedef struct ProveFinding {
    bool supported, refuted;
    Text why; /* the first refutation */
} ProveFinding;

typedef struct Proof {
    ProveKind kind;
    size_t size;
    uint8_t hash[32]; /* SHA-256 */
    size_t files;     /* of an archive, of this kind; counted when they have been examined */
    bool damaged;     /* a CRC fits no permitted reading */
    bool own;         /* this program wrote the file: it proves nothing */
    bool lacks_game;  /* a saved game without its game */
    Text game_error;  /* why the game of a saved game cannot be examined, or empty */
    bool own_game;    /* a saved game of a game that this program wrote: it proves nothing */
    bool other_build; /* a saved game of another build of the game */
    ProveFinding findings[PROVE_READINGS];
    bool seen[PROVE_QUESTIONS];
    ProveSection *sections;
    size_t section_count;
    uint64_t block_stored, block_size; /* of the section block or the chunks */
    Text numbers;                      /* other numbers of the header */
    size_t records, misfits;           /* decoded; of which end somewhere else */
    Text misfit;                       /* the first one */
    size_t handlers, unverified;       /* handlers, and those that this program refuses */
    bool built;                        /* unpacked and built again; then */
    size_t header_difference;          /* the first differing byte of the header, or 0 */
    Arena *arena;
} Proof;

typedef struct ProveGame ProveGame;

/* Whether the file is of a kind that has open questions. */
bool prove_kind_of(Text path, Bytes file, ProveKind *out);
/* The game ID of a game or a saved game, to find the game of a saved game. */
Text prove_game_id(Bytes file);

/* Examines a file. `game`: the file of a saved game's game, or empty. Reports an error and
 * returns false if the file is encrypted, or too damaged to be examined. */
bool prove_file(ProveKind kind, Bytes file, Bytes game, Proof *out, Arena *arena,
                Report *report);
/* The game of saved games, examined once for any number of them. The bytes of its file and the
 * arena must outlive it. */
typedef struct ProveGameFile {
    ProveGame *game; /* NULL: it proves nothing about saved games, because */
    bool own;        /* this program wrote it, or */
    Text error;      /* it cannot be examined */
} ProveGameFile;
ProveGameFile prove_game_file(Bytes file, Arena *arena);
/* prove_file of a saved game; `game` NULL: its game is unknown. */
bool prove_save_file(Bytes file, const ProveGameFile *game, Proof *out, Arena *arena,
                     Report *report);

/* prove_file without building the game again. */
bool prove_questions_of(ProveKind kind, Bytes file, Bytes game, Proof *out, Arena *arena,
                        Report *report);

/* What all files of an archive prove together, by kind; `has`: the kinds that occur. Files that
 * cannot be examined are misfits. */
typedef struct ProveMembers {
    Proof proofs[PROVE_KINDS];
    bool has[PROVE_KINDS];
} ProveMembers;
bool prove_is_archive(Bytes file);
bool prove_archive(Text path, Bytes archive, ProveMembers *out, Arena *arena, Report *report);

ProveAnswer prove_answer(const Proof *proof, ProveQuestion question);
/* Whether nothing contradicts the documents or this program. */
bool proof_agrees(const Proof *proof);

/* The report for people; the members of a JSON object. */
void proof_write(const Proof *proof, Writer *out);
void proof_json(const Proof *proof, JsonWriter *json);
/* All open questions, as Markdown. */
void prove_describe(Writer *out);

#endif
