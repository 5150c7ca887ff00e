package csv

import (
	"errors"
	"io"
	"strings"
)

// Bounds of a quoted field that runs over several lines, and of how often one may turn out never to end before quotes
// are taken to end with their line.
const (
	maxFieldLines = 1_000
	maxFieldBytes = 1 << 20
	maxOpenQuotes = 10
)

// parser cuts lines into records.
type parser struct {
	in     *lines
	comma  byte
	opened int // quotes that were never closed
}

func newParser(in *lines, kind string) (*parser, error) {
	sample, err := in.peek(sampleLines)
	if err != nil {
		return nil, err
	}
	p := &parser{in: in}
	if declared, ok := separatorLine(sample); ok {
		p.comma = declared
		_, err = in.next()
		return p, err
	}
	p.comma = separator(sample, kind)
	return p, nil
}

// next returns the fields of the next record, io.EOF after the last. A quote that is never closed is a character of
// its line.
func (p *parser) next() ([]string, error) {
	line, err := p.in.next()
	if err != nil {
		return nil, err
	}
	if strings.IndexByte(line, '"') < 0 {
		return strings.Split(line, string(p.comma)), nil
	}
	r := record{comma: p.comma}
	if r.add(line); !r.quoted {
		return r.fields, nil
	}
	if p.opened < maxOpenQuotes {
		fields, err := p.goOn(&r)
		if fields != nil || err != nil {
			return fields, err
		}
		p.opened++
	}
	return strings.Split(line, string(p.comma)), nil
}

// goOn adds lines until the quoted field ends; when it does not, the lines are given back and no fields returned.
func (p *parser) goOn(r *record) ([]string, error) {
	var taken []string
	size := 0
	for len(taken) < maxFieldLines && size < maxFieldBytes {
		line, err := p.in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		taken = append(taken, line)
		size += len(line)
		r.field.WriteByte('\n')
		if r.add(line); !r.quoted {
			return r.fields, nil
		}
	}
	p.in.undo(taken)
	return nil, nil
}

// record is one record under construction.
type record struct {
	comma  byte
	fields []string
	field  strings.Builder // the quoted field being read
	quoted bool            // inside it
}

// add reads one line; quoted says afterwards whether the record goes on.
func (r *record) add(line string) {
	for {
		if !r.quoted {
			if !strings.HasPrefix(strings.TrimLeft(line, " "), `"`) {
				field, rest, more := strings.Cut(line, string(r.comma))
				r.fields = append(r.fields, field)
				if line = rest; !more {
					return
				}
				continue
			}
			line = strings.TrimLeft(line, " ")[1:]
			r.quoted = true
		}
		rest, closed := r.quote(line)
		if !closed {
			return
		}
		r.quoted = false
		tail, rest, more := strings.Cut(rest, string(r.comma))
		r.fields = append(r.fields, r.field.String()+tail)
		r.field.Reset()
		if line = rest; !more {
			return
		}
	}
}

// quote reads up to the closing quote, which stands before a separator or the end of the line; two in a row are one
// character.
func (r *record) quote(line string) (rest string, closed bool) {
	for {
		at := strings.IndexByte(line, '"')
		if at < 0 {
			r.field.WriteString(line)
			return "", false
		}
		r.field.WriteString(line[:at])
		line = line[at+1:]
		after := strings.TrimLeft(line, " ")
		switch {
		case strings.HasPrefix(line, `"`):
			r.field.WriteByte('"')
			line = line[1:]
		case after == "" || after[0] == r.comma:
			return after, true
		default:
			r.field.WriteByte('"')
		}
	}
}
