package table

// price weighs, as log-odds, whether a solved grid is a table.
func (g *grid) price() float64 {
	rows, cols, kind := g.rows(), len(g.cols), g.kind
	score := biasTable
	switch kind {
	case framed:
		score += forGrid
	case shaded:
		score += forShades
	case stacked:
		score += forStack
	case blocks:
		score += forBlocks
	}
	score += forRows * float64(min(rows-2, 6))
	score += forColumns * float64(min(cols-2, 3))
	filled, numbers, long, all := 0, 0, 0, 0
	for i := range g.lines {
		for j := range g.lines[i].phrases {
			p := &g.lines[i].phrases[j]
			all += int(p.to - p.from)
			if p.to-p.from > proseWords {
				long += int(p.to - p.from)
			}
		}
	}
	for c := range g.cols {
		filled += g.cols[c].filled
		numbers += g.cols[c].numbers
	}
	cells := 0
	for i := range g.cells {
		if k := &g.cells[i]; k.r1 >= 0 {
			cells += (k.r1 - k.r0 + 1) * (k.c1 - k.c0 + 1)
		}
	}
	score += forTags * g.named()
	score += forNumbers * share(numbers, filled)
	score += forFilled * (share(cells, rows*cols) - 0.5) * 2
	score -= againstGaps * max(0, 0.42-share(cells, rows*cols))
	if kind != framed && kind != blocks || cols == 1 {
		score -= againstLong * share(long, all)
	}
	score -= againstEmpty * share(g.sparse(), cols)
	if g.listed() {
		score -= againstList
	}
	switch keys := g.keys(); {
	case kind == aligned && keys > 0.8:
		score -= againstPairs
	case cols == 2 && keys > 0.5:
		score -= againstKeys
	}
	if g.leaders() {
		score -= againstDots
	}
	if g.paged() && !g.whole {
		score -= againstPages
	}
	if kind == aligned {
		score -= againstFlow * g.flows()
	}
	if rows == 2 && !g.ruled[1] && kind != stacked {
		score -= againstTwo
	}
	if kind == aligned && cols == 2 && !g.numeric(0) && !g.numeric(1) {
		score -= againstText
	}
	score -= againstVoid * min(2, float64(g.void()))
	if !g.whole {
		score -= againstSpans * max(0, g.spanning()-0.2)
	}
	score -= againstWords * min(1, max(0, share(all, filled)-25)/25)
	if n := g.fields(); n > 2 {
		score -= againstForm * min(1, 5*share(n, rows*cols))
	}
	if kind != framed {
		score -= againstRagged * g.ragged()
		score -= againstNarrow * g.narrow()
	}
	score -= againstStruck * min(1, 4*share(g.struck(), all))
	if g.drawn() {
		score -= againstArt
	}
	if g.bars() {
		score -= againstBars
	}
	if g.pictured() {
		score -= againstArt
	}
	return score
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
