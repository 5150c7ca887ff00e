// Package config reads Octavo's settings from octavo.yaml and the environment, and refuses those that cannot hold together.
package config

import "time"

// Config is every setting of one installation. Each field carries its key, default and meaning in its tag; the
// loader, the environment names and docs/config.md are all read off these tags.
//
// Tags: key is the name in octavo.yaml; default is the value in YAML when the key is absent; derived says how a
// value without a fixed default comes about; kind "bytes" allows sizes such as 32MiB; off allows 0 and "off";
// min is the smallest value; enum lists the allowed ones; alias names a second environment variable; secret
// keeps the value out of messages.
type Config struct {
	DataDir     string `key:"data_dir" default:"./octavo-data" doc:"Folder of the embedded database, the local store and caches; created on first start with mode 0700."`
	Listen      string `key:"listen" default:"127.0.0.1:8080" doc:"Address the service listens on."`
	PublicURL   string `key:"public_url" derived:"http://127.0.0.1:<port of listen>" doc:"Absolute URL under which callers reach the service; every URL it returns starts with this. A path prefix is allowed."`
	IDScheme    string `key:"id_scheme" default:"svc" doc:"Scheme of new file ids; svc:// is accepted beside it."`
	DatabaseURL string `key:"database_url" derived:"sqlite:<data_dir>/octavo.db" alias:"DATABASE_URL" secret:"true" doc:"Database of jobs, keys and webhooks: postgres://… for several machines, sqlite:<path> for one."`
	RedisURL    string `key:"redis_url" secret:"true" doc:"Redis that holds rate limits shared by several replicas; without it they are kept in PostgreSQL."`
	StudioURL   string `key:"studio_url" derived:"<public_url>/studio" doc:"Address of the Studio page in links that answers carry."`

	Auth      Auth           `key:"auth" doc:"Who may call."`
	Rate      Rate           `key:"rate" doc:"Token buckets per class of request, each with rate (tokens per second) and burst. A rate of 0 switches a bucket off. Async rates must be higher than sync ones."`
	Orgs      map[string]Org `key:"orgs" default:"{}" doc:"Settings of single organizations, by id."`
	Limits    Limits         `key:"limits" doc:"What one request, document or job may cost."`
	Retention Retention      `key:"retention" doc:"How long things are kept. A sweeper removes them at most 15 minutes later."`
	URLs      URLs           `key:"urls" doc:"Signed links to files and results."`
	TLS       TLS            `key:"tls" doc:"Serving https without a proxy in front."`
	CORS      CORS           `key:"cors" doc:"Calls from web pages."`
	Docs      Docs           `key:"docs" doc:"The API description."`
	Ops       Ops            `key:"ops" doc:"Health, metrics and the other operator endpoints."`
	Shutdown  Shutdown       `key:"shutdown" doc:"Stopping."`
	Queue     Queue          `key:"queue" doc:"Jobs waiting and running."`
	Workers   Workers        `key:"workers" doc:"How much runs at a time in this process."`
	Database  Database       `key:"database" doc:"The embedded database."`
	Store     Store          `key:"store" doc:"Where files and results are kept."`
	S3        S3             `key:"s3" doc:"Access to s3:// inputs. Which buckets an organization may read is set per organization."`
	HybridVPC HybridVPC      `key:"hybrid_vpc" doc:"Storage environments that requests can ask for."`
	Fetch     Fetch          `key:"fetch" doc:"Downloads of input URLs, and the address policy that also guards webhook targets."`
	Webhooks  Webhooks       `key:"webhooks" doc:"Notices about finished jobs."`
	Engines   Engines        `key:"engines" doc:"Processes that decode documents."`
	Sandbox   Sandbox        `key:"sandbox" doc:"Fences around the processes that decode documents."`
	OCR       OCR            `key:"ocr" doc:"Text recognition."`
	Parse     Parse          `key:"parse" doc:"Defaults of the parse operation."`
	Extract   Extract        `key:"extract" doc:"Defaults of the extract operation."`
	Inference Inference      `key:"inference" doc:"Language and vision models. Document content leaves the host only through these."`
	Models    Models         `key:"models" doc:"The register of model versions."`
	Pipelines Pipelines      `key:"pipelines" doc:"Stored pipelines."`
	Billing   Billing        `key:"billing" doc:"Usage figures in answers."`
	Studio    Studio         `key:"studio" doc:"The embedded page."`
	MCP       MCP            `key:"mcp" doc:"Tools for agents."`

	origins  map[string]string // key → where it was set
	warnings []string
}

// Auth decides who may call.
type Auth struct {
	KeyFile      string `key:"key_file" alias:"AUTH_SECRET_PATH" doc:"File of keys, one 'key [org [scopes]]' per line; re-read when it changes."`
	InsecureOpen bool   `key:"insecure_open" default:"false" doc:"Answer everyone while no key exists. Only for closed networks."`
}

// Rate holds the buckets of every class of request.
type Rate struct {
	Sync       Buckets    `key:"sync" default:"{key: {rate: 50, burst: 100}, org: {rate: 100, burst: 200}}" doc:"Synchronous operations."`
	Async      Buckets    `key:"async" default:"{key: {rate: 200, burst: 400}, org: {rate: 400, burst: 800}}" doc:"Asynchronous submissions."`
	Poll       Buckets    `key:"poll" default:"{key: {rate: 200, burst: 400}, org: {rate: 1000, burst: 2000}}" doc:"Job status."`
	Other      Buckets    `key:"other" default:"{key: {rate: 100, burst: 200}, org: {rate: 200, burst: 400}}" doc:"Everything else that is authenticated."`
	All        Buckets    `key:"all" default:"{key: {rate: 1000, burst: 2000}, org: {rate: 4000, burst: 8000}}" doc:"The sum of all classes."`
	FailedAuth KeyBuckets `key:"failed_auth" default:"{key: {rate: 20, burst: 40}}" doc:"Refused keys, per peer address."`
}

// Buckets are the two buckets of a class; the smaller remaining value rules.
type Buckets struct {
	Key Bucket `key:"key" doc:"Bucket of each key."`
	Org Bucket `key:"org" doc:"Bucket of each organization."`
}

// KeyBuckets is a class without a bucket per organization.
type KeyBuckets struct {
	Key Bucket `key:"key" doc:"Bucket of each peer address."`
}

// Bucket is one token bucket; a rate of 0 means no limit.
type Bucket struct {
	Rate  float64 `key:"rate" doc:"Tokens per second."`
	Burst int     `key:"burst" doc:"Tokens a full bucket holds."`
}

// Org is what can be set for one organization.
type Org struct {
	MaxConcurrency   *int              `key:"max_concurrency" min:"1" derived:"all workers" doc:"Jobs of the organization that run at a time; more of them wait."`
	HybridVPC        map[string]string `key:"hybrid_vpc" default:"{}" doc:"Storage environments by name, each a store URL as in store.url."`
	S3AllowedBuckets []string          `key:"s3_allowed_buckets" default:"[]" doc:"Buckets that s3:// inputs may name; a trailing * matches any ending."`
}

// Limits bound one request, document or job.
type Limits struct {
	RequestBytes      int64         `key:"request_bytes" default:"32MiB" kind:"bytes" doc:"JSON request body; beyond it 413."`
	UploadBytes       int64         `key:"upload_bytes" default:"100MiB" kind:"bytes" doc:"Direct upload; beyond it 413."`
	DocumentBytes     int64         `key:"document_bytes" default:"5GiB" kind:"bytes" doc:"Document by presigned upload or download; beyond it 413."`
	MaxPages          int           `key:"max_pages" default:"10000" min:"1" doc:"Pages or sheets per job; beyond it 413."`
	ConvertedBytes    int64         `key:"converted_bytes" default:"2GiB" kind:"bytes" doc:"Converted office file; beyond it OFFICE_CONVERSION_TOO_LARGE."`
	Expansion         Expansion     `key:"expansion" doc:"Unpacking of office containers; beyond it DOCUMENT_CORRUPT."`
	Cells             int           `key:"cells" default:"5000000" min:"1" doc:"Non-empty cells per workbook; beyond it DOCUMENT_TOO_LARGE."`
	Inputs            int           `key:"inputs" default:"100" min:"1" doc:"Documents per list; beyond it 413."`
	InlineBytes       int64         `key:"inline_bytes" default:"6MiB" kind:"bytes" doc:"Result inside an answer; a larger one is given as a URL."`
	ResultBytes       int64         `key:"result_bytes" default:"1GiB" kind:"bytes" doc:"Result of a job; beyond it OVERSIZED_RESULT."`
	JobTimeout        time.Duration `key:"job_timeout" default:"1800s" doc:"Run time of a job; beyond it TIMEOUT."`
	SyncTimeout       time.Duration `key:"sync_timeout" default:"900s" doc:"How long a synchronous request waits."`
	ConversionTimeout time.Duration `key:"conversion_timeout" default:"300s" doc:"Conversion of one office file; beyond it TIMEOUT."`
}

// Expansion bounds how far a container may unfold; both bounds hold.
type Expansion struct {
	Ratio int   `key:"ratio" default:"100" min:"1" doc:"Unpacked size as a multiple of the packed one."`
	Bytes int64 `key:"bytes" default:"4GiB" kind:"bytes" doc:"Unpacked size."`
}

// Retention says how long things are kept.
type Retention struct {
	Uploads     time.Duration `key:"uploads" default:"24h" doc:"Uploaded files, from storing or from the last job that used them."`
	Results     time.Duration `key:"results" default:"24h" doc:"Results, images, PDFs and document models of jobs, from the final state."`
	JobMetadata time.Duration `key:"job_metadata" default:"30d" doc:"Job rows."`
	Tombstones  time.Duration `key:"tombstones" default:"90d" doc:"Ids of deleted jobs, which answer 410."`
	Idempotency time.Duration `key:"idempotency" default:"24h" doc:"Answers to idempotency keys."`
	Deliveries  time.Duration `key:"deliveries" default:"30d" doc:"Webhook deliveries."`
}

// URLs are signed links to objects.
type URLs struct {
	TTL         time.Duration `key:"ttl" default:"24h" doc:"Life of a download link."`
	UploadTTL   time.Duration `key:"upload_ttl" default:"1h" doc:"Life of an upload link."`
	SigningKeys []string      `key:"signing_keys" derived:"generated and stored" secret:"true" doc:"Secrets of at least 16 characters: the first signs, all verify."`
}

// TLS serves https from the service itself.
type TLS struct {
	CertFile string `key:"cert_file" doc:"Certificate chain in PEM; re-read when it changes."`
	KeyFile  string `key:"key_file" doc:"Private key in PEM; re-read when it changes."`
}

// CORS lets web pages call.
type CORS struct {
	AllowedOrigins []string `key:"allowed_origins" default:"[]" doc:"Origins such as https://app.example.com, or * for all."`
}

// Docs is the API description.
type Docs struct {
	Protected bool `key:"protected" default:"false" doc:"Ask for a key on /docs and /openapi.json."`
}

// Ops places the operator endpoints.
type Ops struct {
	Listen string `key:"listen" doc:"Second address that takes over all operator endpoints; the main one then answers 404 for them. A worker answers them only here."`
}

// Shutdown is how the service stops.
type Shutdown struct {
	Grace time.Duration `key:"grace" default:"300s" doc:"What running work gets to finish after SIGTERM; the rest goes back to the queue."`
}

// Queue holds leases and admission caps.
type Queue struct {
	Lease         time.Duration `key:"lease" default:"10s" doc:"How long a task stays with a worker that is not heard of; at least twice the heartbeat."`
	Heartbeat     time.Duration `key:"heartbeat" default:"3s" doc:"How often a worker renews its leases."`
	CPUMaxDepth   *int          `key:"cpu_max_depth" alias:"CPU_MAX_QUEUE_DEPTH" derived:"no cap" doc:"Jobs queued and running in the cpu queue from which new ones are refused with QUEUE_FULL. A good start is 2 to 3 times all cpu workers."`
	IOMaxDepth    *int          `key:"io_max_depth" alias:"IO_MAX_QUEUE_DEPTH" derived:"no cap" doc:"The same for the io queue."`
	BatchMaxDepth *int          `key:"batch_max_depth" alias:"BATCH_MAX_QUEUE_DEPTH" derived:"no cap" doc:"The same for the batch lane, with BATCH_QUEUE_FULL."`
	MaxWait       time.Duration `key:"max_wait" default:"off" off:"true" doc:"How long an asynchronous job may wait for a worker before it fails with CAPACITY_TIMEOUT."`
}

// Workers is how much runs at a time in this process.
type Workers struct {
	CPU int `key:"cpu" derived:"number of cores" doc:"Tasks of the cpu queue; 0 leaves them to other processes."`
	IO  int `key:"io" derived:"4 × number of cores" doc:"Tasks of the io queue; 0 leaves them to other processes."`
}

// Database tunes the embedded database.
type Database struct {
	Synchronous string `key:"synchronous" default:"NORMAL" enum:"NORMAL,FULL" doc:"Durability of the embedded database; FULL also survives a power cut without losing the last answers."`
}

// Store is where bytes live.
type Store struct {
	URL  string `key:"url" derived:"file://<data_dir>/store" doc:"file:///path, s3://bucket?region=…&endpoint=…, gs://bucket or azblob://container."`
	Path string `key:"path" doc:"Short form of a file:// URL; excludes store.url."`
}

// S3 is how s3:// inputs are read.
type S3 struct {
	Endpoint    string `key:"endpoint" doc:"Address of an S3-compatible server other than AWS."`
	Region      string `key:"region" doc:"Region of the buckets."`
	Credentials string `key:"credentials" default:"environment" enum:"environment,anonymous" doc:"environment takes what the AWS variables, files or machine role give; anonymous signs nothing."`
}

// HybridVPC governs requests that name a storage environment.
type HybridVPC struct {
	Strict bool `key:"strict" default:"false" doc:"Refuse a named environment where the organization has none, instead of warning."`
}

// Fetch governs every download of a caller's URL.
type Fetch struct {
	Allow   []string      `key:"allow" default:"[]" doc:"Hosts, with or without a port, or CIDRs that may be reached although they are private or loopback."`
	Ports   []int         `key:"ports" default:"[]" derived:"any" doc:"Ports that may be reached."`
	Timeout time.Duration `key:"timeout" default:"300s" doc:"Time of one download."`
}

// Webhooks governs notices.
type Webhooks struct {
	DirectSecret string        `key:"direct_secret" secret:"true" doc:"Secret (whsec_ and the base64 of 24 to 64 bytes) that signs direct webhooks; without it they are not signed."`
	PortalTTL    time.Duration `key:"portal_ttl" default:"1h" doc:"Life of a link to the webhook portal."`
}

// Engines are the processes that decode documents.
type Engines struct {
	Dir      string        `key:"dir" derived:"engines or ../.cache/engines beside the program, else /usr/lib/octavo/engines" doc:"Folder of the native libraries and models that set-up installs."`
	PageTime time.Duration `key:"page_time" default:"30s" min:"1s" doc:"Time to open a document or to read one page of it; twice that to draw one. A page that takes longer is left out."`
}

// Sandbox names the fences that must stand.
type Sandbox struct {
	Require []string `key:"require" default:"[]" enum:"netns,pidns,nproc,tmpfs,rlimits,landlock,seccomp" doc:"Fences without which the service refuses to start."`
}

// OCR is text recognition.
type OCR struct {
	Engine    string   `key:"engine" default:"auto" enum:"auto,paddle,tesseract" doc:"Recognition engine."`
	Languages []string `key:"languages" default:"[]" derived:"all installed" doc:"Languages to recognise."`
}

// Parse holds defaults of the parse operation.
type Parse struct {
	DefaultModel      string `key:"default_model" default:"legacy" enum:"legacy,r-1" doc:"Model of requests that name none."`
	NumericConfidence bool   `key:"numeric_confidence" default:"true" doc:"Give confidences as numbers beside high and low."`
}

// Extract holds defaults of the extract operation.
type Extract struct {
	ImagePages int `key:"image_pages" default:"10" min:"1" doc:"Pages of a request that asks for images to be shown to the model."`
}

// Inference lists the models.
type Inference struct {
	Models  []Model       `key:"models" default:"[]" doc:"The models, each with the keys below."`
	Timeout time.Duration `key:"timeout" default:"120s" doc:"One model call; beyond it TIMEOUT."`
	MaxWait time.Duration `key:"max_wait" default:"60s" doc:"How long a busy backend of kind gpu is waited for before GPU_POOL_SATURATED."`
}

// Model is one language or vision model.
type Model struct {
	Name      string   `key:"name" doc:"Name of the model at its provider; required and unique."`
	Kind      string   `key:"kind" default:"provider" enum:"provider,gpu" doc:"provider for a hosted service, gpu for one of your own."`
	Provider  string   `key:"provider" enum:"openai,anthropic,google,local" doc:"Protocol it speaks; required."`
	Roles     []string `key:"roles" default:"[]" enum:"vision,language,parse" doc:"What it is used for; at least one."`
	Endpoint  string   `key:"endpoint" doc:"Address, where it is not the provider's own; required for local."`
	APIKeyEnv string   `key:"api_key_env" doc:"Environment variable that holds its key."`
	Context   int      `key:"context" doc:"Tokens it can read; 0 leaves it to the provider."`
	MaxOutput int      `key:"max_output" doc:"Tokens it may write; 0 leaves it to the provider."`
}

// Models is the register of model versions.
type Models struct {
	Frozen  []string          `key:"frozen" default:"[]" doc:"Removed versions that stay usable here."`
	Aliases map[string]string `key:"aliases" default:"{}" doc:"Foreign model names and the versions they stand for, such as {their_layout_2: v1}; requests may pin either. A layout_model of the second version of the interface that is neither is ignored."`
}

// Pipelines are stored definitions.
type Pipelines struct {
	Dir string `key:"dir" doc:"Folder of <id>.json files that define read-only pipelines for all organizations; read at the start."`
}

// Billing decides which usage figures an answer carries.
type Billing struct {
	Mode  string `key:"mode" default:"credits" enum:"credits,breakdown,off" doc:"credits fills the credit fields, breakdown the usage breakdown, off neither."`
	Rates Rates  `key:"rates" doc:"The rate card of mode credits."`
}

// Rates is the rate card, in credits unless said otherwise.
type Rates struct {
	Page              float64 `key:"page" default:"1" doc:"Parsed page."`
	Complex           float64 `key:"complex" default:"1" doc:"Added for a page with an HTML table or a key-value block."`
	Agentic           float64 `key:"agentic" default:"2" doc:"Factor on pages with agentic enhancement."`
	NativePage        float64 `key:"native_page" default:"0.5" doc:"Page of a format read natively."`
	Chart             float64 `key:"chart" default:"4" doc:"Added per chart."`
	AccurateCells     int     `key:"accurate_cells" default:"1000" min:"1" doc:"Cells per credit of a spreadsheet in accurate mode."`
	Cells             int     `key:"cells" default:"5000" min:"1" doc:"Cells per credit of any other spreadsheet."`
	ExtractPage       float64 `key:"extract_page" default:"2" doc:"Extracted page."`
	DeepExtractPage   float64 `key:"deep_extract_page" default:"4" doc:"Page of a deep extract."`
	DeepExtractField  float64 `key:"deep_extract_field" default:"0.1" doc:"Field of a deep extract."`
	DeepExtractMin    float64 `key:"deep_extract_min" default:"30" doc:"Least a deep extract costs."`
	SplitPage         float64 `key:"split_page" default:"2" doc:"Split page."`
	DeepSplitPage     float64 `key:"deep_split_page" default:"4" doc:"Page of a deep split."`
	ClassifyPage      float64 `key:"classify_page" default:"0.5" doc:"Classified page."`
	DeepClassifyPage  float64 `key:"deep_classify_page" default:"1" doc:"Page of a deep classify."`
	EditPage          float64 `key:"edit_page" default:"4" doc:"Edited page."`
	EditPrefilledPage float64 `key:"edit_prefilled_page" default:"1" doc:"Edited page whose fields were given."`
	Latency           float64 `key:"latency" default:"2" doc:"Factor of optimize_for_latency."`
	Batch             float64 `key:"batch" default:"0.8" doc:"Factor of the batch lane."`
}

// Studio is the embedded page.
type Studio struct {
	Enabled bool `key:"enabled" default:"true" doc:"Serve the page; it asks for a key where keys exist."`
}

// MCP serves tools for agents.
type MCP struct {
	Enabled bool `key:"enabled" default:"true" doc:"Serve the Model Context Protocol at /mcp."`
}
