package server

import (
	"io"
	"mime/multipart"
)

// form is a multipart body. To its reader a body without a single boundary looks like one without parts; it is broken, and
// must not be taken for the wish to send the file later.
type form struct {
	*multipart.Reader
	body     *countedReader
	boundary string
}

func newForm(body io.Reader, boundary string) *form {
	counted := &countedReader{Reader: body}
	return &form{multipart.NewReader(counted, boundary), counted, boundary}
}

// empty reports whether nothing but the last boundary was read.
func (f *form) empty() bool { return f.body.n <= len("\r\n--")+len(f.boundary)+len("--\r\n") }

type countedReader struct {
	io.Reader
	n int
}

func (r *countedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.n += n
	return n, err
}
