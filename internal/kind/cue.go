package kind

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
