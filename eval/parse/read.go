package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/eval/page"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/ocr/model"
	"github.com/octavo-dev/octavo/internal/ocr/tesseract"
	"github.com/octavo-dev/octavo/internal/overlay"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/render"
)

// reading is what is needed to read the files, and what it took.
type reading struct {
	options
	lib    *pdfium.Library
	reader *reader.Reader
	eyes   *eyes
	pages  int
	spent  time.Duration
}

// half puts a page into one of two halves, so that weights fitted on one can be checked on the other.
func half(name string) string {
	return [...]string{"a", "b"}[sha256.Sum256([]byte("half" + name))[0]&1]
}

// open loads what the wishes need.
func (r *reading) open(dir engines.Dir) {
	r.reader = &reader.Reader{Engines: shelf{r.lib, r.scan}}
	local := model.NewLocal(dir, tesseract.Debian())
	r.eyes = &eyes{local: local, folder: r.kept}
	if r.ocr || r.scan {
		r.reader.OCR = r.eyes
	}
	if r.regions {
		r.reader.Regions = r.eyes
	}
}

// file writes the Markdown of a file, and its pictures.
func (r *reading) file(path, name string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	d, err := r.lib.OpenBytes(data, "")
	if err != nil {
		return err
	}
	defer d.Close()
	got, err := r.document(path, d)
	if err != nil {
		return err
	}
	text := page.Plain.Replace(render.Markdown(got, render.Options{Table: render.HTML, Plain: true}))
	if err := os.WriteFile(filepath.Join(r.out, name+".md"), []byte(text+"\n"), 0o600); err != nil {
		return err
	}
	if r.draw == "" {
		return nil
	}
	return draw(d, got, r.draw, name)
}

// draw writes each page as a PNG with its blocks.
func draw(d *pdfium.Document, got *doc.Document, folder, name string) error {
	for _, p := range got.Pages {
		var blocks []doc.Block
		for i := range got.Blocks {
			if got.Blocks[i].Page == p.Number {
				blocks = append(blocks, got.Blocks[i])
			}
		}
		if err := page.Draw(d, p.Number, folder, name, overlay.View{Page: p, Blocks: blocks}); err != nil {
			return err
		}
	}
	return nil
}

// document reads a file as the product does.
func (r *reading) document(path string, d *pdfium.Document) (*doc.Document, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	o := reader.Options{Mode: reader.Hybrid, Regions: r.regions}
	if r.scan {
		o.Mode = reader.Pixels
	}
	r.pages += d.Pages()
	began := cpu()
	defer func() { r.spent += cpu() - began }()
	return r.reader.ReadStream(context.Background(), path, f, o)
}

func (r *reading) tell() {
	each := func(d time.Duration, n int) time.Duration {
		return (d / time.Duration(max(n, 1))).Round(time.Microsecond)
	}
	fmt.Printf("%d pages, %v of the processor each", r.pages, each(r.spent, r.pages))
	if r.eyes.read > 0 || r.eyes.looked > 0 {
		fmt.Printf("; of that recognition %v, regions %v", each(r.eyes.reading, r.eyes.read), each(r.eyes.looking, r.eyes.looked))
	}
	fmt.Println()
}

// cpu is the time that processors spent on this process.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
