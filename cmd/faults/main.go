// Command faults runs the tests that hold the fault cases, and writes the page that lists every case with its outcome.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// page is where the list is kept, from the top of the repository.
const page = "docs/faults.md"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: faults REPOSITORY")
		os.Exit(2)
	}
	held, err := write(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
	fmt.Printf("%d of %d cases hold; %s lists them\n", held, len(cases), page)
	if held < len(cases) {
		os.Exit(1)
	}
}

// write runs the tests below root and writes the page from what became of them.
func write(root string) (held int, err error) {
	tests, err := find(root)
	if err != nil {
		return 0, fmt.Errorf("find tests: %w", err)
	}
	passed, err := run(root, tests)
	if err != nil {
		return 0, fmt.Errorf("run tests: %w", err)
	}
	text, held := render(tests, passed)
	if err := os.WriteFile(filepath.Join(root, page), []byte(text), 0o644); err != nil {
		return 0, fmt.Errorf("write %s: %w", page, err)
	}
	return held, nil
}
