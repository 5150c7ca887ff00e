// Package batch works through many documents side by side: it finds them, remembers which are finished, shows how far
// it has come, and writes every output whole or not at all.
package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Input is one document to work on.
type Input struct {
	Name  string // for people: as it was given, or its path below a folder that was
	Path  string // of a file; empty for a URL
	URL   string
	Place string // where its output stands below the output folder, with slashes and without the ending of the output
}

// Finder finds documents.
type Finder struct {
	Readable func(name string) bool // by its name; files that are named themselves are taken whatever they are
	Skip     func(path string) bool // files and folders below a folder that are not looked at
}

// Find lists the documents that arguments stand for: files, http(s) URLs, and folders with all that is below them.
// Hidden files are skipped, and links inside a folder are not followed.
func (f Finder) Find(args []string) ([]Input, error) {
	folders := 0
	for _, arg := range args {
		if info, err := os.Stat(arg); !IsURL(arg) && err == nil && info.IsDir() {
			folders++
		}
	}
	var all []Input
	for _, arg := range args {
		found, err := f.argument(arg, folders > 1 || folders > 0 && len(args) > 1)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, apart(all)
}

// IsURL reports whether an argument is a URL.
func IsURL(arg string) bool {
	scheme, _, ok := strings.Cut(arg, "://")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// argument lists what one argument stands for. Where there are several, the outputs of a folder stand below its name.
func (f Finder) argument(arg string, several bool) ([]Input, error) {
	if IsURL(arg) {
		return []Input{{Name: arg, URL: arg, Place: urlPlace(arg)}}, nil
	}
	info, err := os.Stat(arg)
	var at *fs.PathError
	switch {
	case errors.As(err, &at):
		return nil, fmt.Errorf("%s: %w", arg, at.Err)
	case err != nil:
		return nil, err
	}
	if !info.IsDir() {
		return []Input{{Name: arg, Path: arg, Place: filepath.Base(arg)}}, nil
	}
	above := ""
	if several {
		whole, err := filepath.Abs(arg)
		if err != nil {
			return nil, err
		}
		above = filepath.Base(whole)
	}
	found, err := f.folder(arg, above)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s has no document that can be read", arg)
	}
	return found, err
}

func (f Finder) folder(root, above string) ([]Input, error) {
	var found []Input
	err := filepath.WalkDir(root, func(p string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(entry.Name(), ".") && p != root
		skipped := p != root && f.Skip != nil && f.Skip(p)
		switch {
		case entry.IsDir() && (hidden || skipped):
			return fs.SkipDir
		case entry.IsDir(), hidden, skipped, !entry.Type().IsRegular(), !f.Readable(entry.Name()):
			return nil
		}
		below, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		found = append(found, Input{Name: p, Path: p, Place: path.Join(above, filepath.ToSlash(below))})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look through %s: %w", root, err)
	}
	return found, nil
}

// urlPlace is the file name in a URL. Where a query tells documents apart, so does a sum of the URL.
func urlPlace(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return sum(raw)[:8]
	}
	name := path.Base(u.Path)
	if name == "." || name == "/" {
		name = u.Hostname()
	}
	if u.RawQuery != "" {
		name += "-" + sum(raw)[:8]
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
			return '-'
		}
		return r
	}, name)
}

func sum(text string) string {
	all := sha256.Sum256([]byte(text))
	return hex.EncodeToString(all[:])
}

// apart refuses inputs whose outputs would be one file.
func apart(all []Input) error {
	at := map[string]string{}
	for _, in := range all {
		if other, taken := at[in.Place]; taken {
			return fmt.Errorf("%s and %s would have the same output, %s", other, in.Name, in.Place)
		}
		at[in.Place] = in.Name
	}
	return nil
}
