package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/record"
)

// reliability compares how sure values are with how often they are right.
type reliability struct {
	claims []claim
}

// claim is a value that the truth judges.
type claim struct {
	id   string // case, path and value, as the scorer names what is wrong
	sure float64
}

var index = regexp.MustCompile(`\[\d+\]`)

// add notes the values of a case that the truth has a word about.
func (r *reliability) add(name, truth string, found *record.Node) error {
	raw, err := os.ReadFile(truth)
	if err != nil {
		return err
	}
	var want any
	if err := json.Unmarshal(raw, &want); err != nil {
		return err
	}
	found.Walk(func(path string, leaf *record.Node) {
		path = index.ReplaceAllString(path, "[]")
		if !judged(want, strings.Split(strings.ReplaceAll(path, "[]", ".[]"), ".")) {
			return
		}
		read := 1.0
		if len(leaf.Sources) > 0 {
			read = leaf.Sources[0].Confidence
		}
		r.claims = append(r.claims, claim{name + ": " + path + ": " + plain(leaf.Value), leaf.Confidence * read})
	})
	return nil
}

// judged reports whether the truth has the key at the end of a path.
func judged(truth any, path []string) bool {
	if len(path) == 0 {
		return true
	}
	switch t := truth.(type) {
	case map[string]any:
		v, ok := t[path[0]]
		return ok && judged(v, path[1:])
	case []any:
		for _, item := range t {
			if judged(item, path[1:]) {
				return true
			}
		}
		return len(t) == 0
	}
	return truth == nil
}

// plain is a value as the scorer prints it.
func plain(v any) string {
	if n, ok := v.(json.Number); ok {
		if f, err := strconv.ParseFloat(n.String(), 64); err == nil {
			return fmt.Sprint(f)
		}
	}
	return fmt.Sprint(v)
}

// wrong reads the differences that the scorer prints: "case: path: want x, got y" and "case: path: not wanted y".
func wrong(differences string) map[string]int {
	out := map[string]int{}
	for line := range strings.Lines(differences) {
		where, what, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": want ")
		if ok {
			if i := strings.LastIndex(what, ", got "); i >= 0 {
				out[where+": "+what[i+len(", got "):]]++
			}
			continue
		}
		if where, what, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": not wanted "); ok {
			out[where+": "+what]++
		}
	}
	return out
}

// bin is the values whose confidence lies in one tenth.
type bin struct {
	values, right int
	sure          float64 // sum
}

const bins = 10

// bins sorts the claims; differences are what the scorer has to say about them.
func (r *reliability) bins(differences string) [bins]bin {
	bad := wrong(differences)
	var out [bins]bin
	for _, c := range r.claims {
		b := &out[min(int(c.sure*bins), bins-1)]
		b.values++
		b.sure += c.sure
		if bad[c.id] > 0 {
			bad[c.id]--
			continue
		}
		b.right++
	}
	return out
}

// table prints, for every tenth, how many values are as sure as that and how many of them are right, and how far both are
// apart on the whole.
func table(all [bins]bin) string {
	var out strings.Builder
	out.WriteString("confidence    values   mean  right\n")
	values, apart := 0, 0.0
	for i, b := range all {
		if b.values == 0 {
			continue
		}
		n := float64(b.values)
		fmt.Fprintf(&out, "%.1f to %.1f   %7d  %.3f  %.3f\n", float64(i)/bins, float64(i+1)/bins, b.values, b.sure/n, float64(b.right)/n)
		values += b.values
		apart += max(b.sure-float64(b.right), float64(b.right)-b.sure)
	}
	fmt.Fprintf(&out, "expected calibration error %.3f", apart/float64(max(values, 1)))
	return out.String()
}
