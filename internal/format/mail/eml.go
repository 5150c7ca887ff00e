package mail

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/textproto"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/octavo-dev/octavo/internal/charset"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
)

// Format is Internet mail as it was sent.
var Format = format.Format{
	Name: "eml", MediaTypes: []string{"message/rfc822"}, Text: true, Sniff: format.Mail, Read: read,
}

// shown are the headers that are part of the text, in the order in which readers of mail know them.
var shown = []string{"From", "To", "Cc", "Bcc", "Date", "Subject"}

func read(ctx context.Context, f format.File, opts format.Options) (*doc.Document, error) {
	if pages, err := opts.Pages(1, nil); err != nil || len(pages) == 0 {
		return &doc.Document{Type: "eml", Kind: doc.Flow, Name: f.Name, PageCount: 1}, err
	}
	in := bufio.NewReader(f.Reader(ctx))
	header, err := readHeader(in)
	if err != nil {
		return nil, err
	}
	m := &message{}
	for _, key := range shown {
		m.header(key, decodeWords(strings.Join(header[key], ", ")))
	}
	if len(m.headers) == 0 {
		return nil, fault.New(fault.DocumentCorrupt, "the mail has no headers")
	}
	w := walker{message: m, room: opts.Limits.TextBytes}
	if m.body, err = w.part(header, in, 0); err != nil {
		return nil, err
	}
	d, err := m.document("eml", f, opts.Limits)
	if err != nil {
		return nil, err
	}
	return d, ctx.Err()
}

// maxHeader bounds the headers of one part; lists of a thousand recipients stay below.
const maxHeader = 1 << 20

// readHeader reads headers up to the empty line. A line that is none is passed over: mail is written by many programs.
func readHeader(in *bufio.Reader) (textproto.MIMEHeader, error) {
	header := textproto.MIMEHeader{}
	last := ""
	for size := 0; ; {
		line, err := in.ReadString('\n')
		if size += len(line); size > maxHeader {
			return nil, fault.New(fault.DocumentCorrupt, "the headers of the mail do not end")
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("read mail: %w", err)
		}
		line = strings.TrimRight(clean(line), "\r\n")
		switch key, value, ok := strings.Cut(line, ":"); {
		case line == "":
			return header, nil
		case line[0] == ' ' || line[0] == '\t':
			if n := len(header[last]); n > 0 {
				header[last][n-1] += line
			}
		case ok && !strings.ContainsAny(key, " \t"):
			last = textproto.CanonicalMIMEHeaderKey(key)
			header.Add(last, strings.TrimSpace(value))
		}
		if err != nil {
			return header, nil
		}
	}
}

// clean makes valid text of a header line, which may hold bytes of any encoding.
func clean(line string) string {
	r, err := charset.NewReader(strings.NewReader(line))
	if err != nil {
		return ""
	}
	b, err := io.ReadAll(r)
	if err != nil {
		return ""
	}
	return string(b)
}

// decodeWords shows encoded words as the text they stand for.
func decodeWords(s string) string {
	words := mime.WordDecoder{CharsetReader: decoded}
	if out, err := words.DecodeHeader(s); err == nil {
		return clean(out)
	}
	return s
}

// decoded reads text of a named encoding; one that is not known is guessed.
func decoded(name string, in io.Reader) (io.Reader, error) {
	switch e, err := htmlindex.Get(name); {
	case err != nil, strings.EqualFold(name, "utf-8"), strings.EqualFold(name, "us-ascii"):
		return charset.NewReader(in)
	default:
		return charset.NewReaderOf(in, e), nil
	}
}
