// Command gendocs writes the pages of docs/ that are read off the code: the settings and the error names.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

//go:generate go run . ../../docs

// pages are the generated files by name.
var pages = map[string]func() string{
	"config.md": configPage,
	"errors.md": errorsPage,
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gendocs FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	for name, page := range pages {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(page()), 0o644); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return nil
}
