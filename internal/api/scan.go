package api

// Bounds of a request body beside its size.
const (
	maxDepth  = 100
	maxNumber = 400 // characters; the longest finite double needs 309 digits
)

// syntaxError is the first place at which a body stops being JSON.
type syntaxError struct {
	offset  int
	message string
}

// scan checks that b is one JSON value and nothing else. It accepts less than JSON does: text must be UTF-8 without
// NUL and lone surrogates, because the database stores neither; numbers must be finite, because a literal such as
// 1e1000000 would cost whoever computes it.
func scan(b []byte) *syntaxError {
	s := scanner{b: b}
	if i := s.space(0); i < len(b) {
		i, ok := s.value(i)
		if !ok {
			return s.err
		}
		if i = s.space(i); i < len(b) {
			return &syntaxError{i, "text after the end of the value"}
		}
		return nil
	}
	return &syntaxError{len(b), "no value"}
}

type scanner struct {
	b   []byte
	err *syntaxError
}

func (s *scanner) fail(i int, message string) (int, bool) {
	s.err = &syntaxError{i, message}
	return i, false
}

func (s *scanner) space(i int) int {
	for i < len(s.b) && (s.b[i] == ' ' || s.b[i] == '\n' || s.b[i] == '\r' || s.b[i] == '\t') {
		i++
	}
	return i
}

// value checks one value that starts at i and returns where it ends. Open objects and lists are kept on a stack of
// fixed size instead of the goroutine's own.
func (s *scanner) value(i int) (int, bool) {
	var stack [maxDepth]byte
	depth := 0
	for {
		ok := true
		switch c := s.at(i); {
		case c == '{' || c == '[':
			if depth == maxDepth {
				return s.fail(i, "more than 100 levels")
			}
			stack[depth] = c
			depth++
			i = s.space(i + 1)
			if s.at(i) == c+2 { // ']' and '}' follow their openers at the same distance
				depth--
				i++
				break
			}
			if c == '{' {
				if i, ok = s.key(i); !ok {
					return i, false
				}
			}
			continue
		case c == '"':
			i, ok = s.text(i)
		case c == '-' || c >= '0' && c <= '9':
			i, ok = s.number(i)
		default:
			i, ok = s.word(i)
		}
		if !ok {
			return i, false
		}
		for { // a value has ended: close what it was the last part of
			if depth == 0 {
				return i, true
			}
			i = s.space(i)
			c, open := s.at(i), stack[depth-1]
			if c == ',' {
				if i = s.space(i + 1); open == '{' {
					if i, ok = s.key(i); !ok {
						return i, false
					}
				}
				break
			}
			if c != open+2 {
				return s.fail(i, "expected a comma or the end of the "+map[byte]string{'{': "object", '[': "list"}[open])
			}
			depth--
			i++
		}
	}
}

// at returns the byte at i, 0 past the end.
func (s *scanner) at(i int) byte {
	if i < len(s.b) {
		return s.b[i]
	}
	return 0
}

// key checks a key and its colon and returns where the value starts.
func (s *scanner) key(i int) (int, bool) {
	if s.at(i) != '"' {
		return s.fail(i, "expected a key in double quotes")
	}
	i, ok := s.text(i)
	if !ok {
		return i, false
	}
	if i = s.space(i); s.at(i) != ':' {
		return s.fail(i, "expected a colon")
	}
	return s.space(i + 1), true
}

func (s *scanner) word(i int) (int, bool) {
	for _, w := range []string{"true", "false", "null"} {
		if len(s.b)-i >= len(w) && string(s.b[i:i+len(w)]) == w {
			return i + len(w), true
		}
	}
	return s.fail(i, "expected a value")
}
