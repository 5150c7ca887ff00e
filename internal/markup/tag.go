package markup

import (
	"bytes"
	"fmt"
	"strings"
)

// attr is an attribute as written.
type attr struct{ name, value []byte }

// bind is a namespace declaration in force.
type bind struct{ prefix, known string }

// unknown is the prefix of names in namespaces the caller does not know.
const unknown = "?"

// startTag reads a tag that begins an element.
func (r *Reader) startTag() (Kind, error) {
	body, err := r.tag(1)
	if err != nil {
		return 0, err
	}
	if r.begun && len(r.open) == 0 {
		return 0, syntax("a second root element")
	}
	if len(r.open) == maxDepth {
		return 0, syntax("elements are nested too deeply")
	}
	if r.closed = bytes.HasSuffix(body, []byte("/")); r.closed {
		body = body[:len(body)-1]
	}
	name, rest := cutName(body)
	if len(name) == 0 {
		return 0, syntax("a tag without a name")
	}
	if err := r.readAttrs(rest); err != nil {
		return 0, err
	}
	e := element{binds: len(r.binds)}
	if err := r.declare(); err != nil {
		return 0, err
	}
	e.raw = r.intern(name)
	e.name = r.known(e.raw)
	r.open = append(r.open, e)
	r.begun = true
	return Start, nil
}

// endTag reads a tag that ends an element; Next takes it off the stack.
func (r *Reader) endTag() (Kind, error) {
	body, err := r.tag(2)
	if err != nil {
		return 0, err
	}
	name := bytes.TrimRight(body, " \t\r\n")
	if n := len(r.open); n == 0 || r.open[n-1].raw != string(name) {
		return 0, syntax("an end tag without its element")
	}
	return End, nil
}

// tag consumes a tag and returns what stands between its opening characters and its end.
func (r *Reader) tag(opening int) ([]byte, error) {
	var quote byte
	for i := opening; ; i++ {
		if r.at+i >= len(r.buf) {
			if err := r.need(i + 1); err != nil {
				return nil, fmt.Errorf("%w: it ends inside a tag", ErrSyntax)
			}
		}
		switch c := r.buf[r.at+i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '<':
			return nil, syntax("a tag inside a tag")
		case c == '>':
			body := r.buf[r.at+opening : r.at+i]
			r.at += i + 1
			return body, nil
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// cutName splits a name off the text it begins.
func cutName(s []byte) (name, rest []byte) {
	for i, c := range s {
		if isSpace(c) || c == '=' {
			return s[:i], s[i:]
		}
	}
	return s, nil
}

func trimLeft(s []byte) []byte {
	for len(s) > 0 && isSpace(s[0]) {
		s = s[1:]
	}
	return s
}

func (r *Reader) readAttrs(s []byte) error {
	r.attrs = r.attrs[:0]
	for {
		s = trimLeft(s)
		if len(s) == 0 {
			return nil
		}
		var a attr
		a.name, s = cutName(s)
		s = trimLeft(s)
		if len(a.name) == 0 || len(s) == 0 || s[0] != '=' {
			return syntax("an attribute without a value")
		}
		s = trimLeft(s[1:])
		if len(s) == 0 || s[0] != '"' && s[0] != '\'' {
			return syntax("an attribute without quotes")
		}
		end := bytes.IndexByte(s[1:], s[0])
		if end < 0 || len(r.attrs) == maxAttrs {
			return syntax("attributes without end")
		}
		a.value, s = s[1:1+end], s[2+end:]
		r.attrs = append(r.attrs, a)
	}
}

// declare puts the namespace declarations of an element in force.
func (r *Reader) declare() error {
	for _, a := range r.attrs {
		prefix, ok := bytes.CutPrefix(a.name, []byte("xmlns"))
		if !ok || len(prefix) > 0 && prefix[0] != ':' {
			continue
		}
		if len(r.binds) == maxBinds {
			return syntax("too many namespaces")
		}
		value, err := r.value(a.value)
		if err != nil {
			return err
		}
		b := bind{prefix: strings.TrimPrefix(string(prefix), ":")}
		if value != "" {
			if b.known = r.names.Spaces[value]; b.known == "" {
				b.known = unknown
			}
		}
		if now, ok := r.bound(b.prefix); !ok || now != b.known {
			clear(r.cache)
		}
		r.binds = append(r.binds, b)
	}
	return nil
}

// bound is what a prefix stands for now.
func (r *Reader) bound(prefix string) (string, bool) {
	for i := len(r.binds) - 1; i >= 0; i-- {
		if r.binds[i].prefix == prefix {
			return r.binds[i].known, true
		}
	}
	if prefix == "xml" { // needs no declaration
		return prefix, true
	}
	return "", prefix == ""
}

// release takes the declarations of an element that ended out of force.
func (r *Reader) release(to int) {
	if len(r.binds) > to {
		r.binds = r.binds[:to]
		clear(r.cache)
	}
}

// known gives the name of an element its known prefix.
func (r *Reader) known(raw string) string {
	if name, ok := r.cache[raw]; ok {
		return name
	}
	prefix, local, ok := strings.Cut(raw, ":")
	if !ok {
		prefix, local = "", raw
	}
	space, ok := r.bound(prefix)
	if !ok {
		space = unknown
	}
	name := local
	if space != "" {
		name = space + ":" + local
	}
	r.cache[raw] = name
	return name
}
