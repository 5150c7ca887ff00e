package client

import "time"

// OCR lists every word and line of the pages that were read.
type OCR struct {
	Words []Word `json:"words"`
	Lines []Word `json:"lines"`
}

// Word is a word or a line and where it stands.
type Word struct {
	Text       string      `json:"text"`
	BBox       BoundingBox `json:"bbox"`
	Confidence *float64    `json:"confidence"`  // from 0 to 1
	ChunkIndex *int        `json:"chunk_index"` // the first chunk that holds it
	Rotation   *int        `json:"rotation"`    // degrees counterclockwise
}

// Custom says more about a result.
type Custom struct {
	Documents  []SourceDocument `json:"documents"` // for lists of documents
	PageImages []PageImage      `json:"page_images"`
	Warnings   []string         `json:"warnings"`
}

// SourceDocument is one document of a list.
type SourceDocument struct {
	DocumentIndex      int                 `json:"document_index"`
	Name               string              `json:"name"`
	NumPages           int                 `json:"num_pages"`
	FirstPage          int                 `json:"first_page"`
	PDFURL             string              `json:"pdf_url"`
	DocumentProperties *DocumentProperties `json:"document_properties"`
}

// PageImage is the picture of a page.
type PageImage struct {
	Page          int    `json:"page"`
	OriginalPage  int    `json:"original_page"`
	DocumentIndex int    `json:"document_index"`
	ImageURL      string `json:"image_url"`
	Width         int    `json:"width"`
	Height        int    `json:"height"`
}

// DocumentProperties are what a document says about itself.
type DocumentProperties struct {
	Title          string     `json:"title"`
	Author         string     `json:"author"`
	Subject        string     `json:"subject"`
	Keywords       string     `json:"keywords"`
	Creator        string     `json:"creator"`
	Producer       string     `json:"producer"`
	LastModifiedBy string     `json:"last_modified_by"`
	CreatedAt      *time.Time `json:"created_at"`
	ModifiedAt     *time.Time `json:"modified_at"`
}

// Usage is what a parse, split, edit or pipeline used.
type Usage struct {
	NumPages             int                 `json:"num_pages"`
	Credits              *float64            `json:"credits"`
	CreditBreakdown      map[string]float64  `json:"credit_breakdown"`
	PageBillingBreakdown map[string][]string `json:"page_billing_breakdown"` // by page number
	NonEmptyCellCount    *int                `json:"non_empty_cell_count"`
	UsageBreakdown       map[string]any      `json:"usage_breakdown"` // counts by kind of work
}
