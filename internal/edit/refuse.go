package edit

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/fault"
)

// Left is an instruction that was not carried out, and why.
type Left struct {
	Sentence string
	Reason   string
}

// NotUnderstood is why a sentence was skipped.
const NotUnderstood = "it is none of the instructions that are understood"

// Skipped are sentences that were not understood.
func Skipped(sentences []string) []Left {
	out := make([]Left, len(sentences))
	for i, s := range sentences {
		out[i] = Left{s, NotUnderstood}
	}
	return out
}

// Refuse is the failure of instructions none of which could be carried out: FORM_FILL_FAILED with the first of them.
func Refuse(instructions string, left []Left) error {
	if len(left) == 0 {
		return fault.New(fault.FormFillFailed, "the instructions ask for nothing")
	}
	first, at := left[0], len(instructions)
	for _, l := range left {
		if i := strings.Index(instructions, l.Sentence); i >= 0 && i < at {
			first, at = l, i
		}
	}
	return fault.New(fault.FormFillFailed, "no instruction could be applied; the first is %q: %s", shorten(first.Sentence), first.Reason)
}

// shorten keeps the beginning of a sentence.
func shorten(text string) string {
	const most = 200
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
