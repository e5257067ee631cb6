/* Defines the tables of members (members.h) for the entities of STATE_FILE. Included many
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

#define NUMBER_AT(text, at, bytes, element_, check_, max_, flags_, sent_, doc_)                \
    {.name = text, .doc = doc_, .sent = sent_, .shape = MEMBER_ONE, .offset = at,              \
     .size = bytes, .element = &element_, .check = check_, .max = max_, .flags = flags_},
#define NUMBER_OF(name, element, check, max, flags, sent, doc)                                 \
    NUMBER_AT(#name, offsetof(Row, name), sizeof(((Row *)0)->name), element, check, max,       \
              flags, sent, doc)

#define STATE(type, name, check, max, flags, sent, doc)                                        \
    NUMBERS_OF_##type(name, CHECK_##check, max, flags, #sent, doc)
#define NUMBERS_OF_u8(name, check, max, flags, sent, doc)                                      \
    NUMBER_OF(name, u8_entity, check, max, flags, sent, doc)
#define NUMBERS_OF_u16(name, check, max, flags, sent, doc)                                     \
    NUMBER_OF(name, u16_entity, check, max, flags, sent, doc)
#define NUMBERS_OF_u32(name, check, max, flags, sent, doc)                                     \
    NUMBER_OF(name, u32_entity, check, max, flags, sent, doc)
#define NUMBERS_OF_i32(name, check, max, flags, sent, doc)                                     \
    NUMBER_OF(name, i32_entity, check, max, flags, sent, doc)
#define NUMBERS_OF_bool(name, check, max, flags, sent, doc)                                    \
    NUMBER_OF(name, u8_entity, check, max, flags, sent, doc)
#define NUMBERS_OF_EffectKind(name, check, max, flags, sent, doc)                              \
    NUMBER_OF(name, u32_entity, check, max, flags, sent, doc)
#define NUMBERS_OF_u64(name, check, max, flags, sent, doc)                                     \
    NUMBER_AT(#name, offsetof(Row, name), 4, u32_entity, check, max, flags, sent, doc)         \
    NUMBER_AT(#name "_high", offsetof(Row, name) + 4, 4, u32_entity, check, max, flags, sent,  \
              doc)
#define NUMBERS_OF_Cell(name, check, max, flags, sent, doc)                                    \
    NUMBER_OF(name.x, i32_entity, check, max, flags, sent, doc)                                \
    NUMBER_OF(name.y, i32_entity, check, max, flags, sent, doc)
#define NUMBERS_OF_Spot NUMBERS_OF_Cell
#define NUMBERS_OF_Location(name, check, max, flags, sent, doc)                                \
    NUMBER_OF(name.map, u32_entity, CHECK_MAP, 0, flags, sent, doc)                            \
    NUMBER_OF(name.cell.x, i32_entity, check, max, flags, sent, doc)                           \
    NUMBER_OF(name.cell.y, i32_entity, check, max, flags, sent, doc)
#define NUMBERS_OF_ScriptRef(name, check, max, flags, sent, doc)                               \
    NUMBER_OF(name.section, u32_entity, check, max, flags, sent, doc)                          \
    NUMBER_OF(name.index, u32_entity, check, max, flags, sent, doc)                            \
    NUMBER_OF(name.event, u32_entity, check, max, flags, sent, doc)

#define VALUES_OF(shape_, type, name_, max_, counter_, bytes_, flags_, sent_, doc_)            \
    {.name = #name_, .doc = doc_, .sent = sent_, .shape = shape_,                              \
     .offset = offsetof(Row, name_), .size = sizeof(type), .element = &type##_entity,          \
     .max = max_, .counter = counter_, .counter_size = bytes_, .flags = flags_},
#define STATES(type, name, count, flags, sent, doc)                                            \
    VALUES_OF(MEMBER_ARRAY, type, name, count, 0, 0, flags, #sent, doc)
#define LISTED(type, name, room, count_, flags, sent, doc)                                     \
    VALUES_OF(MEMBER_LISTED, type, name, room, offsetof(Row, count_),                          \
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

#undef NUMBER_AT
#undef NUMBER_OF
#undef NUMBERS_OF_u8
#undef NUMBERS_OF_u16
#undef NUMBERS_OF_u32
#undef NUMBERS_OF_i32
#undef NUMBERS_OF_bool
#undef NUMBERS_OF_EffectKind
#undef NUMBERS_OF_u64
#undef NUMBERS_OF_Cell
#undef NUMBERS_OF_Spot
#undef NUMBERS_OF_Location
#undef NUMBERS_OF_ScriptRef
#undef VALUES_OF
#undef ANY
#undef STATE_FILE
/* clang-format on */
