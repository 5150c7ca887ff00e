package engine

import "testing"

// tagged makes a page of one character for each digit, which names its element; a dash is an artifact.
func tagged(elements string) *Page {
	p := &Page{Elements: make([]Element, 9)}
	for _, digit := range elements {
		c := Char{Rune: 'x'}
		if digit == '-' {
			c.Flags = CharArtifact
		} else {
			c.Element = uint16(digit - '0')
		}
		p.Chars = append(p.Chars, c, Char{Rune: ' '}, Char{Rune: 'y', Flags: CharAnnotation}, Char{Rune: 'z', Flags: CharOffPage})
	}
	return p
}

func TestStructureSound(t *testing.T) {
	for _, tt := range []struct {
		elements string
		coverage float64
		sound    bool
	}{
		{"11112222333", 1, true},
		{"-1111222-", 1, true},
		{"1111222111", 1, true},            // a note within a paragraph
		{"11110", 0.8, false},              // a fifth has no tags
		{"12121212121212121212", 1, false}, // shredded
		{"0000", 0, false},
		{"----", 1, false}, // nothing but artifacts
		{"", 0, false},
	} {
		p := tagged(tt.elements)
		if got := p.StructureCoverage(); got != tt.coverage {
			t.Errorf("%q: coverage %v, want %v", tt.elements, got, tt.coverage)
		}
		if got := p.StructureSound(); got != tt.sound {
			t.Errorf("%q: sound %v", tt.elements, got)
		}
	}
}
