package markup

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// Attr is the value of an attribute of the element that began last, empty when it has none. The name of an attribute
// in no namespace has no prefix.
func (r *Reader) Attr(name string) string {
	value, _ := r.Lookup(name)
	return value
}

// Lookup is Attr that tells a missing attribute from an empty one.
func (r *Reader) Lookup(name string) (string, bool) {
	for _, a := range r.attrs {
		if !r.isNamed(a.name, name) {
			continue
		}
		value, err := r.value(a.value)
		if err != nil {
			r.Fail(err)
		}
		return value, err == nil
	}
	return "", false
}

// isNamed reports whether the name of an attribute as written is the one that a caller knows.
func (r *Reader) isNamed(raw []byte, name string) bool {
	if bytes.IndexByte(raw, ':') < 0 {
		return string(raw) == name
	}
	if known, ok := r.cache[string(raw)]; ok {
		return known == name
	}
	return r.known(string(raw)) == name
}

// Values repeat: the short ones are kept, up to a bound.
const (
	internLength = 32
	internCount  = 4096
)

func (r *Reader) intern(b []byte) string {
	if s, ok := r.interns[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(s) <= internLength && len(r.interns) < internCount {
		r.interns[s] = s
	}
	return s
}

// value decodes what stands between the quotes of an attribute.
func (r *Reader) value(raw []byte) (string, error) {
	if bytes.IndexByte(raw, '&') < 0 && plain(raw) {
		return r.intern(raw), nil
	}
	decoded, err := unescape(bytes.Clone(raw))
	return string(clean(decoded)), err
}

// chars reads text up to the next tag, or a piece of it.
func (r *Reader) chars() (Kind, error) {
	end := -1
	for {
		if i := bytes.IndexByte(r.buf[r.at:], '<'); i >= 0 {
			end = r.at + i
			break
		}
		if len(r.buf)-r.at >= piece || r.eof {
			end = whole(r.buf, r.at)
			if r.eof {
				end = len(r.buf)
			}
			break
		}
		if err := r.fill(); err != nil {
			return 0, err
		}
	}
	raw := r.buf[r.at:end]
	r.at = end
	if len(r.open) == 0 {
		if len(bytes.TrimSpace(raw)) > 0 {
			return 0, syntax("text outside of the root element")
		}
		return 0, nil
	}
	text, err := unescape(raw)
	r.text = clean(text)
	return Text, err
}

// whole is where a piece of a longer text may end: not inside a reference or character.
func whole(buf []byte, at int) int {
	end := len(buf)
	if i := bytes.LastIndexByte(buf[max(at, end-maxReference):], '&'); i >= 0 {
		amp := max(at, end-maxReference) + i
		if bytes.IndexByte(buf[amp:], ';') < 0 && amp > at {
			return amp
		}
	}
	for cut := end - 1; cut > at && end-cut <= utf8.UTFMax; cut-- {
		if utf8.RuneStart(buf[cut]) {
			if !utf8.FullRune(buf[cut:end]) {
				return cut
			}
			break
		}
	}
	return end
}

// maxReference is the length of the longest reference to a character, with leading zeros to spare.
const maxReference = 32

// unescape replaces references to characters in place. There are no other entities than the five of XML.
func unescape(raw []byte) ([]byte, error) {
	amp := bytes.IndexByte(raw, '&')
	if amp < 0 {
		return raw, nil
	}
	out := raw[:amp]
	for rest := raw[amp:]; len(rest) > 0; {
		if rest[0] != '&' {
			n := bytes.IndexByte(rest, '&')
			if n < 0 {
				n = len(rest)
			}
			out, rest = append(out, rest[:n]...), rest[n:]
			continue
		}
		end := bytes.IndexByte(rest[:min(len(rest), maxReference)], ';')
		if end < 0 {
			return nil, syntax("an entity without end")
		}
		char, ok := entity(rest[1:end])
		if !ok {
			return nil, syntax("entities are refused")
		}
		out, rest = utf8.AppendRune(out, char), rest[end+1:]
	}
	return out, nil
}

func entity(name []byte) (rune, bool) {
	switch string(name) {
	case "amp":
		return '&', true
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	digits, ok := bytes.CutPrefix(name, []byte("#"))
	if !ok {
		return 0, false
	}
	base := 10
	if hex, ok := bytes.CutPrefix(digits, []byte("x")); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(string(digits), base, 32)
	return rune(min(n, utf8.MaxRune+1)), err == nil
}

// plain reports whether a text has nothing that clean would change.
func plain(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\t' && c != '\n' {
			return false
		}
		if c >= utf8.RuneSelf {
			return utf8.Valid(b) && noControls(b)
		}
	}
	return true
}

func noControls(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\t' && c != '\n' {
			return false
		}
	}
	return true
}

// clean drops control characters and replaces bytes that are no UTF-8, in place where it can.
func clean(b []byte) []byte {
	if plain(b) {
		return b
	}
	kept := b[:0]
	for _, c := range b {
		if c >= ' ' || c == '\t' || c == '\n' {
			kept = append(kept, c)
		}
	}
	if utf8.Valid(kept) {
		return kept
	}
	return bytes.ToValidUTF8(kept, []byte("\uFFFD"))
}
