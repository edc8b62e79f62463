/* chat.c: chat at a table (docs/protocol.md). */
#include "server/clock.h"
#include "server/plain.h"
#include "server/server_int.h"

#include <string.h>

/* Counted per seat, table and address, however many connections they have. */
static bool may_chat(struct room *r, struct client *c, int seat) {
    struct address *a = net_address(c->conn);
    int64_t now = clock_now();
    return bucket_take(&r->seat_chats[seat], now, CHATS_PER_MINUTE * 60, CHATS_BURST) &&
           bucket_take(&r->chats, now, CHATS_PER_TABLE * 60, CHATS_TABLE_BURST) &&
           (!a || address_take(a, ADDRESS_CHATS, now, CHATS_PER_TABLE * 60, CHATS_TABLE_BURST));
}

void chat_post(struct room *r, struct client *c, struct message *msg) {
    const char *text = message_text(msg, "text");
    struct store_chat chat = {.seat = room_watcher(r, c)->seat, .time = clock_date()};
    if (!text || plain_count(text) > CHAT_CHARS || !plain_text(text, chat.text, sizeof chat.text)) {
        say_error(c, msg->id, r, "bad_request", "chat needs text of 1 to 500 characters");
        return;
    }
    if (!may_chat(r, c, chat.seat)) {
        say_error(c, msg->id, r, "rate", "too many chat messages; wait a moment");
        return;
    }
    memcpy(chat.name, r->row.seat[chat.seat].name, sizeof chat.name);
    room_say(r, &chat, &(struct pending){.who = c, .msg = msg, .tell = TELL_CHAT});
}
