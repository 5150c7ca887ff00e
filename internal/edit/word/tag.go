package word

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/markup"
)

// attribute matches an attribute of a start tag as it is written.
var attribute = regexp.MustCompile(`([^\s=<>"'/]+)(\s*=\s*)("[^"]*"|'[^']*')`)

// sweptTag is a start tag without a text in those of its attributes that keep words; false where none holds it.
func sweptTag(r *markup.Reader, tag []byte, name string, properties, relations bool, finder *edit.Finder) (string, bool) {
	if !bytes.ContainsRune(tag, '=') {
		return "", false
	}
	touched := false
	out := attribute.ReplaceAllFunc(tag, func(m []byte) []byte {
		parts := attribute.FindSubmatch(m)
		attr := string(parts[1])
		if !keeps(attr, name, properties, relations, r) {
			return m
		}
		value, ok := r.Lookup(attr)
		if !ok {
			return m
		}
		text, ok := cleared(value, finder)
		if !ok {
			return m
		}
		touched = true
		return []byte(attr + string(parts[2]) + `"` + escaped(text) + `"`)
	})
	return string(out), touched
}

// keeps reports whether an attribute keeps words of people.
func keeps(attr, element string, properties, relations bool, r *markup.Reader) bool {
	switch {
	case strings.HasPrefix(attr, "xmlns"):
		return false
	case relations:
		return attr == "Target" && strings.EqualFold(r.Attr("TargetMode"), "External")
	case properties:
		return element != "?:property" || attr == "name"
	case keptVals[element]:
		return true
	}
	return keptAttrs[attr]
}

// set is a start tag with an attribute set, by the name behind its prefix; it is added with the given prefix where there is
// none.
func (n *node) set(prefix, attr, value string) string {
	tag := n.open()
	if n.inner == n.end {
		tag = string(n.raw[n.start:n.inner])
	}
	done := false
	out := attribute.ReplaceAllStringFunc(tag, func(m string) string {
		parts := attribute.FindStringSubmatch(m)
		if parts[1] != attr && !strings.HasSuffix(parts[1], ":"+attr) || done {
			return m
		}
		done = true
		return parts[1] + `="` + escaped(value) + `"`
	})
	if done {
		return out
	}
	end := strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(out, ">"), "/"), " \t\r\n")
	return end + " " + prefix + attr + `="` + escaped(value) + `"` + out[len(strings.TrimSuffix(strings.TrimSuffix(out, ">"), "/")):]
}
