/* Map objects of our own, for tests, corpora and the benchmark: one of every node there is, by
 * the table, and as many objects as wanted. It needs nothing of the test library. */
#ifndef OISIN_TESTS_EVIL_MOB_H
#define OISIN_TESTS_EVIL_MOB_H

#include "base/encoding.h"
#include "evil_islands/objects/mob.h"

enum { EVIL_MOB_KEY = 0x7DA7, EVIL_MOB_WIDTH = 2, EVIL_MOB_HEIGHT = 3 };

#define EVIL_SCRIPT                                                                            \
    "GlobalVars ( NULL : object, i : object, Heroes : group, obj1 : object )\n"                \
    "DeclareScript VCheck#0#1 ( this : object )\n"                                             \
    "DeclareScript VTriger#0#2 ( this : object )\n"                                            \
    "// Сценарий\n"                                                                    \
    "Script VCheck#0#1\n"                                                                      \
    "(\n"                                                                                      \
    "  if ( IsLess( DistanceUnitUnit( this, obj1 ), 2.5 ) IsAlive( this ) )\n"                 \
    "  then ( KillScript( ) VTriger#0#2( this ) )\n"                                           \
    ")\n"                                                                                      \
    "Script VTriger#0#2\n"                                                                     \
    "(\n"                                                                                      \
    "  if ( ) then ( GSSetVarMax( 0, \"q.gz1h.q02h\", 1 ) For( i, Heroes ) ( KillUnit( i ) ) " \
    ")\n"                                                                                      \
    ")\n"                                                                                      \
    "WorldScript ( Sleep( 2 ) obj1 = GetObjectByID( \"1\" ) VCheck#0#1( NULL ) )\n"

/* Begins a node and gives where; `mob_end` puts its size there. */
size_t mob_begin(Writer *out, uint32_t id);
void mob_end(Writer *out, size_t at);
void mob_put_u32(Writer *out, uint32_t id, uint32_t value);
void mob_put_floats(Writer *out, uint32_t id, const float *values, size_t count);
void mob_put_vec3(Writer *out, uint32_t id, float x, float y, float z);

/* UTF-8 with characters of Windows-1251 only. */
void mob_put_text(Writer *out, uint32_t id, const char *utf8);
void mob_put_script(Writer *out, uint32_t key, const char *utf8);

/* A sound value for a node of any kind but records. */
void mob_put_sample(Writer *out, const MobKind *kind);
const MobKind *mob_row(size_t i);

/* OBJECTDBFILE with a node of every kind: each record has those that follow it in the table. */
void mob_put_tree(Writer *out);

/* That, AIGRAPH and a ROOT that ends it: every kind of the table. */
Bytes evil_mob(Arena *arena);

/* The first node alone: no place where it could be cut in two files. */
Bytes evil_mob_tree(Arena *arena);

/* An object as a map has it: some 300 bytes. */
void mob_put_object(Writer *out, uint32_t id, float x, float y, float z);

/* So many objects on a map of w x h units, in turn of every kind that has a position: OBJECT,
 * UNIT, LEVER, TORCH, MAGIC_TRAP, LIGHT, SOUND, PARTICL, with the numbers 1, 2, ... Each third
 * one is above the land (heights of the last three kinds are absolute). */
Bytes evil_mob_kinds(Arena *arena, uint32_t objects, uint32_t w, uint32_t h);

/* A map with so many objects, a script and a graph. */
Bytes evil_mob_large(Arena *arena, uint32_t objects);

#endif
