package config_test

import (
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/config"
)

func TestRules(t *testing.T) {
	for _, c := range []struct {
		text string
		want string // empty: accepted
	}{
		{"id_scheme: reducto", ""},
		{"id_scheme: a", "octavo.yaml:1: id_scheme: "},
		{"id_scheme: Doc", "octavo.yaml:1: id_scheme: "},
		{"id_scheme: https", "has another meaning"},
		{"id_scheme: jobid", "has another meaning"},
		{"listen: localhost", "octavo.yaml:1: listen: "},
		{"listen: 127.0.0.1:99999", "octavo.yaml:1: listen: "},
		{"listen: '[::1]:0'", ""},
		{"ops: {listen: '127.0.0.1:8080'}", "octavo.yaml:1: ops.listen: is the same"},
		{"ops: {listen: '127.0.0.1:8081'}", ""},
		{"public_url: docs.example.com", "octavo.yaml:1: public_url: must be an absolute URL"},
		{"public_url: ftp://docs.example.com", "public_url: must be an absolute URL"},
		{"public_url: https://h/?a=b", "public_url: must be an absolute URL"},
		{"studio_url: /studio", "studio_url: must be an absolute URL"},
		{"cors: {allowed_origins: ['*', 'https://a.example.com:8443']}", ""},
		{"cors: {allowed_origins: ['https://a.example.com/']}", "octavo.yaml:1: cors.allowed_origins[0]: "},
		{"tls: {cert_file: a.pem}", "octavo.yaml:1: tls: "},
		{"tls: {cert_file: a.pem, key_file: b.pem}", ""},

		{"store: {path: ./x, url: 'gs://b'}", "octavo.yaml:1: store.path: store.url is set as well"},
		{"store: {url: 'file://relative/path'}", "octavo.yaml:1: store.url: a file:// URL needs"},
		{"store: {url: 'ftp://b'}", "store.url: must be a URL of one of the schemes"},
		{"store: {url: 's3://'}", "store.url: names no bucket"},
		{"store: {url: 's3://b?region=x'}", ""},
		{"store: {url: 's3://b'}\nurls: {ttl: 8d}", "octavo.yaml:2: urls: an s3:// store"},
		{"urls: {ttl: 8d}", ""},
		{"database_url: mysql://h/d", "octavo.yaml:1: database_url: "},
		{"database_url: postgres://h/d", ""},
		{"database_url: 'sqlite:/tmp/x.db'", ""},
		{"redis_url: h:6379", "octavo.yaml:1: redis_url: "},
		{"redis_url: redis://h:6379/1", ""},
		{"s3: {endpoint: minio}", "octavo.yaml:1: s3.endpoint: "},
		{"s3: {credentials: AKIA}", "s3.credentials: \"AKIA\" is not one of environment, anonymous"},
		{"database: {synchronous: OFF}", "database.synchronous"},
		{"data_dir: ''", "data_dir: must not be empty"},

		{"rate: {sync: {key: {rate: 200}}}", "octavo.yaml:1: rate.async.key: must be higher than rate.sync.key"},
		{"rate: {async: {org: {rate: 99, burst: 1000}}}", "rate.async.org: must be higher"},
		{"rate: {async: {key: {burst: 50}}}", "rate.async.key: must be higher"},
		{"rate: {sync: {key: {rate: 0}}}", "rate.async.key: must be higher than rate.sync.key, which has no limit"},
		{"rate: {sync: {key: {rate: 0}}, async: {key: {rate: 0}}}", ""},
		{"rate: {async: {key: {rate: 0}}}", ""},
		{"rate: {poll: {org: {burst: 0}}}", "octavo.yaml:1: rate.poll.org: a burst of 0"},
		{"rate: {poll: {org: {rate: -1}}}", "rate.poll.org.rate: \"-1\" is not a number from 0 up"},
		{"rate: {poll: {org: {rate: .nan}}}", "rate.poll.org.rate: "},
		{"rate: {failed_auth: {org: {rate: 1}}}", "rate.failed_auth.org: unknown key"},
		{"rate: {slow: {}}", "rate.slow: unknown key"},

		{"queue: {heartbeat: 6s}", "octavo.yaml:1: queue.lease: 10s must be at least twice"},
		{"queue: {lease: 6s}", ""},
		{"queue: {lease: 0}", "queue.lease: \"0\" is too short"},
		{"queue: {max_wait: off}", ""},
		{"queue: {cpu_max_depth: -1}", "queue.cpu_max_depth: \"-1\" is not a whole number"},
		{"queue: {cpu_max_depth: 1.5}", "queue.cpu_max_depth: "},
		{"queue: {cpu_max_depth: 99999999999}", "queue.cpu_max_depth: "},

		{"limits: {upload_bytes: 6GiB}", "limits.upload_bytes: is larger than limits.document_bytes"},
		{"limits: {inline_bytes: 2GiB}", "limits.inline_bytes: is larger"},
		{"limits: {conversion_timeout: 31m}", "limits.conversion_timeout: is longer"},
		{"limits: {inline_bytes: 0}", "limits.inline_bytes: \"0\" is too small"},
		{"limits: {cells: 1e6}", "limits.cells: "},
		{"limits: {request_bytes: 9999999TiB}", "limits.request_bytes: "},
		{"limits: {request_bytes: 5 furlongs}", "limits.request_bytes: "},
		{"limits: {request_bytes: [1]}", "limits.request_bytes: must be a single value"},
		{"limits: {job_timeout: -5s}", "limits.job_timeout: "},
		{"limits: {job_timeout: 999999d}", "limits.job_timeout: "},
		{"retention: {results: 31d}", "retention.results: is longer than retention.job_metadata"},
		{"retention: {results: 31d, job_metadata: 31d}", ""},

		{"fetch: {allow: ['10.0.0.0/33']}", "octavo.yaml:1: fetch.allow[0]: "},
		{"fetch: {allow: ['http://h']}", "fetch.allow[0]: "},
		{"fetch: {allow: ['*.corp']}", "fetch.allow[0]: "},
		{"fetch: {allow: ['h:0']}", "fetch.allow[0]: "},
		{"fetch: {allow: ['h:70000']}", "fetch.allow[0]: "},
		{"fetch: {allow: ['::1', '[::1]:80', 'fd00::/8', 'a.b', 'a.b:9000', localhost, bücher.example]}", ""},
		{"fetch: {ports: [0]}", "fetch.ports[0]: 0 is not a port"},
		{"fetch: {ports: {}}", "fetch.ports: must be a list"},
		{"urls: {signing_keys: [short]}", "urls.signing_keys[0]: must have at least 16"},
		{"webhooks: {direct_secret: abc}", "octavo.yaml:1: webhooks.direct_secret: "},
		{"webhooks: {direct_secret: whsec_MDEyMzQ1Njc4OTAxMjM0NTY3}", "webhooks.direct_secret: "},
		{"webhooks: {direct_secret: whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=}", ""},
		{"sandbox: {require: [netns, moat]}", "sandbox.require[1]: \"moat\" is not one of netns"},
		{"auth: {insecure_open: maybe}", "auth.insecure_open: \"maybe\" is neither true nor false"},
		{"parse: {default_model: r-2}", "parse.default_model"},
		{"extract: {image_pages: 0}", "extract.image_pages"},
		{"billing: {mode: free}", "billing.mode"},
		{"billing: {rates: {page: 2}}", ""},

		{"orgs: {a: {max_concurrency: 0}}", "octavo.yaml:1: orgs.a.max_concurrency: "},
		{"orgs: {a: {limit: 1}}", "orgs.a.limit: unknown key"},
		{"orgs: {a: {hybrid_vpc: {eu: 'x'}}}", "orgs.a.hybrid_vpc.eu: "},
		{"orgs: {a: {hybrid_vpc: {'': 's3://b'}}}", "orgs.a.hybrid_vpc: has an environment without a name"},
		{"orgs: {a: {hybrid_vpc: {eu: 's3://b'}}}\nurls: {ttl: 8d}", "octavo.yaml:2: urls: an s3:// store"},
		{"orgs: {a: {hybrid_vpc: {eu: 's3://b'}}}\nurls: {upload_ttl: 8d}", ""},
		{"orgs: {a: {s3_allowed_buckets: ['*', 'ab*', 'a.b-c']}}", ""},
		{"orgs: {a: {s3_allowed_buckets: ['*x']}}", "orgs.a.s3_allowed_buckets[0]: "},
		{"orgs: [a]", "orgs: must be a mapping"},

		{"inference: {models: [{provider: openai, roles: [vision]}]}", "octavo.yaml:1: inference.models[0]: has no name"},
		{"inference: {models: [{name: a, roles: [vision]}]}", "inference.models[0]: has no provider"},
		{"inference: {models: [{name: a, provider: openai}]}", "inference.models[0]: has no roles"},
		{"inference: {models: [{name: a, provider: openai, roles: [cook]}]}", "inference.models[0].roles[0]: "},
		{"inference: {models: [{name: a, provider: local, roles: [vision]}]}", "needs an endpoint"},
		{"inference: {models: [{name: a, provider: openai, roles: [vision]}, {name: a, provider: google, roles: [vision]}]}", "listed twice"},
		{"inference: {models: [{name: a, provider: openai, roles: [vision], api_key: x}]}", "inference.models[0].api_key: unknown key"},
	} {
		_, err := load(t, c.text)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.text, err)
		case c.want != "" && err == nil:
			t.Errorf("%s: accepted, want %q", c.text, c.want)
		case c.want != "" && !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

func TestListeningOn(t *testing.T) {
	cfg := mustLoad(t, "listen: 127.0.0.1:0")
	cfg.ListeningOn(4321)
	if cfg.PublicURL != "http://127.0.0.1:4321" || cfg.StudioURL != "http://127.0.0.1:4321/studio" {
		t.Errorf("derived: %s, %s", cfg.PublicURL, cfg.StudioURL)
	}
	cfg = mustLoad(t, "{listen: ':0', tls: {cert_file: a, key_file: b}}")
	if cfg.ListeningOn(1); cfg.PublicURL != "https://127.0.0.1:1" {
		t.Errorf("with TLS: %s", cfg.PublicURL)
	}
	cfg = mustLoad(t, "{listen: ':0', public_url: 'https://h'}")
	if cfg.ListeningOn(1); cfg.PublicURL != "https://h" {
		t.Errorf("one that was set changed to %s", cfg.PublicURL)
	}
}

func TestStoresUnderDataDir(t *testing.T) {
	dir := t.TempDir()
	cfg, err := config.Load("", []string{"OCTAVO_DATA_DIR=" + dir})
	if err != nil {
		t.Fatal(err)
	}
	if cfg.DatabaseURL != "sqlite:"+dir+"/octavo.db" || cfg.Store.URL != "file://"+dir+"/store" {
		t.Errorf("got %s, %s", cfg.DatabaseURL, cfg.Store.URL)
	}
	if cfg := mustLoad(t, "store: {path: /srv/a b}"); cfg.Store.URL != "file:///srv/a%20b" {
		t.Errorf("got %s", cfg.Store.URL)
	}
}
