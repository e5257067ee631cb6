/* Lines of the server in the chat of players, and the message of the day. */
#include "server/game/staff.h"

#include "server/game/controllers.h"
#include "server/game/zones.h"

void staff_write_line(Text text, Writer *out)
{
    text = packet_text_cut(text);
    const PacketChat chat = {.channel = CHANNEL_SERVER,
                             .text_size = (PacketTextSize)text.size,
                             .text = (ascii *)(uintptr_t)text.at};
    packet_write(FROM_SERVER, SERVER_CHAT, &chat, out);
}

void staff_tell(Server *server, int64_t account, Text text)
{
    Controller *controller = controller_of(server, account);
    Writer out = writer_to(server->scratch);
    if (!controller || !packet_text_ok(text))
        return;
    staff_write_line(text, &out);
    controller_delay(controller, writer_bytes(&out));
}

void staff_tell_all(Server *server, AccountRole least, Text text)
{
    for (size_t i = 0; i < server->zone_count; i++)
        for (uint32_t k = 1; k < server->zones[i]->world->player_count; k++) {
            const int64_t id = player_slot_at(server->zones[i], k)->account;
            const StoreAccount *row = id ? accounts_get(server->accounts, id) : NULL;
            if (row && account_role(row) >= least)
                staff_tell(server, id, text);
        }
}

Text staff_motd(const Server *server) { return (Text){server->motd, strlen(server->motd)}; }

bool staff_learn_motd(Server *server)
{
    StoreMeta row = {.key = TEXT("motd")};
    Report silent = report_to(NULL, NULL);
    const StoreFound found =
        store_find(server->store, STORE_META, "key", &row, server->scratch, &silent);
    const Text text = found == STORE_FOUND
                          ? utf8_cut(text_of_bytes(row.value), sizeof server->motd - 1)
                          : TEXT("");
    if (found == STORE_UNREADABLE)
        return false;
    memcpy(server->motd, text.at, text.size);
    server->motd[text.size] = 0;
    return true;
}

static void motd_kept(void *context, StoreOutcome outcome)
{
    const Server *server = context;
    if (outcome == STORE_SAVED)
        server->directory->account_changed(server, 0);
}

ResultCode staff_set_motd(Server *server, Text text)
{
    StoreBatch *batch = store_batch(server->store);
    store_put(batch, STORE_META, &(StoreMeta){TEXT("motd"), bytes_of_text(text)});
    if (!store_commit(server->store, &batch, motd_kept, server)) {
        store_drop_batch(batch);
        return RESULT_BUSY;
    }
    memcpy(server->motd, text.at, text.size);
    server->motd[text.size] = 0;
    return RESULT_OK;
}
