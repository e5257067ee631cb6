/* Roles, bans, mutes, ignore lists, and new passwords chosen by the staff. */
#include "server/accounts/accounts_internal.h"

#include "base/text.h"

#include <sodium.h>
#include <time.h>

/* ---- roles ---- */

static const char *const role_names[ROLES] = {
#define ROLE(NAME, name, doc) [ROLE_##NAME] = name,
#include "server/accounts/roles.def"
};

const char *account_role_name(AccountRole role) { return role_names[role]; }

/* ROLES if there is no such role. */
AccountRole account_role_named(Text name)
{
    unsigned role = ROLE_PLAYER;
    while (role < ROLES && !text_is(name, role_names[role]))
        role++;
    return (AccountRole)role;
}

/* A role of a later version counts as none. */
AccountRole account_role(const StoreAccount *row)
{
    return row->role > 0 && row->role < ROLES ? (AccountRole)row->role : ROLE_PLAYER;
}

/* Takes effect at once; the store follows (account_changed). */
ResultCode accounts_set_role(Accounts *accounts, Text name, AccountRole role)
{
    Account *account = account_by_name(accounts, name);
    if (!account)
        return RESULT_NOBODY;
    account->row.role = role;
    account_changed(accounts, account, ACCOUNT_ROLE);
    return RESULT_OK;
}

/* ---- bans and mutes ---- */

/* Valid UTF-8 of at most ACCOUNT_NOTE_MAX bytes, without NUL: databases reject others. */
Text account_note(Text note)
{
    note = text_to_zero(text_slice(note, 0, utf8_invalid(note)));
    size_t size = note.size < ACCOUNT_NOTE_MAX ? note.size : ACCOUNT_NOTE_MAX;
    while (size < note.size && size && ((uint8_t)note.at[size] & 0xC0) == 0x80)
        size--; /* not in the middle of a letter */
    return (Text){note.at, size};
}

/* Memory of old notes is not freed: notes are few and short. */
static Text note_kept(const Accounts *accounts, Text note)
{
    return arena_text(accounts->arena, account_note(note));
}

/* Where a decision is kept in the row of an account. */
typedef struct DecisionRow {
    Text *reason, *by;
    int64_t *since, *until, *role;
} DecisionRow;

/* A decision of NULL: there is none any more. */
static ResultCode decide(Accounts *accounts, Account *account, DecisionRow row,
                         const AccountDecision *decision, AccountPart part)
{
    static const AccountDecision none;
    decision = decision ? decision : &none;
    *row.reason = note_kept(accounts, decision->reason);
    *row.since = decision->since;
    *row.until = decision->until;
    *row.by = note_kept(accounts, decision->by);
    *row.role = decision->role;
    account_changed(accounts, account, part);
    return RESULT_OK;
}

/* NULL lifts the ban. */
ResultCode accounts_ban(Accounts *accounts, Text name, const AccountDecision *decision)
{
    Account *account = account_by_name(accounts, name);
    if (!account)
        return RESULT_NOBODY;
    StoreAccount *row = &account->row;
    row->flags &= ~(int64_t)STORE_BANNED;
    row->flags |= decision ? STORE_BANNED : 0;
    return decide(accounts, account,
                  (DecisionRow){&row->reason, &row->ban_by, &row->ban_since, &row->ban_until,
                                &row->ban_role},
                  decision, ACCOUNT_BAN);
}

ResultCode accounts_unban(Accounts *accounts, Text name)
{
    return accounts_ban(accounts, name, NULL);
}

ResultCode accounts_mute(Accounts *accounts, Text name, const AccountDecision *decision)
{
    Account *account = account_by_name(accounts, name);
    if (!account)
        return RESULT_NOBODY;
    StoreAccount *row = &account->row;
    return decide(accounts, account,
                  (DecisionRow){&row->mute_reason, &row->mute_by, &row->mute_since,
                                &row->mute_until, &row->mute_role},
                  decision, ACCOUNT_MUTE);
}

ResultCode accounts_unmute(Accounts *accounts, Text name)
{
    return accounts_mute(accounts, name, NULL);
}

/* Decisions end by themselves: nothing removes them from the store. */
static bool decision_counts(AccountDecision decision, int64_t now, AccountDecision *out)
{
    if (decision.until && decision.until <= now)
        return false;
    if (out)
        *out = decision;
    return true;
}

bool account_is_banned(const StoreAccount *row, int64_t now, AccountDecision *out)
{
    return row->flags & STORE_BANNED &&
           decision_counts((AccountDecision){row->ban_by, row->reason, row->ban_since,
                                             row->ban_until, row->ban_role},
                           now, out);
}

size_t accounts_banned(const Accounts *accounts, int64_t now)
{
    size_t count = 0;
    for (size_t i = 0; i < accounts->count; i++)
        count += account_is_banned(&accounts->items[i]->row, now, NULL);
    return count;
}

bool account_is_muted(const StoreAccount *row, int64_t now, AccountDecision *out)
{
    return row->mute_since &&
           decision_counts((AccountDecision){row->mute_by, row->mute_reason, row->mute_since,
                                             row->mute_until, row->mute_role},
                           now, out);
}

/* A number and a unit: 30m, 12h, 7d. At most 100 years, so that adding it to the time cannot
 * overflow. */
bool account_time_read(Text text, int64_t *seconds)
{
    static const struct {
        char unit;
        int64_t seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 7 * 86400}};
    const int64_t max = (int64_t)100 * 366 * 86400;
    int64_t number;
    for (size_t i = 0; text.size > 1 && i < COUNT_OF(units); i++) {
        if (text.at[text.size - 1] != units[i].unit)
            continue;
        if (!text_number(text_slice(text, 0, text.size - 1), 1, max / units[i].seconds,
                         &number))
            return false;
        *seconds = number * units[i].seconds;
        return true;
    }
    return false;
}

/* For players and the staff: until when, and why. */
Text account_decision_text(Text what, const AccountDecision *decision, Arena *arena)
{
    struct tm parts;
    const time_t end = (time_t)decision->until;
    char until[40] = "";
    if (end && gmtime_r(&end, &parts))
        strftime(until, sizeof until, " until %Y-%m-%d %H:%M UTC", &parts);
    return arena_format(arena, "%.*s%s%s%.*s", (int)what.size, what.at, until,
                        decision->reason.size ? ": " : "", (int)decision->reason.size,
                        decision->reason.at);
}

/* ---- ignore lists ---- */

/* Little-endian numbers of 4 bytes; more than the maximum are left out. */
size_t account_ignored(const StoreAccount *row, int64_t out[ACCOUNT_IGNORED_MAX])
{
    Report silent = report_to(NULL, NULL);
    Reader reader = reader_of(row->ignored, &silent);
    size_t count = 0;
    while (reader_left(&reader) >= 4 && count < ACCOUNT_IGNORED_MAX)
        out[count++] = read_u32(&reader);
    return count;
}

bool account_ignores(const StoreAccount *row, int64_t other)
{
    int64_t ignored[ACCOUNT_IGNORED_MAX];
    const size_t count = row->ignored.size ? account_ignored(row, ignored) : 0;
    for (size_t i = 0; i < count; i++)
        if (ignored[i] == other)
            return true;
    return false;
}

/* The staff cannot be ignored: its lines must reach everybody. */
bool accounts_ignores(const Accounts *accounts, int64_t id, int64_t other)
{
    const StoreAccount *row = accounts_get(accounts, id), *by = accounts_get(accounts, other);
    return row && account_ignores(row, other) && !(by && account_role(by) > ROLE_PLAYER);
}

static void set_ignored(Accounts *accounts, Account *account, const int64_t *list, size_t count)
{
    Arena *scratch = arena_new();
    Writer out = writer_to(scratch);
    for (size_t i = 0; i < count; i++)
        write_u32(&out, (uint32_t)list[i]);
    account_set_ignored(accounts, account, writer_bytes(&out));
    account_changed(accounts, account, ACCOUNT_IGNORED);
    arena_free(scratch);
}

/* RESULT_OK if the player is ignored already. */
ResultCode accounts_ignore(Accounts *accounts, int64_t id, int64_t other)
{
    int64_t list[ACCOUNT_IGNORED_MAX + 1];
    Account *account = account_get(accounts, id);
    if (!account || id == other)
        return RESULT_NOBODY;
    if (account_ignores(&account->row, other))
        return RESULT_OK;
    size_t count = account_ignored(&account->row, list);
    if (count == ACCOUNT_IGNORED_MAX)
        return RESULT_FULL;
    list[count++] = other;
    set_ignored(accounts, account, list, count);
    return RESULT_OK;
}

ResultCode accounts_unignore(Accounts *accounts, int64_t id, int64_t other)
{
    int64_t list[ACCOUNT_IGNORED_MAX];
    Account *account = account_get(accounts, id);
    if (!account || !account_ignores(&account->row, other))
        return RESULT_NOBODY;
    const size_t count = account_ignored(&account->row, list);
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        if (list[i] != other)
            list[left++] = list[i];
    set_ignored(accounts, account, list, left);
    return RESULT_OK;
}

/* ---- passwords ---- */

/* Blocks while the hash is computed: used by administrators only, never for a login. */
static ResultCode set_password(Accounts *accounts, Account *account, Text password)
{
    uint8_t salt[PASSWORD_SALT_SIZE], hash[PASSWORD_HASH_SIZE];
    password_salt(store_game(accounts->store), account->row.folded, salt);
    if (!password_hash(password, salt, accounts->cost, hash))
        return RESULT_FAILED;
    account_set_hash(accounts, account, hash);
    account_changed(accounts, account, ACCOUNT_PASSWORD);
    return RESULT_OK;
}

ResultCode accounts_set_password(Accounts *accounts, Text name, Text password)
{
    Account *account = account_by_name(accounts, name);
    if (!account)
        return RESULT_NOBODY;
    if (password.size < ACCOUNT_PASSWORD_MIN || password.size > PASSWORD_SIZE_MAX)
        return RESULT_PASSWORD;
    return set_password(accounts, account, password);
}

/* Groups of four letters that are not confused when they are read aloud or typed: 16 of 31
 * letters are 79 bits. */
static void choose_password(char out[ACCOUNT_PASSWORD_MADE + 1])
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789";
    for (unsigned i = 0; i < ACCOUNT_PASSWORD_MADE; i++)
        out[i] = i % 5 == 4 ? '-' : letters[randombytes_uniform(sizeof letters - 1)];
    out[ACCOUNT_PASSWORD_MADE - 1] = 0;
    out[ACCOUNT_PASSWORD_MADE] = 0;
}

/* `out` gets the new password, which is nowhere else in clear text. */
ResultCode accounts_reset_password(Accounts *accounts, Text name,
                                   char out[ACCOUNT_PASSWORD_MADE + 1])
{
    Account *account = account_by_name(accounts, name);
    if (!account)
        return RESULT_NOBODY;
    choose_password(out);
    const ResultCode result = set_password(accounts, account, text_of(out));
    return result == RESULT_OK ? accounts_keep(accounts) : result;
}
