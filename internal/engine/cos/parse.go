package cos

import (
	"bytes"
	"strconv"
)

// The values of PDF files. Numbers are float64, truth values are bool, and arrays are []any.
type (
	// Name is a name without its slash.
	Name string
	// Dict is a dictionary.
	Dict map[Name]any
	// Ref refers to an object.
	Ref struct{ Number, Generation int }
	// Text is a string: bytes in an encoding that its place tells.
	Text string
	// Stream is bytes with a dictionary that says what they are.
	Stream struct {
		Dict Dict
		Data []byte // as stored, of a stream that was made here
		at   int64  // of the data in the file, else
	}
)

type parser struct {
	data []byte
	at   int
	// short says that the data ended in the middle of a value.
	short bool
}

func white(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

func regular(c byte) bool { return !white(c) && bytes.IndexByte([]byte("()<>[]{}/%"), c) < 0 }

// space skips white space and comments.
func (p *parser) space() {
	for p.at < len(p.data) {
		switch c := p.data[p.at]; {
		case white(c):
			p.at++
		case c == '%':
			for p.at < len(p.data) && p.data[p.at] != '\n' && p.data[p.at] != '\r' {
				p.at++
			}
		default:
			return
		}
	}
}

func (p *parser) word() string {
	from := p.at
	for p.at < len(p.data) && regular(p.data[p.at]) {
		p.at++
	}
	if p.at == len(p.data) {
		p.short = true
	}
	return string(p.data[from:p.at])
}

// takes skips a word when it comes next.
func (p *parser) takes(word string) bool {
	p.space()
	if !bytes.HasPrefix(p.data[p.at:], []byte(word)) {
		return false
	}
	p.at += len(word)
	return true
}

// value reads one value; ok is false when there is none.
func (p *parser) value(depth int) (v any, ok bool) {
	p.space()
	if p.at >= len(p.data) {
		p.short = true
		return nil, false
	}
	if depth > mostDepth {
		return nil, false
	}
	switch c := p.data[p.at]; {
	case c == '/':
		p.at++
		return p.name(), true
	case c == '(':
		return p.literal()
	case c == '[':
		p.at++
		return p.array(depth)
	case bytes.HasPrefix(p.data[p.at:], []byte("<<")):
		p.at += 2
		return p.dict(depth)
	case c == '<':
		return p.hex()
	case !regular(c):
		return nil, false
	default:
		return p.plain()
	}
}

// plain reads a number, a reference, a truth value or null.
func (p *parser) plain() (any, bool) {
	word := p.word()
	switch word {
	case "true", "false":
		return word == "true", true
	case "null":
		return nil, true
	}
	n, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return nil, false
	}
	// Two whole numbers and an R are a reference.
	from := p.at
	if number, whole := integer(n); whole && number < 1<<31 {
		if generation, ok := p.integer(); ok && generation < 1<<16 {
			p.space()
			if p.at >= len(p.data) {
				p.short = true
			} else if p.word() == "R" {
				return Ref{int(number), int(generation)}, true
			}
		}
	}
	p.at = from
	return n, true
}

func (p *parser) name() Name {
	word := p.word()
	if !bytes.ContainsRune([]byte(word), '#') {
		return Name(word)
	}
	var b []byte
	for i := 0; i < len(word); i++ {
		if word[i] == '#' && i+2 < len(word) {
			if v, err := strconv.ParseUint(word[i+1:i+3], 16, 8); err == nil {
				b = append(b, byte(v))
				i += 2
				continue
			}
		}
		b = append(b, word[i])
	}
	return Name(b)
}

func (p *parser) array(depth int) (any, bool) {
	all := []any{}
	for !p.takes("]") {
		v, ok := p.value(depth + 1)
		if !ok {
			return nil, false
		}
		all = append(all, v)
	}
	return all, true
}

func (p *parser) dict(depth int) (any, bool) {
	all := Dict{}
	for !p.takes(">>") {
		key, ok := p.value(depth + 1)
		name, isName := key.(Name)
		if !ok || !isName {
			return nil, false
		}
		v, ok := p.value(depth + 1)
		if !ok {
			return nil, false
		}
		all[name] = v
	}
	return all, true
}
