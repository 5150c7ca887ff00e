// Package browser_test goes through Studio in a real Chromium, as people would: one flow-*.mjs for each thing they do.
package browser_test

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }
