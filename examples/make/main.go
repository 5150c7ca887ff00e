// Command make writes the sample documents of this folder. Everything in them is invented.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

//go:generate go run . ..

// documents are the samples by name. Each is written the same, byte for byte, every time.
var documents = map[string]func() []byte{
	"invoice.pdf": invoice,
	"report.pdf":  report,
	"form.pdf":    form,
	"scan.pdf":    scan,
	"bundle.pdf":  bundle,
	"budget.xlsx": budget,
	"letter.docx": letter,
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: make FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	for name, content := range documents {
		if err := os.WriteFile(filepath.Join(dir, name), content(), 0o644); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return nil
}
