package page

import (
	"bytes"
	"maps"
	"strings"

	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// Scrub takes texts out of every string of the file: titles, bookmarks, comments, values of fields, what tags say that
// pictures and words mean. A description of the whole file that holds one of them is removed.
func Scrub(u *cos.Update, texts []string) {
	for _, n := range u.Numbers() {
		ref := cos.Ref{Number: n, Generation: u.Generation(n)}
		switch v := u.Value(ref).(type) {
		case cos.Stream:
			if dict, ok := without(v.Dict, texts, 0); ok {
				u.Set(ref, u.With(v, dict.(cos.Dict)))
			}
			if data, ok := u.Data(v); ok && v.Dict["Type"] == cos.Name("Metadata") && holds(string(data), texts) {
				u.Set(ref, cos.Stream{Dict: cos.Dict{"Type": cos.Name("Metadata"), "Subtype": cos.Name("XML")}, Data: []byte("<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><?xpacket end='w'?>")})
			}
		default:
			if clean, ok := without(v, texts, 0); ok {
				if note, isDict := clean.(cos.Dict); isDict && note["Subtype"] != cos.Name("Widget") {
					delete(note, "AP") // which shows what it said; readers draw it anew
				}
				u.Set(ref, clean)
			}
		}
	}
}

// Without is a text without others.
func Without(s string, texts []string) string {
	for _, t := range texts {
		s = strings.ReplaceAll(s, t, "")
	}
	return s
}

func holds(s string, texts []string) bool {
	for _, t := range texts {
		if strings.Contains(s, t) {
			return true
		}
	}
	return false
}

// without is a value whose strings hold none of the texts; changed is false where they did not before.
func without(v any, texts []string, depth int) (clean any, changed bool) {
	const mostDepth = 32
	if depth > mostDepth {
		return v, false
	}
	switch v := v.(type) {
	case cos.Text:
		s := v.String()
		if !holds(s, texts) {
			return v, false
		}
		return cos.Doc(Without(s, texts)), true
	case []any:
		var out []any
		for i, item := range v {
			if c, ok := without(item, texts, depth+1); ok {
				if out == nil {
					out = append([]any{}, v...)
				}
				out[i] = c
			}
		}
		return out, out != nil
	case cos.Dict:
		var out cos.Dict
		for name, item := range v {
			if c, ok := without(item, texts, depth+1); ok {
				if out == nil {
					out = maps.Clone(v)
				}
				out[name] = c
			}
		}
		return out, out != nil
	}
	return v, false
}

// marked is what a content stream says of the text that comes next, without the texts.
func (e *eraser) marked(o cos.Operation) ([]byte, bool) {
	dict, ok := last(o.Operands).(cos.Dict)
	if !ok {
		return nil, false
	}
	clean, ok := without(dict, e.texts, 0)
	if !ok {
		return nil, false
	}
	var b bytes.Buffer
	b.Write(cos.Append(nil, first(o.Operands)))
	b.WriteByte(' ')
	b.Write(cos.Append(nil, clean))
	b.WriteString(" " + o.Operator)
	return b.Bytes(), true
}
