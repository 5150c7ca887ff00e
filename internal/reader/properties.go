package reader

import (
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// properties are what a file says about itself; its XMP is believed before its information dictionary.
func properties(info *engine.Info) doc.Properties {
	value := func(name string) string {
		if v := strings.TrimSpace(info.Metadata[name]); v != "" {
			return v
		}
		return strings.TrimSpace(info.Properties[name])
	}
	return doc.Properties{
		Title: value("Title"), Author: value("Author"), Subject: value("Subject"), Keywords: value("Keywords"),
		Creator: value("Creator"), Producer: value("Producer"), LastModifiedBy: value("LastModifiedBy"),
		Created: instant(value("CreationDate")), Modified: instant(value("ModDate")),
	}
}

// Dates as files spell them, the longest first. PDF writes the zone as +02'00'.
var dateForms = []string{
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02",
	"20060102150405Z0700", "20060102150405-0700", "20060102150405-07", "20060102150405", "200601021504", "20060102", "200601", "2006",
}

// instant reads a date as PDF or XMP spell it into RFC 3339; empty when it is none. A date without a zone is taken as
// UTC.
func instant(s string) string {
	s = strings.ReplaceAll(strings.TrimPrefix(s, "D:"), "'", "")
	if z := strings.IndexByte(s, 'Z'); z > 0 {
		s = s[:z+1] // some write zeros behind it
	}
	for _, form := range dateForms {
		if t, err := time.Parse(form, s); err == nil {
			return t.Format(time.RFC3339)
		}
	}
	return ""
}
