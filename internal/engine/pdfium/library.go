//go:build cgo

package pdfium

// #cgo CFLAGS: -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra
// #cgo LDFLAGS: -ldl -lm
// #include <stdlib.h>
// #include "shim.h"
import "C"

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"unsafe"

	"github.com/octavo-dev/octavo/internal/engine/pdf"
)

// Library is a loaded PDFium.
type Library struct {
	c       *C.pdfium
	version string
}

// Open loads the shared library at path. Whether it is the right one is for the caller to check.
func Open(path string) (*Library, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var problem [512]C.char
	c := C.oct_open_library(name, &problem[0], C.size_t(len(problem)))
	if c == nil {
		return nil, pdf.Absent(errors.New(C.GoString(&problem[0])))
	}
	return &Library{c: c, version: readVersion(filepath.Join(filepath.Dir(path), "VERSION"))}, nil
}

// Version is the version of PDFium, or "" where no VERSION file lies beside the library, which itself does not tell.
func (l *Library) Version() string { return l.version }

// Close unloads the library. All its documents must be closed.
func (l *Library) Close() { C.oct_close_library(l.c) }

// readVersion reads lines such as BUILD=7934 into 152.0.7934.0.
func readVersion(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	var numbers []string
	for line := range strings.Lines(string(text)) {
		if _, number, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			numbers = append(numbers, number)
		}
	}
	return strings.Join(numbers, ".")
}
