//go:build !cgo

package tesseract

import (
	"context"
	"errors"

	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// library stands for a libtesseract that this program cannot load, because it was built without C.
type library struct{}

// handle stands for models of such a library.
type handle struct{}

// Which recogniser of a language pack is loaded.
const (
	oldEngine = 0
	newEngine = 1
)

var errAbsent = errors.New("the program was built without cgo")

func load(string) (*library, error) { return nil, errAbsent }

func (*library) close() {}

func (*library) open(string, string, int) (*handle, error) { return nil, errAbsent }

func (*handle) close() {}

func (*handle) read(context.Context, int, pixel.Image, int) ([]Word, error) { return nil, errAbsent }

func (*handle) orientation(pixel.Image, int) (int, float64, bool) { return 0, 0, false }
