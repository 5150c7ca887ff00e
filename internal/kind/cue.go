package kind

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
)

// cue is something that pages look like, whatever they speak of.
type cue struct {
	name string
	// once is a cue that stands on one page of several and speaks for all of them.
	once    bool
	measure func(*traits) float64 // 0 to 1
}

var cues = []cue{
	{"narrow", false, narrow},
	{"scan", false, func(t *traits) float64 { return truth(!t.native) }},
	{"landscape", false, func(t *traits) float64 { return rise(t.width/t.height, 1.05, 1.2) }},
	{"slides", false, slides},
	{"spreadsheet", false, func(t *traits) float64 { return truth(t.sheet) }},
	{"mail", true, func(t *traits) float64 { return truth(t.mail) }},
	{"table", false, func(t *traits) float64 { return max(rise(t.of(t.inTables), 0.1, 0.7), rise(t.tabled, 0.2, 0.8)) }},
	{"figures", false, func(t *traits) float64 {
		return min(1, float64(t.figured)/float64(max(t.cells, 12))*1.6) * rise(t.of(t.inTables), 0.2, 0.7)
	}},
	{"numbers", false, func(t *traits) float64 { return rise(t.of(t.numbers), 0.12, 0.45) }},
	{"money", false, money},
	{"times", false, func(t *traits) float64 { return rise(t.of(t.times), 0.01, 0.06) }},
	{"prose", false, func(t *traits) float64 { return rise(t.of(t.inProse), 0.25, 0.75) }},
	{"narrative", false, func(t *traits) float64 { return rise(t.of(t.persons), 0.008, 0.04) * rise(t.of(t.inProse), 0.2, 0.5) }},
	{"percents", false, func(t *traits) float64 { return rise(t.of(t.percents), 0.003, 0.02) }},
	{"short", false, func(t *traits) float64 { return fall(float64(t.words), 60, 220) }},
	{"columns", false, func(t *traits) float64 { return rise(t.of(min(t.left, t.right)), 0.15, 0.35) }},
	{"form", false, form},
	{"boxes", false, func(t *traits) float64 { return rise(float64(t.numbered), 3, 12) }},
	{"checkboxes", false, func(t *traits) float64 { return rise(float64(t.boxes), 0, 4) }},
	{"face", true, func(t *traits) float64 {
		return min(truth(t.portrait && t.figures <= 3), fall(float64(t.words), 120, 240))
	}},
	{"machine", true, func(t *traits) float64 { return truth(t.filler) }},
	{"greeting", true, func(t *traits) float64 { return truth(t.greeting) }},
	{"closing", true, func(t *traits) float64 { return truth(t.closing) }},
	{"memoheader", true, func(t *traits) float64 { return rise(float64(t.addressed), 1, 3) }},
	{"letterhead", true, func(t *traits) float64 { return truth(t.reachable > 0) }},
	{"person", true, func(t *traits) float64 { return rise(float64(t.reachable), 0, 2) }},
	{"abstract", true, func(t *traits) float64 { return truth(t.abstract) }},
	{"citations", true, func(t *traits) float64 { return max(rise(t.of(t.cited), 0.001, 0.01), truth(t.referred)) }},
	{"affiliations", true, func(t *traits) float64 { return truth(t.affiliated) }},
	{"equations", false, func(t *traits) float64 { return rise(float64(t.symbols), 3, 20) }},
	{"footnotes", false, func(t *traits) float64 { return truth(t.footnote) }},
	{"trimsize", false, trimSize},
	{"runninghead", false, func(t *traits) float64 { return truth(t.running) }},
	{"bullets", false, func(t *traits) float64 { return rise(float64(t.items), 1, 6) }},
	{"steps", false, func(t *traits) float64 { return rise(float64(t.steps), 1, 5) }},
	{"code", true, func(t *traits) float64 { return rise(t.of(t.inCode), 0.03, 0.2) }},
	{"clauses", false, func(t *traits) float64 { return rise(float64(t.clauses), 1, 5) }},
	{"signature", true, func(t *traits) float64 { return truth(t.signed) }},
	{"pictures", false, func(t *traits) float64 { return rise(t.pictured, 0.05, 0.4) }},
	{"questions", false, func(t *traits) float64 { return rise(float64(t.asked), 1, 6) }},
	{"sections", false, func(t *traits) float64 { return rise(float64(t.headings), 1, 4) }},
	{"dotleaders", false, func(t *traits) float64 { return rise(float64(t.leaders), 1, 6) }},
}

// rise is 0 up to a value, 1 from another on.
func rise(v, from, to float64) float64 { return min(1, max(0, (v-from)/(to-from))) }

// fall is 1 up to a value, 0 from another on.
func fall(v, from, to float64) float64 { return 1 - rise(v, from, to) }

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// money is a page with amounts; without a currency they may be anything that has two digits behind a point.
func money(t *traits) float64 {
	amounts := rise(t.of(t.money), 0.01, 0.08)
	if t.currency {
		return amounts
	}
	return 0.5 * amounts
}

// narrow pages are higher than wide, and few letters wide.
func narrow(t *traits) float64 {
	shape := fall(t.width/t.height, 0.42, 0.58)
	if t.letter > 0 && !t.native {
		shape = max(shape, fall(t.width/t.letter, 32, 44)*fall(t.width/t.height, 0.8, 1)*fall(t.of(t.inProse), 0.1, 0.4))
	}
	return shape
}

func slides(t *traits) float64 {
	if t.slides {
		return 1
	}
	return min(rise(t.width/t.height, 1.1, 1.25), fall(float64(t.words), 180, 400)) * (1 - 0.8*rise(t.of(t.inProse), 0.3, 0.8)) * truth(t.native)
}

func form(t *traits) float64 {
	return min(1, 0.06*float64(t.pairs)+0.12*float64(t.boxes)+0.12*float64(t.blanks)+0.05*float64(t.numbered))
}

// Area of the paper that offices print on, in square points; books are printed on less.
const office = 595.0 * 842

func trimSize(t *traits) float64 {
	if t.width >= t.height || !t.native || t.width == 0 {
		return 0
	}
	return fall(t.width*t.height, 0.8*office, 0.93*office) * rise(t.width*t.height, 0.2*office, 0.35*office)
}

// traits are what cues are measured by.
type traits struct {
	width, height                         float64
	letter                                float64 // height of a line, 0 where that is not known
	native, sheet, mail, slides           bool
	words                                 int
	inTables, inProse, inCode             int
	numbers, money, times, cited          int
	persons, percents                     int // words for those who speak, are spoken to or of; shares
	left, right                           int // words of text in either half
	tabled, pictured                      float64
	pairs, boxes, blanks, numbered        int
	figures, cells, figured               int // pictures; cells of tables, and those that hold a number
	items, steps, clauses, headings       int
	asked, leaders, symbols               int
	addressed, reachable                  int
	portrait, filler, greeting, closing   bool
	abstract, referred, affiliated        bool
	currency                              bool
	footnote, running, signed, pageNumber bool
}

// of is a share of the words.
func (t *traits) of(n int) float64 { return float64(n) / float64(max(t.words, 1)) }

func newTraits(d *doc.Document, page *doc.Page) *traits {
	t := &traits{width: page.Width, height: page.Height, native: page.Native, sheet: d.Kind == doc.Sheet}
	if t.width <= 0 || t.height <= 0 {
		t.width, t.height = 1, 1.4 // of a page that has no size
	}
	t.letter = lineHeight(page)
	switch d.Type {
	case "eml", "msg":
		t.mail = true
	case "pptx", "ppt", "odp":
		t.slides = true
	}
	return t
}

// lineHeight is that of most lines of a page, in points.
func lineHeight(page *doc.Page) float64 {
	const some = 400
	var all []float64
	for i := range page.Lines[:min(len(page.Lines), some)] {
		if l := &page.Lines[i]; l.Rotation == 0 {
			all = append(all, l.Box.Height*page.Height)
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

var (
	moneyAt    = regexp.MustCompile(`^[($€£¥-]*\d{1,3}(?:[., ']?\d{3})*[.,]\d{2}[)€$£-]*$|^[$€£¥]\s?\d`)
	currencyAt = regexp.MustCompile(`[$€£¥₹]|^(?:USD|EUR|GBP|CHF|RM|MYR|JPY|INR|Rs|SEK|NOK|DKK|PLN|CZK|CAD|AUD|Fr|kr|TVA|MwSt|VAT|GST|IVA|BTW)\b`)
	timeAt     = regexp.MustCompile(`^\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,2})?(?:am|pm|[ap])?$|^\d{2}\.\d{2}[A-Zq]?$`)
	citedAt    = regexp.MustCompile(`^\[\d{1,3}[],–-]|^\(?(?:19|20)\d{2}[a-z]?\)[.,;]?$`)
	clauseAt   = regexp.MustCompile(`^(?i:section|article|clause|artikel|§|art\.)\s*[\dIVX]|^\d{1,2}\.\d{1,2}\.?\s|^\(?[a-z0-9ivx]{1,3}[).]\s+\S`)
	boxAt      = regexp.MustCompile(`^(?:(?i:item|box|line)\s)?\d{1,2}\s?[a-z]?[.):]?\s+\S`)
	leaderAt   = regexp.MustCompile(`(?:\.\s?){4,}\s*\d*$`)
	greetAt    = regexp.MustCompile(`(?i)^(?:dear|to whom it may|hi|hello|sehr geehrte|liebe[rs]?|guten tag|bonjour|madame|monsieur|ch[eè]re?s?|estimad|querid|muy se[nñ]or|gentile|egregi|spett|caro|cara|geachte|beste|prezad|exm)\b`)
	closeAt    = regexp.MustCompile(`(?i)\b(?:sincerely|regards|yours (?:truly|faithfully)|respectfully|faithfully|gr(?:ü|ue)(?:ß|ss)en|gru(?:ß|ss)|cordialement|salutations|atentamente|saludos|distinti saluti|cordiali saluti|groet|atenciosamente)\b`)
	headAt     = regexp.MustCompile(`(?i)^(?:to|from|date|subject|re|cc|sent|via|von|an|datum|betreff|betr|de|à|objet|date|para|asunto|fecha|da|oggetto)\s?[:.]`)
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
