package match

import (
	"context"
	"strings"

	"github.com/octavo-dev/octavo/internal/embed"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
	words "github.com/octavo-dev/octavo/internal/term"
)

// Labels are compared by their meaning only where words did not tell: a model finds something alike for everything.
const (
	leastNear  = 0.5 // what two texts that mean the same have in common at least
	surelyNear = 0.8
	mostLabels = 400 // that are compared for one document
)

// near are candidates for the fields that found nothing by words, by what labels mean.
func (r *reading) near(ctx context.Context, e embed.Embedder, wants []*want, leaves []*record.Node) ([][]candidate, error) {
	lists := make([][]candidate, len(wants))
	var open []int
	for i := range wants {
		if leaves[i].Value == nil && wants[i].kind != kindEnum {
			open = append(open, i)
		}
	}
	labels := r.labelTexts(wants, open)
	if len(labels) == 0 {
		return lists, nil
	}
	texts := append([]string{}, labels...)
	for _, i := range open {
		texts = append(texts, asked(wants[i].field))
	}
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	at := map[string][]float32{}
	for i, l := range labels {
		at[l] = vectors[i]
	}
	for k, i := range open {
		lists[i] = r.alike(wants[i], vectors[len(labels)+k], at)
	}
	return lists, nil
}

// alike are the values whose labels mean what a field asks for.
func (r *reading) alike(w *want, asked []float32, at map[string][]float32) []candidate {
	var out []candidate
	for _, m := range r.mentions(w.kind) {
		if r.stopped() {
			return nil
		}
		best := 0.0
		for _, l := range m.labels {
			if v := at[l.text]; v != nil && !w.rivals(l.terms) && !w.otherKind(l.terms) && !w.repelled(l.terms, false) {
				best = max(best, (embed.Similarity(asked, v)-leastNear)/(surelyNear-leastNear)*l.strength)
			}
		}
		if best = min(best, 1) * 0.8 * w.fitness(m); best < least || !w.field.Accepts(m.value) {
			continue
		}
		if c := r.candidate(m, m.value, best); len(c.words) > 0 {
			out = append(out, c)
		}
	}
	return rank(out)
}

// labelTexts are the labels of all that the open fields could take, each once, in the order of the document.
func (r *reading) labelTexts(wants []*want, open []int) []string {
	var out []string
	seen := map[string]bool{"": true}
	for _, i := range open {
		for _, m := range r.mentions(wants[i].kind) {
			for _, l := range m.labels {
				if !seen[l.text] && l.strength >= sureHead && len(out) < mostLabels {
					seen[l.text] = true
					out = append(out, l.text)
				}
			}
		}
	}
	return out
}

// asked is what a field asks for, as a text to compare labels with.
func asked(f *schema.Field) string {
	name := strings.Join(words.Split(f.Name), " ")
	says, _ := speak(f.Description)
	if says = strings.TrimSpace(says); says == "" {
		return name
	}
	return name + ": " + says
}
