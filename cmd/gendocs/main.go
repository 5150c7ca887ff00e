// Command gendocs writes what is read off the code: the pages of settings, error names and the interface, and what Studio
// advises about errors.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

//go:generate go run . ../..

// pages are the generated files by their paths in the repository.
var pages = map[string]func() string{
	"docs/api.md":                     apiPage,
	"docs/config.md":                  configPage,
	"docs/errors.md":                  errorsPage,
	"internal/studio/src/remedies.ts": remediesModule,
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gendocs REPOSITORY")
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
