package work

import (
	"errors"
	"fmt"
	"os"
)

// spoolNamed makes a file that has a name for a moment only. A process that is killed in that moment leaves it.
func spoolNamed(dir string) (*os.File, error) {
	f, err := os.CreateTemp(dir, "source-")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(fmt.Errorf("hide spooled document: %w", err), f.Close())
	}
	return f, nil
}
