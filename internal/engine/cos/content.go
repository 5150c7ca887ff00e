package cos

import (
	"bytes"
	"strconv"
)

// Operation is one step of a content stream: an operator behind its operands. An inline picture is one operation, BI.
type Operation struct {
	Operator string
	Operands []any
	From, To int // the bytes it was read from
}

// Bounds of one content stream.
const mostOperands = 1 << 16

// Operations calls yield for the steps of a content stream in order. What is no PDF is passed over.
func Operations(data []byte, yield func(Operation)) {
	p := parser{data: data}
	var operands []any
	from := -1
	for {
		p.space()
		if p.at >= len(p.data) {
			return
		}
		if from < 0 {
			from = p.at
		}
		at := p.at
		if c := p.data[p.at]; !regular(c) || c == '/' {
			v, ok := p.value(0)
			if !ok {
				p.at = at + 1
				continue
			}
			operands = append(operands, v)
		} else {
			word := p.word()
			if v, isValue := operand(word); isValue {
				operands = append(operands, v)
			} else {
				if word == "BI" {
					p.picture()
				}
				yield(Operation{word, operands, from, p.at})
				operands, from = nil, -1
			}
		}
		if len(operands) > mostOperands {
			operands, from = nil, -1
		}
	}
}

// operand is a word of a content stream that is a value.
func operand(word string) (any, bool) {
	switch word {
	case "true", "false":
		return word == "true", true
	case "null":
		return nil, true
	}
	if c := word[0]; c != '+' && c != '-' && c != '.' && (c < '0' || c > '9') {
		return nil, false
	}
	n, err := strconv.ParseFloat(word, 64)
	return n, err == nil
}

// picture passes over an inline picture up to the word that ends it.
func (p *parser) picture() {
	start := bytes.Index(p.data[p.at:], []byte("ID"))
	if start < 0 {
		p.at = len(p.data)
		return
	}
	p.at += start + 2
	for {
		end := bytes.Index(p.data[p.at:], []byte("EI"))
		if end < 0 {
			p.at = len(p.data)
			return
		}
		at := p.at + end
		p.at = at + 2
		if at > 0 && white(p.data[at-1]) && (p.at == len(p.data) || white(p.data[p.at])) {
			return
		}
	}
}
