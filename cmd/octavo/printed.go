package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/batch"
)

// row is one line of a table: cells by the names of their columns, in order.
type row []cell

type cell struct{ column, text string }

// printed puts answers on standard output: that of one document as it is, those of several in the order of the
// documents, told apart by their names.
type printed struct {
	out     io.Writer
	order   *order
	several bool

	mu    *sync.Mutex
	turn  map[string]int // by name of the document
	ready [][]byte       // nil while it is not
	next  int
	rows  [][]row // of every document; a table has one head
}

func newPrinted(out io.Writer, o *order, units []batch.Input) printed {
	p := printed{out: out, order: o, several: len(units) > 1, mu: &sync.Mutex{}, turn: map[string]int{}}
	for i, in := range units {
		p.turn[in.Name] = i
	}
	p.ready, p.rows = make([][]byte, len(units)), make([][]row, len(units))
	return p
}

// give prints an answer as soon as those before it are printed.
func (p *printed) give(in batch.Input, a *answer) error {
	if p.several && p.order.rows != nil {
		rows, err := p.order.rows(a)
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, r := range rows {
			p.rows[p.turn[in.Name]] = append(p.rows[p.turn[in.Name]], append(row{{"file", in.Name}}, r...))
		}
		return err
	}
	var body bytes.Buffer
	if err := p.one(&body, in, a); err != nil {
		return err
	}
	return p.put(in, body.Bytes())
}

// one writes the answer about one document.
func (p *printed) one(w *bytes.Buffer, in batch.Input, a *answer) error {
	if !p.several {
		return p.order.written(w, a)
	}
	if p.order.format == "json" {
		told, err := p.order.told(a)
		if err != nil {
			return err
		}
		line, err := api.Marshal(struct {
			File   string          `json:"file"`
			Result json.RawMessage `json:"result"`
		}{in.Name, told})
		w.Write(append(line, '\n'))
		return err
	}
	fmt.Fprintf(w, "%s\n", clean(in.Name))
	if err := p.order.written(w, a); err != nil {
		return err
	}
	return w.WriteByte('\n')
}

// none lets those behind a document that failed be printed.
func (p *printed) none(in batch.Input) { _ = p.put(in, []byte{}) }

func (p *printed) put(in batch.Input, body []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ready[p.turn[in.Name]] = body
	for p.next < len(p.ready) && p.ready[p.next] != nil {
		if _, err := p.out.Write(p.ready[p.next]); err != nil {
			return err
		}
		p.ready[p.next] = []byte{}
		p.next++
	}
	return nil
}

// end prints the table of all documents, where they make one.
func (p *printed) end() error {
	var all []row
	for _, rows := range p.rows {
		all = append(all, rows...)
	}
	if len(all) == 0 {
		return nil
	}
	return writeRows(p.out, all)
}

// writeRows writes a table as CSV. It has the columns of all rows, in the order in which they first appear.
func writeRows(w io.Writer, rows []row) error {
	at, head := map[string]int{}, []string{}
	for _, r := range rows {
		for _, c := range r {
			if _, known := at[c.column]; !known {
				at[c.column] = len(head)
				head = append(head, c.column)
			}
		}
	}
	out := csv.NewWriter(w)
	_ = out.Write(head) // Flush keeps the first error
	for _, r := range rows {
		line := make([]string, len(head))
		for _, c := range r {
			line[at[c.column]] = c.text
		}
		_ = out.Write(line)
	}
	out.Flush()
	return out.Error()
}
