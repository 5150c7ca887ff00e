package pipeline

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/schema"
)

// Read checks a definition as the operations check what it holds: all problems of its form at once, then its schemas.
func Read(body []byte) (*api.PipelineDefinition, error) {
	d, errs := api.Read[api.PipelineDefinition]("PipelineDefinition", body)
	if errs != nil {
		return nil, errs
	}
	d.ID, d.Version, d.UpdatedAt = "", 0, nil // what a caller repeats of an answer
	if d.Extract == nil {
		return &d, nil
	}
	if _, err := schema.Parse(d.Extract.Instructions.Schema); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(d.Extract.PerSplit)) {
		if o := d.Extract.PerSplit[name]; o.Instructions != nil {
			if _, err := schema.Parse(o.Instructions.Schema); err != nil {
				return nil, fmt.Errorf("instructions of %q: %w", name, err)
			}
		}
	}
	return &d, nil
}

// restored is a definition as it was stored.
func restored(id string, version int, text string) (*api.PipelineDefinition, error) {
	var d api.PipelineDefinition
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return nil, fmt.Errorf("read the definition of pipeline %s: %w", id, err)
	}
	d.ID, d.Version = id, version
	return &d, nil
}
