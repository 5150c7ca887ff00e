package table

// findTags marks the words that the file itself puts into tables and their rows, where its tags can be relied on.
func (s *sheet) findTags() {
	elements := s.page.Elements
	tables := 0
	for i := range elements {
		if elements[i].Kind == "Table" {
			tables++
		}
	}
	if tables == 0 || !s.page.StructureSound() {
		return
	}
	table, row := make([]int32, len(elements)), make([]int32, len(elements))
	for i := range elements {
		if parent := elements[i].Parent; parent >= 0 && parent < i {
			table[i], row[i] = table[parent], row[parent]
		}
		switch elements[i].Kind {
		case "Table":
			table[i], row[i] = int32(i)+1, 0
		case "TR":
			row[i] = int32(i) + 1
		}
	}
	for i := range s.words {
		w := &s.words[i]
		if w.char < 0 {
			continue // not a word of the file
		}
		if at := int(s.page.Chars[w.char].Element); at > 0 && at <= len(elements) {
			w.tagTable, w.tagRow = table[at-1], row[at-1]
		}
	}
	s.tagged = true
}

// taggedRegions are the places of the tables that the file names.
func (s *sheet) taggedRegions() []region {
	if !s.tagged {
		return nil
	}
	var out []region
	at := map[int32]int{}
	for i := range s.words {
		w := &s.words[i]
		if w.tagTable == 0 || w.taken {
			continue
		}
		k, ok := at[w.tagTable]
		if !ok {
			k = len(out)
			at[w.tagTable] = k
			out = append(out, region{box: w.box, kind: tagged})
		}
		out[k].box = union(out[k].box, w.box)
	}
	return out
}

// sameTag reports whether the file names rows for both of two lines, and whether it is the same.
func (g *grid) sameTag(a, b *line) (known, same bool) {
	for _, p := range a.phrases {
		for _, q := range b.phrases {
			r, s := g.s.words[p.from].tagRow, g.s.words[q.from].tagRow
			known = known || r != 0 && s != 0
			same = same || r != 0 && r == s
		}
	}
	return known, same
}

// named is the share of the words of a region that the file puts into one table.
func (g *grid) named() float64 {
	if !g.s.tagged {
		return 0
	}
	count := map[int32]int{}
	most, all := 0, 0
	for i := range g.lines {
		for _, p := range g.lines[i].phrases {
			for _, w := range g.s.words[p.from:p.to] {
				all++
				if w.tagTable != 0 {
					count[w.tagTable]++
					most = max(most, count[w.tagTable])
				}
			}
		}
	}
	return share(most, all)
}
