/* Defines C structs for the entities of STATE_FILE; see state.def. Included many times. */
#define ENTITY(Type, doc) typedef struct Type Type;
#include STATE_FILE

#define ENTITY(Type, doc) struct Type {
#define STATE(type, name, check, max, flags, sent, doc) type name;
#define STATES(type, name, count, flags, sent, doc) type name[count];
#define LISTED(type, name, capacity, counter, flags, sent, doc) type name[capacity];
#define POINTED(type, name, counter, flags, sent, doc) type *name;
#define PER(type, name, what, flags, sent, doc) type *name;
#define NESTED(type, name, flags, sent, doc) type name;
#define LINK(type, name, doc) type name;
#define LINKS(type, name, count, doc) type name[count];
#define END_ENTITY(Type)                                                                       \
    }                                                                                          \
    ;
#include STATE_FILE
#undef STATE_FILE
