package client

import (
	"context"
	"net/url"
)

// Version returns the version of the service.
func (c *Client) Version(ctx context.Context) (string, error) {
	var version string
	err := c.get(ctx, "/version", nil, &version)
	return version, err
}

// Capabilities says what an installation can do.
type Capabilities struct {
	Capabilities map[string]string `json:"capabilities"` // builtin, model or none
	Types        map[string]string `json:"types"`        // native, converter or missing, by file extension
	Models       []Model           `json:"models"`
}

// Model is a configured model.
type Model struct {
	Name  string   `json:"name"`
	Kind  string   `json:"kind"`
	Roles []string `json:"roles"`
}

// Capabilities returns what the installation can do.
func (c *Client) Capabilities(ctx context.Context) (*Capabilities, error) {
	answer := new(Capabilities)
	if err := c.get(ctx, "/capabilities", nil, answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// UsageDay counts the work of one operation on one day.
type UsageDay struct {
	Day      string  `json:"day"` // YYYY-MM-DD, UTC
	Type     JobType `json:"type"`
	Pages    int64   `json:"pages"`
	Jobs     int64   `json:"jobs"`
	Failures int64   `json:"failures"`
	Seconds  float64 `json:"seconds"`
}

// Usage returns what the organization used between two days (YYYY-MM-DD, UTC), both of them included; an empty day is
// no bound.
func (c *Client) Usage(ctx context.Context, from, to string) ([]UsageDay, error) {
	query := url.Values{}
	for name, day := range map[string]string{"from": from, "to": to} {
		if day != "" {
			query.Set(name, day)
		}
	}
	var answer struct {
		Usage []UsageDay `json:"usage"`
	}
	err := c.get(ctx, "/usage", query, &answer)
	return answer.Usage, err
}
