package enginetest

import (
	"os"
	"path/filepath"
	"testing"
)

type opener func(data []byte, password string) (Document, error)

// Open calls the function.
func (o opener) Open(data []byte, password string) (Document, error) { return o(data, password) }

// FromMemory is an engine that opens bytes.
func FromMemory[D Document](open func(data []byte, password string) (D, error)) Engine {
	return opener(func(data []byte, password string) (Document, error) {
		d, err := open(data, password)
		if err != nil {
			return nil, err
		}
		return d, nil
	})
}

// FromFile is an engine that opens files, which are written for it and stay open as long as the test runs.
func FromFile[D Document](t *testing.T, open func(f *os.File, password string) (D, error)) Engine {
	return FromMemory(func(data []byte, password string) (d D, err error) {
		path := filepath.Join(t.TempDir(), "sample.pdf")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			return d, err
		}
		f, err := os.Open(path)
		if err != nil {
			return d, err
		}
		t.Cleanup(func() { f.Close() })
		return open(f, password)
	})
}
