package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// ioWorkers is how many downloads the measured server runs at a time.
const ioWorkers = 8

// submissions measures POST /parse_async while nobody works, while the workers are free and while all of them wait.
func submissions(ctx context.Context, l *lab) error {
	binary, err := l.build(ctx)
	if err != nil {
		return err
	}
	web := newOrigin()
	defer web.end()
	quick, slow := parseBody(web.URL+"/quick.txt"), parseBody(web.URL+"/slow.txt")

	alone, err := l.serveFresh(ctx, binary, 0, 0)
	if err != nil {
		return err
	}
	defer alone.end()
	idle, err := l.submitSteadily(ctx, alone, l.idle, slow)
	if err != nil {
		return err
	}
	alone.end()

	p, err := l.serveFresh(ctx, binary, 2, ioWorkers)
	if err != nil {
		return err
	}
	defer p.end()
	free, err := l.submitSteadily(ctx, p, l.idle, quick)
	if err != nil {
		return err
	}
	if err := occupy(ctx, p, web, slow); err != nil {
		return err
	}
	busy, err := l.watched(p, func() (sample, error) { return l.submitSteadily(ctx, p, l.busy, slow) })
	if err != nil {
		return err
	}
	flood, err := l.watched(p, func() (sample, error) { return l.flood(ctx, p, slow) })
	if err != nil {
		return err
	}
	if n := web.waiting.Load(); n != ioWorkers {
		return fmt.Errorf("%d of %d workers were busy to the end", n, ioWorkers)
	}
	l.printSubmissions(idle, free, busy, flood)
	return nil
}

// serveFresh starts a server on an empty PostgreSQL database that may fetch from this machine.
func (l *lab) serveFresh(ctx context.Context, binary string, cpu, io int) (*process, error) {
	url, err := l.server.NewDatabase(ctx)
	if err != nil {
		return nil, err
	}
	p, err := l.serve(ctx, binary, url, `fetch: {allow: ["127.0.0.1"]}`, fmt.Sprintf("workers: {cpu: %d, io: %d}", cpu, io))
	if err != nil {
		return nil, err
	}
	_, err = l.submitSteadily(ctx, p, 2*time.Second, parseBody("nothing that could be fetched")) // warms up
	if err != nil {
		p.end()
	}
	return p, err
}

// phase is what submissions took and how large the server was meanwhile.
type phase struct {
	took  sample
	sizes []float64 // MiB, every half second
	long  time.Duration
}

func (l *lab) watched(p *process, load func() (sample, error)) (phase, error) {
	began, end := time.Now(), watchMemory(p)
	took, err := load()
	return phase{took, end(), time.Since(began)}, err
}

func (f phase) memory() string {
	last := len(f.sizes) - 1
	return fmt.Sprintf("%.0f, %.0f, %.0f MiB", f.sizes[0], f.sizes[last/2], f.sizes[last])
}

func (l *lab) printSubmissions(idle, free sample, busy, flood phase) {
	fmt.Fprintf(l.out, "### `POST /parse_async`, PostgreSQL, rate limits off\n\n")
	t := table{head: []string{"", "a second", "p50", "p95", "p99", "slowest", "p99 against idle", "memory of the server at start, middle, end"}}
	row := func(name string, rate float64, s sample, more ...string) {
		t.add(append([]string{name, fmt.Sprintf("%.0f", rate), ms(s.median()), ms(s.at(0.95)), ms(s.at(0.99)), ms(s.at(1))}, more...)...)
	}
	steady := float64(l.rate)
	row("idle: no workers", steady, idle, "", "")
	row("workers free, every job done at once", steady, free, "", "")
	base := min(idle.at(0.99), free.at(0.99))
	times := share(busy.took.at(0.99), base)
	first, last := busy.sizes[0], busy.sizes[len(busy.sizes)-1]
	row(fmt.Sprintf("all %d workers busy, for %.0f s", ioWorkers, busy.long.Seconds()), steady, busy.took,
		ratio(times)+", "+verdict("target at most 5", times <= 5), busy.memory()+", "+verdict("target: grows by at most a fifth", last <= 1.2*first))
	row(fmt.Sprintf("all %d workers busy, %d callers without pause", ioWorkers, l.submitters),
		float64(len(flood.took))/flood.long.Seconds(), flood.took, "", flood.memory())
	t.print(l.out)
}

func parseBody(input string) string { return fmt.Sprintf(`{"input": %q}`, input) }

// submitSteadily submits at the constant rate, whatever the answers take, and returns what each took.
func (l *lab) submitSteadily(ctx context.Context, p *process, long time.Duration, body string) (sample, error) {
	var book timesheet
	var calls sync.WaitGroup
	err := every(ctx, long, l.rate, func() {
		calls.Go(func() { book.time(func() error { return p.call(ctx, http.MethodPost, "/parse_async", body) }) })
	})
	calls.Wait()
	if err == nil {
		err = book.err
	}
	return book.took, err
}

// flood submits as fast as the callers can.
func (l *lab) flood(ctx context.Context, p *process, body string) (sample, error) {
	var book timesheet
	var callers sync.WaitGroup
	end := time.Now().Add(l.flooding)
	for range l.submitters {
		callers.Go(func() {
			for time.Now().Before(end) && book.failed() == nil {
				book.time(func() error { return p.call(ctx, http.MethodPost, "/parse_async", body) })
			}
		})
	}
	callers.Wait()
	return book.took, book.err
}

// timesheet collects what calls took and the last error among them.
type timesheet struct {
	mu   sync.Mutex
	took sample
	err  error
}

func (b *timesheet) time(call func() error) {
	began := time.Now()
	err := call()
	took := time.Since(began)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.took = append(b.took, took)
	if err != nil {
		b.err = err
	}
}

func (b *timesheet) failed() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

// watchMemory notes the size of the server every half second until the returned function is called.
func watchMemory(p *process) (end func() []float64) {
	stop, done := make(chan struct{}), make(chan []float64)
	go func() {
		tick := time.NewTicker(500 * time.Millisecond)
		defer tick.Stop()
		sizes := []float64{p.memory()}
		for {
			select {
			case <-tick.C:
				sizes = append(sizes, p.memory())
			case <-stop:
				done <- append(sizes, p.memory())
				return
			}
		}
	}()
	return func() []float64 { close(stop); return <-done }
}
