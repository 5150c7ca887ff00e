package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/record"
)

// readNodes reads what was found back into a tree. With citations every leaf is an object of its value and its places.
func readNodes(a *answer, cited bool) (*record.Node, error) {
	return (&nodes{cited: cited, read: a.read}).node(a.values())
}

type nodes struct {
	cited bool
	read  []int // pages of every document; nil where that is not known
}

func (r *nodes) node(raw json.RawMessage) (*record.Node, error) {
	n := &record.Node{}
	switch raw = bytes.TrimSpace(raw); {
	case len(raw) > 0 && raw[0] == '{':
		if leaf, ok := r.leaf(raw); ok {
			return leaf, nil
		}
		n.Members = []record.Member{}
		return n, members(raw, func(name string, value json.RawMessage) error {
			below, err := r.node(value)
			n.Members = append(n.Members, record.Member{Name: name, Node: below})
			return err
		})
	case len(raw) > 0 && raw[0] == '[':
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return nil, fmt.Errorf("read result: %w", err)
		}
		n.Items = []*record.Node{}
		for _, item := range items {
			below, err := r.node(item)
			if err != nil {
				return nil, err
			}
			n.Items = append(n.Items, below)
		}
		return n, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&n.Value); err != nil {
		return nil, fmt.Errorf("read result: %w", err)
	}
	return n, nil
}

// leaf reads a value with its places.
func (r *nodes) leaf(raw json.RawMessage) (*record.Node, bool) {
	var c struct {
		Value     json.RawMessage `json:"value"`
		Citations *[]api.Citation `json:"citations"`
	}
	if !r.cited || json.Unmarshal(raw, &c) != nil || c.Citations == nil {
		return nil, false
	}
	n, err := (&nodes{}).node(c.Value)
	if err != nil {
		return nil, false
	}
	n.Confidence = 1
	for _, citation := range *c.Citations {
		s := record.Source{}
		s.Document, s.Page = r.place(citation.BBox)
		if g := citation.GranularConfidence; g != nil && g.ExtractConfidence != nil && g.ParseConfidence != nil {
			s.Confidence = *g.ExtractConfidence * *g.ParseConfidence
		}
		n.Sources = append(n.Sources, s)
	}
	return n, true
}

// place is the document and the page in it that a box stands on. Pages are numbered through all documents; which of them
// are whose only this process knows.
func (r *nodes) place(b api.BoundingBox) (document, page int) {
	last := 0
	for i, pages := range r.read {
		if last += pages; b.Page <= last {
			return i, b.OriginalPage
		}
	}
	return -1, b.Page
}
