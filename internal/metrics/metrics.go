// Package metrics counts what the service does, under names that carry no document content and no URLs.
package metrics

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Set is every counter of one process. Its registry is its own, so that tests can hold several.
type Set struct {
	registry *prometheus.Registry

	Requests         *prometheus.CounterVec   // route, method, status
	RequestSeconds   *prometheus.HistogramVec // route
	Jobs             *prometheus.CounterVec   // type, outcome
	JobSeconds       *prometheus.HistogramVec // type
	QueueDepth       *prometheus.GaugeVec     // queue, lane
	QueueWait        *prometheus.HistogramVec // queue, lane
	GateRejections   *prometheus.CounterVec   // queue
	GateReadFailures prometheus.Counter
	Pages            prometheus.Counter
	ModelCalls       *prometheus.CounterVec // model, outcome
	WebhookAttempts  *prometheus.CounterVec // outcome
}

// New registers all collectors, those of the Go runtime and the process included.
func New() *Set {
	wait := []float64{.001, .005, .01, .05, .1, .5, 1, 5, 10, 60, 300, 1800}
	s := &Set{
		registry:         prometheus.NewRegistry(),
		Requests:         counters("octavo_http_requests_total", "Answered HTTP requests.", "route", "method", "status"),
		RequestSeconds:   seconds("octavo_http_request_seconds", "Time to answer an HTTP request.", wait, "route"),
		Jobs:             counters("octavo_jobs_total", "Ended jobs.", "type", "outcome"),
		JobSeconds:       seconds("octavo_job_seconds", "Time from the first claim of a job to its end.", wait, "type"),
		QueueDepth:       prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "octavo_queue_depth", Help: "Jobs queued or running."}, []string{"queue", "lane"}),
		QueueWait:        seconds("octavo_queue_wait_seconds", "Time from enqueueing a task to its start.", wait, "queue", "lane"),
		GateRejections:   counters("octavo_gate_rejections_total", "Submissions refused by an admission cap.", "queue"),
		GateReadFailures: prometheus.NewCounter(prometheus.CounterOpts{Name: "octavo_gate_read_failures_total", Help: "Depth reads that failed or took too long; the submission was let through."}),
		Pages:            prometheus.NewCounter(prometheus.CounterOpts{Name: "octavo_pages_total", Help: "Pages processed."}),
		ModelCalls:       counters("octavo_model_calls_total", "Calls of language and vision models.", "model", "outcome"),
		WebhookAttempts:  counters("octavo_webhook_attempts_total", "Webhook delivery attempts.", "outcome"),
	}
	s.registry.MustRegister(s.Requests, s.RequestSeconds, s.Jobs, s.JobSeconds, s.QueueDepth, s.QueueWait,
		s.GateRejections, s.GateReadFailures, s.Pages, s.ModelCalls, s.WebhookAttempts,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return s
}

func counters(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
}

func seconds(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
}

// JobEnded counts one job.
func (s *Set) JobEnded(typ, outcome string, took time.Duration, pages int) {
	s.Jobs.WithLabelValues(typ, outcome).Inc()
	s.JobSeconds.WithLabelValues(typ).Observe(took.Seconds())
	s.Pages.Add(float64(pages))
}

// Handler serves the Prometheus text.
func (s *Set) Handler() http.Handler {
	return promhttp.HandlerFor(s.registry, promhttp.HandlerOpts{})
}
