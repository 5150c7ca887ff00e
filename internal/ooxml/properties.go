package ooxml

import (
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
)

// maxProperty bounds one property.
const maxProperty = 64 << 10

// Properties are what the file says about itself. Damage there is no reason to refuse the file.
func (p *Package) Properties() (doc.Properties, error) {
	var out doc.Properties
	all, err := p.Relations("")
	if err != nil {
		return out, err
	}
	set := map[string]*string{
		"dc:title": &out.Title, "dc:creator": &out.Author, "dc:subject": &out.Subject, "cp:keywords": &out.Keywords,
		"cp:lastModifiedBy": &out.LastModifiedBy, "dcterms:created": &out.Created, "dcterms:modified": &out.Modified,
		"ep:Application": &out.Creator,
	}
	for _, kind := range []string{"core-properties", "extended-properties", "coreProperties", "extendedProperties"} {
		name := all.Part(kind)
		if name == "" {
			continue
		}
		err := p.Read(name, func(r *markup.Reader, _ string) error {
			for child := range r.Children() {
				if to := set[child]; to != nil {
					*to = strings.TrimSpace(r.String(maxProperty))
				}
			}
			return nil
		})
		if err != nil && p.ctx.Err() != nil {
			return out, err
		}
	}
	out.Created, out.Modified = instant(out.Created), instant(out.Modified)
	return out, nil
}

// instant writes a time in full; what is none is left out.
func instant(s string) string {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02", "2006-01", "2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(time.RFC3339)
		}
	}
	return ""
}
