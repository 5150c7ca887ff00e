package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// The first signal asks a command to end, and the second ends it whatever it does.
func TestSecondSignal(t *testing.T) {
	const inside = "OCTAVO_TEST_STOPPING"
	if os.Getenv(inside) != "" {
		ctx, stop := untilStopped()
		defer stop()
		fmt.Println("ready")
		<-ctx.Done()
		for { // the signal is let go a moment later
			fmt.Println("stopping")
			time.Sleep(10 * time.Millisecond)
		}
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestSecondSignal$")
	cmd.Env = append(os.Environ(), inside+"=yes")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	stopping := 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if lines.Text() == "stopping" {
			stopping++
		}
		if lines.Text() == "ready" || stopping >= 3 {
			_ = cmd.Process.Signal(syscall.SIGTERM) // it may be gone by now
		}
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM || stopping < 3 {
		t.Errorf("it said %d times that it stops, then %v", stopping, err)
	}
}
