package infer

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"text/template"
)

// Prompts are the texts that something asks models with, in one version of them.
type Prompts struct{ all *template.Template }

// LoadPrompts reads the texts of a version, each version in a folder of its own; the newest where none is named.
func LoadPrompts(folders fs.FS, version string) (*Prompts, error) {
	if version == "" {
		version = newest(folders)
	}
	all, err := template.ParseFS(folders, version+"/*.txt")
	if err != nil {
		return nil, fmt.Errorf("read prompts of version %q: %w", version, err)
	}
	return &Prompts{all}, nil
}

func newest(folders fs.FS) string {
	dirs, err := fs.ReadDir(folders, ".")
	if err != nil || len(dirs) == 0 {
		return ""
	}
	names := make([]string, len(dirs))
	for i, d := range dirs {
		names[i] = d.Name()
	}
	return slices.MaxFunc(names, func(a, b string) int { // v9 before v10
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
}

// Text fills in a prompt.
func (p *Prompts) Text(name string, with any) (string, error) {
	var b strings.Builder
	if err := p.all.ExecuteTemplate(&b, name+".txt", with); err != nil {
		return "", fmt.Errorf("write the prompt %s: %w", name, err)
	}
	return strings.TrimSpace(b.String()), nil
}
