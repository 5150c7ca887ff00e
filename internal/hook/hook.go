// Package hook tells receivers about ended jobs: it delivers the message outbox, signs what it sends, and keeps the
// endpoints that organizations manage through the portal.
package hook

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Poster sends one request to an address a user chose. It enforces the address policy, does not follow redirects,
// reads no more of the answer than it must, and returns the status of the answer. An error means that no usable
// answer came; the message of a fault inside it is shown to the organization.
type Poster interface {
	Post(ctx context.Context, url string, header http.Header, body []byte) (status int, err error)
}

// Checker refuses URLs whose host is a literal that the address policy blocks, without resolving anything.
type Checker interface {
	CheckLiteral(url string) error
}

// Endpoint is a receiver that an organization manages.
type Endpoint struct {
	ID             string
	URL            string
	Description    string
	Channels       []string
	Disabled       bool
	DisabledReason string // empty unless the service disabled it
	CreatedAt      time.Time
}

// CreatedEndpoint is a new endpoint with the secret it is signed with.
type CreatedEndpoint struct {
	Endpoint
	Secret string
}

// Status is how far a delivery has come.
type Status string

// The states of a delivery. A redelivery makes a finished one pending again.
const (
	Pending   Status = "pending"
	Succeeded Status = "succeeded"
	Failed    Status = "failed"
)

// Delivery is one message on its way to one receiver.
type Delivery struct {
	ID            string
	MessageID     string
	EndpointID    string // empty for a direct webhook
	URL           string
	JobID         string
	Status        Status
	Attempts      []Attempt
	NextAttemptAt *time.Time // nil unless pending
	CreatedAt     time.Time
}

// Attempt is one try to deliver. The tags are those of the stored list.
type Attempt struct {
	At         time.Time     `json:"at"`
	StatusCode int           `json:"status,omitempty"` // 0 when no answer came
	Error      string        `json:"error,omitempty"`  // empty on success
	Duration   time.Duration `json:"took"`
}

// hostOf is the receiver behind a URL: what a share of the running attempts is counted by.
func hostOf(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}
