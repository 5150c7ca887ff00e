package markup

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// decoded turns the text into UTF-8.
func decoded(src io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(src, 4096)
	head, err := in.Peek(256)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return in, err
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, err := in.Discard(3)
		return in, err
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("<\x00")):
		return transform.NewReader(in, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()), nil
	case bytes.HasPrefix(head, []byte("\xfe\xff")), bytes.HasPrefix(head, []byte("\x00<")):
		return transform.NewReader(in, unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder()), nil
	}
	switch name := declared(head); name {
	case "", "utf-8", "utf8", "us-ascii", "utf-16":
		return in, nil
	default:
		encoding, err := htmlindex.Get(name)
		if err != nil {
			return nil, syntax("unknown encoding")
		}
		return transform.NewReader(in, encoding.NewDecoder()), nil
	}
}

// declared is the encoding that the XML declaration names, in lower case.
func declared(head []byte) string {
	if !bytes.HasPrefix(head, []byte("<?xml")) {
		return ""
	}
	line, _, _ := bytes.Cut(head, []byte("?>"))
	_, value, ok := bytes.Cut(line, []byte("encoding"))
	if !ok {
		return ""
	}
	value = bytes.TrimLeft(value, " \t\r\n=")
	if len(value) == 0 || value[0] != '"' && value[0] != '\'' {
		return ""
	}
	name, _, _ := strings.Cut(string(value[1:]), string(value[:1]))
	return strings.ToLower(name)
}
