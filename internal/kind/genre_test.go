package kind

import (
	"strings"
	"testing"
)

// What the texts of this package say can be understood: every cue and wider kind that is named exists, and every kind is
// found by its own name.
func TestKnowledge(t *testing.T) {
	k := known()
	if len(k.genres) < 70 {
		t.Fatalf("%d kinds are known", len(k.genres))
	}
	names := map[string]bool{}
	for _, g := range k.genres {
		for _, l := range g.looks {
			if l.cue < 0 {
				t.Errorf("%s looks like something that is no cue", g.name)
			}
		}
		names[g.name] = true
		found := false
		for _, tie := range read(g.name).genres {
			found = found || k.genres[tie.genre].name == g.name
		}
		if !found {
			t.Errorf("%s is not found by its name", g.name)
		}
	}
	for line := range strings.Lines(genresText) {
		head, _, _ := strings.Cut(line, ":")
		if _, wider, ok := strings.Cut(head, "<"); ok && line[0] != '#' {
			for w := range strings.FieldsSeq(wider) {
				if !names[w] {
					t.Errorf("%q belongs to %q, which is not known", head, w)
				}
			}
		}
	}
	for _, p := range k.spoken.phrases {
		for _, c := range p.means {
			if c < 0 {
				t.Errorf("%q speaks of something that is no cue", p.words)
			}
		}
	}
	spoken := map[int]bool{}
	for _, p := range k.spoken.phrases {
		for _, c := range p.means {
			spoken[c] = true
		}
	}
	for i, c := range cues {
		if !spoken[i] {
			t.Errorf("nothing speaks of %s", c.name)
		}
	}
}
