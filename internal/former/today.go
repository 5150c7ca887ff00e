package former

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
)

// today is what a body becomes: the parts of the requests of all operations.
type today struct {
	async bool // the caller does not wait

	input api.Input
	how   *api.AsyncConfig // nil where the caller waits
	queue api.QueuePriority
	extra api.Former

	parsing      api.ParseOptions
	instructions api.Instructions
	drawing      api.ExtractSettings
	sections     []api.SplitCategory
	rules        string
	cutting      api.SplitSettings
	chain        string
	running      api.PipelineSettings
}

// untold is a request that sets nothing.
func untold() (*today, error) {
	t := &today{}
	var errs [3]api.Errors
	t.parsing, errs[0] = api.Read[api.ParseOptions]("ParseOptions", []byte("{}"))
	t.drawing, errs[1] = api.Read[api.ExtractSettings]("ExtractSettings", []byte("{}"))
	t.cutting, errs[2] = api.Read[api.SplitSettings]("SplitSettings", []byte("{}"))
	for _, e := range errs {
		if e != nil {
			return nil, fmt.Errorf("read settings that are not set: %w", e)
		}
	}
	return t, nil
}

func (t *today) parse() any {
	p := &t.parsing
	return api.ParseRequest{
		Input: t.input, Async: t.how, Enhance: p.Enhance, Retrieval: p.Retrieval, Formatting: p.Formatting,
		Spreadsheet: p.Spreadsheet, Settings: p.Settings, QueuePriority: t.queue,
	}
}

func (t *today) extract() any {
	return api.ExtractRequest{
		Input: t.input, Async: t.how, Parsing: t.parsing, Instructions: t.instructions, Settings: t.drawing, QueuePriority: t.queue,
	}
}

func (t *today) split() any {
	return api.SplitRequest{
		Input: t.input, Async: t.how, Parsing: t.parsing, SplitDescription: t.sections, SplitRules: t.rules, Settings: t.cutting,
	}
}

func (t *today) pipeline() any {
	return api.PipelineRequest{Input: t.input, PipelineID: t.chain, Settings: t.running, Async: t.how}
}

// set adds a word to a list where it is wanted.
func set(list *[]string, word string, wanted bool) {
	if wanted {
		*list = append(*list, word)
	}
}
