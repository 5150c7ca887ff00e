package cos

import (
	"bytes"
	"encoding/hex"
	"strings"
)

// literal reads a string in brackets.
func (p *parser) literal() (any, bool) {
	var b []byte
	deep := 0
	for p.at < len(p.data) {
		c := p.data[p.at]
		p.at++
		switch {
		case c == '\\':
			b = p.escape(b)
			continue
		case c == '(':
			if deep++; deep == 1 {
				continue
			}
		case c == ')':
			if deep--; deep == 0 {
				return Text(b), true
			}
		case c == '\r': // every end of a line is one line feed
			if p.at < len(p.data) && p.data[p.at] == '\n' {
				p.at++
			}
			c = '\n'
		}
		b = append(b, c)
	}
	p.short = true
	return nil, false
}

// escape adds what a backslash stands for together with what comes after it.
func (p *parser) escape(b []byte) []byte {
	if p.at >= len(p.data) {
		return b
	}
	c := p.data[p.at]
	p.at++
	if i := strings.IndexByte("nrtbf", c); i >= 0 {
		return append(b, "\n\r\t\b\f"[i])
	}
	switch {
	case c == '\r' && p.at < len(p.data) && p.data[p.at] == '\n':
		p.at++
		return b
	case c == '\r', c == '\n':
		return b
	case c < '0' || c > '7':
		return append(b, c)
	}
	n := int(c - '0')
	for range 2 {
		if p.at >= len(p.data) || p.data[p.at] < '0' || p.data[p.at] > '7' {
			break
		}
		n = n*8 + int(p.data[p.at]-'0')
		p.at++
	}
	return append(b, byte(n))
}

// hex reads a string of hexadecimal digits.
func (p *parser) hex() (any, bool) {
	end := bytes.IndexByte(p.data[p.at:], '>')
	if end < 0 {
		p.short = true
		return nil, false
	}
	digits := bytes.Map(func(r rune) rune {
		if r < 256 && white(byte(r)) {
			return -1
		}
		return r
	}, p.data[p.at+1:p.at+end])
	p.at += end + 1
	if len(digits)%2 == 1 {
		digits = append(digits, '0')
	}
	out := make([]byte, hex.DecodedLen(len(digits)))
	n, _ := hex.Decode(out, digits) // up to the first digit that is none
	return Text(out[:n]), true
}
