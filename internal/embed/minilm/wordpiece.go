package minilm

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/octavo-dev/octavo/engines"
)

// vocabulary is the pieces of words that the network knows, with their numbers. A piece that goes on inside a word
// begins with ##.
type vocabulary map[string]int64

// The pieces that stand for no text.
const (
	unknown = "[UNK]"
	opening = "[CLS]"
	closing = "[SEP]"
)

// maxWord is how many characters a word may have; longer ones are none.
const maxWord = 100

func openVocabulary(dir engines.Dir) (vocabulary, error) {
	path, err := dir.Find(vocabularyFile)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read vocabulary: %w", err)
	}
	return newVocabulary(string(text))
}

// newVocabulary takes one piece a line.
func newVocabulary(text string) (vocabulary, error) {
	v := vocabulary{}
	n := int64(0)
	for line := range strings.Lines(text) {
		v[strings.TrimRight(line, "\r\n")] = n
		n++
	}
	for _, piece := range []string{unknown, opening, closing} {
		if _, ok := v[piece]; !ok {
			return nil, errors.New("read vocabulary: it has no " + piece)
		}
	}
	return v, nil
}

// tokens are the numbers of the pieces of a text between the opening and the closing one, at most so many.
func (v vocabulary) tokens(text string, most int) []int64 {
	out := []int64{v[opening]}
	words(text, func(word []rune) bool {
		out = append(out, v.pieces(word)...)
		return len(out) < most
	})
	return append(out[:min(len(out), most-1)], v[closing])
}

// pieces cuts a word into the longest pieces that are known, from left to right.
func (v vocabulary) pieces(word []rune) []int64 {
	if len(word) > maxWord {
		return []int64{v[unknown]}
	}
	var out []int64
	for start := 0; start < len(word); {
		prefix := ""
		if start > 0 {
			prefix = "##"
		}
		end := len(word)
		for ; end > start; end-- {
			if n, ok := v[prefix+string(word[start:end])]; ok {
				out = append(out, n)
				break
			}
		}
		if end == start {
			return []int64{v[unknown]}
		}
		start = end
	}
	return out
}

// words gives the words of a text in small letters without accents. Punctuation and ideographs are words of one
// character. It stops when yield does.
func words(text string, yield func([]rune) bool) {
	var word []rune
	flush := func() bool {
		if len(word) == 0 {
			return true
		}
		w := word
		word = nil
		return yield(w)
	}
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		switch {
		case r == 0 || r == unicode.ReplacementChar || unicode.Is(unicode.Mn, r):
		case unicode.IsSpace(r):
			if !flush() {
				return
			}
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
		case alone(r):
			if !flush() || !yield([]rune{r}) {
				return
			}
		default:
			word = append(word, r)
		}
	}
	flush()
}

// alone reports whether a character is a word of its own: what ASCII has beside letters and digits, punctuation, and
// Chinese characters.
func alone(r rune) bool {
	if r < 128 {
		return r > ' ' && !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	}
	return unicode.IsPunct(r) || unicode.Is(unicode.Han, r)
}
