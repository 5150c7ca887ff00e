package server

import (
	"net/http"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/job"
)

// ready is GET /ready.
func (s *Server) ready(c *Call) (Reply, error) {
	ready, checks := s.Health.Report(c.Context())
	status := http.StatusOK
	if !ready {
		status = http.StatusServiceUnavailable
		c.W.Header().Set("Retry-After", "5")
	}
	return Reply{Status: status, Value: api.ReadyResponse{Ready: ready, Checks: api.ReadyChecks{
		Database: checks[HealthDatabase], Store: checks[HealthStore],
		QueueCPU: checks["queue_cpu"], QueueIO: checks["queue_io"], Migrations: checks["migrations"],
	}}}, nil
}

// drainStatus is GET /drain_status. A count that cannot be read is not drained.
func (s *Server) drainStatus(c *Call) (Reply, error) {
	legacy, err := s.Queues.Legacy(c.Context())
	if err != nil {
		return ok(api.DrainStatus{Drained: false})
	}
	answer := api.DrainStatus{
		Drained: legacy.Queued+legacy.Running == 0, LegacyQueued: legacy.Queued, LegacyRunning: legacy.Running,
	}
	if !answer.Drained {
		age := api.Took(legacy.Oldest)
		answer.LegacyOldestAgeSeconds = &age
	}
	return ok(answer)
}

// queueMetrics is GET /streaq_metrics.
func (s *Server) queueMetrics(c *Call) (Reply, error) {
	depths, err := s.depths.get(c.Context(), s.Queues.Depths)
	if err != nil {
		return Reply{}, err
	}
	q := s.Config.Queue
	m := api.QueueMetrics{CPUMaxDepth: q.CPUMaxDepth, IOMaxDepth: q.IOMaxDepth, BatchMaxDepth: q.BatchMaxDepth}
	for _, d := range depths {
		switch {
		case d.Queue == "":
			m.BatchActive += d.Queued + d.Running
		case d.Queue == job.CPU:
			m.CPUQueued += d.Queued
			m.CPURunning += d.Running
		case d.Queue == job.IO:
			m.IOQueued += d.Queued
			m.IORunning += d.Running
		}
	}
	m.CPUActive, m.IOActive = m.CPUQueued+m.CPURunning, m.IOQueued+m.IORunning
	return ok(m)
}

// prometheus is GET /metrics. Depths that cannot be read are left out rather than shown as zero.
func (s *Server) prometheus(c *Call) (Reply, error) {
	s.Metrics.QueueDepth.Reset()
	if depths, err := s.depths.get(c.Context(), s.Queues.Depths); err == nil {
		for _, d := range depths {
			queue := string(d.Queue)
			if queue == "" {
				queue = "any"
			}
			s.Metrics.QueueDepth.WithLabelValues(queue, d.Lane.String()).Add(float64(d.Queued + d.Running))
		}
	}
	c.wrote = http.StatusOK
	s.Metrics.Handler().ServeHTTP(c.W, c.R)
	return Written, nil
}

// readinessCheck is POST /admin/readiness_check.
func (s *Server) readinessCheck(c *Call) (Reply, error) {
	answer, err := s.Readiness.Check(c.Context())
	if err != nil {
		return Reply{}, err
	}
	return ok(answer)
}

// usage is GET /usage.
func (s *Server) usage(c *Call) (Reply, error) {
	query, errs := api.ReadQuery[api.UsageQuery]("get_usage", c.R.URL.Query())
	if errs != nil {
		return Reply{}, errs
	}
	rows, err := s.Queues.Usage(c.Context(), c.Org(), query.From, query.To)
	if err != nil {
		return Reply{}, err
	}
	answer := api.UsageResponse{Usage: []api.UsageRow{}}
	for _, r := range rows {
		answer.Usage = append(answer.Usage, api.UsageRow{
			Day: r.Day, Type: r.Type, Pages: r.Pages, Jobs: r.Jobs, Failures: r.Failures, Seconds: api.Took(r.Time),
		})
	}
	return ok(answer)
}
