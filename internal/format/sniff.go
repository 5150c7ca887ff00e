package format

import (
	"bytes"

	"github.com/octavo-dev/octavo/internal/charset"
)

// Starts recognises files that begin with any of the given bytes.
func Starts(marks ...string) func([]byte) bool {
	return func(head []byte) bool {
		for _, m := range marks {
			if bytes.HasPrefix(head, []byte(m)) {
				return true
			}
		}
		return false
	}
}

// StartsBinary recognises files that begin with any of the given bytes and are not text, for marks so short that a
// text may begin with them.
func StartsBinary(marks ...string) func([]byte) bool {
	starts := Starts(marks...)
	return func(head []byte) bool { return starts(head) && !charset.IsText(head) }
}

// At recognises files that hold any of the given bytes at an offset.
func At(offset int, marks ...string) func([]byte) bool {
	starts := Starts(marks...)
	return func(head []byte) bool { return len(head) > offset && starts(head[offset:]) }
}

// PDF recognises a PDF by its header, which may stand behind up to 1,024 other bytes unless the file is text.
func PDF(head []byte) bool {
	header := []byte("%PDF-")
	if bytes.HasPrefix(bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n\x00"), header) {
		return true
	}
	return bytes.Contains(head[:min(len(head), 1024)], header) && !charset.IsText(head)
}

// HTML recognises an HTML document by its doctype or root element, behind a byte order mark, an XML declaration and
// comments.
func HTML(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	for {
		head = bytes.TrimLeft(head, " \t\r\n\f")
		var end string
		switch {
		case bytes.HasPrefix(head, []byte("<?xml")):
			end = "?>"
		case bytes.HasPrefix(head, []byte("<!--")):
			end = "-->"
		default:
			start := bytes.ToLower(head[:min(len(head), 16)])
			return bytes.HasPrefix(start, []byte("<!doctype html")) || bytes.HasPrefix(start, []byte("<html"))
		}
		_, rest, found := bytes.Cut(head, []byte(end))
		if !found {
			return false
		}
		head = rest
	}
}

// mailHeaders begin stored mail; a memo that begins with From: or Subject: is not one.
var mailHeaders = []string{"return-path:", "received:", "delivered-to:", "message-id:", "mime-version:", "x-mozilla-status:", "arc-seal:", "dkim-signature:"}

// Mail recognises a stored mail message by the header it begins with.
func Mail(head []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(head, "\r\n"), []byte("\n"))
	return Starts(mailHeaders...)(bytes.ToLower(line))
}
