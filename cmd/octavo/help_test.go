package main

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
)

func TestReferenceIsCurrent(t *testing.T) {
	want, code := octavo(settings(t), "help", "--markdown")
	have, err := os.ReadFile("../../docs/cli.md")
	if err != nil || code != 0 {
		t.Fatal(code, err)
	}
	if string(have) != want {
		t.Errorf("docs/cli.md is stale; run make generate: %s", cmp.Diff(string(have), want))
	}
}

// Every command says what it is for and shows how it is used, and every flag says what it does.
func TestHelpIsComplete(t *testing.T) {
	var c cli
	parser, err := newParser(&c, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	var check func(n *kong.Node, above string)
	check = func(n *kong.Node, above string) {
		if n.Help == "" {
			t.Errorf("%s says nothing of itself", n.Path())
		}
		if !strings.Contains(n.Detail+above, "Example") || n.Detail+above != "" && !strings.Contains(n.Detail+above, "octavo ") {
			t.Errorf("%s has no example", n.Path())
		}
		for _, f := range n.Flags {
			if f.Help == "" {
				t.Errorf("%s: --%s says nothing of itself", n.Path(), f.Name)
			}
		}
		for _, child := range n.Children {
			check(child, n.Detail)
		}
	}
	for _, n := range parser.Model.Children {
		check(n, "")
	}
}

func TestHelp(t *testing.T) {
	config := settings(t)
	for _, c := range []struct {
		args []string
		says []string
	}{
		{[]string{"--help"}, []string{"octavo parse report.pdf", "130  interrupted", "Documents:", "octavo doctor"}},
		{[]string{"help"}, []string{"octavo parse report.pdf"}},
		{[]string{"parse", "--help"}, []string{"Usage: octavo parse <input>", "Examples:\n\n    octavo parse scan.png\n", "What comes out:"}},
		{[]string{"help", "parse"}, []string{"Usage: octavo parse <input>"}},
		{[]string{"help", "keys", "create"}, []string{"Usage: octavo keys create"}},
	} {
		out, code := octavo(config, c.args...)
		for _, want := range c.says {
			if code != 0 || !strings.Contains(out, want) {
				t.Errorf("%v: %d, %q is missing in\n%s", c.args, code, want, out)
			}
		}
	}
}
