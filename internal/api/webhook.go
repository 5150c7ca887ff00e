package api

import "encoding/json"

// WebhookEvent is the body of a delivery.
type WebhookEvent struct {
	Status   string          `json:"status"`
	JobID    string          `json:"job_id"`
	Metadata json.RawMessage `json:"metadata"`
}

// EndpointCreate asks for a managed endpoint.
type EndpointCreate struct {
	URL         string   `json:"url"`
	Description string   `json:"description"`
	Channels    []string `json:"channels"`
	Disabled    bool     `json:"disabled"`
}

// EndpointPatch changes a managed endpoint; nil fields stay as they are.
type EndpointPatch struct {
	URL         *string   `json:"url,omitempty"`
	Description *string   `json:"description,omitempty"`
	Channels    *[]string `json:"channels,omitempty"`
	Disabled    *bool     `json:"disabled,omitempty"`
}

// Endpoint is a managed webhook endpoint. Secret is set only in the answer that creates it.
type Endpoint struct {
	ID             string   `json:"id"`
	URL            string   `json:"url"`
	Description    string   `json:"description"`
	Channels       []string `json:"channels"`
	Disabled       bool     `json:"disabled"`
	DisabledReason *string  `json:"disabled_reason"`
	CreatedAt      Time     `json:"created_at"`
	Secret         string   `json:"secret,omitempty"`
}

// EndpointsResponse lists the endpoints of an organization.
type EndpointsResponse struct {
	Endpoints []Endpoint `json:"endpoints"`
}

// EndpointSecret is the signing secret of an endpoint.
type EndpointSecret struct {
	Secret string `json:"secret"`
}

// Delivery is one message on its way to one endpoint; EndpointID is nil for direct ones.
type Delivery struct {
	ID            string    `json:"id"`
	MessageID     string    `json:"message_id"`
	EndpointID    *string   `json:"endpoint_id"`
	URL           string    `json:"url"`
	JobID         string    `json:"job_id"`
	Status        string    `json:"status"` // pending, succeeded, failed
	Attempts      []Attempt `json:"attempts"`
	NextAttemptAt *Time     `json:"next_attempt_at"`
}

// Attempt is one try to deliver.
type Attempt struct {
	At         Time    `json:"at"`
	StatusCode *int    `json:"status_code"`
	Error      *string `json:"error"`
	Duration   Seconds `json:"duration"`
}

// DeliveriesResponse is a page of deliveries, newest first.
type DeliveriesResponse struct {
	Deliveries []Delivery `json:"deliveries"`
	NextCursor *string    `json:"next_cursor"`
}
