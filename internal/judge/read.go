package judge

import "github.com/octavo-dev/octavo/internal/window"

// note takes what an answer says of the pages of a run. A page that was judged before is judged again by the run that sees
// what follows it only as far as nothing showed it there.
func (s *splitter) note(v any, run []window.Page) {
	for _, given := range listed(v, "pages") {
		n := number(given["page"])
		if n < run[0].Running || n > run[len(run)-1].Running {
			continue
		}
		now := s.read(n, given)
		was := &s.said[n-1]
		switch {
		case !was.given:
			*was = now
		case strength(now.Parts) > strength(was.Parts):
			was.Parts = now.Parts
		}
	}
}

// read takes the answer for a page and looks up its evidence.
func (s *splitter) read(page int, given map[string]any) said {
	out := said{given: true}
	out.Starts, _ = given["starts"].(bool)
	found := make([]*Part, len(s.sections))
	for _, one := range listed(given, "sections") {
		i := named(one["section"], s.names())
		if i < 0 || found[i] != nil {
			continue
		}
		p := &Part{Section: i}
		if quote, ok := s.quoted(one["quote"], page); ok {
			p.Evidence, p.Confidence = quote, Medium
			if sure, _ := one["sure"].(bool); sure {
				p.Confidence = High
			}
		}
		p.Partition, _ = one["partition"].(string)
		found[i] = p
	}
	for _, p := range found {
		if p != nil {
			out.Parts = append(out.Parts, *p)
		}
	}
	return out
}

// strength is how sure the least sure section of a page is; a page without any is as unsure as can be.
func strength(parts []Part) int {
	least := -1
	for i, p := range parts {
		if i == 0 || int(p.Confidence) < least {
			least = int(p.Confidence)
		}
	}
	return least
}
