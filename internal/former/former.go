// Package former puts requests of the second version of the interface into today's words.
package former

import (
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
)

// forms are the operations that take bodies of the second version: the schema of the body, the rows it is read by, and
// the request of today.
var forms = map[string]struct {
	schema  string
	rows    [][]row
	chooses bool // the body says whether the caller waits
	write   func(*today) any
}{
	"parse":    {"FormerParse", [][]row{jobRows, parseRows}, true, (*today).parse},
	"extract":  {"FormerExtract", [][]row{jobRows, parseRows, extractRows}, true, (*today).extract},
	"split":    {"FormerSplit", [][]row{jobRows, parseRows, splitRows}, false, (*today).split},
	"pipeline": {"FormerPipeline", [][]row{jobRows, pipelineRows}, false, (*today).pipeline},
}

// Is reports whether a body of an operation is of the second version: it names its document as document_url and has no
// input. It must be JSON that api.Validate has read.
func Is(operation string, body []byte) bool {
	_, takes := forms[operation]
	return takes && api.Has(body, "document_url") && !api.Has(body, "input")
}

// Request is a body in today's words.
type Request struct {
	Body  json.RawMessage // as api.Validate returns it
	Extra api.Former      // what today has no words for

	operation string
	agentic   []api.Agentic // passes that were asked for in other words
}

// Read puts a body of an operation into today's words; what is wrong with it are api.Errors. Async says that the route
// gives a job, and pinned whether the register knows a layout model by this name.
func Read(operation string, body []byte, async bool, pinned func(name string) bool) (Request, error) {
	form := forms[operation]
	said, errs := api.Read[said](form.schema, body)
	if errs != nil {
		return Request{}, errs
	}
	if !pinned(said.Experimental.LayoutModel) {
		said.Experimental.LayoutModel = "" // names of other products mean nothing here
	}
	t, err := untold()
	if err != nil {
		return Request{}, err
	}
	t.async = async || form.chooses && said.Async != nil && said.Async.Enabled
	for _, rows := range form.rows {
		for _, r := range rows {
			if r.put != nil {
				r.put(&said, t)
			}
		}
	}
	out, err := api.Marshal(form.write(t))
	if err != nil {
		return Request{}, fmt.Errorf("write the request of today: %w", err)
	}
	return Request{out, t.extra, operation, t.parsing.Enhance.Agentic}, nil
}
