package kind

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/octavo-dev/octavo/internal/term"
)

//go:embed genres.txt
var genresText string

//go:embed looks.txt
var looksText string

// genre is a kind of documents of the world.
type genre struct {
	name  string
	shown string // the first of the words that name it
	wider []int
	looks []look
	class bool // nothing is known of it but what belongs to it
}

// look is what such documents look like, or do not.
type look struct {
	cue int
	not bool
}

// knowledge is what is known of kinds of documents, whatever categories a caller has.
type knowledge struct {
	genres []genre
	names  phrasebook // what names a genre
	words  phrasebook // what stands on its documents
	rarity []float64  // of words: how much each phrase tells
	spoken phrasebook // words that descriptions speak of cues with
}

var known = sync.OnceValue(func() *knowledge { return readKnowledge(genresText, looksText) })

func readKnowledge(genres, looks string) *knowledge {
	k := &knowledge{names: phrasebook{fold: term.Singular}, words: phrasebook{fold: term.Singular}, spoken: phrasebook{fold: term.Singular}}
	wider := map[string]int{}
	indented := 0
	for line := range strings.Lines(genres) {
		text := strings.TrimSpace(line)
		switch {
		case text == "" || text[0] == '#':
		case line[0] == '\t':
			g := len(k.genres) - 1
			if indented++; indented == 1 {
				k.genres[g].class = false
				k.words.add(text, g)
			} else {
				k.genres[g].looks = readLooks(text)
			}
		default:
			head, names, _ := strings.Cut(text, ":")
			name, of, _ := strings.Cut(head, "<")
			g := genre{name: strings.TrimSpace(name), class: true, shown: firstOf(names)}
			for w := range strings.FieldsSeq(of) {
				g.wider = append(g.wider, wider[w])
			}
			wider[g.name] = len(k.genres)
			k.names.add(g.name+","+names, len(k.genres))
			k.genres, indented = append(k.genres, g), 0
		}
	}
	everyday := map[string]bool{}
	for w := range common {
		everyday[term.Singular(w)] = true
	}
	for _, p := range k.words.phrases {
		worth := telling(len(p.means), len(p.words))
		if len(p.words) == 1 && everyday[p.words[0]] {
			worth *= 0.4
		}
		k.rarity = append(k.rarity, worth)
	}
	for line := range strings.Lines(looks) {
		if name, phrases, ok := strings.Cut(strings.TrimSpace(line), ":"); ok && name[0] != '#' {
			k.spoken.add(phrases, cueNamed(name))
		}
	}
	k.names.sorted()
	k.words.sorted()
	k.spoken.sorted()
	return k
}

// firstOf are the first phrases of a list.
func firstOf(list string) string {
	const some = 4
	phrases := strings.Split(list, ",")
	return strings.TrimSpace(strings.Join(phrases[:min(some, len(phrases))], ","))
}

// telling is how much a phrase of so many words tells that is known of so many kinds.
func telling(kinds, words int) float64 {
	return (0.6 + 0.6*float64(min(words, 3)-1)) / math.Pow(float64(kinds), 0.7)
}

func readLooks(text string) []look {
	var out []look
	for name := range strings.FieldsSeq(text) {
		name, not := strings.CutPrefix(name, "-")
		out = append(out, look{cueNamed(name), not})
	}
	return out
}

// cueNamed is the index of a cue that the texts of this package speak of.
func cueNamed(name string) int {
	return slices.IndexFunc(cues, func(c cue) bool { return c.name == name })
}
