package config_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/octavo-dev/octavo/internal/config"
)

// samples are values for keys whose type alone does not say what is accepted.
var samples = map[string]string{
	"listen": "127.0.0.1:9999", "ops.listen": "127.0.0.1:9998", "public_url": "https://h/x", "studio_url": "https://h/y",
	"id_scheme": "doc", "database_url": "postgres://h/d", "redis_url": "redis://h", "store.url": "gs://b",
	"s3.endpoint": "http://h:9000", "cors.allowed_origins": "https://a.b, https://c.d", "fetch.allow": "10.0.0.0/8,h",
	"urls.signing_keys": "0123456789abcdef,fedcba9876543210", "webhooks.direct_secret": "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
	"orgs.<id>.hybrid_vpc": "{eu: 's3://b'}", "orgs.<id>.s3_allowed_buckets": "abc,def*",
	"auth.insecure_open": "true", "docs.protected": "true", "hybrid_vpc.strict": "true",
	"parse.numeric_confidence": "false", "studio.enabled": "false", "mcp.enabled": "false",
	"tls.cert_file": "a.pem", "tls.key_file": "b.pem",
	"queue.lease": "7h", "queue.heartbeat": "4s", "limits.conversion_timeout": "77s", "retention.results": "77h", "retention.job_metadata": "77d", "limits.document_bytes": "7GiB",
	"rate.sync.key.rate": "77", "rate.sync.key.burst": "77", "rate.async.key.burst": "777", "rate.async.org.burst": "777",
	"rate.async.key.rate": "777", "rate.async.org.rate": "777",
}

func sample(k config.Key) string {
	if s, ok := samples[k.Name]; ok {
		return s
	}
	switch {
	case strings.HasPrefix(k.Type, "list of integer"):
		return "7,8"
	case len(k.Allowed) > 0:
		return k.Allowed[len(k.Allowed)-1]
	}
	return map[string]string{
		"string": "words", "list of strings": "a,b", "mapping": "{a: b}",
		"integer": "7", "number": "7", "size": "7MiB", "duration": "77m",
	}[k.Type]
}

// nest writes a dotted key as a settings file.
func nest(key, value string) string {
	parts := strings.Split(key, ".")
	text := ""
	for i, part := range parts {
		text += strings.Repeat("  ", i) + part + ":"
		if i < len(parts)-1 {
			text += "\n"
		}
	}
	if !strings.HasPrefix(value, "{") {
		value = `"` + value + `"`
	}
	return text + " " + value + "\n"
}

var public = cmpopts.IgnoreUnexported(config.Config{})

// Every key must do the same from the file and from the environment, and must do something.
func TestEveryKeyBothWays(t *testing.T) {
	defaults := mustLoad(t, "")
	n := 0
	for _, k := range config.Keys() {
		if k.Section || k.Env == "" {
			continue
		}
		n++
		value := sample(k)
		file, env, needs := strings.ReplaceAll(k.Name, "<id>", "acme"), strings.ReplaceAll(k.Env, "<ID>", "ACME"), ""
		switch k.Name { // each half of the pair needs the other
		case "tls.cert_file":
			needs = "OCTAVO_TLS_KEY_FILE=k"
		case "tls.key_file":
			needs = "OCTAVO_TLS_CERT_FILE=k"
		}
		fromFile := mustLoad(t, nest(file, value), needs)
		fromEnv := mustLoad(t, "", needs, env+"="+value)
		if diff := cmp.Diff(fromFile, fromEnv, public); diff != "" {
			t.Errorf("%s=%s differs from the file:\n%s", env, value, diff)
		}
		if cmp.Equal(fromFile, defaults, public) {
			t.Errorf("%s: %s changes nothing", k.Name, value)
		}
		if w := fromEnv.Warnings(); strings.Contains(strings.Join(w, " "), "names no setting") {
			t.Errorf("%s: %v", env, w)
		}
		if k.Alias != "" && !cmp.Equal(fromFile, mustLoad(t, "", k.Alias+"="+value), public) {
			t.Errorf("alias %s differs from %s", k.Alias, env)
		}
	}
	if n < 100 {
		t.Errorf("only %d keys were tried", n)
	}
}

func TestAliases(t *testing.T) {
	got := map[string]string{}
	for _, k := range config.Keys() {
		if k.Alias != "" {
			got[k.Alias] = k.Name
		}
	}
	want := map[string]string{
		"DATABASE_URL": "database_url", "AUTH_SECRET_PATH": "auth.key_file", "CPU_MAX_QUEUE_DEPTH": "queue.cpu_max_depth",
		"IO_MAX_QUEUE_DEPTH": "queue.io_max_depth", "BATCH_MAX_QUEUE_DEPTH": "queue.batch_max_depth",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPrecedence(t *testing.T) {
	cfg := mustLoad(t, "queue: {cpu_max_depth: 1}\nid_scheme: doc\norgs: {Big-Co: {max_concurrency: 9}}\n",
		"CPU_MAX_QUEUE_DEPTH=2", "OCTAVO_QUEUE_CPU_MAX_DEPTH=3", "OCTAVO_ID_SCHEME=",
		"OCTAVO_RATE={poll: {key: {rate: 1, burst: 1}}}", "OCTAVO_RATE_POLL_KEY_RATE=2",
		"OCTAVO_ORGS_BIG_CO_MAX_CONCURRENCY=4", "OCTAVO_ORGS_NEW_S3_ALLOWED_BUCKETS=[abc]",
		`OCTAVO_INFERENCE_MODELS=[{name: a, provider: openai, roles: [vision, language]}]`)
	if n := *cfg.Queue.CPUMaxDepth; n != 3 {
		t.Errorf("the full name must win over the alias and the file: %d", n)
	}
	if cfg.IDScheme != "doc" {
		t.Errorf("an empty variable must set nothing: %q", cfg.IDScheme)
	}
	if cfg.Rate.Poll.Key != (config.Bucket{Rate: 2, Burst: 1}) {
		t.Errorf("a key must win over its section: %+v", cfg.Rate.Poll.Key)
	}
	if cfg.Rate.Poll.Org != (config.Bucket{Rate: 1000, Burst: 2000}) {
		t.Errorf("a section must not reset its other keys: %+v", cfg.Rate.Poll.Org)
	}
	if n := *cfg.Orgs["Big-Co"].MaxConcurrency; n != 4 || len(cfg.Orgs) != 2 {
		t.Errorf("orgs by variable: %d, %v", n, cfg.Orgs)
	}
	if !reflect.DeepEqual(cfg.Orgs["new"].S3AllowedBuckets, []string{"abc"}) {
		t.Errorf("a new org by variable: %+v", cfg.Orgs["new"])
	}
	if len(cfg.Inference.Models) != 1 || len(cfg.Inference.Models[0].Roles) != 2 {
		t.Errorf("a list of mappings by variable: %+v", cfg.Inference.Models)
	}
}

func TestEnvProblemsNameTheVariable(t *testing.T) {
	for env, want := range map[string]string{
		"OCTAVO_LIMITS_CELLS=many":                  `OCTAVO_LIMITS_CELLS: limits.cells: "many" is not`,
		"CPU_MAX_QUEUE_DEPTH=x":                     `CPU_MAX_QUEUE_DEPTH: queue.cpu_max_depth: "x" is not`,
		"OCTAVO_QUEUE_HEARTBEAT=9s":                 `OCTAVO_QUEUE_HEARTBEAT: queue.lease: 10s must be`,
		"OCTAVO_RATE_SYNC_ORG_RATE=900":             `OCTAVO_RATE_SYNC_ORG_RATE: rate.async.org: must be higher`,
		"OCTAVO_LIMITS=5":                           `OCTAVO_LIMITS: limits: must be a mapping`,
		"OCTAVO_LIMITS={cell: 5}":                   `OCTAVO_LIMITS: limits.cell: unknown key`,
		"OCTAVO_FETCH_PORTS=80,http":                `OCTAVO_FETCH_PORTS: fetch.ports[1]: "http" is not`,
		"OCTAVO_ORGS_A_MAX_CONCURRENCY=none":        `OCTAVO_ORGS_A_MAX_CONCURRENCY: orgs.a.max_concurrency: "none" is not`,
		"OCTAVO_INFERENCE_MODELS=[{name: a, x: 1}]": `OCTAVO_INFERENCE_MODELS: inference.models[0].x: unknown key`,
	} {
		if _, err := load(t, "", env); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", env, err, want)
		}
	}
}
