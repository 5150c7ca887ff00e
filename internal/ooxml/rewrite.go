package ooxml

import (
	"archive/zip"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Rewrite writes the package with some parts changed, by their names: those with no bytes at all (nil) are left out, those
// that are not there yet are added. All others are copied as they are packed.
func (p *Package) Rewrite(w io.Writer, changed map[string][]byte) error {
	left := make(map[string]string, len(changed)) // by what they are looked up by
	for name := range changed {
		left[key(name)] = name
	}
	z := zip.NewWriter(w)
	for _, f := range p.files {
		if err := p.ctx.Err(); err != nil {
			return err
		}
		name, ok := left[key(f.Name)]
		if !ok || p.parts[key(f.Name)] != f {
			if err := z.Copy(f); err != nil {
				return fmt.Errorf("copy part %s: %w", f.Name, err)
			}
			continue
		}
		delete(left, key(f.Name))
		if body := changed[name]; body != nil {
			if err := write(z, &zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: f.Modified}, body); err != nil {
				return err
			}
		}
	}
	for _, name := range slices.Sorted(maps.Values(left)) {
		if body := changed[name]; body != nil {
			if err := write(z, &zip.FileHeader{Name: name, Method: zip.Deflate}, body); err != nil {
				return err
			}
		}
	}
	return z.Close()
}

func write(z *zip.Writer, h *zip.FileHeader, body []byte) error {
	w, err := z.CreateHeader(h)
	if err == nil {
		_, err = w.Write(body)
	}
	if err != nil {
		return fmt.Errorf("write part %s: %w", h.Name, err)
	}
	return nil
}

// Names lists the parts, in the order of the container.
func (p *Package) Names() []string {
	out := make([]string, len(p.files))
	for i, f := range p.files {
		out[i] = f.Name
	}
	return out
}
