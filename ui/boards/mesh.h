/*
 * mesh.h - boxes that touch: the character where their lines meet is known when all have been
 * added.
 */
#ifndef PLYSCOPE_UI_BOARDS_MESH_H
#define PLYSCOPE_UI_BOARDS_MESH_H

#include "ui/canvas.h"

#define MESH_H 32
#define MESH_W 256

struct mesh {
	uint8_t line[MESH_H][MESH_W]; /* the ways that lines go from a place */
	uint8_t role[MESH_H][MESH_W];
};

/* A box of h rows around iw columns; what does not fit into the mesh is left out. */
void mesh_box(struct mesh *m, int y, int x, int h, int iw, enum role role);
void mesh_draw(const struct mesh *m, struct canvas *c, int y, int x);

#endif
