/* clock.h - time, by the clock and of the processor. Never called in a hot loop: see
 * search_poll(). */
#ifndef PLYSCOPE_BASE_CLOCK_H
#define PLYSCOPE_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_now_us(void); /* monotonic microseconds, arbitrary origin */
/* Processor time of all threads together: it leaves out the time other programs take. */
int64_t clock_process_us(void);
int64_t clock_thread_us(void); /* the same of the calling thread alone */
void clock_sleep_us(int64_t us);
/* Local wall time as "2024-05-01 17:03:22"; out has room for 20 bytes. */
void clock_date(char out[static 20]);

#endif
