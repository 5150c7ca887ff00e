package engine

import (
	"errors"
	"os"
)

// Nameless makes a file in dir, or where temporary files lie when dir is empty, that goes with its descriptor.
func Nameless(dir string) (*os.File, error) {
	f, err := os.CreateTemp(dir, "octavo-")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
