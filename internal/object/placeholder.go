package object

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/octavo-dev/octavo/internal/blob"
)

// idLength is the length of an object id in text form.
const idLength = 36

// Placeholder is the string that stands for the URL of o in a stored result. Without the mark of the job, which
// never leaves the store, no text of a document can look like one.
func Placeholder(mark string, o Object) string { return "octavo-" + mark + ":" + o.ID }

// Expand replaces every JSON string in body that is a placeholder of this mark by a freshly signed URL. Only
// objects of the job are signed; a placeholder of an object that is gone becomes null. Everything else stays as
// it is, and body itself is returned when nothing is replaced.
func (s *Store) Expand(ctx context.Context, body []byte, mark, jobID string) ([]byte, error) {
	e := s.newExpander(ctx, mark, jobID)
	if mark == "" || !bytes.Contains(body, e.needle) {
		return body, nil
	}
	out, _, err := e.append(make([]byte, 0, len(body)+len(body)/8), body, true)
	return out, err
}

// expander replaces placeholders in a stream of JSON, a piece at a time.
type expander struct {
	ctx    context.Context
	store  *Store
	jobID  string
	needle []byte            // a quote and all of the placeholder but the id
	before byte              // the last byte of the piece before
	known  map[string]Object // objects of the job, once one is needed
	signed map[string][]byte // JSON strings by object id
}

func (s *Store) newExpander(ctx context.Context, mark, jobID string) *expander {
	return &expander{ctx: ctx, store: s, jobID: jobID, needle: []byte(`"` + Placeholder(mark, Object{})), signed: map[string][]byte{}}
}

// append writes src to dst with its placeholders replaced, and returns how much of src it used up. A placeholder
// that src may have only the beginning of is left for the next piece, unless this is the last.
func (e *expander) append(dst, src []byte, last bool) ([]byte, int, error) {
	whole := len(e.needle) + idLength + 1
	done := 0
	keep := func(upTo int) {
		if upTo > done {
			dst, e.before, done = append(dst, src[done:upTo]...), src[upTo-1], upTo
		}
	}
	for {
		i := bytes.Index(src[done:], e.needle)
		if i < 0 {
			end := len(src)
			if !last {
				end = max(done, end-len(e.needle)+1)
			}
			keep(end)
			return dst, done, nil
		}
		keep(done + i)
		if len(src)-done < whole && !last {
			return dst, done, nil
		}
		id, ok := e.match(src[done:])
		if !ok {
			keep(done + 1)
			continue
		}
		link, err := e.link(id)
		if err != nil {
			return nil, 0, err
		}
		dst, e.before, done = append(dst, link...), '"', done+whole
	}
}

// match returns the id in the placeholder that src begins with. The string must end right after the id, and its
// opening quote must not be an escaped one inside another string.
func (e *expander) match(src []byte) (id string, ok bool) {
	if e.before == '\\' || len(src) < len(e.needle)+idLength+1 || src[len(e.needle)+idLength] != '"' {
		return "", false
	}
	return string(src[len(e.needle) : len(e.needle)+idLength]), true
}

// link returns the JSON that takes the place of a placeholder.
func (e *expander) link(id string) ([]byte, error) {
	if link, ok := e.signed[id]; ok {
		return link, nil
	}
	if e.known == nil {
		list, err := e.store.list(e.ctx, "job_id = $1 AND state = $2", e.jobID, stored)
		if err != nil {
			return nil, err
		}
		e.known = make(map[string]Object, len(list))
		for _, o := range list {
			e.known[o.ID] = o
		}
	}
	link := []byte("null")
	if o, ok := e.known[id]; ok {
		url, err := e.store.URL(e.ctx, o)
		if err != nil {
			return nil, fmt.Errorf("sign the URL of an object: %w", err)
		}
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(url); err != nil {
			return nil, err
		}
		link = bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	}
	e.signed[id] = link
	return link, nil
}

// OpenExpanded opens the whole of an object and replaces the placeholders of its Mark, if it has one, by fresh
// URLs while it is read. The length is not known beforehand.
func (s *Store) OpenExpanded(ctx context.Context, o Object) (io.ReadCloser, error) {
	body, _, err := s.openBlob(ctx, o, 0, -1)
	if errors.Is(err, blob.ErrNotFound) {
		err = missingObject()
	}
	if err != nil || o.Mark == "" {
		return body, err
	}
	return &expandReader{ReadCloser: body, e: s.newExpander(ctx, o.Mark, o.JobID)}, nil
}

// expandReader expands what it reads, in pieces.
type expandReader struct {
	io.ReadCloser
	e       *expander
	in, out []byte // read but not yet expanded; expanded but not yet handed out
	next    int    // of out
	err     error
}

const pieceBytes = 64 << 10

func (r *expandReader) Read(p []byte) (int, error) {
	for r.next == len(r.out) {
		if r.err != nil {
			return 0, r.err
		}
		r.fill()
	}
	n := copy(p, r.out[r.next:])
	r.next += n
	return n, nil
}

// fill reads and expands another piece.
func (r *expandReader) fill() {
	if r.in == nil {
		r.in = make([]byte, 0, pieceBytes)
	}
	n, err := r.ReadCloser.Read(r.in[len(r.in):cap(r.in)])
	r.in, r.err, r.next = r.in[:len(r.in)+n], err, 0
	var used int
	if r.out, used, err = r.e.append(r.out[:0], r.in, errors.Is(r.err, io.EOF)); err != nil {
		r.err = err
	}
	r.in = r.in[:copy(r.in, r.in[used:])]
}
