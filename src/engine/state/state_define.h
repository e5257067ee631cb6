/* Defines the tables of members (state_members.h) for the entities of STATE_FILE. Included many
 * times. A value of several numbers (a cell, a location, a u64) is one row for each number,
 * with the names that saved games use. Rows stay on one line each, therefore: */
/* clang-format off */
#define ENTITY(Type, doc_)                                                                     \
    static const StateMember *Type##_members(size_t *count_);                                  \
    const StateEntity Type##_entity = {.name = #Type,                                          \
                                       .doc = doc_,                                            \
                                       .size = sizeof(Type),                                   \
                                       .members = Type##_members};                             \
    static const StateMember *Type##_members(size_t *count_)                                   \
    {                                                                                          \
        typedef Type Row;                                                                      \
        static const StateMember members_[] = {

#define NUMBER_AT(element_, text, at, bytes, check_, max_, flags_, sent_, doc_)                \
    {.name = text, .doc = doc_, .sent = sent_, .shape = MEMBER_ONE, .offset = at,              \
     .size = bytes, .element = &element_, .check = check_, .max = max_, .flags = flags_},
#define NUMBER_OF(element, name, ...)                                                          \
    NUMBER_AT(element, #name, offsetof(Row, name), sizeof(((Row *)0)->name), __VA_ARGS__)

#define STATE(type, name, check, max, flags, sent, doc)                                        \
    NUMBERS_OF_##type(name, CHECK_##check, max, flags, #sent, doc)
#define NUMBERS_OF_u8(...) NUMBER_OF(u8_entity, __VA_ARGS__)
#define NUMBERS_OF_u16(...) NUMBER_OF(u16_entity, __VA_ARGS__)
#define NUMBERS_OF_u32(...) NUMBER_OF(u32_entity, __VA_ARGS__)
#define NUMBERS_OF_i32(...) NUMBER_OF(i32_entity, __VA_ARGS__)
#define NUMBERS_OF_bool(...) NUMBER_OF(u8_entity, __VA_ARGS__)
#define NUMBERS_OF_EffectKind(...) NUMBER_OF(u32_entity, __VA_ARGS__)
#define NUMBERS_OF_u64(name, ...)                                                              \
    NUMBER_AT(u32_entity, #name, offsetof(Row, name), 4, __VA_ARGS__)                          \
    NUMBER_AT(u32_entity, #name "_high", offsetof(Row, name) + 4, 4, __VA_ARGS__)
#define NUMBERS_OF_Cell(name, ...)                                                             \
    NUMBER_OF(i32_entity, name.x, __VA_ARGS__) NUMBER_OF(i32_entity, name.y, __VA_ARGS__)
#define NUMBERS_OF_Spot(...) NUMBERS_OF_Cell(__VA_ARGS__)
#define NUMBERS_OF_Location(name, check, max, ...)                                             \
    NUMBER_OF(u32_entity, name.map, CHECK_MAP, 0, __VA_ARGS__)                                 \
    NUMBERS_OF_Cell(name.cell, check, max, __VA_ARGS__)
#define NUMBERS_OF_ScriptRef(name, ...)                                                        \
    NUMBER_OF(u32_entity, name.section, __VA_ARGS__)                                           \
    NUMBER_OF(u32_entity, name.index, __VA_ARGS__)                                             \
    NUMBER_OF(u32_entity, name.event, __VA_ARGS__)

#define VALUES_OF(shape_, type, name_, max_, counter_, bytes_, flags_, sent_, doc_)            \
    {.name = #name_, .doc = doc_, .sent = sent_, .shape = shape_,                              \
     .offset = offsetof(Row, name_), .size = sizeof(type), .element = &type##_entity,          \
     .max = max_, .counter = counter_, .counter_size = bytes_, .flags = flags_},
#define STATES(type, name, count, flags, sent, doc)                                            \
    VALUES_OF(MEMBER_ARRAY, type, name, count, 0, 0, flags, #sent, doc)
#define LISTED(type, name, capacity, count_, flags, sent, doc)                                     \
    VALUES_OF(MEMBER_LISTED, type, name, capacity, offsetof(Row, count_),                          \
              sizeof(((Row *)0)->count_), flags, #sent, doc)
#define POINTED(type, name, count_, flags, sent, doc)                                          \
    VALUES_OF(MEMBER_POINTED, type, name, ANY, offsetof(Row, count_),                          \
              sizeof(((Row *)0)->count_), flags, #sent, doc)
#define PER(type, name, what, flags, sent, doc)                                                \
    VALUES_OF(MEMBER_PER_##what, type, name, ANY, 0, 0, flags, #sent, doc)
#define NESTED(type, name, flags, sent, doc)                                                   \
    VALUES_OF(MEMBER_ARRAY, type, name, 1, 0, 0, flags, #sent, doc)
#define LINK(type, name_, doc_)                                                                \
    {.name = #name_, .doc = doc_, .sent = "NO", .shape = MEMBER_LINK,                          \
     .offset = offsetof(Row, name_), .size = sizeof(((Row *)0)->name_)},
#define LINKS(type, name, count, doc) LINK(type, name, doc)
#define END_ENTITY(Type)                                                                              \
        };                                                                                     \
        *count_ = COUNT_OF(members_);                                                          \
        return members_;                                                                       \
    }
#define ANY UINT32_MAX

#include STATE_FILE

#undef ANY
#undef STATE_FILE
/* clang-format on */
