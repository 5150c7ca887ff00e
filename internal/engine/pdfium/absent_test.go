//go:build !cgo

package pdfium

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
)

func TestWithoutC(t *testing.T) {
	if _, err := Open("libpdfium.so"); !fault.Is(err, fault.DocumentUnsupported) {
		t.Error(err)
	}
}
