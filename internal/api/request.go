package api

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Input is the document or documents an operation works on: a string, a list, or what /upload returned.
type Input struct {
	List   bool // a list of one behaves like a list
	Values []string
}

// UnmarshalJSON reads the three forms.
func (in *Input) UnmarshalJSON(b []byte) error {
	*in = Input{}
	switch b = bytes.TrimSpace(b); {
	case len(b) > 0 && b[0] == '[':
		in.List = true
		return json.Unmarshal(b, &in.Values)
	case len(b) > 0 && b[0] == '{':
		var up UploadResponse
		if err := json.Unmarshal(b, &up); err != nil {
			return fmt.Errorf("read upload response: %w", err)
		}
		in.Values = []string{up.FileID}
		return nil
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("read input: %w", err)
	}
	in.Values = []string{s}
	return nil
}

// MarshalJSON writes a list or a string.
func (in Input) MarshalJSON() ([]byte, error) {
	if in.List || len(in.Values) != 1 {
		return Marshal(append([]string{}, in.Values...))
	}
	return Marshal(in.Values[0])
}

// QueuePriority is the lane a caller asks for. Validation turns its alias "standard" into Auto.
type QueuePriority string

// The queue priorities.
const (
	PriorityAuto  QueuePriority = "auto"
	PriorityBatch QueuePriority = "batch"
)

// AsyncConfig is the async field of a request.
type AsyncConfig struct {
	Metadata json.RawMessage `json:"metadata"`
	Priority bool            `json:"priority"`
	Webhook  *WebhookConfig  `json:"webhook"`
}

// Webhook modes.
const (
	WebhookDisabled = "disabled"
	WebhookSvix     = "svix"
	WebhookDirect   = "direct"
)

// WebhookConfig is a normalised webhook of any mode; Mode is always set. Metadata is used by edit requests only:
// the others carry it in AsyncConfig.
type WebhookConfig struct {
	Mode     string          `json:"mode"`
	URL      string          `json:"url,omitempty"`
	Metadata json.RawMessage `json:"metadata,omitempty"`
	Channels []string        `json:"channels,omitempty"`
}

// PageRange is a run of pages, 1-based and inclusive; nil is the first or the last page.
type PageRange struct {
	Start *int `json:"start"`
	End   *int `json:"end"`
}

// Pages is a normalised page selection: ranges or sheet names, never both. A nil *Pages is the whole document.
type Pages struct {
	Ranges []PageRange
	Sheets []string
}

// UnmarshalJSON reads a range, a list of ranges, a list of page numbers or a list of sheet names.
func (p *Pages) UnmarshalJSON(b []byte) error {
	*p = Pages{}
	if b = bytes.TrimSpace(b); len(b) > 0 && b[0] == '{' {
		p.Ranges = make([]PageRange, 1)
		return json.Unmarshal(b, &p.Ranges[0])
	}
	var items []json.RawMessage
	if err := json.Unmarshal(b, &items); err != nil {
		return fmt.Errorf("read page range: %w", err)
	}
	if len(items) == 0 {
		return nil
	}
	switch items[0][0] {
	case '"':
		return json.Unmarshal(b, &p.Sheets)
	case '{':
		return json.Unmarshal(b, &p.Ranges)
	}
	var numbers []int
	if err := json.Unmarshal(b, &numbers); err != nil {
		return fmt.Errorf("read page numbers: %w", err)
	}
	for _, n := range numbers {
		p.Ranges = append(p.Ranges, PageRange{&n, &n})
	}
	return nil
}

// MarshalJSON writes a list of sheet names or of ranges.
func (p Pages) MarshalJSON() ([]byte, error) {
	if p.Sheets != nil {
		return Marshal(p.Sheets)
	}
	return Marshal(append([]PageRange{}, p.Ranges...))
}

// TenantThrottling holds one tenant of an organization to a share of its workers.
type TenantThrottling struct {
	TenantID string  `json:"tenant_id"`
	MaxShare float64 `json:"max_share"`
}

// HybridVpcSettings names the environment the artifacts of a job go to.
type HybridVpcSettings struct {
	Environment *string `json:"environment"`
}
