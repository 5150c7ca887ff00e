package config

import (
	"maps"
	"slices"
)

// check notes values that are well formed but cannot be meant, alone or together.
func (l *loader) check(c *Config) {
	l.checkAddresses(c)
	l.checkStores(c)
	l.checkRates(c.Rate)
	l.checkQueue(c.Queue)
	l.checkLimits(c)
	l.checkFetch(c.Fetch)
	l.checkSecrets(c)
	l.checkModels(c.Inference.Models)
	for _, id := range slices.Sorted(maps.Keys(c.Orgs)) {
		l.checkOrg(join("orgs", id), c.Orgs[id], c.URLs.TTL)
	}
}

func (l *loader) checkRates(r Rate) {
	for _, one := range []struct {
		key         string
		sync, async Bucket
	}{{"key", r.Sync.Key, r.Async.Key}, {"org", r.Sync.Org, r.Async.Org}} {
		async, sync := "rate.async."+one.key, "rate.sync."+one.key
		switch {
		case one.async.Rate == 0: // no limit is higher than any
		case one.sync.Rate == 0:
			l.clash(async, sync, "must be higher than %s, which has no limit; set its rate to 0 too", sync)
		case one.async.Rate <= one.sync.Rate || one.async.Burst < one.sync.Burst:
			l.clash(async, sync, "must be higher than %s (rate %g, burst %d), but has rate %g, burst %d",
				sync, one.sync.Rate, one.sync.Burst, one.async.Rate, one.async.Burst)
		}
	}
	for _, one := range []struct {
		key    string
		bucket Bucket
	}{
		{"sync.key", r.Sync.Key}, {"sync.org", r.Sync.Org}, {"async.key", r.Async.Key}, {"async.org", r.Async.Org},
		{"poll.key", r.Poll.Key}, {"poll.org", r.Poll.Org}, {"other.key", r.Other.Key}, {"other.org", r.Other.Org},
		{"all.key", r.All.Key}, {"all.org", r.All.Org}, {"failed_auth.key", r.FailedAuth.Key},
	} {
		if one.bucket.Rate > 0 && one.bucket.Burst < 1 {
			l.wrong("rate."+one.key, "a burst of 0 lets nothing through; set rate to 0 for no limit")
		}
	}
}

func (l *loader) checkQueue(q Queue) {
	if q.Lease < 2*q.Heartbeat {
		l.clash("queue.lease", "queue.heartbeat", "%v must be at least twice queue.heartbeat (%v), or one late heartbeat loses the work", q.Lease, q.Heartbeat)
	}
}

func (l *loader) checkLimits(c *Config) {
	if c.Limits.UploadBytes > c.Limits.DocumentBytes {
		l.clash("limits.upload_bytes", "limits.document_bytes", "is larger than limits.document_bytes")
	}
	if c.Limits.InlineBytes > c.Limits.ResultBytes {
		l.clash("limits.inline_bytes", "limits.result_bytes", "is larger than limits.result_bytes")
	}
	if c.Limits.ConversionTimeout > c.Limits.JobTimeout {
		l.clash("limits.conversion_timeout", "limits.job_timeout", "is longer than limits.job_timeout, which would end the job first")
	}
	if c.Retention.Results > c.Retention.JobMetadata {
		l.clash("retention.results", "retention.job_metadata", "is longer than retention.job_metadata, so results would outlive the rows that lead to them")
	}
}

func (l *loader) checkModels(models []Model) {
	seen := map[string]bool{}
	for i, m := range models {
		key := index("inference.models", i)
		switch {
		case m.Name == "":
			l.wrong(key, "has no name")
		case seen[m.Name]:
			l.wrong(key, "%q is listed twice", m.Name)
		}
		seen[m.Name] = true
		if m.Provider == "" {
			l.wrong(key, "has no provider")
		}
		if len(m.Roles) == 0 {
			l.wrong(key, "has no roles")
		}
		if m.Endpoint != "" {
			l.checkURL(key+".endpoint", m.Endpoint, "http", "https")
		} else if m.Provider == "local" {
			l.wrong(key, "a local model needs an endpoint")
		}
	}
}
