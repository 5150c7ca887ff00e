package layout

import "unicode"

// tally counts what the words of one font look like.
type tally struct {
	letters int32 // of all words
	strange int32 // letters that few languages use, and none as often as others
	latin   int32 // letters of words that are long enough and of Latin letters alone
	vowels  int32 // among them
	long    int32 // such words
	words   int32 // those that are no abbreviations
	odd     int32 // words among them that cannot be spoken
}

// How much text of a font tells, and how much of it must be odd. Tables of codes and names stay far below.
const (
	enoughWords   = 30
	enoughLetters = 60
	enoughLatin   = 120
	fewestVowels  = 0.17 // of all letters
	meanWord      = 5    // letters; what is shorter in the mean is a list of codes
	tellingWord   = 4    // letters
	tellingCode   = 6    // letters of a word in capitals, which may be an abbreviation
	longestRun    = 6    // of consonants
)

// nonsense reports whether a font gives its characters values that spell no language.
func (t *tally) nonsense() bool {
	return t.words >= enoughWords && t.odd*3 > t.words || t.letters >= enoughLetters && t.strange*3 > t.letters ||
		t.latin >= enoughLatin && t.latin >= meanWord*t.long && float32(t.vowels) < fewestVowels*float32(t.latin)
}

// doubt marks the lines whose fonts give sound characters the values of others.
func (w *writer) doubt(lines []Line) {
	w.tallies = append(w.tallies[:0], make([]tally, len(w.page.Fonts))...)
	for i := range lines {
		for j := range lines[i].Words {
			if word := &lines[i].Words[j]; word.Font >= 0 && int(word.Font) < len(w.tallies) {
				w.tallies[word.Font].add(word.Text)
			}
		}
	}
	for font := range w.tallies {
		if w.tallies[font].nonsense() {
			mark(lines, int32(font))
		}
	}
}

// mark calls the words of a font unsound, and lines that are mostly made of them.
func mark(lines []Line, font int32) {
	for i := range lines {
		bad, all := 0, 0
		for j := range lines[i].Words {
			word := &lines[i].Words[j]
			all += len(word.Text)
			if word.Font == font {
				word.torn = true
				bad += len(word.Text)
			}
		}
		lines[i].Unsound = lines[i].Unsound || bad*2 > all
	}
}

// add counts a word.
func (t *tally) add(word string) {
	letters, vowels, run, longest := 0, 0, 0, 0
	lower, latin := false, true
	for _, r := range word {
		if r < 0x80 && classOf(r)&letter == 0 || r >= 0x80 && !unicode.IsLetter(r) {
			latin = latin && (letters == 0 || !inner(r))
			continue
		}
		if r >= 0x250 {
			t.letters++
			latin = false
			continue
		}
		lower = lower || r >= 'a'
		letters++
		if r >= 0x180 {
			t.strange++
		}
		if vowel(r) {
			vowels++
			run = 0
		} else {
			run++
			longest = max(longest, run)
		}
	}
	t.letters += int32(letters)
	if !latin || letters < tellingWord {
		return
	}
	t.latin += int32(letters)
	t.vowels += int32(vowels)
	t.long++
	if !lower && letters < tellingCode {
		return
	}
	t.words++
	if vowels == 0 || longest >= longestRun {
		t.odd++
	}
}

// inner reports characters that make a word a code, a formula or an address rather than a word of a language.
func inner(r rune) bool {
	return r != '.' && r != ',' && r != ';' && r != ':' && r != '!' && r != '?' && r != ')' && r != '-' && r != '\'' &&
		r != '"' && r != '’' && r != '”' && r != '\u00AD'
}

// vowel counts every letter with an accent as one, for some stand for them.
func vowel(r rune) bool {
	switch r | 0x20 {
	case 'a', 'e', 'i', 'o', 'u', 'y':
		return true
	}
	return r >= 0xC0
}
