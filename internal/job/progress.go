package job

import (
	"context"
	"math"
	"sync"
)

// MaxProgress is the most an unfinished job shows.
const MaxProgress = 0.99

// Progress is how far a job has come. What a page batch reports as Done is not counted: the job moves on by an
// equal share whenever a batch is finished.
type Progress struct {
	Done       float64 // 0 to 1
	NumPages   int     // pages to process; 0 while unknown
	TotalPages int     // pages in the sources; 0 while unknown
}

// Report tells the runner how far the task in ctx has come. It may be called often: the runner writes at most
// one value a second, and values never go down. Outside a runner it does nothing.
func Report(ctx context.Context, p Progress) {
	if g, ok := ctx.Value(gaugeKey{}).(*gauge); ok {
		g.set(p)
	}
}

// ReportPages reports finished pages of the pages to process, leaving a little for the end of the work.
func ReportPages(ctx context.Context, done, selected int) {
	if selected > 0 {
		Report(ctx, Progress{Done: 0.95 * float64(done) / float64(selected), NumPages: selected})
	}
}

type gaugeKey struct{}

// gauge holds the newest progress of one running task until the runner picks it up.
type gauge struct {
	mu   sync.Mutex
	last Progress
	news bool
}

func (g *gauge) set(p Progress) {
	g.mu.Lock()
	defer g.mu.Unlock()
	next := g.last
	if p.Done > next.Done && !math.IsNaN(p.Done) {
		next.Done = min(p.Done, MaxProgress)
	}
	next.NumPages = max(next.NumPages, p.NumPages)
	next.TotalPages = max(next.TotalPages, p.TotalPages)
	if next != g.last {
		g.last, g.news = next, true
	}
}

// take returns what was reported since the last call, nil when nothing was.
func (g *gauge) take() *Progress {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.news {
		return nil
	}
	g.news = false
	p := g.last
	return &p
}

// putBack keeps what could not be written for the next time.
func (g *gauge) putBack(p *Progress) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.news = g.news || p != nil
}
