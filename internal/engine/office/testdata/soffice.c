// A program in the place of LibreOffice that misbehaves as the document tells it to: the document, at descriptor 3,
// says "act:" and one of the names below.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char block[1 << 16];

static int acts(const char *name) {
	static char text[1 << 16];
	ssize_t n = pread(3, text, sizeof text - 1, 0);
	char want[64] = "act:";
	strcat(want, name);
	return n > 0 && memmem(text, n, want, strlen(want)) != NULL;
}

static void hang(void) {
	for (;;)
		pause();
}

int main(int argc, char **argv) {
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
	if (acts("spin"))
		for (;;)
			;
	if (acts("exit139"))
		_exit(139);
	if (acts("segv"))
		*(volatile int *)0 = 1;
	if (acts("stderr")) {
		for (int i = 0; i < 1 << 12; i++)
			if (write(2, block, sizeof block) < 0)
				break;
		_exit(1);
	}
	if (acts("eat"))
		for (long taken = 0; taken < 8L << 30; taken += 1 << 20) {
			char *more = malloc(1 << 20);
			if (more == NULL)
				abort();
			*more = 1;
		}
	if (acts("nothing"))
		return 0;
	if (acts("again") && access("started", F_OK) != 0) {
		close(creat("started", 0600));
		return 81;
	}
	mkdir("out", 0700);
	int out = creat("out/in.pdf", 0600);
	if (acts("flood"))
		while (write(out, block, sizeof block) > 0)
			;
	const char *made = "made";
	return write(out, made, strlen(made)) < 0;
}
