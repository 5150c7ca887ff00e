package app_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/reader"
)

// mutantEnds are how a damaged file may end. A failure that is ours is not among them.
var mutantEnds = []fault.Name{
	"", fault.DocumentCorrupt, fault.DocumentEmpty, fault.DocumentUnsupported, fault.DocumentPasswordProtected, fault.DocumentTooLarge,
	fault.ImageTooLarge, fault.ImageTooSmall, fault.ImageInvalidAspectRatio, fault.Timeout,
}

const (
	mutantPageTime = 5 * time.Second
	mutantPages    = 3 // read of each
)

// mutant is a damaged file; its number and the seed make it again.
type mutant struct {
	number int
	of     specimen
	data   []byte
	force  string // the type it is read as, whatever it looks like
}

// breeder makes mutants of files.
type breeder struct {
	seed      uint64
	specimens [2][]specimen // documents and pictures
}

func (b *breeder) mutant(number int) mutant {
	r := rand.New(rand.NewPCG(b.seed, uint64(number)))
	family := b.specimens[r.IntN(2)]
	m := mutant{number: number, of: family[r.IntN(len(family))]}
	m.data = mutate(r, m.of.data, family[r.IntN(len(family))].data)
	if r.IntN(2) == 0 {
		m.force = strings.TrimPrefix(filepath.Ext(m.of.name), ".")
	}
	return m
}

// TestMutants reads damaged files through real engines, one in twenty of them through HTTP. MUTANTS says how many, and
// SEED makes others; make test-mutants is the long form.
func TestMutants(t *testing.T) {
	count, seed := setting("MUTANTS", 300), setting("SEED", 1)
	byWeb := count / 20
	t.Setenv("TMPDIR", t.TempDir())
	var log lockedBuffer
	silent := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn})))
	defer slog.SetDefault(silent)
	s := start(t, "sqlite", fmt.Sprintf("engines: {page_time: %v}", mutantPageTime), "workers: {cpu: 2}")
	reading, err := app.OpenReading(t.Context(), s.Config, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Close()
	b := &breeder{seed: uint64(seed)}
	b.specimens[0], b.specimens[1] = specimens(t)
	run := &mutantRun{t: t, service: s, reading: reading, ends: map[string]int{}}
	run.sound(b) // everything is open that stays open
	debug.FreeOSMemory()
	forgetPeak(t)
	before := s.idle(os.TempDir())
	began, watched := time.Now(), make(chan int)
	done, stop := context.WithCancel(t.Context())
	go func() { watched <- watchMemory(done) }()

	numbers := make(chan int)
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for n := range numbers {
				run.read(b.mutant(n))
			}
		})
	}
	for n := range count - byWeb {
		numbers <- n
		if n%1000 == 999 {
			t.Logf("%d begun after %v", n+1, time.Since(began).Round(time.Second))
		}
	}
	close(numbers)
	workers.Wait()
	for n := count - byWeb; n < count; n++ {
		run.send(b.mutant(n))
	}
	stop()
	most := <-watched
	restored(t, os.TempDir(), before)
	modest(t, before)
	flat(t, before)
	run.sound(b)
	log.mu.Lock()
	defer log.mu.Unlock()
	t.Logf("seed %d, %d mutants in %v, slowest %v (%s), at most %d MB (PSS, with children)", seed, count, time.Since(began).Round(time.Second),
		run.slowest.Round(time.Millisecond), run.slowestName, most>>10)
	for _, end := range slices.Sorted(maps.Keys(run.ends)) {
		t.Logf("%6d %s", run.ends[end], end)
	}
	t.Logf("%d engine processes died, %d were killed at their deadline", bytes.Count(log.Bytes(), []byte("engine process died")), bytes.Count(log.Bytes(), []byte("engine process killed")))
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, "engine process died") {
			t.Logf("%.600s", line)
		}
	}
}

// setting is a number from the environment.
func setting(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// mutantRun counts how mutants end.
type mutantRun struct {
	t       *testing.T
	service *service
	reading *app.Reading

	mu          sync.Mutex
	ends        map[string]int
	slowest     time.Duration
	slowestName string
}

// sound reads every specimen as it is.
func (run *mutantRun) sound(b *breeder) {
	run.t.Helper()
	for _, s := range slices.Concat(b.specimens[0], b.specimens[1]) {
		if _, err := run.open(mutant{of: s, data: s.data}); err != nil {
			run.t.Fatalf("%s, undamaged: %v", s.name, err)
		}
	}
	var open sync.WaitGroup // at a time, so that both engines of both pools run
	for range 4 {
		open.Go(func() { _, _ = run.open(mutant{of: b.specimens[0][0], data: b.specimens[0][0].data}) })
	}
	open.Wait()
	for range 2 {
		run.service.parseOf("a.pdf", string(b.specimens[0][0].data), nil)
	}
}

// open reads and draws a mutant and reports the names of the failures of its pages.
func (run *mutantRun) open(m mutant) (pages []string, err error) {
	o := reader.Options{Mode: reader.Embedded}
	o.Password, o.Force, o.Limits = m.of.password, m.force, format.DefaultLimits
	o.Select = func(count int, _ []string) ([]int, error) {
		all := make([]int, min(count, mutantPages))
		for i := range all {
			all[i] = i + 1
		}
		return all, nil
	}
	ctx := run.t.Context()
	f, err := run.reading.Open(ctx, format.File{Name: m.of.name, Size: int64(len(m.data)), Data: bytes.NewReader(m.data)}, o)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := f.Read(ctx, f.Selected)
	if err != nil || !f.Paged() {
		return nil, err
	}
	for _, n := range f.Selected {
		if _, err := f.Render(ctx, d, n, 50); err != nil {
			pages = append(pages, string(fault.Of(err).Name))
		}
	}
	for _, i := range d.Issues {
		if i.Failed != "" {
			pages = append(pages, i.Failed)
		}
	}
	return pages, nil
}

// read reads a mutant past HTTP.
func (run *mutantRun) read(m mutant) {
	began := time.Now()
	pages, err := run.open(m)
	took := time.Since(began)
	name := fault.Name("")
	if err != nil {
		name = fault.Of(err).Name
	}
	run.note(m, name, took, err)
	for _, page := range pages {
		if !slices.Contains(mutantEnds, fault.Name(page)) {
			run.t.Errorf("mutant %d of %s: a page ends in %s", m.number, m.of.name, page)
		}
		run.mu.Lock()
		run.ends["page: "+page]++
		run.mu.Unlock()
	}
}

// send reads a mutant through HTTP.
func (run *mutantRun) send(m mutant) {
	settings := map[string]any{"extraction_mode": "metadata", "return_images": []string{"page"}}
	if m.of.password != "" {
		settings["document_password"] = m.of.password
	}
	if m.force != "" {
		settings["force_file_extension"] = m.force
	}
	began := time.Now()
	status, code, body := run.service.parseOf(m.of.name, string(m.data), settings)
	if status == 200 {
		code = ""
	} else if code == "" {
		code = fmt.Sprint(status)
	}
	run.note(m, fault.Name(code), time.Since(began), fmt.Errorf("%v", body["error"]))
}

// note counts an end and holds it to the bar: a name that is not ours, and no call beyond its deadline. A file has one
// call to open it, one more and a tool where it is repaired, one for its properties and two for each page.
func (run *mutantRun) note(m mutant, name fault.Name, took time.Duration, err error) {
	const calls = 4 + 3*mutantPages // drawing counts twice
	if !slices.Contains(mutantEnds, name) {
		run.t.Errorf("mutant %d of %s (read as %q) ends in %s: %v", m.number, m.of.name, m.force, name, err)
	}
	if took > calls*mutantPageTime {
		run.t.Errorf("mutant %d of %s took %v", m.number, m.of.name, took)
	}
	end := string(name)
	if end == "" {
		end = "200"
	}
	run.mu.Lock()
	defer run.mu.Unlock()
	run.ends[end]++
	if took > run.slowest {
		run.slowest, run.slowestName = took, fmt.Sprintf("mutant %d of %s", m.number, m.of.name)
	}
}

// watchMemory is the most memory, in kB, that this process and its children share until the context ends.
func watchMemory(ctx context.Context) int {
	most := 0
	for ctx.Err() == nil {
		total := 0
		for _, pid := range append(children(os.Getpid()), os.Getpid()) {
			text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
			if err != nil {
				continue
			}
			if _, rest, ok := strings.Cut(string(text), "\nPss:"); ok {
				kB, _ := strconv.Atoi(strings.Fields(rest)[0])
				total += kB
			}
		}
		most = max(most, total)
		select {
		case <-ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
	return most
}
