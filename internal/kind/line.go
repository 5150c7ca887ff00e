package kind

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Bounds of a page, as shares of its height, and of what counts as a sentence.
const (
	upper    = 0.4
	lower    = 0.72
	sentence = 18 // words
	line     = 14 // words that a label or a heading has at most
)

var (
	moneyAt    = regexp.MustCompile(`^[($€£¥-]*\d{1,3}(?:[., ']?\d{3})*[.,]\d{2}[)€$£-]*$|^[$€£¥]\s?\d`)
	currencyAt = regexp.MustCompile(`[$€£¥₹]|^(?:USD|EUR|GBP|CHF|RM|MYR|JPY|INR|Rs|SEK|NOK|DKK|PLN|CZK|CAD|AUD|Fr|kr|TVA|MwSt|VAT|GST|IVA|BTW)\b`)
	timeAt     = regexp.MustCompile(`^\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,2})?(?:am|pm|[ap])?$|^\d{2}\.\d{2}[A-Zq]?$`)
	citedAt    = regexp.MustCompile(`^\[\d{1,3}[],–-]|^\(?(?:19|20)\d{2}[a-z]?\)[.,;]?$`)
	clauseAt   = regexp.MustCompile(`^(?i:section|article|clause|artikel|§|art\.)\s*[\dIVX]|^\d{1,2}\.\d{1,2}\.?\s|^\(?[a-z0-9]{1,3}[).]\s+\S`)
	boxAt      = regexp.MustCompile(`^(?:(?i:item|box|line)\s)?\d{1,2}\s?[a-z]?[.):]?\s+\S`)
	leaderAt   = regexp.MustCompile(`(?:\.\s?){4,}\s*\d*$`)
	greetAt    = regexp.MustCompile(`(?i)^(?:dear|to whom it may|hi|hello|sehr geehrte|liebe[rs]?|guten tag|bonjour|madame|monsieur|ch[eè]re?s?|estimad|querid|muy se[nñ]or|gentile|egregi|spett|caro|cara|geachte|beste|prezad|exm)\b`)
	closeAt    = regexp.MustCompile(`(?i)\b(?:sincerely|regards|yours (?:truly|faithfully)|respectfully|faithfully|gr(?:ü|ue)(?:ß|ss)en|gru(?:ß|ss)|cordialement|salutations|atentamente|saludos|distinti saluti|cordiali saluti|groet|atenciosamente)\b`)
	headAt     = regexp.MustCompile(`(?i)^(?:to|from|date|subject|re|cc|sent|via|von|an|datum|betreff|betr|de|à|objet|para|asunto|fecha|da|oggetto)\s?[:.]`)
	uniAt      = regexp.MustCompile(`(?i)universit|institut|department of|college|laborator|school of|facult|\bcnrs\b|\bcorp(?:oration)?\b.*@`)
	signAt     = regexp.MustCompile(`(?i)^(?:by|name|title|signature|signed|unterschrift|firma)\s?:|\bsignature\b|/s/|_{8,}`)
	phoneAt    = regexp.MustCompile(`\+?\(?\d[\d ()./-]{7,}\d`)
)

var persons = set(`I me my mine we you your he she him her his You He She I'm I've
	ich mir mich mein meine du dir dich er ihm ihn je moi mon ma tu il elle lui yo mi usted el ella io mio lei lui`)

// text takes in a piece of text that stands in a block.
func (t *traits) text(text string) (words int) {
	for word := range strings.FieldsSeq(text) {
		words++
		if persons[word] {
			t.persons++
		}
		if word[len(word)-1] == '%' || word == "percent" || word == "cent" || word == "Prozent" {
			t.percents++
		}
		first := word[0]
		if first >= 'a' && first <= 'z' {
			continue // most words
		}
		if strings.ContainsFunc(word, unicode.IsDigit) {
			t.numbers++
		}
		t.currency = t.currency || currencyAt.MatchString(word)
		switch {
		case moneyAt.MatchString(word):
			t.money++
		case timeAt.MatchString(word):
			t.times++
		case citedAt.MatchString(word):
			t.cited++
		}
	}
	t.words += words
	return words
}

// line takes in what the lines of a text begin with.
func (t *traits) line(text string, b *doc.Block) {
	if text == "" {
		return
	}
	low := strings.ToLower(text[:min(len(text), 40)])
	words := len(strings.Fields(text[:min(len(text), 400)]))
	t.greeting = t.greeting || greetAt.MatchString(text) && words < 2*line && b.Box.Top < 0.6
	t.closing = t.closing || words <= 8 && closeAt.MatchString(text)
	t.signed = t.signed || words <= line && signAt.MatchString(text)
	if headAt.MatchString(text) && b.Box.Top < 0.5 {
		t.addressed++
	}
	if strings.HasPrefix(low, "abstract") || strings.HasPrefix(low, "a b s t r a c t") {
		t.abstract = true
	}
	if words <= 3 && (strings.HasPrefix(low, "references") || strings.HasPrefix(low, "bibliography") || strings.HasPrefix(low, "literatur")) {
		t.referred = true
	}
	if clauseAt.MatchString(text) && words > 4 {
		t.clauses++
	}
	if boxAt.MatchString(text) && words <= line {
		t.numbered++
	}
	if leaderAt.MatchString(text) {
		t.leaders++
	}
	if strings.HasPrefix(low, "step ") || strings.HasPrefix(low, "schritt ") || strings.HasPrefix(low, "etape ") {
		t.steps++
	}
	if b.Box.Top < upper {
		t.affiliated = t.affiliated || words <= 40 && uniAt.MatchString(text)
		if strings.Contains(text, "@") || strings.Contains(low, "www.") {
			t.reachable++
		}
		if phoneAt.MatchString(text) {
			t.reachable++
		}
	}
	if b.Box.Top > lower && b.Type != doc.Footer && text[0] >= '1' && text[0] <= '9' && words > 4 {
		t.footnote = true
	}
}
