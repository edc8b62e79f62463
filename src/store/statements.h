/* statements.h: the SQL that both databases understand. $1, $2, ... are the parameters. */
#ifndef CASATA_STORE_STATEMENTS_H
#define CASATA_STORE_STATEMENTS_H

/* ORDER table columns */
#define TABLE_COLUMNS                                                                               \
    "t.id, t.game, t.rules_version, t.edition, t.options, t.seats, t.host, t.any_code, t.rematch, " \
    "t.created, t.undos, t.first, t.takeback_seat, t.takeback_ply, t.takeback_yes, t.questions, "   \
    "t.takeback_question, t.record_open, t.settled, t.away, t.hints"
enum { N_TABLE_COLUMNS = 21 };
#define CHANGE_COLUMNS "n, by, time, cut, ply, entry, to_act"

#define SQL_INSERT_TABLE                                                                               \
    "INSERT INTO tables(id, game, rules_version, edition, options, seats, host, any_code, rematch,"    \
    " created, undos, first, takeback_seat, takeback_ply, takeback_yes, questions, takeback_question," \
    " record_open, settled, away, hints)"                                                              \
    " VALUES($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21)"
#define SQL_UPDATE_TABLE                                                                                \
    "UPDATE tables SET game=$2, rules_version=$3, edition=$4, options=$5, seats=$6, host=$7,"           \
    " any_code=$8, rematch=$9, created=$10, undos=$11, first=$12, takeback_seat=$13, takeback_ply=$14," \
    " takeback_yes=$15, questions=$16, takeback_question=$17, record_open=$18, settled=$19,"            \
    " away=$20, hints=$21 WHERE id=$1"
#define SQL_PUT_SEAT                                                                                        \
    "INSERT INTO seats(id, seat, kind, level, name, token, invite, reinvite, resigned, link, link_token,"   \
    " link_until, hand, hand_time) VALUES($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14) ON CONFLICT(id, " \
    "seat) DO UPDATE SET"                                                                                   \
    " kind=excluded.kind, level=excluded.level, name=excluded.name, token=excluded.token,"                  \
    " invite=excluded.invite, reinvite=excluded.reinvite, resigned=excluded.resigned, link=excluded.link,"  \
    " link_token=excluded.link_token, link_until=excluded.link_until, hand=excluded.hand, "                 \
    "hand_time=excluded.hand_time"
/* A late snapshot of an older change does not replace a newer one. */
#define SQL_PUT_POSITION                                                                      \
    "INSERT INTO positions(id, kind, ply, n, text) VALUES($1,$2,$3,$4,$5)"                    \
    " ON CONFLICT(id, kind) DO UPDATE SET ply=excluded.ply, n=excluded.n, text=excluded.text" \
    " WHERE positions.n<=excluded.n"
#define SQL_CUT_CHAT "DELETE FROM chat WHERE id=$1 AND n<=$2"
#define SQL_WHOSE    "SELECT by FROM change WHERE id=$1 AND n=$2"

#define SQL_GET_TABLE "SELECT " TABLE_COLUMNS " FROM tables t WHERE t.id=$1"
#define SQL_GET_SEATS                                                                                   \
    "SELECT seat, kind, level, name, token, invite, reinvite, resigned, link, link_token, link_until, " \
    "hand, hand_time FROM "                                                                             \
    "seats"                                                                                             \
    " WHERE id=$1 ORDER BY seat"
#define SQL_GET_POSITIONS "SELECT kind, ply, n, text FROM positions WHERE id=$1"
#define SQL_GET_PACKED    "SELECT n, by, ply, entry FROM packed WHERE id=$1"
#define SQL_GET_CHANGES   "SELECT " CHANGE_COLUMNS " FROM change WHERE id=$1 AND n>=$2 ORDER BY n"
#define SQL_GET_CHAT \
    "SELECT n, seat, name, text, time FROM chat WHERE id=$1 AND n>$2 ORDER BY n DESC LIMIT $3"
#define SQL_FIND                                                                                \
    "SELECT " TABLE_COLUMNS ", s.seat FROM seats s JOIN tables t ON t.id=s.id WHERE s.token=$1" \
    " ORDER BY t.created DESC LIMIT $2"
#define SQL_LAST "SELECT ply, to_act, time FROM change WHERE id=$1 ORDER BY n DESC LIMIT 1"
/* A snapshot of a position cut away later counts as none. */
#define SQL_SCAN(where)                                                                               \
    "SELECT t.id, coalesce((SELECT ply FROM change WHERE id=t.id ORDER BY n DESC LIMIT 1), t.first)," \
    " coalesce((SELECT p.ply FROM positions p WHERE p.id=t.id AND p.kind='snapshot' AND NOT EXISTS"   \
    " (SELECT 1 FROM change c WHERE c.id=t.id AND c.n>p.n AND c.cut>=0 AND c.cut<p.ply)), -1)"        \
    " FROM tables t WHERE t.id>$1" where " ORDER BY t.id LIMIT $2"

#endif
