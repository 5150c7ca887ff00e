package mail

import (
	"bufio"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"strings"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
)

// Bounds of a mail; what programs write stays far below.
const (
	maxParts = 10_000
	maxDepth = 30
)

// walker goes through the parts of a mail.
type walker struct {
	message *message
	room    int64 // bytes of text that may still be held; 0 or less at the start is no bound
	parts   int
}

// part reads one part with all that lies in it and returns the texts of it that are to be read.
func (w *walker) part(header textproto.MIMEHeader, body io.Reader, depth int) ([]piece, error) {
	if w.parts++; w.parts > maxParts || depth > maxDepth {
		return nil, fault.New(fault.DocumentCorrupt, "the mail has too many parts")
	}
	kind, params := mediaType(header)
	if strings.HasPrefix(kind, "multipart/") && params["boundary"] != "" {
		return w.parted(kind, params["boundary"], body, depth)
	}
	body = transfer(header.Get("Content-Transfer-Encoding"), body)
	name, attached := fileName(header, params)
	if !attached && isBody(kind) {
		return w.text(kind, params, body)
	}
	w.attach(name, kind, body)
	return nil, nil
}

// attach reads an attachment for its size, and a mail inside the mail for its name.
func (w *walker) attach(name, kind string, body io.Reader) {
	counted := &counter{in: body}
	if kind == "message/rfc822" && name == "" {
		header, err := readHeader(bufio.NewReader(counted))
		if err == nil {
			name = decodeWords(header.Get("Subject")) + ".eml"
		}
	}
	if _, err := io.Copy(io.Discard, counted); err != nil {
		w.message.issues = append(w.message.issues, "an attachment is damaged")
	}
	w.message.attach(attachment{name, kind, counted.size})
}

// counter counts what is read through it.
type counter struct {
	in   io.Reader
	size int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.in.Read(b)
	c.size += int64(n)
	return n, err
}

func isBody(kind string) bool {
	return kind == "text/plain" || kind == "text/html" || kind == "message/delivery-status"
}

// parted reads the parts of a part. Of alternatives the richest is taken: HTML, or else the last that says something.
func (w *walker) parted(kind, boundary string, body io.Reader, depth int) ([]piece, error) {
	var all, best []piece
	parts := multipart.NewReader(body, boundary)
	for {
		p, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			w.message.issues = append(w.message.issues, "the mail is damaged; what follows the damage is left out")
			break
		}
		pieces, err := w.part(p.Header, p, depth+1)
		if err != nil {
			return nil, err
		}
		all = append(all, pieces...)
		if len(pieces) > 0 && (pieces[0].html || len(best) == 0 || !best[0].html) {
			best = pieces
		}
	}
	if kind == "multipart/alternative" {
		return best, nil
	}
	return all, nil
}

// mediaType is what a part calls itself. A damaged name leaves what can be read of it.
func mediaType(header textproto.MIMEHeader) (string, map[string]string) {
	declared := header.Get("Content-Type")
	if declared == "" {
		return "text/plain", nil
	}
	kind, params, err := mime.ParseMediaType(declared)
	if err != nil && kind == "" {
		first, _, _ := strings.Cut(declared, ";")
		kind = strings.ToLower(strings.TrimSpace(first))
	}
	if !strings.Contains(kind, "/") {
		kind = "text/plain"
	}
	return kind, params
}

// fileName is what an attachment is called, and whether the part is one: it says so, or it has a name.
func fileName(header textproto.MIMEHeader, params map[string]string) (string, bool) {
	kind, extra, err := mime.ParseMediaType(header.Get("Content-Disposition"))
	if err != nil {
		extra = nil
	}
	name := extra["filename"]
	if name == "" {
		name = params["name"]
	}
	return decodeWords(name), kind == "attachment" || name != ""
}

// transfer undoes the encoding that carried a part through the mail.
func transfer(encoding string, body io.Reader) io.Reader {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "base64":
		return base64.NewDecoder(base64.RawStdEncoding, &letters{bufio.NewReader(body)})
	case "quoted-printable":
		return quotedprintable.NewReader(body)
	}
	return body
}

// letters passes on the letters of base64 and nothing else: line ends, padding and what programs put between.
type letters struct{ in *bufio.Reader }

func (l *letters) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		c, err := l.in.ReadByte()
		if err != nil {
			return n, err
		}
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' {
			b[n] = c
			n++
		}
	}
	return n, nil
}

// text reads a part that is text.
func (w *walker) text(kind string, params map[string]string, body io.Reader) ([]piece, error) {
	in, err := decoded(params["charset"], body)
	if err != nil {
		return nil, err
	}
	if w.room > 0 {
		in = io.LimitReader(in, w.room+1)
	}
	b, err := io.ReadAll(in)
	if err != nil && len(b) == 0 {
		w.message.issues = append(w.message.issues, "a part of the mail is damaged")
		return nil, nil
	}
	if w.room > 0 {
		if w.room -= int64(len(b)); w.room <= 0 {
			return nil, format.TooLarge("the text of the mail", int64(len(b)), int64(len(b))+w.room)
		}
	}
	text := string(b)
	if params["format"] == "flowed" {
		text = unflow(text, params["delsp"] == "yes")
	}
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	return []piece{{text, kind == "text/html"}}, nil
}

// unflow joins lines that were broken only to be sent: those that end in a blank.
func unflow(text string, drop bool) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if soft := strings.HasSuffix(line, " ") && line != "-- "; !soft {
			b.WriteString(line + "\n")
			continue
		}
		if drop {
			line = strings.TrimSuffix(line, " ")
		}
		b.WriteString(line)
	}
	return b.String()
}
