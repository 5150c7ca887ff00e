package distill

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"text/template"
)

// A folder holds the prompts of one version of extract_model. A version that was shipped is not changed any more: a change
// in words is a change in what is found.
//
//go:embed v1
var folders embed.FS

// prompts are the texts of one version.
type prompts struct{ all *template.Template }

// load reads the prompts of a version.
func load(version string) (*prompts, error) {
	if version == "" {
		version = newest()
	}
	all, err := template.ParseFS(folders, version+"/*.txt")
	if err != nil {
		return nil, fmt.Errorf("read the prompts of extract_model %q: %w", version, err)
	}
	return &prompts{all}, nil
}

func newest() string {
	dirs, _ := fs.ReadDir(folders, ".")
	names := make([]string, len(dirs))
	for i, d := range dirs {
		names[i] = d.Name()
	}
	slices.SortFunc(names, func(a, b string) int { // v9 before v10
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	return names[len(names)-1]
}

// text fills in a prompt.
func (p *prompts) text(name string, with any) (string, error) {
	var b strings.Builder
	if err := p.all.ExecuteTemplate(&b, name+".txt", with); err != nil {
		return "", fmt.Errorf("write the prompt %s: %w", name, err)
	}
	return strings.TrimSpace(b.String()), nil
}
