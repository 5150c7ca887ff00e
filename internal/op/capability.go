package op

// How a capability is provided.
const (
	Builtin = "builtin"
	ByModel = "model"
	None    = "none"
)

// capability is one row of the table of contract 8.10.
type capability struct {
	name    string
	builtin bool   // this build has its own implementation
	pixels  bool   // which needs recognition
	role    string // of the model that provides it instead, empty when none can
	wired   bool   // this build can put such a model to work
}

// capabilities says what this build can do. The second pass over tables needs no recognition: rules are sought in pixels
// and the words of a file stay.
var capabilities = []capability{
	{name: "figure_summary", builtin: true, role: "vision", wired: true},
	{name: "reading_order", builtin: true},
	{name: "agentic_text", builtin: true, pixels: true, role: "vision"},
	{name: "agentic_text_prompt", role: "vision", wired: true},
	{name: "agentic_table", builtin: true, role: "vision"},
	{name: "agentic_table_prompt", role: "vision", wired: true},
	{name: "agentic_figure", role: "vision", wired: true},
	{name: "chart_agent", builtin: true, role: "vision"},
	{name: "spreadsheet_clustering", builtin: true, role: "language"},
	{name: "embedding_text", builtin: true, role: "language", wired: true},
	{name: "extract", builtin: true, role: "language", wired: true},
	{name: "extract_images", role: "vision", wired: true},
	{name: "deep_extract", role: "language", wired: true},
	{name: "array_extract", builtin: true, role: "language", wired: true},
	{name: "classify", builtin: true, role: "language", wired: true},
	{name: "deep_classify", role: "language", wired: true},
	{name: "split", builtin: true, role: "language", wired: true},
	{name: "deep_split", builtin: true, role: "language", wired: true},
	{name: "edit", builtin: true, role: "language", wired: true},
	{name: "enrich", role: "language", wired: true},
}

func (c capability) state(s Site) string {
	switch {
	case c.wired && s.HasRole(c.role):
		return ByModel
	case c.builtin && (s.Recognition || !c.pixels):
		return Builtin
	}
	return None
}

// Capabilities maps every capability to builtin, model or none.
func Capabilities(s Site) map[string]string {
	out := make(map[string]string, len(capabilities))
	for _, c := range capabilities {
		out[c.name] = c.state(s)
	}
	return out
}

// Can reports whether a capability is there, and the role of the model that could provide it.
func Can(s Site, name string) (ok bool, role string) {
	for _, c := range capabilities {
		if c.name == name {
			return c.state(s) != None, c.role
		}
	}
	return false, ""
}
