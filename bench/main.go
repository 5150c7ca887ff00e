// Command bench measures Octavo's task engine, service and reading of documents, side by side with others where there
// is something to compare, and prints the ratios as Markdown.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// settings are the flags.
type settings struct {
	only       string
	seed       uint64
	submitters int
	workers    int
	jobs       int
	rounds     int
	rate       int
	latency    time.Duration
	queued     int
	calls      int
	idle       time.Duration
	busy       time.Duration
	flooding   time.Duration
	data       string
	drawings   int
	length     int
	modes      string
	load       time.Duration
	clients    int
}

func main() {
	if len(os.Args) > 4 && (os.Args[1] == rawCommand || os.Args[1] == wholeCommand) {
		work := func(args []string) error { return parseWhole(context.Background(), args) }
		if os.Args[1] == rawCommand {
			work = drawRaw
		}
		if err := work(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if code, ok := app.Child(os.Args[1:]); ok {
		os.Exit(code)
	}
	var s settings
	flag.StringVar(&s.only, "only", "", "parts to run, separated by commas: "+strings.Join(names(), ", ")+" (default all)")
	flag.Uint64Var(&s.seed, "seed", 1, "seed of payloads and of the order in each round")
	flag.IntVar(&s.submitters, "submitters", 16, "engine: callers that submit at the same time")
	flag.IntVar(&s.workers, "workers", 8, "engine, latency: worker slots")
	flag.IntVar(&s.jobs, "jobs", 1500, "engine: jobs in a round")
	flag.IntVar(&s.rounds, "rounds", 5, "engine, latency, pages, whole, linear: rounds")
	flag.IntVar(&s.rate, "rate", 50, "latency, http: submissions per second")
	flag.DurationVar(&s.latency, "latency", 2*time.Second, "latency: length of a round")
	flag.IntVar(&s.queued, "queued", 100_000, "depth: queued jobs of the large installation")
	flag.IntVar(&s.calls, "calls", 200, "depth: calls of each kind")
	flag.DurationVar(&s.idle, "idle", 10*time.Second, "http: submissions to an idle service, without and with workers")
	flag.DurationVar(&s.busy, "busy", 30*time.Second, "http: submissions while all workers are busy")
	flag.DurationVar(&s.flooding, "flood", 5*time.Second, "http: submissions as fast as possible, all workers busy")
	flag.StringVar(&s.data, "data", "../../shared/data", "pages, whole, long, scale: folder that holds bench-pdfs")
	flag.IntVar(&s.drawings, "drawings", 2, "pages: rounds of drawing pages; 0 leaves it out")
	flag.IntVar(&s.length, "length", 2000, "long: pages of the long document")
	flag.StringVar(&s.modes, "modes", "metadata", "long: extraction modes, separated by commas")
	flag.DurationVar(&s.load, "load", time.Minute, "load: how long clients send; an hour is a soak")
	flag.IntVar(&s.clients, "clients", 8, "load: clients that send at the same time")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err := run(ctx, s, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// part is one of the measurements.
type part struct {
	name string
	run  func(context.Context, *lab) error
}

func parts() []part {
	return []part{{"engine", throughput}, {"latency", latency}, {"depth", depth}, {"http", submissions}, {"pages", pages}, {"whole", whole}, {"linear", linear}, {"long", long}, {"scale", scale}, {"load", underLoad}}
}

func names() []string {
	var out []string
	for _, p := range parts() {
		out = append(out, p.name)
	}
	return out
}

// lab is what all parts work with.
type lab struct {
	settings
	out    io.Writer
	dir    string // removed at the end
	server *testenv.PostgresServer
	rand   *rand.Rand
	env    []string // of the processes that are started, beside the usual
}

func run(ctx context.Context, s settings, out io.Writer) error {
	chosen := names()
	if s.only != "" {
		chosen = strings.Split(s.only, ",")
	}
	for _, name := range chosen {
		if !slices.Contains(names(), name) {
			return fmt.Errorf("no part is called %q; there are %s", name, strings.Join(names(), ", "))
		}
	}
	dir, err := os.MkdirTemp("", "octavo-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	server, err := testenv.StartPostgres()
	if err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	defer server.Remove()
	l := &lab{settings: s, out: out, dir: dir, server: server, rand: rand.New(rand.NewPCG(s.seed, 0))}
	if err := l.describe(ctx); err != nil {
		return err
	}
	for _, p := range parts() {
		if !slices.Contains(chosen, p.name) {
			continue
		}
		if err := p.run(ctx, l); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	fmt.Fprintf(out, "Load average when it ended: %s.\n", load())
	return nil
}

// sqliteURL is the address of a new SQLite file.
func (l *lab) sqliteURL(name string) string { return "sqlite:" + filepath.Join(l.dir, name+".db") }

// shuffled returns the numbers below n in an order that the seed decides.
func (l *lab) shuffled(n int) []int { return l.rand.Perm(n) }
