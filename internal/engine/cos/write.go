package cos

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// Append writes a value as it stands in a file. A Go int is written as the number it is.
func Append(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case float64:
		return appendNumber(b, v)
	case Name:
		return appendName(b, v)
	case Text:
		return appendText(b, v)
	case Ref:
		return fmt.Appendf(b, "%d %d R", v.Number, v.Generation)
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ' ')
			}
			b = Append(b, item)
		}
		return append(b, ']')
	case Dict:
		b = append(b, "<<"...)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			b = append(appendName(b, name), ' ')
			b = Append(b, v[name])
		}
		return append(b, ">>"...)
	default:
		panic(fmt.Sprintf("cos: no value of a PDF file: %T", v))
	}
}

// appendNumber writes as many digits as a page can show.
func appendNumber(b []byte, v float64) []byte {
	b = strconv.AppendFloat(b, v, 'f', 5, 64)
	b = bytes.TrimRight(b, "0")
	return bytes.TrimSuffix(b, []byte{'.'})
}

func appendName(b []byte, n Name) []byte {
	b = append(b, '/')
	for i := range len(n) {
		if c := n[i]; regular(c) && c != '#' && c > ' ' && c < 0x7f {
			b = append(b, c)
		} else {
			b = fmt.Appendf(b, "#%02X", c)
		}
	}
	return b
}

// appendText writes a string in brackets where it can be read there, else in digits.
func appendText(b []byte, t Text) []byte {
	for i := range len(t) {
		if t[i] < ' ' || t[i] >= 0x7f {
			return fmt.Appendf(b, "<%X>", []byte(t))
		}
	}
	b = append(b, '(')
	for i := range len(t) {
		if c := t[i]; c == '(' || c == ')' || c == '\\' {
			b = append(b, '\\')
		}
		b = append(b, t[i])
	}
	return append(b, ')')
}
