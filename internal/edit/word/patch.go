package word

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// patch puts a text in place of bytes of a part.
type patch struct {
	from, to int
	by       string
}

// patch changes a part. Patches do not overlap; of two that do the first counts.
func (f *File) patch(name string, patches []patch) error {
	if len(patches) == 0 {
		return nil
	}
	p, err := f.part(name)
	if err != nil {
		return err
	}
	slices.SortStableFunc(patches, func(a, b patch) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	p.data, p.tree, p.changed = applied(p.data, patches), nil, true
	return f.declare(p)
}

// applied is data with patches that are in order.
func applied(data []byte, patches []patch) []byte {
	var out bytes.Buffer
	at := 0
	for _, c := range patches {
		if c.from < at {
			continue
		}
		out.Write(data[at:c.from])
		out.WriteString(c.by)
		at = c.to
	}
	out.Write(data[at:])
	return out.Bytes()
}

// The namespaces that inserted elements are in, in both spellings.
const (
	mainSpace   = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	strictSpace = "http://purl.oclc.org/ooxml/wordprocessingml/main"
)

// declare makes sure that the prefix of inserted elements means what it should in a part. Programs may have given the
// namespace another one.
func (f *File) declare(p *part) error {
	root, err := f.root(p.name)
	if err != nil {
		return err
	}
	tag := root.open()
	if !strings.HasPrefix(root.name, "w:") || strings.HasPrefix(tag, "<w:") || strings.Contains(tag, `xmlns:w="`) || strings.Contains(tag, `xmlns:w='`) {
		return nil
	}
	space := mainSpace
	if strings.Contains(tag, strictSpace) {
		space = strictSpace
	}
	cut := root.start + strings.IndexAny(tag, " \t\r\n>/")
	p.data = slices.Concat(p.data[:cut], []byte(` xmlns:w="`+space+`"`), p.data[cut:])
	p.tree = nil
	return nil
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escaped is a text as it stands in XML, without signs that may not.
func escaped(text string) string {
	return escaper.Replace(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "")))
}

// words is a text as elements of a run: lines and tabs have elements of their own.
func words(text string) string {
	var b strings.Builder
	flush := func(s string) {
		if s != "" {
			b.WriteString(`<w:t xml:space="preserve">` + escaped(s) + `</w:t>`)
		}
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	from := 0
	for i := range len(text) {
		switch text[i] {
		case '\n':
			flush(text[from:i])
			b.WriteString("<w:br/>")
			from = i + 1
		case '\t':
			flush(text[from:i])
			b.WriteString("<w:tab/>")
			from = i + 1
		}
	}
	flush(text[from:])
	return b.String()
}
