package edit

import (
	"strings"
	"unicode/utf8"
)

// token is a word of an instruction, or all that stands between quotation marks.
type token struct {
	text   string // what it says, without quotation marks
	low    string // in small letters and without the signs that end it; empty for a quotation
	quoted bool
	comma  bool // a comma follows it
	colon  bool // a colon or an equals sign follows it
	from   int  // where it stands in the text
	to     int
}

// is reports whether a token is one of some words.
func (t token) is(words ...string) bool {
	for _, w := range words {
		if !t.quoted && t.low == w {
			return true
		}
	}
	return false
}

// tokens cuts a part of a text into words.
func (s *source) tokens(from, to int) []token {
	var out []token
	at := from
	for at < to {
		if q, ok := s.quoteAt(at); ok && q.to <= to {
			out = append(out, token{text: q.text(s.text), quoted: true, from: q.from, to: q.to})
			at = q.to
			continue
		}
		r, size := utf8.DecodeRuneInString(s.text[at:])
		if strings.ContainsRune(" \t\r\n\u00a0", r) {
			at += size
			continue
		}
		end := at + size
		for end < to && !s.quoteStarts(end) {
			r, size := utf8.DecodeRuneInString(s.text[end:])
			if strings.ContainsRune(" \t\r\n\u00a0", r) {
				break
			}
			end += size
		}
		raw := s.text[at:end]
		if n := len(out); n > 0 && (raw == "," || out[n-1].to == at && strings.Trim(raw, ",.;:=!?)") == "") { // signs behind a word or a quotation
			out[n-1].comma = strings.HasPrefix(raw, ",")
			out[n-1].colon = strings.ContainsAny(raw, ":=")
		} else {
			out = append(out, token{
				text: raw, low: strings.ToLower(strings.Trim(raw, ",.;:!?()")), from: at, to: end,
				comma: strings.HasSuffix(raw, ","), colon: strings.HasSuffix(raw, ":") || strings.HasSuffix(raw, "="),
			})
		}
		at = end
	}
	return out
}

// said is what words say: a quotation as it stands between its marks, anything else as it is written without the sign
// that ends the sentence.
func (s *source) said(ts []token) string {
	ts = s.run(trimmed(ts, courtesies))
	if len(ts) == 0 {
		return ""
	}
	if len(ts) == 1 && ts[0].quoted {
		return ts[0].text
	}
	return ended(s.text[ts[0].from:ts[len(ts)-1].to])
}

// run are words that stand together: what was moved behind them is left out, and so is what comes from an earlier line.
func (s *source) run(ts []token) []token {
	from := 0
	for i := 1; i < len(ts); i++ {
		if ts[i].from < ts[i-1].to {
			return ts[from:i]
		}
		if strings.Contains(s.text[ts[i-1].to:ts[i].from], "\n") {
			from = i
		}
	}
	return ts[from:]
}

// courtesies are words at the end of an instruction that are no part of it.
var courtesies = set("please thanks too instead everywhere throughout")

// trimmed leaves out words of a set at the end, but not all there is.
func trimmed(ts []token, words map[string]bool) []token {
	for len(ts) > 1 && !ts[len(ts)-1].quoted && words[ts[len(ts)-1].low] {
		ts = ts[:len(ts)-1]
	}
	return ts
}

// without leaves out words of a set at the front.
func without(ts []token, words map[string]bool) []token {
	for len(ts) > 0 && !ts[0].quoted && words[ts[0].low] {
		ts = ts[1:]
	}
	return ts
}

// ended is a text without the signs that end a sentence. The full stop of an abbreviation stays.
func ended(text string) string {
	text = strings.TrimSpace(text)
	for {
		cut := strings.TrimRight(text, " \t,;:!")
		if strings.HasSuffix(cut, ".") && !strings.HasSuffix(cut, "..") && !abbreviated(cut[:len(cut)-1]) {
			cut = cut[:len(cut)-1]
		}
		if cut == text {
			return text
		}
		text = cut
	}
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// index is the place of the first of some words, -1 where there is none.
func index(ts []token, words map[string]bool) int {
	for i, t := range ts {
		if !t.quoted && words[t.low] {
			return i
		}
	}
	return -1
}

// last is the place of the last of some words, -1 where there is none.
func last(ts []token, words map[string]bool) int {
	for i := len(ts) - 1; i >= 0; i-- {
		if !ts[i].quoted && words[ts[i].low] {
			return i
		}
	}
	return -1
}

// quoted are the quotations among words.
func quoted(ts []token) []token {
	var out []token
	for _, t := range ts {
		if t.quoted {
			out = append(out, t)
		}
	}
	return out
}
