package client

import (
	"bytes"
	"encoding/json"
)

// Input is the document or documents that an operation works on: ids of uploads, http, https and s3 URLs, and earlier
// parse jobs.
type Input struct {
	refs []string
	list bool
}

// Document is one document.
func Document(ref string) Input { return Input{refs: []string{ref}} }

// Documents are several documents that are read as one sequence of pages. A list of one is still a list: its blocks
// say which document they are from.
func Documents(refs ...string) Input { return Input{refs, true} }

// Parsed is the document of an earlier parse job, which is not read again.
func Parsed(jobID string) Input { return Document("jobid://" + jobID) }

// MarshalJSON writes a string or a list of strings.
func (in Input) MarshalJSON() ([]byte, error) {
	if in.list || len(in.refs) != 1 {
		return json.Marshal(append([]string{}, in.refs...))
	}
	return json.Marshal(in.refs[0])
}

// UnmarshalJSON reads a string or a list of strings.
func (in *Input) UnmarshalJSON(raw []byte) error {
	*in = Input{list: bytes.HasPrefix(bytes.TrimSpace(raw), []byte("["))}
	if in.list {
		return json.Unmarshal(raw, &in.refs)
	}
	in.refs = make([]string, 1)
	return json.Unmarshal(raw, &in.refs[0])
}

// PageRange is a run of pages, counted from 1 and with both ends; 0 is the first or the last page of the document.
type PageRange struct {
	Start int `json:"start,omitempty"`
	End   int `json:"end,omitempty"`
}

// Pages choose pages by ranges or, in spreadsheets, sheets by name. None of both is the whole document.
type Pages struct {
	Ranges []PageRange
	Sheets []string
}

// PageSpan are the pages from start to end, counted from 1; 0 is the first or the last page of the document.
func PageSpan(start, end int) Pages { return Pages{Ranges: []PageRange{{start, end}}} }

// PageNumbers are single pages, counted from 1.
func PageNumbers(numbers ...int) Pages {
	var p Pages
	for _, n := range numbers {
		p.Ranges = append(p.Ranges, PageRange{n, n})
	}
	return p
}

// IsZero reports whether nothing was chosen.
func (p Pages) IsZero() bool { return len(p.Ranges) == 0 && len(p.Sheets) == 0 }

// MarshalJSON writes a list of sheet names or of ranges.
func (p Pages) MarshalJSON() ([]byte, error) {
	if len(p.Sheets) > 0 {
		return json.Marshal(p.Sheets)
	}
	return json.Marshal(append([]PageRange{}, p.Ranges...))
}

// Async says how an asynchronous job runs and who is told of its end.
type Async struct {
	Metadata any      `json:"metadata,omitempty"` // comes back in the webhook
	Priority bool     `json:"priority,omitempty"`
	Webhook  *Webhook `json:"webhook,omitempty"`
}

// WebhookMode says where webhooks go.
type WebhookMode string

// The webhook modes.
const (
	WebhookDisabled WebhookMode = "disabled"
	WebhookManaged  WebhookMode = "svix"   // the endpoints that the organization configured
	WebhookDirect   WebhookMode = "direct" // the URL of the request
)

// Webhook asks for a message when a job ends. Metadata belongs to edits; other operations carry it in Async.
type Webhook struct {
	Mode     WebhookMode `json:"mode,omitempty"`
	URL      string      `json:"url,omitempty"`
	Metadata any         `json:"metadata,omitempty"`
	Channels []string    `json:"channels,omitempty"`
}

// QueuePriority says how urgent work is.
type QueuePriority string

// The queue priorities; standard is another word for auto.
const (
	PriorityAuto     QueuePriority = "auto"
	PriorityStandard QueuePriority = "standard"
	PriorityBatch    QueuePriority = "batch"
)

// BoundingBox is a rectangle: fractions of the page from its top left corner, or counted cells of a spreadsheet.
type BoundingBox struct {
	Left         float64 `json:"left"`
	Top          float64 `json:"top"`
	Width        float64 `json:"width"`
	Height       float64 `json:"height"`
	Page         int     `json:"page"`                    // counted from 1 within the pages that were read
	OriginalPage int     `json:"original_page,omitempty"` // counted from 1 in the document
}

// Confidence is how sure the service is.
type Confidence string

// The degrees of confidence.
const (
	High   Confidence = "high"
	Medium Confidence = "medium"
	Low    Confidence = "low"
)

// GranularConfidence is confidence in numbers from 0 to 1; nil is not known.
type GranularConfidence struct {
	ExtractConfidence *float64 `json:"extract_confidence"`
	ParseConfidence   *float64 `json:"parse_confidence"`
}
