#include <libpq-fe.h>

/* Swift does not see macros of single characters. */
static inline const char *shala_sql_state(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline const char *shala_primary_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

static void shala_ignore_notice(void *argument, const PGresult *result) {
    (void)argument;
    (void)result;
}

/* Notices ("relation exists, skipping") are nobody's concern. */
static inline void shala_ignore_notices(PGconn *connection) {
    PQsetNoticeReceiver(connection, shala_ignore_notice, 0);
}
