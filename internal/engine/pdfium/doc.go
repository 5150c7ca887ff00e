// Package pdfium reads and renders PDF files with a PDFium library that is loaded at run time.
//
// The library decodes hostile bytes in C++ and knows no threads: use this package only inside a child process, from one
// goroutine that holds its thread with runtime.LockOSThread, one document at a time. Nothing here bounds time or memory;
// the process that started the child does.
package pdfium

import (
	"errors"

	"github.com/octavo-dev/octavo/internal/fault"
)

// absent names the lack of a library; why is for the log.
func absent(why string) error {
	return fault.Wrap(fault.DocumentUnsupported, errors.New(why), "PDF files cannot be read here: the PDF engine is not installed")
}
