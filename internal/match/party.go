package match

import (
	"regexp"
	"strings"

	"github.com/octavo-dev/octavo/internal/value"
)

// Between whom an agreement is made is said in its first sentence: "by and between A, a Delaware corporation (the
// "Company"), and B".
var (
	betweenThem = regexp.MustCompile(`(?i)\b(?:by and between|by and among|between|among|entered into by|made by|executed by|zwischen|entre)\b`)
	andNext     = regexp.MustCompile(`(?:\)|,|;)?\s+(?:and|und|et|y)\s+`)
	// nameEnds is where a name ends: at what is said about who bears it.
	nameEnds = regexp.MustCompile(`\s*(?:\(|,\s+(?:an?|the|having|with|its|on|whose|located|residing|of|as|individually|each|together|und|mit)\b|;|,\s+\d|\bhaving\b|\bwith\b|\bwhose\b|\blocated\b|\bresiding\b|[“"])`)
	// definedAs is a name that an agreement gives a word of its own for.
	definedAs = regexp.MustCompile(`\((?:the|each|hereinafter|collectively|together|individually|“|")[^)]{0,120}[“"][^)]*\)`)
)

// parties are the names of those between whom an agreement is made.
func (r *reading) parties() []candidate {
	for _, p := range r.passages {
		if p.piece != nil || p.page > 1 {
			continue
		}
		for _, at := range betweenThem.FindAllStringIndex(p.text, -1) {
			if r.stopped() {
				return nil
			}
			if found := r.named(p, at[1]); len(found) > 1 {
				return found
			}
		}
	}
	return r.defined()
}

// named are the names in a sentence from a byte on, one behind each "and".
func (r *reading) named(p *passage, from int) []candidate {
	text := p.text[from:min(len(p.text), from+800)]
	var out []candidate
	for len(text) > 0 && len(out) < 6 {
		lead := len(text) - len(strings.TrimLeft(text, " ,:"))
		start := len(p.text[:from]) + lead
		name := text[lead:]
		if c, ok := r.bearer(p, start, name); ok {
			out = append(out, c)
		} else if len(out) == 0 {
			return nil
		}
		next := andNext.FindStringIndex(text)
		if next == nil {
			break
		}
		from += next[1]
		text = text[next[1]:]
	}
	return out
}

// bearer is the name that a text begins with.
func (r *reading) bearer(p *passage, start int, text string) (candidate, bool) {
	if end := nameEnds.FindStringIndex(text); end != nil {
		text = text[:end[0]]
	}
	if next := andNext.FindStringIndex(text); next != nil {
		text = text[:next[0]]
	}
	text = strings.Trim(text, " ,.;:")
	if strings.HasSuffix(text, "Inc") || strings.HasSuffix(text, "Ltd") || strings.HasSuffix(text, "Co") || strings.HasSuffix(text, "Corp") {
		text += "."
	}
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > 9 || common(text) > 0.34 || value.OrganisationScore(text) == 0 && (len(words) < 2 || len(words) > 5) {
		return candidate{}, false
	}
	ws := p.between(start, start+len(text))
	if len(ws) == 0 {
		return candidate{}, false
	}
	return candidate{value: text, words: ws, page: p.page, text: text, score: 0.6 + 0.2*value.OrganisationScore(text)}, true
}

// defined are names that a word of their own stands for from then on, and in a letter whom it is written to.
func (r *reading) defined() []candidate {
	var out []candidate
	seen := map[string]bool{}
	for _, p := range r.passages {
		if p.page > 0 || p.piece != nil {
			continue
		}
		for _, at := range definedAs.FindAllStringIndex(p.text, 3) {
			before := strings.TrimRight(p.text[:at[0]], " ,")
			name := capitals(before)
			if value.OrganisationScore(name) == 0 || seen[name] {
				continue
			}
			seen[name] = true
			start := len(before) - len(name)
			out = append(out, candidate{value: name, words: p.between(start, len(before)), page: p.page, text: name, score: 0.5})
		}
	}
	for _, c := range r.recipient() {
		if len(out) == 1 && !seen[c.text] && c.score >= least {
			out = append(out, c)
		}
	}
	return out
}

// capitals are the last words of a text that begin with capital letters.
func capitals(text string) string {
	words := strings.Split(text, " ")
	i := len(words)
	for i > 0 && words[i-1] != "" && (isUpper(words[i-1]) || words[i-1] == "of" || words[i-1] == "&") {
		i--
	}
	for i < len(words) && !isUpper(words[i]) {
		i++
	}
	return strings.Join(words[i:], " ")
}

func isUpper(s string) bool { return s[0] >= 'A' && s[0] <= 'Z' }
