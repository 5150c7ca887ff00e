package picture

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Bounds of a picture beside those of package engine.
const (
	minAxis   = 8
	maxAspect = 200
)

// frame is one picture of a file, known by its header. The axes are x and y.
type frame struct {
	size        [2]int // pixels; as stored before prepare, as displayed after it
	said        [2]float64
	dpi         [2]float64 // of the picture as displayed; prepare decides it from what the file said
	orientation orientation
	decode      func() (*bitmap, error) // the picture as stored
}

// single is a file of one picture.
func single(f *frame, err error) ([]header, error) {
	return []header{func() (*frame, error) { return f, err }}, err
}

// prepare holds the picture to the bounds, and turns it and its resolution upright.
func (f *frame) prepare() error {
	if err := checkSize(f.size[0], f.size[1]); err != nil {
		return err
	}
	if f.dpi[0] != 0 {
		return nil
	}
	f.dpi = resolution(f.size, f.said)
	if f.orientation.swaps() {
		f.size[0], f.size[1] = f.size[1], f.size[0]
		f.dpi[0], f.dpi[1] = f.dpi[1], f.dpi[0]
	}
	return nil
}

// points is the extent of the page along an axis.
func (f *frame) points(axis int) float64 { return float64(f.size[axis]) * 72 / f.dpi[axis] }

// checkSize refuses a picture by its dimensions, before anything is sized by them.
func checkSize(width, height int) error {
	longer, shorter := max(width, height), min(width, height)
	switch {
	case shorter < 0 || longer > engine.MaxAxis || width*height > engine.MaxPixels:
		return fault.New(fault.ImageTooLarge, "image of %d×%d pixels exceeds the limit", width, height)
	case shorter < minAxis:
		return fault.New(fault.ImageTooSmall, "image of %d×%d pixels is too small", width, height)
	case longer > maxAspect*shorter:
		return fault.New(fault.ImageInvalidAspectRatio, "aspect ratio %.4g is out of range", float64(longer)/float64(shorter))
	}
	return nil
}

// corrupt names a file whose structure is damaged.
func corrupt(format string, args ...any) error {
	return fault.New(fault.DocumentCorrupt, "the image cannot be read: "+format, args...)
}

// damaged names a failure to decode. Failures that have a name keep it, and a disk that cannot be read is no fault of
// the image.
func damaged(err error, format string, args ...any) error {
	var named *fault.Error
	var disk *fs.PathError
	if errors.As(err, &named) || errors.As(err, &disk) {
		return fmt.Errorf(format+": %w", append(args, err)...)
	}
	return fault.Wrap(fault.DocumentCorrupt, err, "the image cannot be read: "+format, args...)
}

// unsupported names a variant of a format that is sound but not read.
func unsupported(format string, args ...any) error {
	return fault.New(fault.DocumentUnsupported, format, args...)
}
