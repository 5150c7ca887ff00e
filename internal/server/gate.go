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

// gate is check 15: a queue at its cap takes no more jobs. It fails open, so that a slow count never stops work. Who is let
// through calls leave when the job is stored or was given up.
func (s *Server) gate(ctx context.Context, plan op.Plan) (leave func(), err error) {
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
		return func() {}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, gateLimit)
	defer cancel()
	way := s.ways[queue]
	free, err := way.enter(ctx, *limit, read)
	if err != nil {
		s.Metrics.GateReadFailures.Inc()
		slog.WarnContext(ctx, "queue depth unknown, letting the request through", "queue", queue, "error", err)
		return func() {}, nil
	}
	if !free {
		s.Metrics.GateRejections.WithLabelValues(queue).Inc()
		return nil, full
	}
	return way.leave, nil
}
