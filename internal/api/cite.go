package api

import "encoding/json"

// CiteRequest is a normalised cite request. Source is a jobid:// string or a FullResult.
type CiteRequest struct {
	Source  json.RawMessage `json:"source"`
	Queries []CiteQuery     `json:"queries"`
}

// CiteQuery is a phrase to find, perhaps only within a box.
type CiteQuery struct {
	Text       string       `json:"text"`
	BBoxFilter *BoundingBox `json:"bbox_filter"`
}

// CiteResponse answers cite queries in their order.
type CiteResponse struct {
	Results  []CiteResult `json:"results"`
	Duration Seconds      `json:"duration"`
}

// CiteResult lists the places of one phrase.
type CiteResult struct {
	Matches []CiteMatch `json:"matches"`
}

// CiteMatch is one place: a box per line.
type CiteMatch struct {
	Page   int           `json:"page"`
	BBoxes []BoundingBox `json:"bboxes"`
}
