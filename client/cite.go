package client

import "context"

// CiteRequest asks where phrases stand in an earlier parse.
type CiteRequest struct {
	Source  Input       `json:"source"` // of Parsed
	Queries []CiteQuery `json:"queries"`
}

// CiteQuery is a phrase, to be looked for within BBoxFilter where that is set.
type CiteQuery struct {
	Text       string       `json:"text"`
	BBoxFilter *BoundingBox `json:"bbox_filter,omitempty"`
}

// Cite finds phrases in a document that was parsed.
func (c *Client) Cite(ctx context.Context, r CiteRequest) (*CiteResponse, error) {
	return operate[CiteResponse](ctx, c, "/cite", r)
}

// CiteResponse answers queries in their order.
type CiteResponse struct {
	Results  []CiteResult `json:"results"`
	Duration float64      `json:"duration"` // seconds
}

// CiteResult lists the places of one phrase.
type CiteResult struct {
	Matches []CiteMatch `json:"matches"`
}

// CiteMatch is one place: a box for each line.
type CiteMatch struct {
	Page   int           `json:"page"`
	BBoxes []BoundingBox `json:"bboxes"`
}
