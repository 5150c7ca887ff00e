//go:build !cgo

package paddle

import "errors"

// network stands for a model that this program cannot load, because it was built without C.
type network struct{}

var errAbsent = errors.New("the program was built without cgo")

func start(string) error { return errAbsent }

func loadNetwork(string, int) (*network, error) { return nil, errAbsent }

func (*network) run([]float32, int, int) ([]float32, []int64, error) { return nil, nil, errAbsent }

func (*network) close() {}
