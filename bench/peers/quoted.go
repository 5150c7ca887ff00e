package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
)

// published is how the sets mark the scores of predictions that were not made by the set's authors themselves.
const published = "published with the benchmark"

// title is how someone is called here that the sets call otherwise.
var title = map[string]string{"opendataloader-hybrid": "opendataloader hybrid"}

// cannotRun are those that the sets' authors ran and that cannot be run on Debian 12.
var cannotRun = []string{"kreuzberg"}

// quote reads the scores that come with the pages: of those that cannot be run here.
func quote(path string) ([]entry, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all map[string]struct {
		Version, Predictions string
		marks
	}
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	var out []entry
	for name, m := range all {
		if m.Predictions != published && !slices.Contains(cannotRun, name) {
			continue
		}
		if t, ok := title[name]; ok {
			name = t
		}
		out = append(out, entry{Name: name, Version: m.Version, Quoted: true, Parse: &m.marks})
	}
	slices.SortFunc(out, func(a, b entry) int { return compare(b.Parse.Overall, a.Parse.Overall, a.Name, b.Name) })
	return out, nil
}
