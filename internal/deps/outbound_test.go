package deps

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"testing"
)

// mayDial may build HTTP clients. Every other package gets the guarded client handed in, so that no address a
// caller names is reached without the policy.
var mayDial = []string{
	"guard",      // the policy itself
	"infer",      // models, at the addresses of the configuration alone
	"cmd/octavo", // the command line, which calls a service its user named
	"client",     // the client of such a service, for the programs of others
	"test/sweep", // a program of testers, which calls a service they named
}

var clients = []string{"Client", "DefaultClient", "DefaultTransport", "Get", "Head", "Post", "PostForm", "Transport"}

func TestOnlyGuardReachesOut(t *testing.T) {
	for _, p := range list(t, "./...") {
		if testSupport(p.ImportPath) || slices.Contains(mayDial, p.name()) {
			continue
		}
		for _, file := range p.GoFiles {
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, pos := range outbound(f) {
				t.Errorf("%s: builds an HTTP client; take one from internal/guard", fset.Position(pos))
			}
		}
	}
}

// outbound finds uses of net/http that open connections. A pointer type alone is none: somebody else built it.
func outbound(f *ast.File) []token.Pos {
	name := ""
	for _, spec := range f.Imports {
		if spec.Path.Value == `"net/http"` {
			name = "http"
			if spec.Name != nil {
				name = spec.Name.Name
			}
		}
	}
	var found []token.Pos
	ast.Inspect(f, func(n ast.Node) bool {
		if _, ok := n.(*ast.StarExpr); ok {
			return false
		}
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok && name != "" && x.Name == name && slices.Contains(clients, sel.Sel.Name) {
			found = append(found, sel.Pos())
		}
		return true
	})
	return found
}

func TestOutboundIsFound(t *testing.T) {
	for src, want := range map[string]int{
		`import "net/http"; var c = http.Client{}`:                                    1,
		`import "net/http"; var c = &http.Client{Timeout: 1}`:                         1,
		`import web "net/http"; func f() { web.Get("x"); web.DefaultClient.Do(nil) }`: 2,
		`import "net/http"; type t struct { c *http.Client }`:                         0,
		`import "net/http"; func f(r *http.Request) { r.Client() }`:                   0,
		`import http "example.com/x"; var c = http.Client{}`:                          0,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x; "+src, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(outbound(f)); got != want {
			t.Errorf("%s: %d, want %d", src, got, want)
		}
	}
}
