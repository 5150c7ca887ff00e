package batch

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// temporary is how the names of unfinished outputs begin.
const temporary = ".octavo-"

// WriteFile makes or replaces a file, whole or not at all. Its folder is made where it is missing; its mode is that of
// any new file.
func WriteFile(path string, write func(io.Writer) error) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("make folder of output: %w", err)
	}
	// os.CreateTemp would make a file that nobody else can read.
	f, err := os.OpenFile(filepath.Join(dir, temporary+strings.ToLower(rand.Text())), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("make output: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := errors.Join(write(f), f.Close()); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("put output in its place: %w", err)
	}
	return nil
}
