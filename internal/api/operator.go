package api

// DrainStatus answers GET /drain_status.
type DrainStatus struct {
	Drained                bool     `json:"drained"`
	LegacyQueued           int      `json:"legacy_queued"`
	LegacyRunning          int      `json:"legacy_running"`
	LegacyOldestAgeSeconds *Seconds `json:"legacy_oldest_age_seconds"`
}

// QueueMetrics answers GET /streaq_metrics.
type QueueMetrics struct {
	CPUActive     int  `json:"streaq_cpu_active_queue_length"`
	IOActive      int  `json:"streaq_io_active_queue_length"`
	CPUQueued     int  `json:"streaq_cpu_queued"`
	CPURunning    int  `json:"streaq_cpu_running"`
	IOQueued      int  `json:"streaq_io_queued"`
	IORunning     int  `json:"streaq_io_running"`
	BatchActive   int  `json:"streaq_batch_active_queue_length"`
	CPUMaxDepth   *int `json:"streaq_cpu_max_queue_depth"`
	IOMaxDepth    *int `json:"streaq_io_max_queue_depth"`
	BatchMaxDepth *int `json:"batch_max_queue_depth"`
}

// ReadyResponse answers GET /ready.
type ReadyResponse struct {
	Ready  bool        `json:"ready"`
	Checks ReadyChecks `json:"checks"`
}

// ReadyChecks says "ok" or what is wrong.
type ReadyChecks struct {
	Database   string `json:"database"`
	Store      string `json:"store"`
	QueueCPU   string `json:"queue_cpu"`
	QueueIO    string `json:"queue_io"`
	Migrations string `json:"migrations"`
}

// ReadinessCheck answers POST /admin/readiness_check.
type ReadinessCheck struct {
	Ready     bool   `json:"ready"`
	IO        Probe  `json:"io"`
	CPU       Probe  `json:"cpu"`
	Version   string `json:"version"`
	CheckedAt Time   `json:"checked_at"`
}

// Probe is the way of one test task through a queue.
type Probe struct {
	OK        bool    `json:"ok"`
	LatencyMS float64 `json:"latency_ms"`
}

// ModelsResponse lists the model versions.
type ModelsResponse struct {
	Models []ModelVersion `json:"models"`
}

// ModelVersion is one version of a model and its stage.
type ModelVersion struct {
	Kind           string `json:"kind"`
	Version        string `json:"version"`
	Stage          string `json:"stage"`
	AlphaFrom      *Time  `json:"alpha_from"`
	DefaultFrom    *Time  `json:"default_from"`
	DeprecatedFrom *Time  `json:"deprecated_from"`
	RemovedFrom    *Time  `json:"removed_from"`
	Frozen         bool   `json:"frozen"`
}

// CapabilitiesResponse says what this installation can do.
type CapabilitiesResponse struct {
	Capabilities map[string]string `json:"capabilities"` // builtin, model, none
	Types        map[string]string `json:"types"`        // native, converter, missing
	Models       []CapabilityModel `json:"models"`
}

// CapabilityModel is a configured inference model.
type CapabilityModel struct {
	Name  string   `json:"name"`
	Kind  string   `json:"kind"`
	Roles []string `json:"roles"`
}

// KeyCreate asks for an API key of the caller's organization.
type KeyCreate struct {
	Name      string   `json:"name"`
	Scopes    []string `json:"scopes"`
	ExpiresAt *Time    `json:"expires_at"`
}

// Key is an API key without its secret. Secret is set only in the answer that creates it.
type Key struct {
	ID         string   `json:"id"`
	Org        string   `json:"org"`
	Name       string   `json:"name"`
	Prefix     string   `json:"prefix"`
	Scopes     []string `json:"scopes"`
	CreatedAt  Time     `json:"created_at"`
	ExpiresAt  *Time    `json:"expires_at"`
	LastUsedAt *Time    `json:"last_used_at"`
	RevokedAt  *Time    `json:"revoked_at"`
	Secret     string   `json:"key,omitempty"`
}

// KeysResponse lists the keys of an organization.
type KeysResponse struct {
	Keys []Key `json:"keys"`
}

// Deleted answers deletions of things named by an id.
type Deleted struct {
	ID string `json:"id"`
}
