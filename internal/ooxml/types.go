package ooxml

import (
	"errors"
	"path"
	"strings"

	"github.com/octavo-dev/octavo/internal/markup"
)

// contentTypes say what the parts of a package are.
type contentTypes struct {
	byEnding map[string]string
	byName   map[string]string
}

func (p *Package) readTypes() (contentTypes, error) {
	t := contentTypes{byEnding: map[string]string{}, byName: map[string]string{}}
	err := p.Read("[Content_Types].xml", func(r *markup.Reader, _ string) error {
		for child := range r.Children() {
			switch child {
			case "ct:Default":
				t.byEnding[strings.ToLower(r.Attr("Extension"))] = r.Attr("ContentType")
			case "ct:Override":
				t.byName[key(r.Attr("PartName"))] = r.Attr("ContentType")
			}
		}
		return nil
	})
	if errors.Is(err, ErrMissing) {
		return t, Corrupt(err, "it does not say what its parts are")
	}
	return t, err
}

// Type is the content type of a part, empty when the package does not say.
func (p *Package) Type(name string) string {
	name = key(name)
	if t, ok := p.types.byName[name]; ok {
		return t
	}
	return p.types.byEnding[strings.TrimPrefix(path.Ext(name), ".")]
}
