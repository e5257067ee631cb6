/* The rows of state.def that an includer does not need. */
#ifndef ENTITY
#define ENTITY(Type, doc)
#endif
#ifndef STATE
#define STATE(type, name, check, max, flags, sent, doc)
#endif
#ifndef STATES
#define STATES(type, name, count, flags, sent, doc)
#endif
#ifndef LISTED
#define LISTED(type, name, capacity, counter, flags, sent, doc)
#endif
#ifndef POINTED
#define POINTED(type, name, counter, flags, sent, doc)
#endif
#ifndef PER
#define PER(type, name, what, flags, sent, doc)
#endif
#ifndef NESTED
#define NESTED(type, name, flags, sent, doc)
#endif
#ifndef LINK
#define LINK(type, name, doc)
#endif
#ifndef LINKS
#define LINKS(type, name, count, doc)
#endif
#ifndef END_ENTITY
#define END_ENTITY(Type)
#endif
