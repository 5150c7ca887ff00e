package api

// EditRequest is a normalised edit request; Webhook is nil in the synchronous form.
type EditRequest struct {
	DocumentURL      Input          `json:"document_url"`
	EditInstructions string         `json:"edit_instructions"`
	EditOptions      EditOptions    `json:"edit_options"`
	FormSchema       []EditWidget   `json:"form_schema"`
	Priority         bool           `json:"priority"`
	Webhook          *WebhookConfig `json:"webhook,omitempty"`
}

// EditOptions say how values are written into a document.
type EditOptions struct {
	Color                 string   `json:"color"`
	FontSize              *float64 `json:"font_size"`
	LLMProviderPreference *string  `json:"llm_provider_preference"`
	EnableOverflowPages   bool     `json:"enable_overflow_pages"`
	Flatten               bool     `json:"flatten"`
}

// The types of widgets.
const (
	WidgetText     = "text"
	WidgetCheckbox = "checkbox"
	WidgetRadio    = "radio"
	WidgetDropdown = "dropdown"
	WidgetBarcode  = "barcode"
)

// EditWidget is a form field, asked for or found.
type EditWidget struct {
	BBox        BoundingBox `json:"bbox"`
	Description string      `json:"description"`
	Type        string      `json:"type"`
	Fill        bool        `json:"fill"`
	Value       *string     `json:"value"`
	FontSize    *float64    `json:"font_size"`
	// Options are what can be chosen, in answers only: all that a dropdown has, and the one a radio mark stands for.
	Options []WidgetOption `json:"options,omitempty"`
}

// WidgetOption is something that can be chosen in a field.
type WidgetOption struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// EditResponse is the outcome of an edit.
type EditResponse struct {
	ResponseType string       `json:"response_type"` // edit
	JobID        *string      `json:"job_id"`
	DocumentURL  string       `json:"document_url"`
	FormSchema   []EditWidget `json:"form_schema"`
	Usage        *ParseUsage  `json:"usage"`
	Warnings     []string     `json:"warnings,omitempty"`
}

// Models of edit usage: a Prefill job is one in which the caller gave every value.
const (
	ModelEdit    = "Normal"
	ModelPrefill = "Prefill"
)

// EditUsageBreakdown is edit usage under the newer pricing model.
type EditUsageBreakdown struct {
	EditModel    string `json:"edit_model"`
	EditPages    int    `json:"edit_pages"`
	PrefillPages int    `json:"prefill_pages"`
}
