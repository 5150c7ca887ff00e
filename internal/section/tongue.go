package section

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/ocr/language"
)

// tongues are the languages that pages are told apart by.
var tongues = []string{"eng", "deu", "fra", "spa", "ita", "pol", "ces", "swe", "por", "nld", "tur", "hun"}

// tongueBytes is how much of a page is enough to know its language.
const tongueBytes = 2000

// tongue is the language of a page where one is plainly ahead, empty elsewhere.
func tongue(j *language.Judge, lines []line) string {
	var text strings.Builder
	for i := range lines {
		if text.Len() > tongueBytes {
			break
		}
		text.WriteString(lines[i].text)
		text.WriteByte(' ')
	}
	g := j.Guess(text.String())
	if len(g) == 0 || g[0].Score < 10 || len(g) > 1 && g[1].Score > 0.6*g[0].Score {
		return ""
	}
	return g[0].Language
}
