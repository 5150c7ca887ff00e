package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Fence test: what the tests above run is all that is ever run. Whoever starts a new kind of child adds it to
// app.Programs and to this list.
func TestEveryChildIsTried(t *testing.T) {
	found := map[string]bool{}
	for _, root := range []string{"..", "../../cmd"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && makesProgram(f) {
					found[file.Name.Name+"."+f.Name.Name] = true
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"app.engineProgram", "app.readProgram", "convert.Program", "office.program", "pdf.Editing", "pdf.Rewriting", "repair.Program",
	}
	if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, want) {
		t.Errorf("programs are described in %v, tried are those of %v", got, want)
	}
}

// makesProgram looks for a program of package sandbox that is written down.
func makesProgram(f *ast.FuncDecl) bool {
	made := false
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok {
			if of, ok := lit.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "Program" {
				pkg, ok := of.X.(*ast.Ident)
				made = made || ok && pkg.Name == "sandbox"
			}
		}
		return true
	})
	return made
}
