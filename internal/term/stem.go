package term

import "strings"

// endings are what inflection and derivation put behind the stems of words, the longer ones first, each with the least
// length of what must be left.
var endings = []struct {
	ending string
	least  int
}{
	{"ations", 4}, {"ation", 4}, {"ements", 4}, {"ement", 4}, {"ments", 4}, {"ment", 4}, {"ities", 4}, {"ity", 4},
	{"ings", 3}, {"ing", 3}, {"ances", 4}, {"ance", 4}, {"ences", 4}, {"ence", 4}, {"ants", 4}, {"ant", 4},
	{"ents", 5}, {"ent", 5}, {"ions", 4}, {"ion", 4}, {"ers", 4}, {"er", 4}, {"ors", 4}, {"or", 4}, {"ure", 4},
	{"ally", 4}, {"als", 4}, {"al", 4}, {"ly", 4}, {"ies", 3}, {"ed", 3}, {"es", 3}, {"en", 4}, {"s", 3}, {"e", 3}, {"y", 3},
}

// Stem is what a folded word has in common with its inflections and the words derived from it: "disclos" for disclosed
// and disclosure. It is no word of a language, and words that mean different things may share it.
func Stem(word string) string {
	for {
		shorter := shortened(word)
		if shorter == word {
			return word
		}
		word = shorter
	}
}

func shortened(word string) string {
	for _, e := range endings {
		rest, ok := strings.CutSuffix(word, e.ending)
		if !ok || len(rest) < e.least || e.ending == "s" && strings.HasSuffix(rest, "s") {
			continue
		}
		return rest
	}
	return word
}
