package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// completed is what bash offers for the last of some words.
func completed(t *testing.T, script string, words ...string) []string {
	t.Helper()
	// Words are handed over as arguments of the shell: $0 is octavo.
	const ask = `source "$1"; shift; COMP_WORDS=("$0" "$@"); COMP_CWORD=$#; _octavo; printf '%s\n' "${COMPREPLY[@]}"`
	cmd := exec.CommandContext(t.Context(), "bash", append([]string{"--norc", "-c", ask, "octavo", script}, words...)...)
	cmd.Dir = filepath.Dir(script)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", words, err)
	}
	return strings.Fields(string(out))
}

func TestBashCompletes(t *testing.T) {
	out, code := octavo(settings(t), "completion", "bash")
	script := filepath.Join(t.TempDir(), "octavo.bash")
	if err := os.WriteFile(script, []byte(out), 0o600); err != nil || code != 0 {
		t.Fatal(code, err)
	}
	if said, err := exec.CommandContext(t.Context(), "bash", "-n", script).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	for _, c := range []struct {
		words []string
		want  []string
	}{
		{[]string{"pa"}, []string{"parse"}},
		{[]string{"--conf"}, []string{"--config"}},
		{[]string{"--config", "x.yaml", "cl"}, []string{"classify"}},
		{[]string{"parse", "--for"}, []string{"--force", "--format"}},
		{[]string{"parse", "--form"}, []string{"--format"}},
		{[]string{"parse", "--format", ""}, []string{"csv", "html", "json", "md"}},
		{[]string{"extract", "-f", "t"}, []string{"table"}},
		{[]string{"parse", "oct"}, []string{"octavo.bash"}},
		{[]string{"parse", "a.pdf", "-o", "oct"}, []string{"octavo.bash"}},
		{[]string{"jobs", "w"}, []string{"wait"}},
		{[]string{"jobs", "list", "--state", "Comple"}, []string{"Completed", "Completing"}},
		{[]string{"keys", "create", "--sc"}, []string{"--scopes"}},
		{[]string{"completion", ""}, []string{"bash", "fish", "zsh"}},
		{[]string{"parse", "keys", "--conf"}, []string{"--config"}},
		{[]string{"version", "oct"}, nil},
	} {
		got := completed(t, script, c.words...)
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.words, got, c.want)
		}
	}
}

func TestOtherShells(t *testing.T) {
	config := settings(t)
	if out, code := octavo(config, "completion", "zsh"); code != 0 || !strings.HasPrefix(out, "#compdef octavo\n") {
		t.Errorf("%d %s", code, out)
	}
	out, code := octavo(config, "completion", "fish")
	for _, want := range []string{
		"complete -c octavo -n '__fish_use_subcommand' -a 'parse' -d ", "-l format -s f -x -a 'md json html csv'",
		"complete -c octavo -n '__fish_seen_subcommand_from jobs; and not __fish_seen_subcommand_from list get wait cancel delete' -a 'list'",
	} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("%d: %q is missing", code, want)
		}
	}
}
