/* joint.c - shared by all tables of simultaneous choice. See joint.h. */
#include "src/core/joint.h"

#include <stdlib.h>

void
joint_close(struct joint *t)
{
	free(t->index);
	*t = (struct joint){ 0 };
}
