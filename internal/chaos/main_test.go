// Package chaos kills, stops and starves real processes of the real binary, and holds them to what they promised.
package chaos

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/testenv"
)

var (
	root  string    // the folder of everything a run leaves on disk
	leash io.Closer // held for as long as this process lives, never closed
)

func TestMain(m *testing.M) {
	var err error
	if root, err = newRoot(); err != nil {
		fmt.Fprintln(os.Stderr, "chaos:", err)
		os.Exit(1)
	}
	// These tests wait more than they work. A flag on the command line still wins.
	if err := flag.Set("test.parallel", strconv.Itoa(parallel)); err != nil {
		fmt.Fprintln(os.Stderr, "chaos:", err)
		os.Exit(1)
	}
	testenv.Main(m)
}

// newRoot makes a folder that goes when this process ends, however it ends: a shell waits for the other end of its
// input to close. A test that is killed or runs out of time cleans nothing up itself.
func newRoot() (string, error) {
	dir, err := os.MkdirTemp("", "octavo-chaos-")
	if err != nil {
		return "", err
	}
	cmd := exec.Command("sh", "-c", `read -r _; rm -rf "$0"`, dir)
	if leash, err = cmd.StdinPipe(); err != nil {
		return "", err
	}
	return dir, cmd.Start()
}

// binary builds the program once.
var binary = sync.OnceValues(func() (string, error) {
	if built := os.Getenv(insideVariable); built != "" {
		return built, nil
	}
	path := filepath.Join(root, "octavo")
	args := []string{"build", "-o", path}
	if long {
		args = append(args, "-race")
	}
	cmd := exec.Command("go", append(args, "github.com/octavo-dev/octavo/cmd/octavo")...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return path, nil
})

const seedVariable = "CHAOS_SEED"

// seeds are what a test with random moments runs with: those of the run, or the one to be seen again.
func seeds(t *testing.T) []uint64 {
	t.Helper()
	if given := os.Getenv(seedVariable); given != "" {
		seed, err := strconv.ParseUint(given, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", seedVariable, err)
		}
		return []uint64{seed}
	}
	out := make([]uint64, runs)
	for i := range out {
		out[i] = rand.Uint64()
	}
	return out
}

// eachSeed runs fn once for every seed.
func eachSeed(t *testing.T, fn func(t *testing.T, r *rand.Rand)) {
	t.Helper()
	for _, seed := range seeds(t) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Logf("to see this run again: %s=%d", seedVariable, seed)
			fn(t, rand.New(rand.NewPCG(seed, 0)))
		})
	}
}

// await polls until fn is content and fails the test with its last complaint when that takes too long.
func await(t testing.TB, within time.Duration, what string, fn func() error) {
	t.Helper()
	if err := poll(t, within, fn); err != nil {
		t.Fatalf("%s: not within %v: %v", what, within, err)
	}
}

// poll is for goroutines, which must not end a test. It gives up when the test ends.
func poll(t testing.TB, within time.Duration, fn func() error) error {
	deadline := time.Now().Add(within)
	for {
		err := fn()
		if err == nil || time.Now().After(deadline) {
			return err
		}
		select {
		case <-t.Context().Done():
			return err
		case <-time.After(20 * time.Millisecond):
		}
	}
}
