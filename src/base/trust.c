/* trust.c - see trust.h. A command is trusted as a whole, byte for byte. */
#include "src/base/trust.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct trusted {
	struct trusted *next;
	char command[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct trusted *first;
static bool everything;

static bool
trust_is_listed(const char *command)
{
	const struct trusted *t = first;
	while (t != NULL && strcmp(t->command, command) != 0)
		t = t->next;
	return t != NULL;
}

void
trust_command(const char *command)
{
	const size_t size = strlen(command) + 1;
	struct trusted *t = malloc(sizeof *t + size);
	if (t == NULL)
		return; /* it is refused then */
	memcpy(t->command, command, size);
	pthread_mutex_lock(&lock);
	const bool known = trust_is_listed(command);
	if (!known) {
		t->next = first;
		first = t;
	}
	pthread_mutex_unlock(&lock);
	if (known)
		free(t);
}

void
trust_everything(void)
{
	pthread_mutex_lock(&lock);
	everything = true;
	pthread_mutex_unlock(&lock);
}

bool
trust_has(const char *command)
{
	pthread_mutex_lock(&lock);
	const bool has = everything || trust_is_listed(command);
	pthread_mutex_unlock(&lock);
	return has;
}
