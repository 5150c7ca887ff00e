package sandbox

import (
	"path/filepath"
	"strings"
	"testing"
)

// What stands around one program need not stand around another: each is tried with its own files and rights.
func TestTry(t *testing.T) {
	b := open(t)
	shell := Program{Path: "/bin/sh", Exec: true, Read: []string{t.TempDir()}, Limits: Limits{Files: 32, Scratch: 1 << 20}}
	lost := tool()
	lost.Read = []string{filepath.Join(t.TempDir(), "gone")}
	for _, c := range []struct {
		name    string
		program Program
		differs bool
	}{{"Ourselves", tool(), false}, {"Shell", shell, false}, {"FileThatIsNotThere", lost, true}} {
		t.Run(c.name, func(t *testing.T) {
			stand, err := b.Try(t.Context(), c.program)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range All() {
				down := !b.up(f)
				if f == Landlock && c.differs {
					down = true
				}
				if (stand[f] != nil) != down {
					t.Errorf("%s: %v, around our own child %v", f, stand[f], b.fences[f])
				}
			}
			if c.differs && b.up(Landlock) && !strings.Contains(stand[Landlock].Error(), "gone") {
				t.Errorf("the file is not named: %v", stand[Landlock])
			}
		})
	}
	if _, err := b.Try(t.Context(), Program{Path: "no-such-program"}); err == nil || !strings.Contains(err.Error(), "no-such-program") {
		t.Errorf("a program that is not there: %v", err)
	}
}
