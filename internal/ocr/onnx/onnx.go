// Package onnx runs neural networks with ONNX Runtime, which is loaded at run time. It is meant for a child process: a
// network may take the process with it.
package onnx

import (
	"fmt"

	"github.com/octavo-dev/octavo/engines"
)

// RuntimeFile is the library that runs the networks.
const RuntimeFile = "libonnxruntime.so.1"

// Tensor is numbers in the order of a shape. An input may be whole numbers instead.
type Tensor struct {
	Data  []float32
	Shape []int64
	Whole []int64
}

// Open loads the runtime, of which a process has one, and a network of the installed files that runs on so many threads.
func Open(dir engines.Dir, model string, threads int) (*Network, error) {
	library, err := dir.Find(RuntimeFile)
	if err != nil {
		return nil, err
	}
	if err := start(library); err != nil {
		return nil, err
	}
	path, err := dir.Find(model)
	if err != nil {
		return nil, err
	}
	n, err := load(path, threads)
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", model, err)
	}
	return n, nil
}
