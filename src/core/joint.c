/* joint.c - what every table of simultaneous choice shares. See joint.h. */
#include "src/core/joint.h"

#include <stdlib.h>

void
joint_close(struct joint *t)
{
	free(t->index);
	*t = (struct joint){ 0 };
}
