package client

import "context"

// EditRequest asks to fill or change a document. Priority is true for Edit and false for EditAsync unless it is set;
// Webhook belongs to EditAsync, and Edit leaves it out.
type EditRequest struct {
	DocumentURL      string      `json:"document_url"`
	EditInstructions string      `json:"edit_instructions"`
	EditOptions      EditOptions `json:"edit_options,omitzero"`
	FormSchema       []Widget    `json:"form_schema,omitempty"`
	Priority         *bool       `json:"priority,omitempty"`
	Webhook          *Webhook    `json:"webhook,omitempty"`
}

// Provider is who runs a model.
type Provider string

// The providers.
const (
	OpenAI    Provider = "openai"
	Anthropic Provider = "anthropic"
	Google    Provider = "google"
)

// EditOptions say how values are written into a document. A FontSize of 0 fits the place.
type EditOptions struct {
	Color                 string   `json:"color,omitempty"` // such as #FF0000
	FontSize              float64  `json:"font_size,omitempty"`
	LLMProviderPreference Provider `json:"llm_provider_preference,omitempty"`
	EnableOverflowPages   bool     `json:"enable_overflow_pages,omitempty"`
	Flatten               bool     `json:"flatten,omitempty"`
}

// WidgetType is a kind of form field.
type WidgetType string

// The kinds of form fields.
const (
	WidgetText     WidgetType = "text"
	WidgetCheckbox WidgetType = "checkbox"
	WidgetRadio    WidgetType = "radio"
	WidgetDropdown WidgetType = "dropdown"
	WidgetBarcode  WidgetType = "barcode"
)

// Widget is a form field, asked for or found. Fill is true unless it is set; a nil Value is derived from the
// instructions.
type Widget struct {
	BBox        BoundingBox `json:"bbox"`
	Description string      `json:"description"`
	Type        WidgetType  `json:"type"`
	Fill        *bool       `json:"fill,omitempty"`
	Value       *string     `json:"value,omitempty"`
	FontSize    float64     `json:"font_size,omitempty"`
	// Options are what can be chosen, in answers only: all that a dropdown has, and the one a radio mark stands for.
	Options []WidgetOption `json:"options,omitempty"`
}

// WidgetOption is something that can be chosen.
type WidgetOption struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// Edit fills or changes a document and returns where the new one is.
func (c *Client) Edit(ctx context.Context, r EditRequest) (*EditResponse, error) {
	r.Webhook = nil
	return operate[EditResponse](ctx, c, "/edit", r)
}

// EditAsync starts an edit and returns the id of the job.
func (c *Client) EditAsync(ctx context.Context, r EditRequest) (string, error) {
	return c.start(ctx, "edit", r)
}

// EditResponse is the outcome of an edit. FormSchema lists the fields with the values that were written.
type EditResponse struct {
	ResponseType string   `json:"response_type"`
	JobID        string   `json:"job_id"`
	DocumentURL  string   `json:"document_url"` // for Download
	FormSchema   []Widget `json:"form_schema"`
	Usage        *Usage   `json:"usage"`
	Warnings     []string `json:"warnings"`
}
