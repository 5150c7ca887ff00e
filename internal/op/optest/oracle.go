package optest

import (
	"context"
	"sync"

	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/op"
)

// Oracle is a model that says the same to every request of one name, and remembers what it was shown.
type Oracle struct {
	Says map[string]string // by the name of what is asked for

	mu   sync.Mutex
	Seen []infer.Request
}

// Send answers.
func (o *Oracle) Send(_ context.Context, r infer.Request) (infer.Reply, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.Seen = append(o.Seen, r)
	return infer.Reply{Text: o.Says[r.Name]}, nil
}

// On gives an installation the oracle for language and vision.
func (o *Oracle) On(b *Bench) {
	m := infer.New(o, infer.Options{Name: "oracle"})
	b.Models = &infer.Set{}
	b.Models.Add(m, infer.Language, infer.Vision)
	b.Site.Models = []op.Model{{Name: "oracle", Kind: "provider", Roles: []string{infer.Language, infer.Vision}}}
}

// Images counts the pictures of the first request.
func (o *Oracle) Images() int {
	n := 0
	for _, p := range o.Seen[0].Parts {
		if p.Media != "" {
			n++
		}
	}
	return n
}
