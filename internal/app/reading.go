package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/edit/pdf"
	"github.com/octavo-dev/octavo/internal/embed"
	"github.com/octavo-dev/octavo/internal/engine/convert"
	"github.com/octavo-dev/octavo/internal/engine/office"
	"github.com/octavo-dev/octavo/internal/engine/picture"
	"github.com/octavo-dev/octavo/internal/engine/pool"
	"github.com/octavo-dev/octavo/internal/engine/repair"
	"github.com/octavo-dev/octavo/internal/engine/wasm"
	"github.com/octavo-dev/octavo/internal/format/all"
	"github.com/octavo-dev/octavo/internal/ocr/model"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// Bounds of one engine process. Address space is mostly reserved, not used.
const (
	engineMemory  = 4 << 30
	engineScratch = 64 << 20
	engineFiles   = 64
)

// collectedAfter is how many bytes at least are allocated between two runs of the garbage collector. A parse keeps a few
// megabytes and throws away one with every page: by default the collector would run after a handful of pages.
const collectedAfter = 32 << 20

// room is never touched, so no memory, but the collector counts it as kept. A process has it once, however many services
// it holds.
var room = sync.OnceValue(func() []byte { return make([]byte, collectedAfter) })

// Reading is what reads documents: fences, engine processes and recognition.
type Reading struct {
	*reader.Reader
	Box      *sandbox.Box
	Writer   *pdf.Writer
	Embedder embed.Embedder // nil where the embedding model is missing

	pool        *pool.Pool
	heif        string            // path of the converter of HEIC images, empty where it is missing
	office      *office.Converter // nil where LibreOffice is missing
	recognition *model.Client     // nil where there is none
	layout      *model.Client     // nil where the layout model is missing
	embedding   *model.Client     // nil where the embedding model is missing
}

// OpenReading finds out what this installation can read with. Processes start when they are needed. At most size
// documents are open at a time.
func OpenReading(ctx context.Context, cfg *config.Config, size int) (*Reading, error) {
	box, err := sandbox.New(ctx, sandbox.Options{Require: fences(cfg), Log: slog.Default()})
	if err != nil {
		return nil, err
	}
	native, err := nativePDF(engines.Dir(cfg.Engines.Dir))
	if err != nil {
		slog.Warn("PDF files are read by the slower engine: the native library cannot be used", "cause", err)
	}
	room()
	r := &Reading{Box: box, pool: pool.New(pool.Options{
		Size: max(size, 1), Log: slog.Default(),
		OpenTime: cfg.Engines.PageTime, PageTime: cfg.Engines.PageTime, RenderTime: 2 * cfg.Engines.PageTime,
		Launch: launcher(box, native, filepath.Join(cfg.DataDir, "cache", "wasm")),
	})}
	qpdf, err := exec.LookPath("qpdf")
	if err != nil {
		slog.Info("damaged PDF files are not repaired: qpdf is not installed")
	}
	if r.heif, err = exec.LookPath("heif-convert"); err != nil {
		slog.Info("HEIC images are not read: heif-convert is not installed")
	}
	r.Writer = pdf.New(pdf.Options{
		Box: box, Command: writeProgram, QPDF: qpdf, Dir: os.TempDir(), Time: cfg.Limits.ConversionTimeout,
	})
	limit := cfg.Engines.PageTime
	opener := repair.Opener(r.pool, box, qpdf, os.TempDir(), limit)
	r.Reader = &reader.Reader{Engines: convert.Opener(opener, box, r.heif, os.TempDir(), limit)}
	if soffice, err := exec.LookPath("soffice"); err != nil {
		slog.Info("older office formats are not read, and office files have no pages: LibreOffice is not installed")
	} else {
		r.office = office.New(office.Options{
			Box: box, Program: soffice, Dir: os.TempDir(), Time: cfg.Limits.ConversionTimeout, Bytes: cfg.Limits.ConvertedBytes, Slots: size,
		})
		r.Office = r.office
	}
	r.recognise(cfg)
	return r, nil
}

// Types says how every type of file is read.
func (r *Reading) Types() map[string]string {
	return all.Types(func(name string) string {
		if name == "pdf" || slices.Contains(picture.Kinds(), name) {
			return "native"
		}
		if name == "heic" && r.heif != "" || all.Named(name).Via != "" && r.office != nil {
			return "converter"
		}
		return "missing"
	})
}

// Close ends the processes.
func (r *Reading) Close() error {
	for _, c := range []*model.Client{r.recognition, r.layout, r.embedding} {
		if c != nil {
			c.Close()
		}
	}
	r.pool.Close()
	if r.office != nil {
		r.office.Close()
	}
	return nil
}

func fences(cfg *config.Config) []sandbox.Fence {
	var out []sandbox.Fence
	for _, name := range cfg.Sandbox.Require {
		out = append(out, sandbox.Fence(name))
	}
	return out
}

// launcher starts engine processes. Without the native library the first one waits until the other engine is compiled
// into the cache, which the fences keep it from doing itself.
func launcher(box *sandbox.Box, native, cache string) func(context.Context) (*pool.Process, error) {
	start := pool.Fenced(box, engineProgram(native, cache))
	if native != "" {
		return start
	}
	compiled := sync.OnceValue(func() error {
		if err := os.MkdirAll(cache, 0o700); err != nil {
			return fmt.Errorf("create cache: %w", err)
		}
		return wasm.Compile(cache)
	})
	return func(ctx context.Context) (*pool.Process, error) {
		if err := compiled(); err != nil {
			return nil, err
		}
		return start(ctx)
	}
}

// writeProgram is this program as a process that changes a PDF file.
var writeProgram = []string{"/proc/self/exe", writeCommand}

// engineProgram is this program as an engine process.
func engineProgram(native, cache string) sandbox.Program {
	p := sandbox.Program{
		Path: "/proc/self/exe", Args: []string{engineCommand, native, cache}, Read: []string{cache},
		Env:    []string{"GOGC=400", "GOMAXPROCS=1"}, // little lives on from one page to the next, and one thread does the work
		Limits: sandbox.Limits{Memory: engineMemory, Scratch: engineScratch, Files: engineFiles},
	}
	if native != "" {
		p.Read = []string{filepath.Dir(native)}
	}
	return p
}
