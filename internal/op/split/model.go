package split

import (
	"context"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/judge"
	"github.com/octavo-dev/octavo/internal/section"
)

// stageAsk asks a model; the stages before it are those of a parse.
const stageAsk = "ask"

// model is the one that is asked, nil where sections are found without one.
func (s *splitter) model() *infer.Model { return s.env.Models.For(infer.Language) }

// ask has a model divide documents. What was found without it is shown as a hint.
func (s *splitter) ask(ctx context.Context, m *infer.Model, docs []*doc.Document, wants []section.Want, o section.Options, found []section.Section) ([]section.Section, error) {
	sections := make([]judge.Section, len(wants))
	for i, w := range wants {
		sections[i] = judge.Section(w)
	}
	docs = section.Cut(docs, o.Rows)
	pages := 0
	for _, d := range docs {
		pages += len(d.Pages)
	}
	said, err := judge.Split(ctx, m, docs, sections, judge.SplitOptions{
		Rules: o.Rules, Deep: o.Deep, Overlap: o.Overlap, AutoPartition: o.Divide,
		Context: m.Context(), Output: m.Output(), Hints: hints(found, pages),
	})
	if err != nil {
		return nil, err
	}
	out := make([]section.Section, len(wants))
	for i, w := range wants {
		out[i] = gathered(said.Pages, i, w, o, found[i])
	}
	return out, nil
}

// hints are sections as they are told page by page.
func hints(found []section.Section, pages int) []judge.Page {
	out := make([]judge.Page, pages)
	for i, f := range found {
		for _, p := range f.Pages {
			if p.Number < 1 || p.Number > pages {
				continue
			}
			part := judge.Part{Section: i, Evidence: p.Evidence, Confidence: judge.Confidence(p.Sure)}
			for _, of := range f.Parts {
				if of.Name != section.Unknown && slices.ContainsFunc(of.Pages, func(q section.Page) bool { return q.Number == p.Number }) {
					part.Partition = of.Name
				}
			}
			out[p.Number-1].Parts = append(out[p.Number-1].Parts, part)
		}
	}
	return out
}

// gathered are the pages that a model gives to a section. What it quotes nothing for has the evidence that was found without
// it, where both agree.
func gathered(said []judge.Page, index int, w section.Want, o section.Options, found section.Section) section.Section {
	out := section.Section{Name: w.Name, Pages: []section.Page{}, Sure: section.Low}
	values := []string{}
	for i := range said {
		k := slices.IndexFunc(said[i].Parts, func(p judge.Part) bool { return p.Section == index })
		if k < 0 {
			continue
		}
		p := said[i].Parts[k]
		page := section.Page{Number: i + 1, Evidence: p.Evidence, Sure: section.Sure(p.Confidence)}
		if at := slices.IndexFunc(found.Pages, func(f section.Page) bool { return f.Number == page.Number }); page.Evidence == "" && at >= 0 {
			page.Evidence = found.Pages[at].Evidence
		}
		if page.Evidence == "" && o.Deep {
			page.Evidence = "goes with the pages around it"
		}
		out.Pages, values = append(out.Pages, page), append(values, p.Partition)
	}
	out.Sure = least(out.Pages)
	if len(out.Pages) == 0 && len(found.Pages) == 0 {
		out.Sure = section.High // both see nothing
	}
	if w.Key != "" || o.Deep && o.Divide && several(values) {
		out.Parts = divided(out.Pages, values)
	}
	return out
}

// divided gives pages to the values of a key; those without one go with what stands before them.
func divided(pages []section.Page, values []string) []section.Part {
	out := []section.Part{}
	at := -1
	for i, p := range pages {
		if values[i] != "" || at < 0 {
			name := values[i]
			if name == "" {
				name = section.Unknown
			}
			if at = slices.IndexFunc(out, func(q section.Part) bool { return strings.EqualFold(q.Name, name) }); at < 0 {
				at = len(out)
				out = append(out, section.Part{Name: name})
			}
		}
		out[at].Pages = append(out[at].Pages, p)
	}
	for i := range out {
		out[i].Sure = least(out[i].Pages)
	}
	return out
}

func several(values []string) bool {
	names := slices.Compact(slices.Sorted(slices.Values(values)))
	return len(slices.DeleteFunc(names, func(n string) bool { return n == "" })) > 1
}

// least is how sure the least sure of some pages is.
func least(pages []section.Page) section.Sure {
	sure := section.High
	for _, p := range pages {
		sure = min(sure, p.Sure)
	}
	if len(pages) == 0 {
		return section.Low
	}
	return sure
}
