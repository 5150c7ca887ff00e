package block

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// zone is a part of the page that marks the words in it.
type zone struct {
	box    engine.Box // of the page
	kind   doc.SpanKind
	target string // of a link
	mark   int    // zones of one mark share it
}

// mostZones bounds what one page may mark; a page of links has a few hundred.
const mostZones = 1 << 12

// findZones collects what links, annotations and drawn lines mark. Most pages have none of it.
func (s *sheet) findZones() {
	links := map[string]int{}
	for i := range s.Seen.Links {
		l := &s.Seen.Links[i]
		to, ok := target(l.URI)
		if !ok {
			continue
		}
		if _, known := links[to]; !known {
			links[to] = len(links)
		}
		s.zones = append(s.zones, zone{l.Box, doc.Link, to, links[to]})
	}
	for i := range s.Seen.Annotations {
		a := &s.Seen.Annotations[i]
		kind, ok := markKinds[a.Kind]
		if !ok || a.Hidden {
			continue
		}
		for _, b := range boxesOf(a) {
			s.zones = append(s.zones, zone{b, kind, "", a.Index})
		}
	}
	s.findStruck()
	if len(s.zones) > mostZones {
		s.zones = s.zones[:mostZones]
	}
	slices.SortStableFunc(s.zones, func(a, b zone) int { return cmp.Compare(a.box.Y0, b.box.Y0) })
	s.findCarets()
}

// markKinds is what annotations mean for the text under them.
var markKinds = map[string]doc.SpanKind{
	"Highlight": doc.Highlight, "StrikeOut": doc.Deleted, "Underline": doc.Inserted, "Squiggly": doc.Inserted,
}

// boxesOf are the places that an annotation marks.
func boxesOf(a *engine.Annotation) []engine.Box {
	if len(a.Quads) == 0 {
		return []engine.Box{a.Box}
	}
	out := make([]engine.Box, len(a.Quads))
	for i, q := range a.Quads {
		out[i] = engine.Box{X0: q[0].X, Y0: q[0].Y, X1: q[0].X, Y1: q[0].Y}
		for _, p := range q[1:] {
			out[i] = union(out[i], engine.Box{X0: p.X, Y0: p.Y, X1: p.X, Y1: p.Y})
		}
	}
	return out
}

// longestTarget is how long an address may be that is worth showing.
const longestTarget = 2048

// target is the address that a link leads to, if it is one that others can follow.
func target(uri string) (string, bool) {
	uri = strings.TrimSpace(uri)
	if uri == "" || len(uri) > longestTarget || strings.ContainsFunc(uri, func(r rune) bool { return r < ' ' || r == 0x7F }) {
		return "", false
	}
	if len(uri) > 4 && strings.EqualFold(uri[:4], "www.") {
		uri = "http://" + uri
	}
	scheme, rest, ok := strings.Cut(uri, ":")
	if !ok || strings.Trim(rest, "/") == "" {
		return "", false
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "ftp", "ftps":
		u, err := url.Parse(uri)
		return uri, err == nil && u.Host != ""
	case "mailto", "tel", "sms", "doi", "urn":
		return uri, true
	}
	return "", false
}
