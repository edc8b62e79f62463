/* store_tables.h: copies, lists, packs and deletes the tables of a database for `casata store`. */
#ifndef CASATA_CLI_STORE_TABLES_H
#define CASATA_CLI_STORE_TABLES_H

#include "cli/cli.h"

/* argv[0] is "casata store", argv[1] the action; returns the exit status. */
int store_tables_copy(int argc, char **argv);
int store_tables_list(int argc, char **argv);
int store_tables_pack(int argc, char **argv);
int store_tables_delete(int argc, char **argv);

#endif
