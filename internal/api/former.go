package api

// Former is what a body of the second version asks for and no request of today has a word for. It travels beside the
// request and not in it, so that no caller of today can set it.
type Former struct {
	Priority bool `json:"priority,omitempty"` // the lane, whatever the form of the request

	// of a parse
	ContinueHierarchy    bool    `json:"continue_hierarchy,omitempty"`     // a chunk that starts inside a section begins with its heading
	KeepLineBreaks       bool    `json:"keep_line_breaks,omitempty"`       // text keeps the lines of its page
	RemoveTextFormatting bool    `json:"remove_text_formatting,omitempty"` // no Markdown prefixes
	FilterLineNumbers    bool    `json:"filter_line_numbers,omitempty"`    // no numbers that count the lines beside them
	EnableScripts        bool    `json:"enable_scripts,omitempty"`         // <sub> and <sup>
	ChunkTableBlocks     bool    `json:"chunk_table_blocks,omitempty"`     // tables may be cut between rows
	TablePrompt          string  `json:"table_prompt,omitempty"`           // what descriptions of tables are to mind
	Enrich               *Enrich `json:"enrich,omitempty"`                 // nil where chunks are not rewritten

	// of an extraction
	UseChunking bool `json:"use_chunking,omitempty"`      // one result for each chunk
	Segment     int  `json:"pages_per_segment,omitempty"` // pages of the segments that lists are collected from
}

// Enrich has a model write chunks anew.
type Enrich struct {
	Mode   string `json:"mode"`
	Prompt string `json:"prompt"`
}

// EnrichTables is the mode that leaves chunks without tables as they are.
const EnrichTables = "table"

// Lacks reports whether a body was refused because it has no such field.
func (e Errors) Lacks(field string) bool {
	for i := range e {
		if loc := e[i].Loc; e[i].Type == "missing" && len(loc) == 2 && loc[0] == "body" && loc[1] == field {
			return true
		}
	}
	return false
}

// Has reports whether a body has a field. It must be JSON that Validate has read.
func Has(body []byte, key string) bool {
	body = trim(body)
	return len(body) > 0 && body[0] == '{' && field(body, key) != nil
}
