/* catalog.h - the program's own catalog: see catalog.def. */
#ifndef PLYSCOPE_APP_CATALOG_H
#define PLYSCOPE_APP_CATALOG_H

#include "src/core/catalog.h"

extern const struct catalog app_catalog;

#endif
