package api

// JobQuery is the query of GET /job/{job_id}; Timeout is already cut to 300 seconds.
type JobQuery struct {
	Timeout float64 `json:"timeout"`
}

// DeleteJobQuery is the query of DELETE /job/{job_id}.
type DeleteJobQuery struct {
	IncludePersisted bool `json:"include_persisted"`
}

// JobsQuery is the query of GET /jobs. Empty strings and nil are filters that were not given.
type JobsQuery struct {
	ExcludeConfigs bool   `json:"exclude_configs"`
	Cursor         string `json:"cursor"`
	Limit          int    `json:"limit"`
	Type           string `json:"type"`
	Status         string `json:"status"`
	State          string `json:"state"`
	From           *Time  `json:"from"`
	To             *Time  `json:"to"`
}

// UploadQuery is the query of POST /upload; Extension has no leading dot and is lower case.
type UploadQuery struct {
	Extension string `json:"extension"`
}

// DeliveriesQuery is the query of GET /webhooks/deliveries.
type DeliveriesQuery struct {
	EndpointID string `json:"endpoint_id"`
	JobID      string `json:"job_id"`
	Status     string `json:"status"`
	Cursor     string `json:"cursor"`
	Limit      int    `json:"limit"`
}

// UsageQuery is the query of GET /usage; both days (YYYY-MM-DD, UTC) are part of the answer, empty is open.
type UsageQuery struct {
	From string `json:"from"`
	To   string `json:"to"`
	By   string `json:"by"`
}

// PageImageQuery is the query of GET /job/{job_id}/pages/{n}.png.
type PageImageQuery struct {
	DPI  int    `json:"dpi"`
	View string `json:"view"`
}
