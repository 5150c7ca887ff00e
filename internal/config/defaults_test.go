package config_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/config"
)

// The defaults of the interface, written down once more by hand. "-" stands for nothing set, ~ for derived.
const wantDefaults = `
data_dir ./octavo-data
listen 127.0.0.1:8080
public_url ~
id_scheme svc
database_url ~
redis_url -
studio_url ~
auth.key_file -
auth.insecure_open false
rate.sync.key.rate 50
rate.sync.key.burst 100
rate.sync.org.rate 100
rate.sync.org.burst 200
rate.async.key.rate 200
rate.async.key.burst 400
rate.async.org.rate 400
rate.async.org.burst 800
rate.poll.key.rate 200
rate.poll.key.burst 400
rate.poll.org.rate 1000
rate.poll.org.burst 2000
rate.other.key.rate 100
rate.other.key.burst 200
rate.other.org.rate 200
rate.other.org.burst 400
rate.all.key.rate 1000
rate.all.key.burst 2000
rate.all.org.rate 4000
rate.all.org.burst 8000
rate.failed_auth.key.rate 20
rate.failed_auth.key.burst 40
orgs.<id>.max_concurrency ~
orgs.<id>.hybrid_vpc {}
orgs.<id>.s3_allowed_buckets []
limits.request_bytes 32MiB
limits.upload_bytes 100MiB
limits.document_bytes 5GiB
limits.max_pages 10000
limits.converted_bytes 2GiB
limits.expansion.ratio 100
limits.expansion.bytes 4GiB
limits.cells 5000000
limits.inputs 100
limits.inline_bytes 6MiB
limits.result_bytes 1GiB
limits.job_timeout 30m
limits.sync_timeout 15m
limits.conversion_timeout 5m
retention.uploads 24h
retention.results 24h
retention.job_metadata 30d
retention.tombstones 90d
retention.idempotency 24h
retention.deliveries 30d
urls.ttl 24h
urls.upload_ttl 1h
urls.signing_keys ~
tls.cert_file -
tls.key_file -
cors.allowed_origins []
docs.protected false
ops.listen -
shutdown.grace 5m
queue.lease 10s
queue.heartbeat 3s
queue.cpu_max_depth ~
queue.io_max_depth ~
queue.batch_max_depth ~
queue.max_wait off
workers.cpu ~
workers.io ~
database.synchronous NORMAL
store.url ~
store.path -
s3.endpoint -
s3.region -
s3.credentials environment
hybrid_vpc.strict false
fetch.allow []
fetch.ports ~
fetch.timeout 5m
webhooks.direct_secret -
webhooks.portal_ttl 1h
engines.dir ~
engines.page_time 30s
sandbox.require []
ocr.engine auto
ocr.languages ~
parse.default_model legacy
parse.numeric_confidence true
extract.image_pages 10
inference.models[].name -
inference.models[].kind provider
inference.models[].provider -
inference.models[].roles []
inference.models[].endpoint -
inference.models[].api_key_env -
inference.models[].context -
inference.models[].max_output -
inference.timeout 2m
inference.max_wait 1m
models.frozen []
models.aliases {}
pipelines.dir -
billing.mode credits
billing.rates.page 1
billing.rates.complex 1
billing.rates.agentic 2
billing.rates.native_page 0.5
billing.rates.chart 4
billing.rates.accurate_cells 1000
billing.rates.cells 5000
billing.rates.extract_page 2
billing.rates.deep_extract_page 4
billing.rates.deep_extract_field 0.1
billing.rates.deep_extract_min 30
billing.rates.split_page 2
billing.rates.deep_split_page 4
billing.rates.classify_page 0.5
billing.rates.deep_classify_page 1
billing.rates.edit_page 4
billing.rates.edit_prefilled_page 1
billing.rates.latency 2
billing.rates.batch 0.8
studio.enabled true
mcp.enabled true
`

func TestDefaults(t *testing.T) {
	var got strings.Builder
	for _, k := range config.Keys() {
		if k.Doc == "" || !strings.HasSuffix(k.Doc, ".") {
			t.Errorf("%s: %q is no sentence", k.Name, k.Doc)
		}
		if k.Section {
			continue
		}
		text := k.Default
		switch {
		case k.Derived != "":
			text = "~"
		case text == "":
			text = "-"
		}
		got.WriteString("\n" + k.Name + " " + text)
	}
	have, want := strings.Split(got.String(), "\n"), strings.Split(strings.TrimSuffix(wantDefaults, "\n"), "\n")
	for i := range max(len(have), len(want)) {
		if i >= len(have) || i >= len(want) || have[i] != want[i] {
			t.Fatalf("line %d: have %q, want %q", i, have[min(i, len(have)-1)], want[min(i, len(want)-1)])
		}
	}
}

func TestDerived(t *testing.T) {
	cfg := mustLoad(t, "")
	if cfg.PublicURL != "http://127.0.0.1:8080" || cfg.StudioURL != "http://127.0.0.1:8080/studio" {
		t.Errorf("got %s, %s", cfg.PublicURL, cfg.StudioURL)
	}
	if cfg.Workers.CPU < 1 || cfg.Workers.IO != 4*cfg.Workers.CPU {
		t.Errorf("workers %+v", cfg.Workers)
	}
	if cfg.Limits.UploadBytes != 104_857_600 || cfg.Limits.InlineBytes != 6_291_456 {
		t.Errorf("limits %+v", cfg.Limits)
	}
	if w := cfg.Warnings(); len(w) != 0 {
		t.Errorf("warnings about defaults: %v", w)
	}
}

// Folders are those of where the service is started, wherever its children are.
func TestFoldersAreAbsolute(t *testing.T) {
	cfg := mustLoad(t, "", "OCTAVO_ENGINES_DIR=engines", "OCTAVO_DATA_DIR=data")
	for _, dir := range []string{cfg.Engines.Dir, cfg.DataDir} {
		if !filepath.IsAbs(dir) {
			t.Errorf("%s is not absolute", dir)
		}
	}
}
