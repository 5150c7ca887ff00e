package server

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// bodyPatience is how long a client may send nothing in the middle of a body.
const bodyPatience = 60 * time.Second

// patientBody ends a body whose sender stalls. Every read has its own deadline, so that a long upload may take its
// time; the last one takes the deadline away, because the connection is then watched for the client's leaving.
type patientBody struct {
	io.ReadCloser
	conn     *http.ResponseController
	patience time.Duration
}

func newPatientBody(w http.ResponseWriter, body io.ReadCloser, patience time.Duration) io.ReadCloser {
	return &patientBody{body, http.NewResponseController(w), patience}
}

func (b *patientBody) Read(p []byte) (int, error) {
	// Connections without deadlines exist in tests only.
	_ = b.conn.SetReadDeadline(time.Now().Add(b.patience))
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		_ = b.conn.SetReadDeadline(time.Time{})
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = fault.Wrap(fault.Timeout, err, "nothing of the request body arrived for %s", b.patience)
	}
	return n, err
}

// shadow takes the headers of an answer that may outlive its request, after which the real writer must not be
// touched any more.
type shadow struct{ header http.Header }

func (s *shadow) Header() http.Header         { return s.header }
func (s *shadow) Write(p []byte) (int, error) { return len(p), nil }
func (s *shadow) WriteHeader(int)             {}
