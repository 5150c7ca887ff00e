// A tool that misbehaves as the document tells it to: the document, at descriptor 3, says "act:" and one of the names
// below. It stands in for qpdf and heif-convert. In C, because a Go program does not start within the bounds of a tool.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char block[1 << 16];

static void flood(int fd, long blocks) {
	memset(block, 'x', sizeof block);
	while (blocks-- != 0 && write(fd, block, sizeof block) > 0)
		;
}

static void hang(void) {
	for (;;)
		pause();
}

static int acts(const char *name) {
	static char text[1 << 16];
	ssize_t n = pread(3, text, sizeof text - 1, 0);
	char want[64] = "act:";
	strcat(want, name);
	return n > 0 && memmem(text, n, want, strlen(want)) != NULL;
}

int main(int argc, char **argv) {
	const char *last = argv[argc - 1];
	int out = strcmp(last, "-") == 0 ? 1 : open(last, O_WRONLY);
	if (acts("hang"))
		hang();
	if (acts("fork")) {
		for (int i = 0; i < 3; i++)
			if (fork() == 0) {
				if (i > 0)
					setsid();
				if (fork() >= 0)
					hang();
			}
		hang();
	}
	if (acts("deaf")) {
		for (int s = 1; s < NSIG; s++)
			signal(s, SIG_IGN);
		hang();
	}
	if (acts("exit139"))
		_exit(139);
	if (acts("segv"))
		*(volatile int *)0 = 1;
	if (acts("stderr")) {
		flood(2, 1 << 14);
		_exit(1);
	}
	if (acts("flood"))
		flood(out, -1);
	if (acts("eat"))
		for (long taken = 0; taken < 8L << 30; taken += 1 << 20) {
			char *more = malloc(1 << 20);
			if (more == NULL)
				abort();
			*more = 1;
		}
	return 7;
}
