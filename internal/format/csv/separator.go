package csv

import "strings"

// sampleLines is how many lines the separator is chosen on.
const sampleLines = 100

// separatorLine reads the line "sep=;" that spreadsheet programs put first.
func separatorLine(sample []string) (byte, bool) {
	if len(sample) == 0 {
		return 0, false
	}
	mark, ok := strings.CutPrefix(strings.ToLower(sample[0]), "sep=")
	if !ok || len(mark) != 1 {
		return 0, false
	}
	return mark[0], true
}

// separator chooses the character that cuts most lines into the same number of fields, at least two. Ties go to the
// one the type is named after, then to the more usual one.
func separator(sample []string, kind string) byte {
	marks := []byte{',', ';', '\t', '|'}
	if kind == "tsv" {
		marks = []byte{'\t', ',', ';', '|'}
	}
	best, bestScore := marks[0], 0.0
	for _, m := range marks {
		if score := evenness(sample, m); score > bestScore {
			best, bestScore = m, score
		}
	}
	return best
}

// evenness is the share of records that have the most frequent number of fields, 0 when that is one.
func evenness(sample []string, comma byte) float64 {
	counts := map[int]int{}
	records := 0
	p := parser{in: newLines(strings.NewReader("")), comma: comma}
	p.in.undo(sample)
	for {
		fields, err := p.next()
		if err != nil {
			break
		}
		if len(fields) == 1 && strings.TrimSpace(fields[0]) == "" {
			continue
		}
		records++
		counts[len(fields)]++
	}
	most := 0
	for fields, n := range counts {
		if fields > 1 {
			most = max(most, n)
		}
	}
	if records == 0 {
		return 0
	}
	return float64(most) / float64(records)
}
