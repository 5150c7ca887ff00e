package engine

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
)

func TestTime(t *testing.T) {
	for text, want := range map[string]string{
		"D:20260102030405+01'30'":      "2026-01-02T03:04:05+01:30",
		"D:20260102030405-08'00":       "2026-01-02T03:04:05-08:00",
		"D:20260102030405-0800":        "2026-01-02T03:04:05-08:00",
		"D:20260102030405Z":            "2026-01-02T03:04:05Z",
		"D:20260102030405Z00'00'":      "2026-01-02T03:04:05Z",
		"D:20260102030405":             "2026-01-02T03:04:05Z",
		"20260102030405":               "2026-01-02T03:04:05Z",
		"D:202601020304":               "2026-01-02T03:04:00Z",
		"D:20260102":                   "2026-01-02T00:00:00Z",
		"D:2026":                       "2026-01-01T00:00:00Z",
		"2026":                         "2026-01-01T00:00:00Z",
		"2026-02":                      "2026-02-01T00:00:00Z",
		"2026-02-03":                   "2026-02-03T00:00:00Z",
		"2026-02-03T04:05Z":            "2026-02-03T04:05:00Z",
		"2026-02-03T04:05:06+02:00":    "2026-02-03T04:05:06+02:00",
		"2026-02-03T04:05:06.789-0500": "2026-02-03T04:05:06-05:00",
		" 2026-02-03T04:05:06 ":        "2026-02-03T04:05:06Z",
		"D:20260230":                   "", // no such day
		"D:20261301":                   "",
		"D:20260101250000":             "",
		"D:00000101":                   "",
		"D:20260102030405+99'00'":      "",
		"3. Februar 2026":              "",
		"Tue Feb 3 2026":               "",
		"2026-02-03 and more":          "",
		"":                             "",
	} {
		got, ok := Time(text)
		if ok != (want != "") || ok && got.Format(time.RFC3339) != want {
			t.Errorf("%q: %v, %v, want %q", text, got, ok, want)
		}
	}
}

func TestTimeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := time.FixedZone("", 60*rapid.IntRange(-14*60, 14*60).Draw(t, "offset"))
		at := time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "seconds"), 0).In(zone)
		for _, layout := range []string{"D:20060102150405-0700", time.RFC3339} {
			if got, ok := Time(at.Format(layout)); !ok || !got.Equal(at) {
				t.Fatalf("%s: %v, %v", at.Format(layout), got, ok)
			}
		}
		_, _ = Time(rapid.String().Draw(t, "anything"))
	})
}

func TestInfoDocument(t *testing.T) {
	info := Info{
		Properties: map[string]string{"Title": "Old", "Author": " Ada ", "CreationDate": "D:2026", "ModDate": "D:20260102"},
		Metadata:   map[string]string{"Title": "New", "Author": " ", "CreationDate": "soon", "ModDate": "2026-02-03"},
	}
	want := doc.Properties{Title: "New", Author: "Ada", Created: "2026-01-01T00:00:00Z", Modified: "2026-02-03T00:00:00Z"}
	if got := info.Document(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
