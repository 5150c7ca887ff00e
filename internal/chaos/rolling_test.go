package chaos

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// nextRelease is this program built as the next major version.
var nextRelease = sync.OnceValues(func() (string, error) {
	path := filepath.Join(root, "octavo-next")
	out, err := exec.Command("go", "build", "-ldflags", "-X main.version=v2.0.0-next", "-o", path, "github.com/octavo-dev/octavo/cmd/octavo").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return path, nil
})

// next is a command of the next release with the settings of the installation.
func (i *installation) next(sub string, extra ...string) *exec.Cmd {
	i.t.Helper()
	program, err := nextRelease()
	if err != nil {
		i.t.Fatal(err)
	}
	cmd := i.command(sub, extra...)
	cmd.Path, cmd.Args[0] = program, program
	return cmd
}

// code runs a command to its end.
func code(t testing.TB, cmd *exec.Cmd) int {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatalf("%v: %v", cmd.Args[1:], err)
	}
	t.Logf("octavo %s: exit code %d: %.200s", cmd.Args[1], cmd.ProcessState.ExitCode(), strings.TrimSpace(string(out)))
	return cmd.ProcessState.ExitCode()
}

// A new major version takes over while jobs come in: both versions serve and work side by side until nothing of the old
// one is left. No caller hears of it, and every job ends once.
func TestRollingUpgrade(t *testing.T) {
	t.Parallel()
	eachSeed(t, func(t *testing.T, r *rand.Rand) { upgradeRolling(t, install(t, testenv.Postgres(t)), r) })
}

func upgradeRolling(t *testing.T, in *installation, r *rand.Rand) {
	if _, err := nextRelease(); err != nil { // before anything waits for it
		t.Fatal(err)
	}
	// Two addresses, one for each version, as behind a balancer.
	net := &network{t: t}
	hosts := []*host{net.host(), net.host()}
	in.client = balanced(t, hosts)
	idle := []string{"workers", "{cpu: 0, io: 0}"}
	busy := []string{"workers", "{cpu: 1, io: 4}"}
	front := in.launch(in.command("serve", append(idle, "listen", hosts[0].listens())...), "serve")
	awaitReady(t, hosts[0], front)
	workers := []*process{in.worker(), in.worker()}

	book := newLedger(t, in, newReceiver(t))
	from := newOrigin(t)
	before := submitAll(t, book, from, r, clusterJobs/2)
	done := func(share float64) {
		t.Helper()
		await(t, 3*time.Minute, "jobs get done", func() error {
			if n := book.finished(); n < int(share*clusterJobs) {
				return fmt.Errorf("%d of %d", n, clusterJobs)
			}
			return nil
		})
	}
	done(0.1)
	if got := code(t, in.next("serve", "listen", hosts[1].listens())); got == 0 {
		t.Error("the next version serves tables that nobody migrated")
	}
	if got := code(t, in.next("migrate")); got != 3 {
		t.Errorf("migration without a readiness check: exit code %d", got)
	}
	if got := code(t, in.command("readiness-check")); got != 0 {
		t.Errorf("readiness check: exit code %d", got)
	}
	if got := code(t, in.next("migrate")); got != 0 {
		t.Errorf("migration: exit code %d", got)
	}
	done(0.2) // the old version goes on with the new tables

	newFront := in.launch(in.next("serve", append(idle, "listen", hosts[1].listens())...), "serve")
	awaitReady(t, hosts[1], newFront)
	newWorker := in.launch(in.next("worker", busy...), "worker")
	in.working(newWorker)
	both := submitAll(t, book, from, r, clusterJobs/2)
	if code(t, in.next("drain-check")) == 0 && in.number("SELECT COUNT(*) FROM jobs WHERE generation = 1 AND finished_at IS NULL") > 0 {
		t.Error("drained, with work of the old version left")
	}
	done(0.6)
	workers[0].kill() // in the middle of something, which the new version takes over
	front.leave()
	done(0.7)
	workers[1].leave()
	await(t, time.Minute, "the old version is drained", func() error {
		if status, err := hosts[1].ask("/drain_status"); err != nil || status != http.StatusOK {
			return fmt.Errorf("%d %v", status, err)
		}
		if code(t, in.next("drain-check")) != 0 {
			return fmt.Errorf("not drained")
		}
		return nil
	})
	before.Wait()
	both.Wait()
	book.settle(3 * time.Minute)
	old, young := in.number("SELECT COUNT(*) FROM jobs WHERE generation = 1"), in.number("SELECT COUNT(*) FROM jobs WHERE generation = 2")
	t.Logf("%d jobs of the old version, %d of the new one", old, young)
	if old == 0 || young == 0 || old+young != clusterJobs {
		t.Errorf("%d jobs of the old version and %d of the new one, of %d", old, young, clusterJobs)
	}
	book.balance()
	newWorker.leave()
	newFront.leave()
	in.balanceFolder()
	if left := in.leftovers(); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}
}
