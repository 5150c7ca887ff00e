// Package pdfium reads and renders PDF files with a PDFium library that is loaded at run time.
//
// The library decodes hostile bytes in C++ and knows no threads: use this package only inside a child process, from one
// goroutine that holds its thread with runtime.LockOSThread, one document at a time. Nothing here bounds time or memory;
// the process that started the child does.
package pdfium
