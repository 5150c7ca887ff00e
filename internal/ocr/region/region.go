// Package region finds the parts of a page image, what each of them is and the order they are read in, with the network
// PP-DocLayoutV3. It is meant for a child process: the network takes more than a gigabyte while it is loaded.
package region

import (
	"context"
	"fmt"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/ocr/onnx"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

const modelFile = "PP-DocLayoutV3.onnx"

// side is the width and height that the network sees every page in.
const side = 800

// Engine is the loaded network.
type Engine struct{ network *onnx.Network }

// Check looks for the files of the ability and says which one is missing or another.
func Check(find engines.Finder) error {
	for _, name := range []string{onnx.RuntimeFile, modelFile} {
		if _, err := find(name); err != nil {
			return fmt.Errorf("layout model: %w", err)
		}
	}
	return nil
}

// Open loads the network; it uses so many threads.
func Open(dir engines.Dir, threads int) (*Engine, error) {
	n, err := onnx.Open(dir, modelFile, threads)
	if err != nil {
		return nil, fmt.Errorf("layout model: %w", err)
	}
	return &Engine{n}, nil
}

// Close unloads the network.
func (e *Engine) Close() { e.network.Close() }

// Find gives the regions of a page in reading order.
func (e *Engine) Find(_ context.Context, page *engine.Raster, turn int) ([]ocr.Region, error) {
	whole := pixel.Of(page)
	if whole.Empty() {
		return nil, nil
	}
	upright, place := whole.Upright(turn, 0)
	out, err := e.network.Run(map[string]onnx.Tensor{
		"image":        {Data: planes(upright.Scale(side, side)), Shape: []int64{1, 3, side, side}},
		"im_shape":     {Data: []float32{side, side}, Shape: []int64{1, 2}},
		"scale_factor": {Data: []float32{side / float32(upright.Height), side / float32(upright.Width)}, Shape: []int64{1, 2}},
	})
	if err != nil {
		return nil, fmt.Errorf("find regions: %w", err)
	}
	rows := out[0]
	if len(rows.Shape) != 2 || rows.Shape[1] != columns || len(rows.Data)%columns != 0 {
		return nil, fmt.Errorf("find regions: an output of shape %v", rows.Shape)
	}
	found := pick(rows.Data)
	back := place.Back()
	for i := range found {
		found[i].Box = ocr.Inside(ocr.Moved(found[i].Box, back), whole)
	}
	return found, nil
}

// planes lays an image out as its red, green and blue, each from 0 to 1.
func planes(m pixel.Image) []float32 {
	size, n := m.Width*m.Height, m.Channels()
	out := make([]float32, 3*size)
	for k := range 3 {
		at := min(k, n-1)
		plane := out[k*size:][:size]
		for i := range plane {
			plane[i] = float32(m.Pix[i*n+at]) / 255
		}
	}
	return out
}
