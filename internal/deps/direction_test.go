package deps

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
)

// drivers and clouds are named where the adapters are, nowhere else.
var (
	drivers = []string{"github.com/jackc/pgx/v5", "modernc.org/sqlite", "github.com/redis/go-redis/v9"}
	clouds  = []string{"gocloud.dev", "github.com/aws/aws-sdk-go-v2", "cloud.google.com/go", "github.com/Azure/azure-sdk-for-go"}
	vendors = []string{"github.com/openai/openai-go/v3", "github.com/anthropics/anthropic-sdk-go", "google.golang.org/genai"}
	// documents are the packages between bytes and answers; they work on values and know no service.
	documents = []string{"doc", "flow", "markup", "ooxml", "charset", "sheet", "format", "reader", "place", "chunk", "render", "layout", "table", "overlay", "match", "within"}
	service   = []string{"api", "server", "job", "work", "op", "hook", "org", "rate", "object", "source", "blob", "database", "guard"}
)

// rules say what packages must not know and why. Direct rules look at a package's own imports, the others at
// everything that comes with them.
var rules = []struct {
	of      []string
	mustNot []string
	direct  bool
	why     string
}{
	{of: documents, mustNot: service, why: "a document is the same wherever it came from and whoever asked"},
	{of: documents, mustNot: []string{"net/http", "database/sql", "os/exec"}, why: "decoding is pure: bytes in, values out"},
	{of: []string{"chunk", "render"}, mustNot: []string{"format"}, why: "they see the document, never the file"},
	{of: []string{"layout", "table"}, mustNot: []string{"format"}, why: "they see glyphs, never the file"},
	{of: []string{"op"}, mustNot: []string{"database", "job/sqlstore", "server"}, why: "an operation is run, it does not store or answer"},
	{of: []string{"op"}, mustNot: []string{"net/http", "database/sql"}, direct: true, why: "an operation is run, it does not store or answer"},
	{of: []string{"mcp"}, mustNot: []string{"server", "job", "op", "org", "database", "database/sql", "os/exec"}, direct: true, why: "an agent is a caller like any other"},
	{of: []string{"api"}, mustNot: []string{"database", "database/sql", "server", "job/sqlstore"}, why: "wire types and validation need no storage"},
	{of: []string{"job"}, mustNot: []string{"op", "api", "server", "format", "reader", "net/http"}, why: "the engine moves work and does not know what it is"},
	{of: []string{"blob", "source", "guard", "hook", "org", "rate", "object", "cursor", "idempotency"},
		mustNot: []string{"op", "api", "server", "format", "reader"}, why: "they serve the operations and know none"},
	{of: []string{"guard", "blob", "cursor", "config"}, mustNot: []string{"database", "job"}, why: "they can be understood alone"},
	{of: []string{"server"}, mustNot: append([]string{"job/sqlstore", "os/exec"}, append(drivers, clouds...)...), direct: true,
		why: "adapters are named where the program is put together"},
	{of: []string{"op", "job", "hook", "org", "api", "work"}, mustNot: append(drivers, clouds...), direct: true,
		why: "one place knows each driver; s3:// inputs are read in source, everything else in blob"},
	{of: []string{"op", "work", "server", "distill", "judge", "window"}, mustNot: vendors, why: "a model is the same whoever runs it"},
}

func TestDirection(t *testing.T) {
	for _, p := range list(t, "./...") {
		if testSupport(p.ImportPath) { // may reach for real servers
			continue
		}
		for _, rule := range rules {
			if !under(p.ImportPath, rule.of...) {
				continue
			}
			known := p.Deps
			if rule.direct {
				known = p.Imports
			}
			for _, path := range known {
				if under(path, rule.mustNot...) && !under(path, rule.of...) {
					t.Errorf("%s must not import %s: %s", p.name(), path, rule.why)
				}
			}
		}
	}
}

func TestFoundations(t *testing.T) {
	for _, p := range list(t, "./client", "./internal/doc", "./internal/fault", "./internal/config", "./internal/cursor") {
		for _, path := range p.Imports {
			third := strings.Contains(strings.Split(path, "/")[0], ".") && !ours(path)
			if ours(path) || third && (p.name() == "doc" || p.name() == "client") {
				t.Errorf("%s must stand alone, but imports %s", p.name(), path)
			}
		}
	}
}

// Test servers are never part of the product. What a library of others imports is not ours to choose: that of Google's
// models imports "testing".
func TestNobodyImportsTestSupport(t *testing.T) {
	for _, p := range list(t, "./...") {
		if testSupport(p.ImportPath) {
			continue
		}
		if slices.Contains(p.Imports, "testing") {
			t.Errorf("%s imports testing outside its tests", p.name())
		}
		if i := slices.IndexFunc(p.Deps, func(path string) bool { return ours(path) && testSupport(path) }); i >= 0 {
			t.Errorf("%s imports %s outside its tests", p.name(), p.Deps[i])
		}
	}
}

// The rules must be able to fail: names that exist no more would check nothing.
func TestRulesHold(t *testing.T) {
	known := map[string]bool{}
	for _, p := range list(t, "./internal/...") {
		for name := p.name(); name != ""; name, _ = parent(name) {
			known[name] = true
		}
	}
	for _, name := range []string{"doc", "fault", "config", "format", "op", "job", "job/sqlstore", "api", "server", "database", "guard", "blob", "source", "hook", "org", "rate"} {
		if !known[name] {
			t.Errorf("no package internal/%s: bring the rules up to date", name)
		}
	}
	for _, c := range []struct {
		path, name string
		want       bool
	}{
		{internal + "job/sqlstore", "job", true}, {internal + "jobs", "job", false}, {"net/http", "net/http", true},
		{"net/http/httptest", "net/http", true}, {"net/httpx", "net/http", false}, {"database/sql", "database", false},
	} {
		if got := under(c.path, c.name); got != c.want {
			t.Errorf("under(%s, %s) = %v", c.path, c.name, got)
		}
	}
}

func parent(name string) (string, bool) {
	i := strings.LastIndexByte(name, '/')
	return name[:max(i, 0)], i > 0
}

// The table of the house must name every package.
func TestDesignNamesEveryPackage(t *testing.T) {
	text, err := os.ReadFile("../../docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list(t, "./...") {
		up, _ := parent(p.name())
		if !bytes.Contains(text, []byte("`"+p.name()+"`")) && !bytes.Contains(text, []byte("`"+up+"/*`")) {
			t.Errorf("docs/design.md does not say what %s is for", p.name())
		}
	}
}
