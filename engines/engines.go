// Package engines knows the native libraries and models that this version was made for: their names and checksums.
package engines

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

//go:embed files
var files string

//go:embed layout/files
var layoutFiles string

//go:embed embedding/files
var embeddingFiles string

// ErrAbsent is the lack of a file that would make an ability.
var ErrAbsent = errors.New("not installed")

// Dir is a folder that scripts/engines filled.
type Dir string

// Finder gives the path of a pinned file or says why it cannot be used: Dir.Find or Dir.Present.
type Finder func(name string) (string, error)

// Present returns the path of a pinned file that is there, whatever its bytes are: who loads it calls Find.
func (d Dir) Present(name string) (string, error) {
	_, place := pinned(name)
	if place == "" {
		return "", fmt.Errorf("%s: no such engine file", name)
	}
	path := filepath.Join(string(d), filepath.FromSlash(place))
	_, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("%s: %w", path, ErrAbsent)
	}
	if err != nil {
		return "", fmt.Errorf("check engine: %w", err)
	}
	return path, nil
}

// Find returns the path of a pinned file, such as "libpdfium.so", once its bytes are what they should be.
func (d Dir) Find(name string) (string, error) {
	path, err := d.Present(name)
	if err != nil {
		return "", err
	}
	sum, _ := pinned(name)
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("check engine: %w", err)
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("check engine: %w", err)
	}
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return "", fmt.Errorf("%s is not the file this version was made for (another sha256)", path)
	}
	return path, nil
}

// pinned looks a file up by its base name.
func pinned(name string) (sum, place string) {
	for line := range strings.Lines(files + layoutFiles + embeddingFiles) {
		fields := strings.Fields(line)
		if len(fields) == 3 && len(fields[0]) == hex.EncodedLen(sha256.Size) && filepath.Base(fields[1]) == name {
			return fields[0], fields[1]
		}
	}
	return "", ""
}
