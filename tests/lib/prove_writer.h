/* Small games and saved games as an unknown writer may have made them: each open question of
 * src/studio/prove/prove.def has a chosen reading, and the contents that decide it may be
 * missing. Written byte by byte from the documents, with zlib, and with nothing of src. */
#ifndef OISIN_TESTS_PROVE_WRITER_H
#define OISIN_TESTS_PROVE_WRITER_H

#include <stddef.h>
#include <stdint.h>

enum { WRITER_MAX = 1 << 16 };

/* The readings of a game, by their order in prove.def. */
typedef enum GameQuestion {
    GAME_CRC,
    GAME_BLOCK_STREAM,
    GAME_BLOCK_CHECKSUM,
    GAME_ASSET_STREAM,
    GAME_MAPS_SECTION,
    GAME_REPEAT_COUNT,
    GAME_EQUIPPED,
    GAME_EVENT_OBJECT,
    GAME_SCRIPT_OBJECT,
    GAME_NPC_CATEGORY,
    GAME_MAP_VALUES,
    GAME_JUMP_BASE,
    GAME_ELEMENT_FONTS,
    GAME_QUESTIONS
} GameQuestion;

extern const unsigned game_readings[GAME_QUESTIONS]; /* how many there are */

/* What a game contains; bits. */
enum {
    HAS_MAPS = 1,          /* maps */
    HAS_REPEATS = 2,       /* with repeat packets */
    HAS_OBJECTS = 4,       /* objects */
    HAS_OBJECT_SOUNDS = 8, /* with sounds */
    HAS_USING = 16,        /* with an event "using" */
    HAS_GIVE = 32,         /* a handler that gives an object */
    HAS_SPAWNER = 64,      /* a spawner of an NPC */
    HAS_ACTOR = 128,       /* a handler that selects an NPC */
    HAS_LOCATION = 256,    /* a handler that moves the player to a map */
    HAS_JUMP = 512,        /* a jump that only one reading allows */
    HAS_LOOSE_JUMP = 1024, /* a jump that both readings allow */
    HAS_ELEMENTS = 2048,   /* interface elements */
    HAS_MUSIC = 4096,      /* music, if the header has a rate */
    HAS_OTHER_RATE = 8192, /* the music's rate is not that of the header in kHz */
    HAS_RATE = 16384,      /* the header has a rate */
    HAS_QUESTS = 32768,    /* quests, if maps are not in their section */
    HAS_BASE = 65536,      /* the sections of a base game, not an extension */
    HAS_EVERYTHING = 131071 & ~HAS_LOOSE_JUMP
};

/* Wrong in a way that no permitted reading explains. */
typedef enum GameFault {
    FAULT_NONE,
    FAULT_CRC,
    FAULT_BLOCK_CHECKSUM,
    FAULT_BOTH_STREAMS,    /* the first asset is zlib, the others are raw */
    FAULT_ASSET_TRAILER,   /* four bytes after the stream of an asset */
    FAULT_CELLS,           /* a map with twice its cells */
    FAULT_OBJECT_SIZE,     /* an object with seven bytes more */
    FAULT_EVENT_CATEGORY,  /* 9 */
    FAULT_SCRIPT_CATEGORY, /* 9 */
    FAULT_NPC_CATEGORY,    /* 9 */
    FAULT_MAP_VALUES,      /* a call with one value */
    FAULT_JUMP,            /* into an instruction */
    FAULT_ELEMENTS,        /* a byte more */
    FAULTS
} GameFault;

typedef struct GameTruth {
    unsigned readings[GAME_QUESTIONS];
    unsigned contents;
    uint32_t seed; /* names, sizes, compression */
    GameFault fault;
} GameTruth;

/* Returns the size. */
size_t write_game(const GameTruth *truth, uint8_t out[static WRITER_MAX]);

/* All texts and names in these games begin so; nothing else contains it. */
#define WRITER_NAME "Quzwix"

/* The readings of a saved game, by their order in prove.def. */
typedef enum SaveQuestion {
    SAVE_STREAM,
    SAVE_CHECKSUM,
    SAVE_MAP,
    SAVE_POSITION,
    SAVE_OBJECT,
    SAVE_NPC,
    SAVE_SPAWNER,
    SAVE_QUEST,
    SAVE_QUESTIONS
} SaveQuestion;

extern const unsigned save_readings[SAVE_QUESTIONS];

enum {
    SAVE_HAS_USER = 1,     /* a player on a map */
    SAVE_HAS_FAR = 2,      /* outside of the map if positions are cells */
    SAVE_HAS_ITEMS = 4,    /* who has an object */
    SAVE_HAS_HIGH = 8,     /* whose sprite is larger than the number of objects */
    SAVE_HAS_NPC = 16,     /* an NPC, */
    SAVE_HAS_SPAWNED = 32, /* made by a spawner */
    SAVE_HAS_QUEST = 64,
    SAVE_HAS_PREVIEW = 128,
    SAVE_HAS_MAP = 256, /* a changed map */
    SAVE_EVERYTHING = 511,
    SAVE_HAS_OTHER_ATTRIBUTES = 512 /* one more than the game has */
};

/* A game for saved games: sprites, objects, NPCs, spawners, quests and maps. */
size_t write_game_of_saves(uint8_t out[static WRITER_MAX]);
/* A saved game of it. */
size_t write_save(const unsigned readings[static SAVE_QUESTIONS], unsigned contents,
                  uint8_t out[static WRITER_MAX]);

#endif
