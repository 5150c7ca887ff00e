package typeface

import (
	"path/filepath"
	"regexp"
	"sync"
)

// Style is what kind of font a text wants.
type Style struct{ Serif, Mono, Bold, Italic bool }

var (
	serifName = regexp.MustCompile(`(?i)times|serif|roman|georgia|garamond|minion|tiro`)
	sansName  = regexp.MustCompile(`(?i)sans|helv|arial`)
	monoName  = regexp.MustCompile(`(?i)cour|mono|consol`)
	boldName  = regexp.MustCompile(`(?i)bold|black|heavy|demi|hebo`)
	slantName = regexp.MustCompile(`(?i)italic|oblique`)
)

// StyleOf tells the style of a font by its name.
func StyleOf(name string) Style {
	return Style{
		Serif: serifName.MatchString(name) && !sansName.MatchString(name), Mono: monoName.MatchString(name),
		Bold: boldName.MatchString(name), Italic: slantName.MatchString(name),
	}
}

// Case is where the fonts of this machine lie. Fonts are read when they are first wanted. It may be used by several
// goroutines.
type Case struct {
	dir string

	mu    sync.Mutex
	faces map[string]*Face // nil for a file that is not there or cannot be read
}

// Fonts is the folder of fonts of a Debian system.
const Fonts = "/usr/share/fonts/truetype"

// Open takes the folder of fonts.
func Open(dir string) *Case { return &Case{dir: dir, faces: map[string]*Face{}} }

func (c *Case) face(file string) *Face {
	c.mu.Lock()
	defer c.mu.Unlock()
	f, known := c.faces[file]
	if !known {
		f, _ = Read(filepath.Join(c.dir, file)) // the next in line takes its place
		c.faces[file] = f
	}
	return f
}

// files are those of a style, the first choice first: one that is as wide as the standard fonts of PDF files, then those
// that know more letters.
func (s Style) files() []string {
	family := "Sans"
	if s.Serif {
		family = "Serif"
	}
	if s.Mono {
		family = "Mono"
	}
	cut := "Regular"
	switch {
	case s.Bold && s.Italic:
		cut = "BoldItalic"
	case s.Bold:
		cut = "Bold"
	case s.Italic:
		cut = "Italic"
	}
	more := "dejavu/DejaVuSans.ttf"
	if s.Bold {
		more = "dejavu/DejaVuSans-Bold.ttf"
	}
	return []string{"liberation/Liberation" + family + "-" + cut + ".ttf", more, "dejavu/DejaVuSans.ttf", "droid/DroidSansFallbackFull.ttf"}
}

// First is the font that a style is measured with, nil where no font is installed.
func (c *Case) First(s Style) *Face {
	for _, file := range s.files() {
		if f := c.face(file); f != nil {
			return f
		}
	}
	return nil
}

// Part is letters of one font.
type Part struct {
	Face *Face
	Text []rune
}

// Parts divides a text among fonts. A letter that none of them has is shown as the first font shows what it does not know.
// Fonts are read only where those before them lack a letter: the largest take long.
func (c *Case) Parts(s Style, text string) []Part {
	first := c.First(s)
	if first == nil {
		return nil
	}
	files := s.files()
	var out []Part
	for _, r := range text {
		f := first
		for i := 0; i < len(files) && !f.Has(r); i++ {
			if other := c.face(files[i]); other != nil && other.Has(r) {
				f = other
			}
		}
		if n := len(out); n > 0 && out[n-1].Face == f {
			out[n-1].Text = append(out[n-1].Text, r)
			continue
		}
		out = append(out, Part{f, []rune{r}})
	}
	return out
}
