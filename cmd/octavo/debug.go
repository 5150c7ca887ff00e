package main

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/overlay"
	"github.com/octavo-dev/octavo/internal/reader"
)

// debugDPI makes small print legible and a page fit on a screen.
const debugDPI = 110

// debugView writes what was understood of a document, page by page.
type debugView struct {
	*session
	file     *reader.File
	document *doc.Document
	folder   string
	name     string // of the document, without its ending
}

// debug reads a file and writes what was understood of it into a folder.
func debug(s *session, r *reader.Reader, f *os.File, folder string, o reader.Options) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("--debug reads files only: pages are drawn after all of them were read")
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	base := filepath.Base(f.Name())
	file, err := r.Open(s.ctx, format.File{Name: base, Size: info.Size(), Data: f}, o)
	if err != nil {
		return err
	}
	defer file.Close()
	part, err := file.Read(s.ctx, file.Selected)
	if err != nil {
		return err
	}
	d, err := file.Join(s.ctx, []*doc.Document{part})
	if err != nil {
		return err
	}
	v := debugView{session: s, file: file, document: d, folder: folder, name: strings.TrimSuffix(base, filepath.Ext(base))}
	return v.write()
}

func (v *debugView) write() error {
	if !v.file.Drawable() {
		fmt.Fprintf(v.out, "%s files have no pages that could be drawn: text only\n", v.file.Type)
	}
	for i := range v.document.Pages {
		p := &v.document.Pages[i]
		var blocks []doc.Block
		for k := range v.document.Blocks {
			if v.document.Blocks[k].Page == p.Number {
				blocks = append(blocks, v.document.Blocks[k])
			}
		}
		if err := v.page(p, blocks); err != nil {
			return fmt.Errorf("page %d: %w", p.Number, err)
		}
	}
	return nil
}

// page writes the picture and the text of one page. A page that cannot be drawn has the reason in its text.
func (v *debugView) page(p *doc.Page, blocks []doc.Block) error {
	issues := v.issues(p.Number)
	if v.file.Drawable() {
		drawn, err := v.draw(p, blocks)
		var own *engine.PageError
		switch {
		case errors.As(err, &own):
			issues += fmt.Sprintf("not drawn: %v\n", own.Err)
		case err != nil:
			return err
		default:
			if err := v.save(p, "png", drawn); err != nil {
				return err
			}
		}
	}
	about := fmt.Sprintf("page %d: %.0f × %.0f points, turned by %d degrees, %d words in %d lines\n%s\n",
		p.Number, p.Width, p.Height, p.Rotation, len(p.Words), len(p.Lines), issues)
	return v.save(p, "txt", []byte(about+overlay.Print(blocks)))
}

func (v *debugView) draw(p *doc.Page, blocks []doc.Block) ([]byte, error) {
	seen, err := v.file.Seen(v.ctx, p.Number)
	if err != nil {
		return nil, err
	}
	raster, err := v.file.Render(v.ctx, v.document, p.Number, debugDPI)
	if err != nil {
		return nil, err
	}
	view := overlay.View{Raster: raster, Page: *p, Blocks: blocks, Seen: seen}
	drawn, err := view.Draw()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = png.Encode(&out, drawn)
	return out.Bytes(), err
}

// issues are what was left out of a page, and of the document before its first page.
func (v *debugView) issues(page int) string {
	var out strings.Builder
	for _, i := range v.document.Issues {
		if i.Page == page || i.Page == 0 && page == v.document.Pages[0].Number {
			fmt.Fprintf(&out, "issue: %s\n", i.Message)
		}
	}
	return out.String()
}

func (v *debugView) save(p *doc.Page, ending string, data []byte) error {
	path := filepath.Join(v.folder, fmt.Sprintf("%s-%d.%s", v.name, p.Number, ending))
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return err
	}
	_, err := fmt.Fprintln(v.out, path)
	return err
}
