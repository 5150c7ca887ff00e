package op

import (
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// Settle puts the settings of a request that concern the whole job into its plan.
func (p *Plan) Settle(s api.JobSettings) {
	p.Persist, p.Environment = s.PersistResults, s.Environment
	p.Timeout = timeout(s.Timeout)
	if t := s.TenantThrottling; t != nil {
		p.Tenant, p.TenantShare = t.TenantID, t.MaxShare
	}
}

// mostSeconds is longer than any job may run, and short enough to be counted in nanoseconds.
const mostSeconds = 1e9

// timeout is a number of seconds as jobs have it: 0 is none, and stores count in milliseconds.
func timeout(seconds float64) time.Duration {
	if seconds <= 0 {
		return 0
	}
	return max(time.Duration(min(seconds, mostSeconds)*float64(time.Second)), time.Millisecond)
}

// CheckInputs refuses a list that is too long.
func CheckInputs(site Site, in *api.Input) error {
	if n := len(in.Values); site.Limits.Inputs > 0 && n > site.Limits.Inputs {
		return fault.New(fault.DocumentTooLarge, "the input list has %d entries, the limit is %d", n, site.Limits.Inputs)
	}
	return nil
}

// Lane orders a request: batch by its own wish, those of the second version as they say, synchronous ones first,
// asynchronous ones as they ask.
func (c *Call) Lane(priority api.QueuePriority, a *api.AsyncConfig) job.Lane {
	urgent := !c.Async || a != nil && a.Priority
	if c.Former != nil {
		urgent = c.Former.Priority
	}
	switch {
	case priority == api.PriorityBatch:
		return job.Batch
	case urgent:
		return job.Priority
	}
	return job.Normal
}

// Webhook is what a request asks for, nil when it asks for none.
func Webhook(a *api.AsyncConfig) *job.Webhook {
	if a == nil || a.Webhook == nil || a.Webhook.Mode == api.WebhookDisabled {
		return nil
	}
	return &job.Webhook{Mode: a.Webhook.Mode, URL: a.Webhook.URL, Channels: a.Webhook.Channels, Metadata: a.Metadata}
}

// Require refuses a setting whose capability is not there.
func Require(site Site, setting, capability string) error {
	if ok, role := Can(site, capability); !ok {
		return NeedsModel(setting, role)
	}
	return nil
}

// NotBuilt is the refusal of what is declared but not built.
func NotBuilt(what string) error {
	return fault.New(fault.InferenceMethodUnsupported, "%s is not built into this version of Octavo", what)
}

// NeedsModel is the refusal of a setting that only a model can meet.
func NeedsModel(setting, role string) error {
	return fault.New(fault.InferenceMethodUnsupported, "%s needs a %s model; none is configured", setting, role)
}
