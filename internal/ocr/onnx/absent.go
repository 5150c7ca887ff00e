//go:build !cgo

package onnx

import "errors"

// Network stands for a model that this program cannot load, because it was built without C.
type Network struct{}

var errAbsent = errors.New("the program was built without cgo")

func start(string) error { return errAbsent }

func load(string, int) (*Network, error) { return nil, errAbsent }

// Run fails.
func (*Network) Run(map[string]Tensor) ([]Tensor, error) { return nil, errAbsent }

// Image fails.
func (*Network) Image([]float32, int, int) (Tensor, error) { return Tensor{}, errAbsent }

// Close does nothing.
func (*Network) Close() {}
