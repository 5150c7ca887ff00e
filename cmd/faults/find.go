package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

// A test is a test function whose comment says which cases it holds.
type test struct {
	folder string // of its package, from the top of the repository
	name   string
	cases  []string
}

func (t test) String() string { return t.folder + "." + t.name }

var (
	mark   = regexp.MustCompile(`\bFaults? (W?\d+(?:(?:,\s+|\s+and\s+|,\s+and\s+)W?\d+)*)`)
	number = regexp.MustCompile(`W?\d+`)
)

// find returns the marked tests below root, by folder and name.
func find(root string) ([]test, error) {
	var found []test
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name := entry.Name(); path != root && (strings.HasPrefix(name, ".") || name == "node_modules" || name == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		marked, err := read(path)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		for _, t := range marked {
			t.folder = filepath.ToSlash(folder)
			found = append(found, t)
		}
		return nil
	})
	sort.Slice(found, func(i, j int) bool { return found[i].String() < found[j].String() })
	return found, err
}

// read returns the marked tests of one file that the ordinary run of the tests builds.
func read(path string) ([]test, error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	if constrained(file) {
		return nil, nil
	}
	var marked []test
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Recv != nil || !strings.HasPrefix(function.Name.Name, "Test") {
			continue
		}
		if cases := marks(function.Doc.Text()); len(cases) > 0 {
			marked = append(marked, test{name: function.Name.Name, cases: cases})
		}
	}
	return marked, nil
}

// constrained reports whether a file asks for the tag of the long tests: they are no part of the page.
func constrained(file *ast.File) bool {
	for _, group := range file.Comments {
		if group.Pos() > file.Package {
			break
		}
		for _, line := range group.List {
			if strings.HasPrefix(line.Text, "//go:build chaos") {
				return true
			}
		}
	}
	return false
}

// marks returns the cases that a comment names.
func marks(comment string) []string {
	var named []string
	for _, match := range mark.FindAllStringSubmatch(comment, -1) {
		named = append(named, number.FindAllString(match[1], -1)...)
	}
	return named
}
