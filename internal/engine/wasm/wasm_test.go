package wasm

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest"
)

// shared is compiled once for all tests, which run one after the other.
var shared *Library

func TestMain(m *testing.M) {
	lib, err := Open("../../../.cache/wasm")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	shared = lib
	code := m.Run()
	lib.Close()
	os.Exit(code)
}

type fromMemory struct{ *Library }

func (m fromMemory) Open(data []byte, password string) (enginetest.Document, error) {
	d, err := m.OpenBytes(data, password)
	if err != nil {
		return nil, err
	}
	return d, nil
}

type fromFile struct {
	*Library
	t *testing.T
}

func (f fromFile) Open(data []byte, password string) (enginetest.Document, error) {
	path := filepath.Join(f.t.TempDir(), "sample.pdf")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	f.t.Cleanup(func() { file.Close() })
	d, err := f.OpenFile(file, password)
	if err != nil {
		return nil, err
	}
	return d, nil
}

func TestConformance(t *testing.T) {
	t.Run("Memory", func(t *testing.T) {
		enginetest.Run(t, func(*testing.T) enginetest.Engine { return fromMemory{shared} })
	})
	t.Run("File", func(t *testing.T) {
		enginetest.Run(t, func(t *testing.T) enginetest.Engine { return fromFile{shared, t} })
	})
}
