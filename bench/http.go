package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"time"
)

// ioWorkers is how many downloads the measured server runs at a time.
const ioWorkers = 8

// submissions measures POST /parse_async while the workers are free and while all of them wait.
func submissions(ctx context.Context, l *lab) error {
	binary, err := l.build(ctx)
	if err != nil {
		return err
	}
	url, err := l.server.NewDatabase(ctx)
	if err != nil {
		return err
	}
	web := newOrigin()
	defer web.end()
	p, err := l.serve(ctx, binary, url, `fetch: {allow: ["127.0.0.1"]}`, fmt.Sprintf("workers: {cpu: 2, io: %d}", ioWorkers))
	if err != nil {
		return err
	}
	defer p.end()
	quick, slow := parseBody(web.URL+"/quick.txt"), parseBody(web.URL+"/slow.txt")
	if _, err := l.submitSteadily(ctx, p, 2*time.Second, quick); err != nil { // warms up
		return err
	}
	idle, err := l.submitSteadily(ctx, p, l.idle, quick)
	if err != nil {
		return err
	}
	if err := occupy(ctx, p, web, slow); err != nil {
		return err
	}
	sizes := watchMemory(p)
	busy, err := l.submitSteadily(ctx, p, l.busy, slow)
	grown := sizes()
	if err != nil {
		return err
	}
	sizes = watchMemory(p)
	began := time.Now()
	flood, err := l.flood(ctx, p, slow)
	flooded := sizes()
	if err != nil {
		return err
	}
	if n := web.waiting.Load(); n != ioWorkers {
		return fmt.Errorf("%d of %d workers were busy to the end", n, ioWorkers)
	}
	l.printSubmissions(idle, busy, grown)
	fmt.Fprintf(l.out, "As fast as %d callers can, with all workers busy: %.0f submissions a second for %s, p50 %s, p99 %s; memory %.0f MiB at the start, %.0f in the middle, %.0f at the end, with %d jobs queued.\n\n",
		l.submitters, float64(len(flood))/time.Since(began).Seconds(), l.flooding, ms(flood.median()), ms(flood.at(0.99)),
		flooded[0], flooded[len(flooded)/2], flooded[len(flooded)-1], len(busy)+len(flood))
	return nil
}

func (l *lab) printSubmissions(idle, busy sample, grown []float64) {
	fmt.Fprintf(l.out, "### `POST /parse_async`, %d a second, PostgreSQL, rate limits off\n\n", l.rate)
	t := table{head: []string{"", "p50", "p95", "p99", "slowest", "submissions", "p99 against idle"}}
	row := func(name string, s sample, against string) {
		t.add(name, ms(s.median()), ms(s.at(0.95)), ms(s.at(0.99)), ms(s.at(1)), fmt.Sprint(len(s)), against)
	}
	times := share(busy.at(0.99), idle.at(0.99))
	row("workers free, every job done at once", idle, "")
	row(fmt.Sprintf("all %d workers busy", ioWorkers), busy, ratio(times)+", "+verdict("target at most 5", times <= 5))
	t.print(l.out)
	first, half, last := grown[0], grown[len(grown)/2], grown[len(grown)-1]
	fmt.Fprintf(l.out, "Memory of the server while its workers were busy: %.0f MiB at the start, %.0f in the middle, %.0f at the end; %s.\n\n",
		first, half, last, verdict("target: end at most 1.2 × start", last <= 1.2*first))
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

// origin is a web server with a document that comes at once and one that never comes.
type origin struct {
	*httptest.Server
	over    chan struct{}
	waiting atomic.Int64
}

func newOrigin() *origin {
	o := &origin{over: make(chan struct{})}
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow.txt" {
			o.waiting.Add(1)
			defer o.waiting.Add(-1)
			select {
			case <-o.over:
			case <-r.Context().Done():
			}
		}
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprintln(w, "A document of one line.")
	}))
	return o
}

func (o *origin) end() {
	close(o.over)
	o.Close()
}

// occupy has every worker that downloads wait for the origin.
func occupy(ctx context.Context, p *process, web *origin, slow string) error {
	for range ioWorkers {
		if err := p.call(ctx, http.MethodPost, "/parse_async", slow); err != nil {
			return err
		}
	}
	for deadline := time.Now().Add(30 * time.Second); web.waiting.Load() < ioWorkers; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			return fmt.Errorf("only %d of %d workers are busy", web.waiting.Load(), ioWorkers)
		}
	}
	return nil
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
