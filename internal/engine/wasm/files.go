package wasm

import (
	"bytes"
	"io"
	"io/fs"
	"strconv"
	"time"

	"github.com/tetratelabs/wazero"
)

// files are the open documents, the only files that PDFium sees beside the fonts of the host.
type files struct {
	open map[string]file
	last int
}

const (
	mount = "/documents"
	fonts = "/usr/share/fonts"
)

func view(f *files) wazero.FSConfig {
	return wazero.NewFSConfig().WithFSMount(f, mount).WithReadOnlyDirMount(fonts, fonts)
}

// add returns the path under which PDFium finds a file.
func (f *files) add(one file) string {
	if f.open == nil {
		f.open = map[string]file{}
	}
	f.last++
	name := strconv.Itoa(f.last)
	f.open[name] = one
	return mount + "/" + name
}

func (f *files) remove(path string) { delete(f.open, path[len(mount)+1:]) }

// Open finds an open document by its number, or the folder they lie in.
func (f *files) Open(name string) (fs.File, error) {
	if name == "." {
		return &handle{io.NewSectionReader(nil, 0, 0), fs.ModeDir | 0o500}, nil
	}
	one, ok := f.open[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &handle{io.NewSectionReader(one, 0, one.size), 0o400}, nil
}

// file is where the bytes of a document are.
type file struct {
	io.ReaderAt
	size int64
}

func bytesFile(data []byte) file { return file{bytes.NewReader(data), int64(len(data))} }

// handle is a file as PDFium has opened it. It says about itself only its size.
type handle struct {
	*io.SectionReader
	mode fs.FileMode
}

// Close leaves the file to its owner.
func (*handle) Close() error { return nil }

// Stat returns the handle, which is its own description.
func (h *handle) Stat() (fs.FileInfo, error) { return h, nil }

// Name is that of every document.
func (*handle) Name() string { return "document" }

// Mode says what it is, and that it may be read only.
func (h *handle) Mode() fs.FileMode { return h.mode }

// ModTime is unknown.
func (*handle) ModTime() time.Time { return time.Time{} }

// IsDir tells the folder from the documents.
func (h *handle) IsDir() bool { return h.mode.IsDir() }

// Sys is nothing.
func (*handle) Sys() any { return nil }
