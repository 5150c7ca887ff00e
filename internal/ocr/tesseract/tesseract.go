// Package tesseract reads text with the Tesseract library and its language packs. It is meant for a child process: the
// library may take the process with it.
package tesseract

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/ocr/language"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// Place is where the library and its packs are.
type Place struct {
	Library string // the shared library
	Packs   string // the folder of *.traineddata
}

// Debian finds where Debian put them.
func Debian() Place {
	p := Place{Library: "/usr/lib/libtesseract.so.5", Packs: "/usr/share/tesseract-ocr/5/tessdata"}
	if found, err := filepath.Glob("/usr/lib/*/libtesseract.so.5"); err == nil && len(found) > 0 {
		p.Library = found[0]
	}
	return p
}

// Languages lists the installed packs; osd, which tells orientation, is not one of them.
func (p Place) Languages() ([]string, error) {
	found, err := filepath.Glob(filepath.Join(p.Packs, "*.traineddata"))
	if err != nil {
		return nil, fmt.Errorf("list language packs: %w", err)
	}
	var out []string
	for _, path := range found {
		if name := strings.TrimSuffix(filepath.Base(path), ".traineddata"); name != "osd" {
			out = append(out, name)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no language packs in %s", p.Packs)
	}
	return out, nil
}

// Check says why Tesseract cannot be used here, or nothing.
func Check(p Place) error {
	if _, err := os.Stat(p.Library); err != nil {
		return fmt.Errorf("tesseract: %w", err)
	}
	if _, err := p.Languages(); err != nil {
		return fmt.Errorf("tesseract: %w", err)
	}
	return nil
}

// maxLoaded bounds the packs in memory; one takes some tens of megabytes.
const maxLoaded = 6

// Engine is a loaded library with the packs used last. It belongs to one goroutine at a time.
type Engine struct {
	place     Place
	lib       *library
	languages []string
	loaded    []pack // the latest use last
}

type pack struct {
	languages string
	*handle
}

// Open loads the library.
func Open(p Place) (*Engine, error) {
	languages, err := p.Languages()
	if err != nil {
		return nil, fmt.Errorf("tesseract: %w", err)
	}
	lib, err := load(p.Library)
	if err != nil {
		return nil, fmt.Errorf("tesseract: %w", err)
	}
	return &Engine{place: p, lib: lib, languages: languages}, nil
}

// usable lists the packs wished for, or all where none of these is installed: to read with another one is better than
// not to read.
func (e *Engine) usable(wished []string) []string {
	there := slices.DeleteFunc(slices.Clone(wished), func(l string) bool { return !slices.Contains(e.languages, l) })
	if len(there) > 0 {
		return there
	}
	return e.languages
}

// Close unloads everything.
func (e *Engine) Close() {
	for _, p := range e.loaded {
		p.close()
	}
	e.lib.close()
}

// use gives the packs for languages such as "deu+eng", loaded.
func (e *Engine) use(languages string) (*handle, error) {
	at := slices.IndexFunc(e.loaded, func(p pack) bool { return p.languages == languages })
	if at < 0 {
		if len(e.loaded) == maxLoaded {
			e.loaded[0].close()
			e.loaded = slices.Delete(e.loaded, 0, 1)
		}
		engine := newEngine
		if languages == "osd" {
			engine = oldEngine
		}
		h, err := e.lib.open(e.place.Packs, languages, engine)
		if err != nil {
			return nil, err
		}
		e.loaded = append(e.loaded, pack{languages: languages, handle: h})
		at = len(e.loaded) - 1
	}
	p := e.loaded[at]
	e.loaded = append(slices.Delete(e.loaded, at, at+1), p)
	return p.handle, nil
}

// Word is a read word, in pixels of its image.
type Word struct {
	Text           string
	X0, Y0, X1, Y1 int
	Confidence     float64
	Line           int // words of one line have one number
}

// Mode is how Tesseract divides an image.
type Mode int

// The modes used here, by their numbers in Tesseract.
const (
	Page  Mode = 3
	Block Mode = 6
)

// minSide is the least size of an image that is read; smaller ones hold no letter.
const minSide = 3

// Read reads a grey image.
func (e *Engine) Read(ctx context.Context, languages string, mode Mode, m pixel.Image, dpi float64) ([]Word, error) {
	if min(m.Width, m.Height) < minSide {
		return nil, nil
	}
	h, err := e.use(languages)
	if err != nil {
		return nil, err
	}
	return h.read(ctx, int(mode), m.ToGrey(), int(dpi))
}

// Orientation gives the turn, clockwise, that sets an image upright, and how sure that is.
func (e *Engine) Orientation(m pixel.Image, dpi float64) (int, float64, error) {
	if _, err := os.Stat(filepath.Join(e.place.Packs, "osd.traineddata")); err != nil {
		return 0, 0, fmt.Errorf("tell orientation: %w", err)
	}
	h, err := e.use("osd")
	if err != nil {
		return 0, 0, err
	}
	degrees, confidence, ok := h.orientation(m.ToGrey(), int(dpi))
	if !ok {
		return 0, 0, errors.New("tell orientation: too little text")
	}
	return degrees, confidence, nil
}

// maxPacks is how many packs read one text. More cost more than they find.
const maxPacks = 2

// Choose gives the packs for a text that was read in any of them, such as "deu+eng".
func (e *Engine) Choose(text string, wished []string) string {
	languages := e.usable(wished)
	if len(languages) == 1 {
		return languages[0]
	}
	var chosen []string
	guesses := language.NewJudge(languages).Guess(text)
	for _, g := range guesses {
		if len(chosen) < maxPacks && g.Score >= 0.5*guesses[0].Score {
			chosen = append(chosen, g.Language)
		}
	}
	if len(chosen) == 0 {
		return first(languages)
	}
	return strings.Join(chosen, "+")
}

// First is the pack for the first look at a text: English where it is wished for.
func (e *Engine) First(wished []string) string { return first(e.usable(wished)) }

func first(languages []string) string {
	if slices.Contains(languages, "eng") {
		return "eng"
	}
	return languages[0]
}
