package kind

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
)

func page(blocks ...doc.Block) []*Sheet {
	for i := range blocks {
		blocks[i].Page = 1
	}
	return []*Sheet{NewSheet(&doc.Document{Kind: doc.Paged, Pages: []doc.Page{{Number: 1, Width: 595, Height: 842}}, Blocks: blocks}, 1)}
}

func TestWordsDecide(t *testing.T) {
	s := NewScale([]Kind{
		{"beekeeping log", []string{"Records hives, queens and honey"}},
		{"sailing log", []string{"Records wind, course and harbours"}},
	}, nil)
	got, err := s.Rate(t.Context(), page(doc.Block{Type: doc.Title, Text: "Log of the hives"}, doc.Block{Type: doc.Text, Text: "The queen of the third hive is new; 12 kg of honey."}))
	if err != nil {
		t.Fatal(err)
	}
	if got[0].Score <= got[1].Score {
		t.Errorf("bees %v, boats %v", got[0], got[1])
	}
}
