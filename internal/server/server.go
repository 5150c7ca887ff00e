// Package server is the HTTP surface: it takes requests through the checks of the contract and hands them to the packages that do the work.
package server

import (
	"context"
	"io/fs"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/cursor"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/health"
	"github.com/octavo-dev/octavo/internal/hook"
	"github.com/octavo-dev/octavo/internal/idempotency"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/metrics"
	"github.com/octavo-dev/octavo/internal/object"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/rate"
	"github.com/octavo-dev/octavo/internal/source"
	"github.com/octavo-dev/octavo/internal/work"
)

// Jobs is what the server asks of the job store.
type Jobs interface {
	Submit(ctx context.Context, sub job.Submission) (job.Job, error)
	Get(ctx context.Context, org, id string) (job.Job, error)
	List(ctx context.Context, org string, after job.Position, limit int, f job.Filter) ([]job.Job, error)
	Cancel(ctx context.Context, org, id string) (job.Job, error)
	Expire(ctx context.Context, org, id string, waiting, running *fault.Error) (job.Job, error)
	MarkDeleting(ctx context.Context, org, id string, all bool) (job.Job, error)
}

// Queues is what the server asks about queues.
type Queues interface {
	Depth(ctx context.Context, q job.Queue, limit int) (int, error)
	BatchDepth(ctx context.Context, limit int) (int, error)
	Depths(ctx context.Context) ([]job.Depth, error)
	Legacy(ctx context.Context) (job.Legacy, error)
	Usage(ctx context.Context, org, from, to string) ([]job.Usage, error)
}

// Waiter waits for the end of jobs.
type Waiter interface {
	Wait(ctx context.Context, org, id string) (job.Job, error)
}

// Results reads the stored response of a completed job.
type Results interface {
	ReadResult(ctx context.Context, j job.Job) ([]byte, error)
}

// Pictures draws pages of completed jobs.
type Pictures interface {
	Draw(ctx context.Context, j job.Job, p work.Picture) (object.Object, error)
}

// Readiness sends a probe through both queues and remembers the outcome.
type Readiness interface {
	Check(ctx context.Context) (api.ReadinessCheck, error)
}

// Parts is everything a server is made of.
type Parts struct {
	Config      *config.Config
	Version     string
	Operations  []op.Operation
	Site        op.Site
	Types       map[string]string // document types and how they are read, for /capabilities
	Jobs        Jobs
	Queues      Queues
	Waiter      Waiter
	Results     Results
	Pictures    Pictures
	Objects     *object.Store
	Sources     *source.Resolver
	Keys        *org.Authenticator
	Orgs        *org.Store
	Rates       *rate.Limiter
	Throttle    org.Throttle // peers that tried too many wrong keys
	Idempotency *idempotency.Store
	Portal      *hook.Portal
	Pipelines   Pipelines
	Cursors     *cursor.Codec
	Health      *health.Monitor
	Readiness   Readiness
	Metrics     *metrics.Set
	DocsFiles   fs.FS
	PortalFiles fs.FS
	StudioFiles fs.FS
	// MCP answers the messages of agents; nil answers none.
	MCP http.Handler
	// Clean is told that a job waits for its artifacts to be removed.
	Clean func()
}

// Server answers requests.
type Server struct {
	Parts
	router     *router
	scheme     source.Scheme
	openAPI    []byte
	depths     cached[[]job.Depth]
	ways       map[string]*way // into the queues, and into the batch lane
	easels     chan struct{}   // one for each page that is being drawn
	background sync.WaitGroup  // work that outlives its request
}

// New returns a server with all routes; those of the operator stand in a server of their own when ops.listen is
// set.
func New(p Parts) *Server {
	s := &Server{
		Parts:   p,
		scheme:  source.Scheme{IDScheme: p.Config.IDScheme, PublicURL: p.Config.PublicURL},
		openAPI: api.OpenAPI(p.Version, p.Config.PublicURL),
		depths:  cached[[]job.Depth]{ttl: time.Second},
		easels:  make(chan struct{}, mostEasels),
		ways:    map[string]*way{"cpu": {}, "io": {}, "batch": {}},
	}
	s.router = newRouter(publicPath(p.Config.PublicURL), s.visible(false))
	return s
}

// Operator returns the server for ops.listen: the operator endpoints alone, without the public path prefix.
func (s *Server) Operator() *Server {
	o := &Server{Parts: s.Parts, scheme: s.scheme, depths: cached[[]job.Depth]{ttl: time.Second}}
	o.router = newRouter("", o.visible(true))
	return o
}

// visible picks the routes one of the two listeners serves.
func (s *Server) visible(operator bool) []Route {
	var routes []Route
	for _, r := range s.Routes() {
		if operator && r.Ops || !operator && (!r.Ops || s.Config.Ops.Listen == "") {
			routes = append(routes, r)
		}
	}
	return routes
}

// Wait returns when no request works in the background any more.
func (s *Server) Wait() { s.background.Wait() }

func publicPath(publicURL string) string {
	u, err := url.Parse(publicURL)
	if err != nil {
		return ""
	}
	return u.EscapedPath()
}

// cached keeps a value that many ask for and few need fresh.
type cached[T any] struct {
	ttl time.Duration
	mu  sync.Mutex
	at  time.Time
	val T
}

func (c *cached[T]) get(ctx context.Context, load func(context.Context) (T, error)) (T, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.at.IsZero() && time.Since(c.at) < c.ttl {
		return c.val, nil
	}
	v, err := load(ctx)
	if err == nil {
		c.val, c.at = v, time.Now()
	}
	return v, err
}
