package app

import (
	"fmt"
	"os"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/edit/pdf"
	"github.com/octavo-dev/octavo/internal/engine/child"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/engine/picture"
	"github.com/octavo-dev/octavo/internal/engine/wasm"
	"github.com/octavo-dev/octavo/internal/ocr/model"
	"github.com/octavo-dev/octavo/internal/ocr/tesseract"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// What the program starts itself as. These commands are for it alone.
const (
	sandboxCommand = "sandbox" // puts up fences and becomes another program
	engineCommand  = "engine"  // decodes documents behind them
	readCommand    = "read"    // reads text from pixels behind them
	writeCommand   = "write"   // changes a PDF file behind them
)

// Child runs the program as a child of itself, if that is what the arguments say.
func Child(args []string) (code int, ok bool) {
	if len(args) == 0 {
		return 0, false
	}
	switch args[0] {
	case sandboxCommand:
		return sandbox.Main(args[1:]), true
	case engineCommand:
		return exit(serveEngine(args[1:])), true
	case readCommand:
		return exit(serveRecognition(args[1:])), true
	case writeCommand:
		return exit(pdf.Serve(os.Stdin, os.Stdout, os.NewFile(documentLine, "document"))), true
	}
	return 0, false
}

func exit(err error) int {
	if err != nil {
		fmt.Fprintln(os.Stderr, "octavo:", err)
		return 1
	}
	return 0
}

// documentLine is the descriptor on which a child is handed documents.
const documentLine = 3

// serveEngine decodes the documents that the parent hands over. Its arguments are the native library, empty where there
// is none, and a folder where compiled WebAssembly may be kept.
func serveEngine(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("%s is started by octavo itself", engineCommand)
	}
	openers := map[string]child.Opener{"pdf": pdfOpener(args[0], args[1])}
	for _, kind := range picture.Kinds() {
		openers[kind] = func(f *os.File, _ string) (child.Document, error) { return picture.Open(f, kind) }
	}
	files := child.Handed{Line: os.NewFile(documentLine, "documents")}
	return child.Serve(os.Stdin, os.Stdout, files, openers)
}

// serveRecognition reads the page images that the parent sends, or finds regions on them. Its argument is the folder of the models.
func serveRecognition(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s is started by octavo itself", readCommand)
	}
	local := model.NewLocal(engines.Dir(args[0]), tesseract.Debian())
	defer local.Close()
	return model.Serve(os.Stdin, os.Stdout, local)
}

// pdfOpener loads PDFium when the first PDF comes: not every child sees one.
func pdfOpener(library, cache string) child.Opener {
	if library == "" {
		var w *wasm.Library
		return func(f *os.File, password string) (_ child.Document, err error) {
			if w == nil {
				if w, err = wasm.Open(cache); err != nil {
					return nil, err
				}
			}
			return w.OpenFile(f, password)
		}
	}
	var native *pdfium.Library
	return func(f *os.File, password string) (_ child.Document, err error) {
		if native == nil {
			if native, err = pdfium.Open(library); err != nil {
				return nil, err
			}
		}
		return native.OpenFile(f, password)
	}
}

// nativePDF is the path of the native library, empty where WebAssembly has to do.
func nativePDF(dir engines.Dir) (string, error) { return dir.Find("libpdfium.so") }
