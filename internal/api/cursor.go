package api

import (
	"bytes"
	"encoding/json"
	"iter"
)

// The functions here read JSON that scan has accepted; they check nothing themselves. Working on the bytes instead
// of a tree keeps the memory of a request near the size of its body.

// skip returns the first position from i on that is not white space.
func skip(b []byte, i int) int {
	for b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t' {
		i++
	}
	return i
}

// trim returns the value without white space around it.
func trim(b []byte) []byte { return bytes.Trim(b, " \n\r\t") }

// end returns where the value that starts at i ends.
func end(b []byte, i int) int {
	switch b[i] {
	case '"':
		return endText(b, i)
	case '{', '[':
		depth := 0
		for {
			switch b[i] {
			case '"':
				i = endText(b, i)
				continue
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
			i++
		}
	}
	for i < len(b) && b[i] != ',' && b[i] != '}' && b[i] != ']' && b[i] > ' ' {
		i++
	}
	return i
}

// endText returns where the string that starts at i ends.
func endText(b []byte, i int) int {
	quote := i
	for i++; ; {
		if quote < i { // looked for again only when it was escaped, or a long run of escapes would cost its square
			quote = i + bytes.IndexByte(b[i:], '"')
		}
		slash := bytes.IndexByte(b[i:quote], '\\')
		if slash < 0 {
			return quote + 1
		}
		i += slash + 2
	}
}

// members yields the keys, still quoted, and values of an object.
func members(b []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		for i := skip(b, 1); b[i] != '}'; i = skip(b, i) {
			if b[i] == ',' {
				i = skip(b, i+1)
			}
			k := endText(b, i)
			v := skip(b, skip(b, k)+1)
			e := end(b, v)
			if !yield(b[i:k], b[v:e]) {
				return
			}
			i = e
		}
	}
}

// elements yields the indexes and values of a list.
func elements(b []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		n := 0
		for i := skip(b, 1); b[i] != ']'; i = skip(b, i) {
			if b[i] == ',' {
				i = skip(b, i+1)
			}
			e := end(b, i)
			if !yield(n, b[i:e]) {
				return
			}
			n++
			i = e
		}
	}
}

// field returns the value of a key of an object, nil when it is absent; the last of several wins.
func field(b []byte, key string) []byte {
	var found []byte
	for k, v := range members(b) {
		if unquote(k) == key {
			found = v
		}
	}
	return found
}

// unquote returns the text of a string.
func unquote(b []byte) string {
	if bytes.IndexByte(b, '\\') < 0 {
		return string(b[1 : len(b)-1])
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		panic("api: unchecked JSON: " + err.Error())
	}
	return s
}

// quote returns the JSON string of a text.
func quote(s string) []byte {
	simple := true
	for i := 0; i < len(s) && simple; i++ {
		simple = plain[s[i]]
	}
	if simple {
		return append(append(append(make([]byte, 0, len(s)+2), '"'), s...), '"')
	}
	b, err := Marshal(s)
	if err != nil {
		panic("api: " + err.Error())
	}
	return b
}

// compact appends a value without the white space between its parts.
func compact(out, b []byte) []byte {
	start := 0 // of what has not been copied yet
	for i := 0; i < len(b); {
		switch b[i] {
		case ' ', '\n', '\r', '\t':
			out = append(out, b[start:i]...)
			i++
			start = i
		case '"':
			i = endText(b, i)
		default:
			i++
		}
	}
	return append(out, b[start:]...)
}
