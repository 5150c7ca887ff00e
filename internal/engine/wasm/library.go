// Package wasm reads and renders PDF files with PDFium compiled to WebAssembly, for hosts without the native library.
//
// It gives the same values as package pdfium, call by call, at a third of the speed. A library belongs to one goroutine.
// PDFium cannot leave its memory, which is bounded; nothing here bounds time, so use it inside a child process.
package wasm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/octavo-dev/octavo/internal/engine/pdf"
)

// Bounds of the memory of PDFium, in bytes: what it may use, and what is kept between documents.
const (
	memoryLimit = 1 << 30
	memoryKept  = 1 << 27
)

// Library is a compiled PDFium.
type Library struct {
	cache   wazero.CompilationCache
	pool    pdfium.Pool
	files   *files
	machine *machine // nil after it died, until it is needed again
}

// Compile fills cacheDir, so that Open is fast even where it may only read the folder.
func Compile(cacheDir string) error {
	l, err := Open(cacheDir)
	if err != nil {
		return err
	}
	l.Close()
	return nil
}

// Open compiles PDFium, which takes seconds, or takes it from cacheDir, where an earlier Open left it. The folder holds
// machine code: nobody else may write to it. "" stands for no cache.
func Open(cacheDir string) (*Library, error) {
	l := &Library{cache: wazero.NewCompilationCache(), files: &files{}}
	if cacheDir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(cacheDir)
		if err != nil {
			return nil, pdf.Absent(fmt.Errorf("open the cache of compiled code: %w", err))
		}
		l.cache = cache
	}
	var err error
	l.pool, err = webassembly.Init(webassembly.Config{
		Context:  experimental.WithMemoryAllocator(context.Background(), experimental.MemoryAllocatorFunc(reserve)),
		MaxIdle:  1,
		MaxTotal: 1,
		RuntimeConfig: wazero.NewRuntimeConfig().WithCompilationCache(l.cache).WithMemoryLimitPages(memoryLimit >> 16).
			WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling),
		FSConfig: view(l.files),
		Stdout:   io.Discard,
		Stderr:   io.Discard,
	})
	if err == nil {
		l.machine, err = start(l.pool)
	}
	if err != nil {
		l.Close()
		return nil, pdf.Absent(err)
	}
	return l, nil
}

// Version names the build of PDFium, which itself does not tell.
func (*Library) Version() string { return "go-pdfium 1.20.3" }

// Close releases the library. All its documents must be closed.
func (l *Library) Close() {
	l.drop()
	if l.pool != nil {
		_ = l.pool.Close() // fails only when it is closed already
	}
	_ = l.cache.Close(context.Background())
}

// OpenBytes opens a document that is in memory; data must not change before Close.
func (l *Library) OpenBytes(data []byte, password string) (*Document, error) {
	return l.open(bytesFile(data), password)
}

// OpenFile opens a document of any size without holding its bytes. The file must stay open until Close, and stays the
// caller's.
func (l *Library) OpenFile(f *os.File, password string) (*Document, error) {
	stat, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("open document: %w", err)
	}
	return l.open(file{f, stat.Size()}, password)
}

// drop gives up the machine with all that is open in it.
func (l *Library) drop() {
	if l.machine != nil {
		l.machine.kill()
	}
	l.machine = nil
}

// running returns the machine, a new one if the last has died.
func (l *Library) running() (*machine, error) {
	if l.machine != nil {
		return l.machine, nil
	}
	m, err := start(l.pool)
	if err != nil {
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	l.machine = m
	return m, nil
}

// survive, deferred, turns the death of the machine into an error: damaged, unless there was no memory left.
func (l *Library) survive(err *error, doing string, damaged func(error) error) {
	r := recover()
	if r == nil {
		return
	}
	died, ok := r.(death)
	if !ok {
		panic(r)
	}
	full := errors.Is(died.why, errNoMemory) || l.machine != nil && l.machine.memory.Size() > memoryLimit/10*9
	l.drop()
	if full {
		*err = fmt.Errorf("%s: out of memory", doing)
		return
	}
	*err = damaged(died.why)
}
