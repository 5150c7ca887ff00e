package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/client"
)

// queueCap is how many jobs may wait while refusals are counted.
const queueCap = 8

// underLoad sends a mix of documents and operations from many clients to a real `octavo serve`, and then more than its
// queue takes.
func underLoad(ctx context.Context, l *lab) error {
	root, err := repository(ctx)
	if err != nil {
		return err
	}
	samples := filepath.Join(root, "examples")
	binary, err := l.build(ctx)
	if err != nil {
		return err
	}
	p, err := l.serve(ctx, binary, l.sqliteURL("load"))
	if err != nil {
		return err
	}
	defer p.end()
	c, err := client.New(p.base, client.WithRetries(0))
	if err != nil {
		return err
	}
	orders, err := mix(ctx, c, samples)
	if err != nil {
		return err
	}
	watching := follow(p, l.sampling())
	log := drive(ctx, c, orders, l.clients, l.load, l.seed)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	seen := watching()
	waits, err := queueWaits(ctx, p)
	if err != nil {
		return err
	}
	fmt.Fprintf(l.out, "### A mix of documents from %d clients for %s, SQLite, rate limits off\n\n", l.clients, l.load)
	log.print(l.out, l.load)
	waits.print(l.out)
	seen.print(l.out)
	p.end()
	return l.refusals(ctx, binary, samples)
}

// sampling is how often the service is looked at: often enough for a short run, and some thousand times in a long one.
func (l *lab) sampling() time.Duration { return max(time.Second, min(l.load/1000, 10*time.Second)) }

// drive lets clients send orders, one after the other, until the time is over.
func drive(ctx context.Context, c *client.Client, orders []errand, clients int, long time.Duration, seed uint64) *journal {
	log := &journal{calls: map[string]sample{}, failures: map[string]map[string]int{}}
	ctx, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	var all sync.WaitGroup
	for i := range clients {
		all.Go(func() {
			dice := rand.New(rand.NewPCG(seed, uint64(i)))
			for ctx.Err() == nil {
				o := orders[dice.IntN(len(orders))]
				began := time.Now()
				err := o.send(ctx, c)
				if ctx.Err() == nil { // what the end of the run cuts off says nothing
					log.note(o.name, time.Since(began), err)
				}
			}
		})
	}
	all.Wait()
	return log
}

// refusals sends more than the queue may hold, at once. Whoever is accepted ends, whoever is not is told when to come
// back.
func (l *lab) refusals(ctx context.Context, binary, samples string) error {
	p, err := l.serve(ctx, binary, l.sqliteURL("cap"), fmt.Sprintf("queue: {cpu_max_depth: %d}", queueCap))
	if err != nil {
		return err
	}
	defer p.end()
	c, err := client.New(p.base, client.WithRetries(0))
	if err != nil {
		return err
	}
	input, err := upload(ctx, c, filepath.Join(samples, "scan.pdf")) // takes so long that the queue fills
	if err != nil {
		return err
	}
	const callers = 64
	ids, errs := make([]string, callers), make([]error, callers)
	var all sync.WaitGroup
	for i := range callers {
		all.Go(func() { ids[i], errs[i] = c.ParseAsync(ctx, client.ParseRequest{Input: client.Document(input)}) })
	}
	all.Wait()
	accepted, refused := 0, 0
	for i, err := range errs {
		var named *client.Error
		switch {
		case err == nil:
			accepted++
			if j, err := c.Wait(ctx, ids[i], nil); err != nil || j.Status != "Completed" {
				return fmt.Errorf("an accepted job ended as %s: %w", j.Status, err)
			}
		case errors.As(err, &named) && named.Name == "QUEUE_FULL" && named.Status == 503:
			refused++
		default:
			return fmt.Errorf("submit beyond the cap: %w", err)
		}
	}
	fmt.Fprintf(l.out, "### %d submissions at once, `queue.cpu_max_depth: %d`\n\n%d accepted, all of them completed; %d refused with 503 `QUEUE_FULL`, no job stored for them.\n\n",
		callers, queueCap, accepted, refused)
	return nil
}

// journal is what the clients have seen.
type journal struct {
	mu       sync.Mutex
	calls    map[string]sample
	failures map[string]map[string]int // by operation and error
}

func (j *journal) note(name string, took time.Duration, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err == nil {
		j.calls[name] = append(j.calls[name], took)
		return
	}
	why := err.Error()
	if named := (*client.Error)(nil); errors.As(err, &named) {
		why = named.Name
	}
	if j.failures[name] == nil {
		j.failures[name] = map[string]int{}
	}
	j.failures[name][why]++
}

// names of everything that was called.
func (j *journal) names() []string {
	var out []string
	for name := range j.calls {
		out = append(out, name)
	}
	for name := range j.failures {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// print shows what callers saw.
func (j *journal) print(out io.Writer, long time.Duration) {
	t := table{head: []string{"", "calls", "a second", "p50", "p95", "p99", "slowest", "failures"}}
	row := func(name string, s sample, failed map[string]int) {
		why := "none"
		if len(failed) > 0 {
			why = fmt.Sprint(failed)
		}
		t.add(name, fmt.Sprint(len(s)), fmt.Sprintf("%.1f", float64(len(s))/long.Seconds()), ms(s.median()), ms(s.at(0.95)), ms(s.at(0.99)), ms(s.at(1)), why)
	}
	var all sample
	for _, name := range j.names() {
		row(name, j.calls[name], j.failures[name])
		all = append(all, j.calls[name]...)
	}
	row("all", all, nil)
	t.print(out)
}
