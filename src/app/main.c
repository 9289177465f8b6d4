/* main.c - plyscope. Everything is in cli.c. */
#include "src/app/catalog.h"
#include "src/app/cli.h"

int
main(int argc, char **argv)
{
	return cli_main(&app_catalog, argc, argv);
}
