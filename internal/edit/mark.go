package edit

// check reads "check X", "tick the box for X", "mark X as yes".
func check(s *source, verb string, ts []token) []Action {
	if len(ts) == 0 || ts[0].is("that", "if", "whether", "up", "your", "with", "how", "out") {
		return nil
	}
	if at := last(ts, set("as")); verb == "mark" && at > 0 && at+1 < len(ts) {
		return marked(s, ts[:at], ts[at+1:])
	}
	return boxes(s, Check, without(ts, set("off")))
}

// marked reads what a field is marked as: set or not set, or one of its options.
func marked(s *source, label, as []token) []Action {
	value := s.said(as)
	switch on, known := Bool(value); {
	case known && on, value == "selected", value == "done", value == "complete", value == "completed":
		return boxes(s, Check, label)
	case known, value == "unselected":
		return boxes(s, Uncheck, label)
	}
	return []Action{{Kind: Select, Label: field(s, label), Value: value}}
}

// uncheck reads "uncheck X" and "clear X".
func uncheck(s *source, _ string, ts []token) []Action { return boxes(s, Uncheck, ts) }

// boxes reads one box or a list of them.
func boxes(s *source, kind Kind, ts []token) []Action {
	if whole := without(ts, articles); len(whole) == 1 && whole[0].is("form", "document", "all", "everything", "it", "boxes", "fields") {
		return nil
	}
	var out []Action
	for _, one := range items(ts) {
		label := box(s, one)
		if label == "" || label == "all" || label == "every" {
			return nil
		}
		out = append(out, Action{Kind: kind, Label: label})
	}
	return out
}

// box is the label of a box; one that stands for an answer to a question is named with it: "Yes for Citizen".
func box(s *source, ts []token) string {
	at := index(ts, near)
	if at > 0 && at+1 < len(ts) {
		if left := without(ts[:at], fieldHeads); len(left) > 0 {
			return dotted(field(s, ts[at+1:]), field(s, left))
		}
	}
	return field(s, ts)
}

// items divides a list: quotations, or words between commas.
func items(ts []token) [][]token {
	if q := quoted(ts); len(q) > 1 && index(ts, near) < 0 {
		out := make([][]token, len(q))
		for i := range q {
			out[i] = q[i : i+1]
		}
		return out
	}
	var out [][]token
	commas := count(ts, near) > 1 // "yes for A and no for B"
	from := 0
	for i, t := range ts {
		switch {
		case !t.quoted && t.comma && i+1 < len(ts):
			out, from, commas = append(out, ts[from:i+1]), i+1, true
		case t.is("and", "&") && commas && i+1 < len(ts):
			if i > from {
				out = append(out, ts[from:i])
			}
			from = i + 1
		}
	}
	return append(out, ts[from:])
}

func count(ts []token, words map[string]bool) int {
	n := 0
	for _, t := range ts {
		if !t.quoted && words[t.low] {
			n++
		}
	}
	return n
}

// choose reads "select X for Y".
func choose(s *source, _ string, ts []token) []Action {
	at := last(ts, set("for in from under"))
	if at <= 0 {
		at = index(ts, set("as"))
	}
	if len(ts) == 0 || at == 0 || at+1 >= len(ts) {
		return nil
	}
	if at < 0 {
		if value := field(s, ts); value != "" {
			return []Action{{Kind: Select, Value: value}}
		}
		return nil
	}
	label := field(s, ts[at+1:])
	if fieldTails[label] {
		label = ""
	}
	return []Action{{Kind: Select, Label: label, Value: field(s, ts[:at])}}
}
