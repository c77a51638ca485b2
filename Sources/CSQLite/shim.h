#include <sqlite3.h>

/* Swift does not see functions with arguments of any number. */
static inline void shala_count_no_memory(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
