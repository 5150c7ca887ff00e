package api

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// large are bodies of one size, each bad for another part of the walk.
func large(size int) map[string]struct{ schema, body string } {
	fill := func(open, item, shut string) string {
		n := (size - len(open) - len(shut)) / (len(item) + 1)
		return open + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + shut
	}
	var keys strings.Builder
	for i := 0; keys.Len() < size-100; i++ {
		fmt.Fprintf(&keys, `,"k%d":[]`, i)
	}
	widget := `{"bbox":{"left":0.1,"top":0.2,"width":0.3,"height":0.4,"page":1},"description":"Name","type":"text","value":"x"}`
	return map[string]struct{ schema, body string }{
		"Text":     {"ParseRequest", `{"input":"` + strings.Repeat("x", size-20) + `"}`},
		"Escapes":  {"ParseRequest", `{"input":"` + strings.Repeat(`\"`, size/2-10) + `"}`},
		"Lines":    {"ParseRequest", `{"input":"` + strings.Repeat(`\n`, size/2-10) + `"}`},
		"Umlauts":  {"ParseRequest", `{"input":"` + strings.Repeat("ä", size/2-10) + `"}`},
		"Inputs":   {"ParseRequest", fill(`{"input":[`, `"https://example.com/a.pdf"`, `]}`)},
		"Pages":    {"ParseRequest", fill(`{"input":"a","settings":{"page_range":[`, `1`, `]}}`)},
		"Words":    {"ParseRequest", fill(`{"input":"a","retrieval":{"filter_blocks":[`, `"Text"`, `]}}`)},
		"Widgets":  {"EditConfig", fill(`{"document_url":"a","edit_instructions":"x","form_schema":[`, widget, `]}`)},
		"Unknown":  {"ParseRequest", `{"input":"a"` + keys.String() + `}`},
		"Schema":   {"ExtractRequest", fill(`{"input":"a","instructions":{"schema":{"a":[`, `{"b":[]}`, `]}}}`)},
		"Groups":   {"ClassifyConfig", `{"input":"a","category_groups":{"a":[]` + keys.String() + `}}`},
		"Wrong":    {"ParseRequest", fill(`{"input":[`, `1`, `]}`)},
		"Mixed":    {"ParseRequest", fill(`{"input":"a","settings":{"page_range":["A",`, `1`, `]}}`)},
		"Password": {"ParseRequest", fill(`{"input":5,"x":[`, `{"document_password":"p"}`, `]}`)},
	}
}

// TestLargeBodies finds what grows with the square of the body: 1 MiB takes a tenth of a second otherwise. It counts
// the time of the processor, which other work on the machine and its clock do not change.
func TestLargeBodies(t *testing.T) {
	for name, b := range large(1 << 20) {
		start := processorTime(t)
		_, errs := Validate(b.schema, []byte(b.body))
		if took := processorTime(t) - start; took > 5*time.Second {
			t.Errorf("%s took %v", name, took)
		}
		if raw, err := Marshal(errs); err != nil || len(raw) > 100*maxInput {
			t.Errorf("%s: the report has %d bytes", name, len(raw))
		}
	}
}

func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func BenchmarkValidate(b *testing.B) {
	for _, r := range requests[:3] {
		for name, body := range map[string]string{"Least": r.least, "Most": r.most} {
			b.Run(r.schema+name, func(b *testing.B) {
				b.SetBytes(int64(len(body)))
				b.ReportAllocs()
				for b.Loop() {
					Validate(r.schema, []byte(body))
				}
			})
		}
	}
	for name, l := range large(32 << 20) {
		b.Run("Large"+name, func(b *testing.B) {
			b.SetBytes(int64(len(l.body)))
			b.ReportAllocs()
			body := []byte(l.body)
			for b.Loop() {
				Validate(l.schema, body)
			}
		})
	}
}
