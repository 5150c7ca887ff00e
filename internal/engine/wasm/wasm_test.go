package wasm

import (
	"fmt"
	"os"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest"
)

// shared is compiled once for all tests, which run one after the other.
var shared *Library

func TestMain(m *testing.M) {
	const cache = "../../../.cache/wasm"
	err := Compile(cache)
	if err == nil {
		shared, err = Open(cache)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	shared.Close()
	os.Exit(code)
}

func TestConformance(t *testing.T) {
	t.Run("Memory", func(t *testing.T) {
		enginetest.Run(t, func(*testing.T) enginetest.Engine { return enginetest.FromMemory(shared.OpenBytes) })
	})
	t.Run("File", func(t *testing.T) {
		enginetest.Run(t, func(t *testing.T) enginetest.Engine { return enginetest.FromFile(t, shared.OpenFile) })
	})
}
