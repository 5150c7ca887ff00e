package block

// Candidate orders: how reluctantly pages are divided into columns, in parts of the usual cost. The usual one is first and
// stays where no other is better by a margin.
var reluctances = []float32{1, 0.3, 3, 12}

// orderMargin is by how much, in points for each row, another order must be better.
const orderMargin = 0.1

// Points for how rows follow each other in an order.
var orderWeights = struct{ below, aligned, sentence, torn, jump, mixed float64 }{
	below:    0.5, // the next stands at the usual distance below
	aligned:  0.3, // and begins or ends where the one before does
	sentence: 0.6, // a sentence goes on
	torn:     -1,  // a sentence ends nowhere, or goes on from nothing
	jump:     -0.6,
	mixed:    -1, // one row holds lines of two columns
}

// reordered puts pieces into several orders and takes the one whose rows follow each other best.
func (s *sheet) reordered(pieces []piece) [][]piece {
	best, most := [][]piece(nil), 0.0
	for i, r := range reluctances {
		s.reluctance = r
		leaves := s.order(pieces)
		if fit := s.orderFit(leaves); i == 0 || fit > most+orderMargin {
			best, most = leaves, fit
		}
	}
	s.reluctance = 1
	return best
}

// orderFit is how well the rows of an order follow each other, by row.
func (s *sheet) orderFit(leaves [][]piece) float64 {
	w := orderWeights
	sum, n := 0.0, 0
	var last *row
	for _, leaf := range leaves {
		rows := s.rows(leaf)
		for i := range rows {
			r := &rows[i]
			n++
			if r.group != nil {
				last = nil
				continue
			}
			if s.mixes(r) {
				sum += w.mixed
			}
			if last != nil {
				sum += s.followFit(last, r)
			}
			last = r
		}
	}
	return sum / float64(max(n, 1))
}

// followFit tells how well one row follows another: by where they stand and by what they say.
func (s *sheet) followFit(a, b *row) float64 {
	w := orderWeights
	sum := 0.0
	d := (b.baseline - a.baseline) / s.pitch
	over := a.box.X0 < b.box.X1 && b.box.X0 < a.box.X1
	switch {
	case over && d > 0.7 && d < 1.4:
		sum += w.below
		if absolute(a.box.X0-b.box.X0) < 0.5*s.em || absolute(a.box.X1-b.box.X1) < 0.5*s.em {
			sum += w.aligned
		}
	case d < 0 && b.box.X0 < a.box.X0: // back up and to the left: nobody reads so
		sum += w.jump
	}
	if near(a.size, b.size, 0.06) {
		ends, goesOn := endsSentence(a.text), startsLower(b.text)
		_, hyphen := divided(a.text)
		switch {
		case !ends && goesOn:
			sum += w.sentence
		case ends && goesOn || hyphen:
			sum += w.torn
		}
	}
	return sum
}

// mixes reports whether a row holds two long stretches far apart: lines of columns that were not told apart.
func (s *sheet) mixes(r *row) bool {
	for i := 1; i < len(r.pieces); i++ {
		a, b := &r.pieces[i-1], &r.pieces[i]
		if b.box.X0-a.box.X1 > leastGutter*s.em && min(a.stack, b.stack) > 12*s.em {
			return true
		}
	}
	return false
}
