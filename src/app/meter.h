/* meter.h - the progress line of long work on a terminal: a bar, the rate, the time left. */
#ifndef PLYSCOPE_APP_METER_H
#define PLYSCOPE_APP_METER_H

#include "src/base/progress.h"

struct meter {
	int64_t began_us, began_at, last_at;
	int64_t told_us; /* on ranks: when the last line was written */
	bool started;
};

/* Reports into *m; stops at ^C. cli_progress_end() clears the line. */
struct progress meter_progress(struct meter *m);

#endif
