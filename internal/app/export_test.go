package app

import (
	"os/exec"
	"path/filepath"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/engine/convert"
	"github.com/octavo-dev/octavo/internal/engine/repair"
	"github.com/octavo-dev/octavo/internal/ocr/tesseract"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// Programs are the children of a service by name, each as it is started on a document of so many bytes.
func Programs(cfg *config.Config, r *Reading, size int64) map[string]sandbox.Program {
	dir, cache := engines.Dir(cfg.Engines.Dir), filepath.Join(cfg.DataDir, "cache", "wasm")
	native, _ := nativePDF(dir)
	path := func(tool string) string { found, _ := exec.LookPath(tool); return found }
	return map[string]sandbox.Program{
		"octavo engine":              engineProgram(native, cache),
		"octavo engine, WebAssembly": engineProgram("", cache),
		"octavo read":                readProgram(dir, tesseract.Debian()),
		"octavo write":               r.Writer.Editing(size),
		"qpdf for an edit":           r.Writer.Rewriting(size),
		"qpdf for a repair":          repair.Program(path("qpdf"), size, cfg.Engines.PageTime),
		"heif-convert":               convert.Program(path("heif-convert"), size, cfg.Engines.PageTime),
		"soffice":                    r.office.Conversion(size, "doc", "docx"),
		"soffice for a profile":      r.office.Preparation(),
	}
}
