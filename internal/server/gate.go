package server

import (
	"context"
	"log/slog"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

// gateLimit is how long a depth read may take before the gate opens.
const gateLimit = time.Second

// gate is check 15: a queue at its cap takes no more jobs. It fails open, so that a slow count never stops work.
func (s *Server) gate(ctx context.Context, plan op.Plan) error {
	queue, limit := string(plan.Queue), s.Config.Queue.CPUMaxDepth
	read := func(ctx context.Context, n int) (int, error) { return s.Queues.Depth(ctx, plan.Queue, n) }
	full := fault.New(fault.QueueFull, "the %s queue is full", plan.Queue)
	switch {
	case plan.Lane == job.Batch:
		queue, limit, read = "batch", s.Config.Queue.BatchMaxDepth, s.Queues.BatchDepth
		full = fault.New(fault.BatchQueueFull, "")
	case plan.Queue == job.IO:
		limit = s.Config.Queue.IOMaxDepth
	}
	if limit == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, gateLimit)
	defer cancel()
	depth, err := read(ctx, *limit)
	if err != nil {
		s.Metrics.GateReadFailures.Inc()
		slog.WarnContext(ctx, "queue depth unknown, letting the request through", "queue", queue, "error", err)
		return nil
	}
	if depth >= *limit {
		s.Metrics.GateRejections.WithLabelValues(queue).Inc()
		return full
	}
	return nil
}
