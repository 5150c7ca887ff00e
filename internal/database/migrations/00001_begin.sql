-- One text for SQLite and PostgreSQL: TEXT, BIGINT (Unix milliseconds), INTEGER, BOOLEAN, DOUBLE PRECISION only.
-- +goose Up

-- meta holds single values: generated signing keys, the last readiness check.
CREATE TABLE meta (
    name       TEXT PRIMARY KEY,
    value      TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE orgs (
    id              TEXT PRIMARY KEY,
    max_concurrency INTEGER,          -- null: all workers
    s3_buckets      TEXT NOT NULL,    -- JSON list of names or prefixes with *
    created_at      BIGINT NOT NULL
);

CREATE TABLE keys (
    id           TEXT PRIMARY KEY,
    org          TEXT NOT NULL,
    name         TEXT NOT NULL,
    hash         TEXT NOT NULL UNIQUE, -- hex SHA-256
    prefix       TEXT NOT NULL,
    scopes       TEXT NOT NULL,        -- comma separated
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT,
    last_used_at BIGINT,
    revoked_at   BIGINT
);

-- rates holds one GCRA bucket a row: tat is the theoretical arrival time in microseconds.
CREATE TABLE rates (
    bucket TEXT PRIMARY KEY,
    tat    BIGINT NOT NULL
);

-- objects are the bytes the service addresses: uploads, results, images, PDFs. A row is reserved before its bytes
-- are written and stored after them, and it goes after them too, so that the sweeper knows of every byte.
CREATE TABLE objects (
    id           TEXT PRIMARY KEY,
    org          TEXT NOT NULL,
    job_id       TEXT,
    kind         TEXT NOT NULL,        -- upload, result, document, pdf, image, chart, model
    label        TEXT NOT NULL,        -- the file id as /upload returned it; empty for artifacts
    filename     TEXT NOT NULL,
    content_type TEXT NOT NULL,
    blob_key     TEXT NOT NULL,
    environment  TEXT NOT NULL,        -- Hybrid VPC environment that holds the bytes; empty: the installation's own store
    bytes        BIGINT NOT NULL,
    etag         TEXT NOT NULL,
    state        TEXT NOT NULL,        -- reserved, stored, deleting, gone
    persisted    BOOLEAN NOT NULL,
    url_mark     TEXT NOT NULL,        -- mark of the placeholders inside; empty when there are none
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT                -- null: never
);
CREATE INDEX objects_job ON objects (job_id);
CREATE INDEX objects_expiry ON objects (expires_at);

-- jobs is the wide record a caller sees.
CREATE TABLE jobs (
    id            TEXT PRIMARY KEY,
    org           TEXT NOT NULL,
    type          TEXT NOT NULL,
    state         TEXT NOT NULL,
    queue         TEXT NOT NULL,       -- destination queue, what admission counts
    lane          INTEGER NOT NULL,    -- 0 priority, 1 normal, 2 batch
    sync          BOOLEAN NOT NULL,
    generation    INTEGER NOT NULL,    -- major version that accepted it
    tenant        TEXT NOT NULL,
    user_label    TEXT NOT NULL,
    request       TEXT NOT NULL,       -- what the operation runs on; emptied at the end
    raw_config    TEXT NOT NULL,       -- what the caller sent, without passwords
    source        TEXT NOT NULL,       -- JSON
    webhook       TEXT NOT NULL,       -- JSON, empty when none
    url_mark      TEXT NOT NULL,       -- random mark of signed URLs inside the result
    progress      DOUBLE PRECISION NOT NULL,
    num_pages     INTEGER,
    total_pages   INTEGER,
    attempt       INTEGER NOT NULL,
    timeout_ms    BIGINT NOT NULL,     -- settings.timeout, 0 when none
    result_key    TEXT NOT NULL,       -- blob key, empty until Completed
    result_bytes  BIGINT NOT NULL,
    error         TEXT NOT NULL,       -- JSON, empty unless Failed or Cancelled
    bucket        TEXT NOT NULL,       -- Hybrid VPC environment
    parent_id     TEXT NOT NULL,
    persist       BOOLEAN NOT NULL,
    deletion      TEXT NOT NULL,       -- '', deleting, deleted
    delete_all    BOOLEAN NOT NULL,    -- deletion includes persisted artifacts
    expired       BOOLEAN NOT NULL,    -- results were removed after retention
    created_at    BIGINT NOT NULL,
    started_at    BIGINT,
    finished_at   BIGINT,
    deleted_at    BIGINT
);
CREATE INDEX jobs_list ON jobs (org, created_at, id) WHERE deletion = '';
CREATE INDEX jobs_open ON jobs (queue, lane, sync, created_at) WHERE finished_at IS NULL AND parent_id = '';
CREATE INDEX jobs_due ON jobs (finished_at) WHERE finished_at IS NOT NULL AND NOT expired AND NOT persist;
CREATE INDEX jobs_old ON jobs (finished_at) WHERE expired;
CREATE INDEX jobs_deletion ON jobs (deletion, deleted_at) WHERE deletion <> '';
CREATE INDEX jobs_parent ON jobs (parent_id) WHERE parent_id <> '';

-- tasks is the narrow, hot table workers claim from: rows live only while there is work. A job has exactly one
-- main row (part = -1) until it ends, and one more for each page batch.
CREATE TABLE tasks (
    job_id       TEXT NOT NULL,        -- an id of its own for a probe
    part         INTEGER NOT NULL,     -- -1: main; -2: a probe, which has no job
    org          TEXT NOT NULL,
    tenant       TEXT NOT NULL,
    dest         TEXT NOT NULL,        -- what metrics count it under: cpu, io, batch; empty for children and probes
    queue        TEXT NOT NULL,        -- io, cpu: where it is claimed now
    lane         INTEGER NOT NULL,
    turn         BIGINT NOT NULL,      -- round-robin position among organizations
    state        TEXT NOT NULL,        -- idle, queued, running, waiting
    stage        TEXT NOT NULL,
    step         INTEGER NOT NULL,     -- stages done
    waits        INTEGER NOT NULL,     -- open parts or children before a waiting main task is queued again
    fanned       BOOLEAN NOT NULL,     -- the job has rows in parts
    awaited      BOOLEAN NOT NULL,     -- the parent of the job waits for it
    payload      TEXT NOT NULL,
    attempt      INTEGER NOT NULL,
    owner        TEXT NOT NULL,        -- worker and mark of the last claim
    lease_until  BIGINT NOT NULL,
    run_at       BIGINT NOT NULL,
    generation   INTEGER NOT NULL,
    ceiling      INTEGER NOT NULL,     -- most active jobs of the organization; 0 = no limit
    tenant_limit INTEGER NOT NULL,     -- most active jobs of the tenant; 0 = no limit
    trace        TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (job_id, part)
);
CREATE INDEX tasks_claim ON tasks (queue, lane, turn, created_at, job_id, part) WHERE state = 'queued';
CREATE INDEX tasks_turn ON tasks (queue, lane, org, turn) WHERE state = 'queued';
CREATE INDEX tasks_lease ON tasks (lease_until) WHERE state = 'running';
CREATE INDEX tasks_idle ON tasks (org, tenant, lane, created_at, job_id) WHERE state = 'idle';
CREATE INDEX tasks_active ON tasks (org, tenant) WHERE part = -1 AND state <> 'idle' AND (ceiling > 0 OR tenant_limit > 0);
CREATE INDEX tasks_age ON tasks (created_at) WHERE lane = 2;

-- parts holds what finished page batches hand to the task that assembles them.
CREATE TABLE parts (
    job_id TEXT NOT NULL,
    part   INTEGER NOT NULL,
    output TEXT NOT NULL,
    PRIMARY KEY (job_id, part)
);

-- usage counts survive the deletion of jobs.
CREATE TABLE usage (
    org      TEXT NOT NULL,
    day      TEXT NOT NULL,
    type     TEXT NOT NULL,
    jobs     BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    pages    BIGINT NOT NULL,
    millis   BIGINT NOT NULL,
    PRIMARY KEY (org, day, type)
);

CREATE TABLE endpoints (
    id              TEXT PRIMARY KEY,
    org             TEXT NOT NULL,
    url             TEXT NOT NULL,
    description     TEXT NOT NULL,
    channels        TEXT NOT NULL,     -- JSON list
    disabled        BOOLEAN NOT NULL,
    disabled_reason TEXT NOT NULL,
    secret          TEXT NOT NULL,
    old_secret      TEXT NOT NULL,
    old_until       BIGINT NOT NULL,
    failing_since   BIGINT,
    created_at      BIGINT NOT NULL
);
CREATE INDEX endpoints_org ON endpoints (org, created_at);

-- messages is the webhook outbox, written in the transaction that ends a job.
CREATE TABLE messages (
    id         TEXT PRIMARY KEY,       -- msg_…
    org        TEXT NOT NULL,
    job_id     TEXT NOT NULL,
    mode       TEXT NOT NULL,          -- svix, direct
    url        TEXT NOT NULL,
    channels   TEXT NOT NULL,          -- JSON list
    body       TEXT NOT NULL,
    expanded   BOOLEAN NOT NULL,       -- deliveries exist
    created_at BIGINT NOT NULL
);
CREATE INDEX messages_new ON messages (created_at) WHERE NOT expanded;
CREATE INDEX messages_age ON messages (created_at);
CREATE INDEX messages_job ON messages (job_id);

CREATE TABLE deliveries (
    id              TEXT PRIMARY KEY,
    message_id      TEXT NOT NULL,
    org             TEXT NOT NULL,
    endpoint_id     TEXT NOT NULL,     -- empty for direct
    url             TEXT NOT NULL,
    host            TEXT NOT NULL,     -- scheme, host and port of url; one receiver has a share of the attempts
    job_id          TEXT NOT NULL,
    status          TEXT NOT NULL,     -- pending, succeeded, failed
    tries           INTEGER NOT NULL,
    attempts        TEXT NOT NULL,     -- JSON list
    next_attempt_at BIGINT,
    owner           TEXT NOT NULL,
    lease_until     BIGINT NOT NULL,
    created_at      BIGINT NOT NULL
);
CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE status = 'pending';
CREATE INDEX deliveries_list ON deliveries (org, created_at, id);
CREATE INDEX deliveries_job ON deliveries (job_id);
CREATE UNIQUE INDEX deliveries_target ON deliveries (message_id, endpoint_id);

CREATE TABLE portal_tokens (
    hash       TEXT PRIMARY KEY,
    org        TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE TABLE idempotency (
    org         TEXT NOT NULL,
    path        TEXT NOT NULL,
    idem_key    TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    owner       TEXT NOT NULL,         -- process that runs the first request; empty when finished
    lease_until BIGINT NOT NULL,
    status      INTEGER NOT NULL,      -- 0 while running
    body        TEXT NOT NULL,
    job_id      TEXT NOT NULL,
    expires_at  BIGINT NOT NULL,
    PRIMARY KEY (org, path, idem_key)
);
CREATE INDEX idempotency_expiry ON idempotency (expires_at);

-- +goose Down
DROP TABLE idempotency;
DROP TABLE portal_tokens;
DROP TABLE deliveries;
DROP TABLE messages;
DROP TABLE endpoints;
DROP TABLE usage;
DROP TABLE parts;
DROP TABLE tasks;
DROP TABLE jobs;
DROP TABLE objects;
DROP TABLE rates;
DROP TABLE keys;
DROP TABLE orgs;
DROP TABLE meta;
