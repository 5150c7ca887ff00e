package edit

import (
	"encoding/json"
	"strconv"
)

// understood reads an answer. A field that is not there keeps its number, so that it can be named when it is refused.
func understood(v any, fields []Field) []Action {
	top, _ := v.(map[string]any)
	list, _ := top["actions"].([]any)
	var out []Action
	for _, item := range list[:min(len(list), maxActions)] {
		given, _ := item.(map[string]any)
		a := Action{Kind: Kind(str(given["kind"])), Value: str(given["value"]), Find: str(given["find"]), Place: Place(str(given["place"])), Source: str(given["instruction"])}
		if n, ok := whole(given["field"]); ok {
			a.Field = strconv.Itoa(n)
			if n >= 1 && n <= len(fields) {
				a.Field, a.Label = fields[n-1].ID, fields[n-1].called()
			}
		}
		a.Turn, _ = whole(given["turn"])
		pages, _ := given["pages"].([]any)
		for _, p := range pages {
			r, _ := p.(map[string]any)
			first, _ := whole(r["first"])
			last, _ := whole(r["last"])
			a.Pages = append(a.Pages, Range{first, last})
		}
		out = append(out, a)
	}
	return out
}

func str(v any) string {
	s, _ := v.(string)
	return s
}

func whole(v any) (int, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(n.String())
	return i, err == nil
}
