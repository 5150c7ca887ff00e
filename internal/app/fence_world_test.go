package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/engine/tooltest"
	"github.com/octavo-dev/octavo/internal/engine/wire"
	"github.com/octavo-dev/octavo/internal/sandbox"
	"github.com/octavo-dev/octavo/internal/sandbox/hostile"
)

// secret is what nobody behind fences may read.
const secret = "only for those outside"

// world is an installation with hostile programs in the place of its children, and what they are after.
type world struct {
	*app.Reading
	programs map[string]sandbox.Program
	hostile  string // path of the program
	document *os.File

	folder, marker, fresh, temporary     string
	tcp, udp, stream, abstract, datagram string
	heardTCP, heardUDP, heardStream      atomic.Int64
	heardAbstract, heardDatagram         atomic.Int64
	sum                                  int64 // of what was heard from the one without fences
}

func newWorld(t *testing.T) *world {
	t.Helper()
	folder := t.TempDir()
	cfg := fencedSettings(t, folder)
	r, err := app.OpenReading(t.Context(), cfg, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	w := &world{
		Reading: r, hostile: buildHostile(t), programs: app.Programs(cfg, r, 1<<20), document: tooltest.File(t, []byte(secret)),
		folder: folder, marker: filepath.Join(folder, "marker"), fresh: filepath.Join(folder, "fresh"),
		temporary: filepath.Join(os.TempDir(), fmt.Sprint("octavo-fence-test-", os.Getpid())),
	}
	t.Cleanup(func() { os.Remove(w.temporary) })
	w.restore(t)
	w.listen(t)
	return w
}

// buildHostile makes a program of its own, because that of these tests needs more memory than some children may have.
func buildHostile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hostile")
	cmd := exec.Command("go", "build", "-o", path, "github.com/octavo-dev/octavo/internal/sandbox/hostile/program")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build the hostile program: %v\n%s", err, out)
	}
	return path
}

// fencedSettings are those of an installation in a folder.
func fencedSettings(t testing.TB, folder string) *config.Config {
	t.Helper()
	cfg, err := config.Load("", fencedEnvironment(folder))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(folder, "cache", "wasm"), 0o700); err != nil {
		t.Fatal(err)
	}
	return cfg
}

func fencedEnvironment(folder string) []string {
	engines, err := filepath.Abs("../../.cache/engines")
	if err != nil {
		panic(err)
	}
	return []string{"OCTAVO_DATA_DIR=" + folder, "OCTAVO_ENGINES_DIR=" + engines}
}

// listen waits at every kind of address for somebody from behind the fences.
func (w *world) listen(t *testing.T) {
	w.abstract = fmt.Sprint("octavo-fence-test-", os.Getpid())
	w.stream, w.datagram = filepath.Join(w.folder, "stream"), filepath.Join(w.folder, "datagram")
	w.tcp = accept(t, "tcp", "127.0.0.1:0", &w.heardTCP)
	accept(t, "unix", w.stream, &w.heardStream)
	accept(t, "unix", "@"+w.abstract, &w.heardAbstract)
	w.udp = receive(t, "udp", "127.0.0.1:0", &w.heardUDP)
	receive(t, "unixgram", w.datagram, &w.heardDatagram)
}

func accept(t *testing.T, network, address string, heard *atomic.Int64) string {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			heard.Add(1)
			c.Close()
		}
	}()
	return l.Addr().String()
}

func receive(t *testing.T, network, address string, heard *atomic.Int64) string {
	t.Helper()
	c, err := net.ListenPacket(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	go func() {
		for {
			if _, _, err := c.ReadFrom(make([]byte, 64)); err != nil {
				return
			}
			heard.Add(1)
		}
	}()
	return c.LocalAddr().String()
}

// heardAll waits until each listener has heard the one outside the fences, and makes that the last that any may hear.
func (w *world) heardAll(t *testing.T) {
	t.Helper()
	for _, heard := range w.ears() {
		for end := time.Now().Add(time.Minute); heard.Load() == 0; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("a listener hears nobody, be he outside")
			}
		}
	}
	w.sum = w.heard()
}

func (w *world) ears() []*atomic.Int64 {
	return []*atomic.Int64{&w.heardTCP, &w.heardUDP, &w.heardStream, &w.heardAbstract, &w.heardDatagram}
}

func (w *world) heard() int64 {
	var sum int64
	for _, heard := range w.ears() {
		sum += heard.Load()
	}
	return sum
}

// restore makes files as they were before any attempt.
func (w *world) restore(t *testing.T) {
	t.Helper()
	os.Remove(w.fresh)
	os.Remove(w.temporary)
	if err := os.WriteFile(w.marker, []byte(secret), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(w.marker, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := w.document.WriteAt([]byte(secret), 0); err != nil {
		t.Fatal(err)
	}
}

// unchanged looks at all that an attempt could have come to.
func (w *world) unchanged(t *testing.T) {
	t.Helper()
	for _, path := range []string{w.fresh, w.temporary} {
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("there is %s", path)
		}
	}
	text, err := os.ReadFile(w.marker)
	if err != nil || string(text) != secret {
		t.Errorf("the file outside says %q, %v", text, err)
	}
	if info, err := os.Stat(w.marker); err != nil || info.Mode() != 0o644 {
		t.Errorf("the file outside is %v, %v", info.Mode(), err)
	}
	text = make([]byte, len(secret))
	if _, err := w.document.ReadAt(text, 0); err != nil || string(text) != secret {
		t.Errorf("the document says %q, %v", text, err)
	}
	if now := w.heard(); now != w.sum {
		t.Errorf("listeners outside have heard %d times of somebody, of the one without fences %d times", now, w.sum)
	}
}

// try runs a hostile program in the place of a child.
func (w *world) try(t *testing.T, child string, args ...string) (hostile.Result, error) {
	t.Helper()
	var out bytes.Buffer
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	err := w.Box.Run(ctx, w.program(t, child, args...), nil, &out)
	return last(t, out.Bytes()), err
}

// program is that of a child, with another one in its place behind the same fences.
func (w *world) program(t *testing.T, child string, args ...string) sandbox.Program {
	t.Helper()
	p := w.programs[child]
	p.Path, p.Args = w.hostile, args
	p.Files = []*os.File{w.document}
	if strings.HasPrefix(child, "octavo engine") {
		near, far, err := wire.DescriptorLine()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { near.Close(); far.Close() })
		p.Files = []*os.File{far}
	}
	return p
}

// outside runs the same program without fences.
func (w *world) outside(t *testing.T, args ...string) hostile.Result {
	t.Helper()
	w.restore(t)
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, w.hostile, args...)
	cmd.WaitDelay = time.Second
	cmd.ExtraFiles = []*os.File{w.document}
	cmd.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	w.restore(t)
	return last(t, out)
}

func last(t *testing.T, out []byte) (r hostile.Result) {
	t.Helper()
	for line := range bytes.Lines(out) {
		r = hostile.Result{}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
	}
	return r
}

// standing tells which of some fences are up and why others are not.
func (w *world) standing(fences []sandbox.Fence) (up []sandbox.Fence, down []string) {
	all := w.Box.Fences()
	for _, f := range fences {
		if why := all[f]; why != nil {
			down = append(down, fmt.Sprintf("%s: %v", f, why))
		} else {
			up = append(up, f)
		}
	}
	return up, down
}

// other is a process of the same user outside.
func (w *world) other(t *testing.T) int {
	t.Helper()
	cmd := exec.Command(w.hostile, "hang")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	return cmd.Process.Pid
}

// nest is a secret in the scratch folder of another child: as that sees it, and as we do.
type nest struct{ path, through string }

func (w *world) neighbour(t *testing.T) nest {
	t.Helper()
	p, err := w.Box.Start(w.program(t, "octavo read", "nest", secret))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Kill(); p.In.Close(); p.Out.Close(); p.Wait() })
	var r hostile.Result
	if err := json.NewDecoder(p.Out).Decode(&r); err != nil || !r.Done {
		t.Fatalf("%+v, %v", r, err)
	}
	return nest{r.Text, fmt.Sprintf("/proc/%d/root%s", p.Pid(), r.Text)}
}
