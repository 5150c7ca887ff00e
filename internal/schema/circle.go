package schema

// circles finds the references that lead back to themselves and how much the others stand for, each schema looked at
// once: the strongly connected parts of the document, as Tarjan finds them. A part is finished after all that it leads
// to, so sizes are known when they are needed.
type circles struct {
	count int
	stack []*declared
}

func (c *circles) visit(d *declared) {
	c.count++
	d.number, d.low, d.open = c.count, c.count, true
	c.stack = append(c.stack, d)
	for next := range d.leads {
		if next.number == 0 {
			c.visit(next)
			d.low = min(d.low, next.low)
		} else if next.open {
			d.low = min(d.low, next.number)
		}
	}
	if d.low == d.number {
		c.finish(d)
	}
}

// leads goes over the schemas that d stands for beside itself.
func (d *declared) leads(yield func(*declared) bool) {
	for _, in := range d.inside {
		if !yield(in) {
			return
		}
	}
	if d.target != nil {
		yield(d.target)
	}
}

// finish closes the part that d was the first of.
func (c *circles) finish(d *declared) {
	first := len(c.stack) - 1
	for c.stack[first] != d {
		first--
	}
	part := c.stack[first:]
	c.stack = c.stack[:first]
	for _, m := range part {
		m.open, m.part = false, d
	}
	for _, m := range part {
		// A schema cannot stand inside itself, so every circle runs over references, and those of a part that lead to
		// the same part are on one.
		m.cyclic = m.target != nil && m.target.part == d
	}
	if len(part) == 1 && !d.cyclic {
		d.measure()
	}
}

func (d *declared) measure() {
	d.size, d.height = 1, 1
	for _, in := range d.inside {
		d.size += in.size
		d.height = max(d.height, 1+in.height)
	}
	if d.target != nil {
		d.size += d.target.size
		d.height = max(d.height, d.target.height)
	}
	d.size = min(d.size, 2*maxExpanded)
}
