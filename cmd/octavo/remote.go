package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/octavo-dev/octavo/client"
	"github.com/octavo-dev/octavo/internal/batch"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/op"
)

// client calls the service.
func (s *service) client() (*client.Client, error) {
	c, err := client.New(s.Server, client.WithKey(s.Key))
	if err != nil {
		return nil, wrongUse("%w", atService(err))
	}
	return c, nil
}

// open is the service as somebody who does the work. What it reads of a folder it says itself.
func (s *service) open(ctx context.Context, o *order) (doer, error) {
	c, err := s.client()
	if err != nil {
		return nil, err
	}
	can, err := c.Capabilities(ctx)
	if err != nil {
		return nil, refused(err)
	}
	if o.readable == nil {
		o.readable = readable(can.Types)
	}
	return remote{c}, nil
}

// remote has a service do the work.
type remote struct{ *client.Client }

func (remote) check(*order) error { return nil }

// Close has nothing to let go of.
func (remote) Close() error { return nil }

func (r remote) do(ctx context.Context, o *order, docs []batch.Input, report func(batch.Progress)) (*answer, error) {
	names := make([]string, len(docs))
	for i, d := range docs {
		var err error
		if names[i], err = r.send(ctx, d); err != nil {
			return nil, err
		}
	}
	body, err := o.body(names)
	if err != nil {
		return nil, err
	}
	j, err := r.Run(ctx, o.operation.Name, jsonBody(body), func(j client.Job) { report(progressOf(j)) })
	switch {
	case err != nil && ctx.Err() != nil && j.ID != "":
		return nil, errors.Join(ctx.Err(), r.abandon(j.ID))
	case err != nil && j.Status == client.Failed:
		return nil, atService(err)
	case err != nil:
		return nil, fatal(err)
	}
	return r.answer(ctx, docs, j)
}

// progressOf is how far a job has come.
func progressOf(j client.Job) batch.Progress {
	return batch.Progress{Pages: int(j.Progress * float64(j.NumPages)), Of: j.NumPages}
}

// jsonBody is written as it is.
type jsonBody []byte

// MarshalJSON returns the body.
func (b jsonBody) MarshalJSON() ([]byte, error) { return b, nil }

// send makes a document known to the service, which fetches URLs itself.
func (r remote) send(ctx context.Context, in batch.Input) (string, error) {
	if in.URL != "" {
		return in.URL, nil
	}
	f, err := os.Open(in.Path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	id, err := r.Upload(ctx, filepath.Base(in.Path), f)
	if err != nil {
		return "", fatal(err)
	}
	return id, nil
}

// abandon cancels a job that nobody waits for any more.
func (r remote) abandon(id string) error {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	_, err := r.Cancel(ctx, id)
	return err
}

// answer takes what a job leaves, with what the service keeps behind URLs.
func (r remote) answer(ctx context.Context, docs []batch.Input, j client.Job) (*answer, error) {
	a := &answer{about: docs, body: j.Result, pages: j.NumPages}
	var err error
	if a.result, err = resultOf(j.Result); err != nil {
		return nil, err
	}
	if from := urlResult(a.result); from != "" {
		var whole strings.Builder
		if err := r.Download(ctx, from, &whole); err != nil {
			return nil, fatal(err)
		}
		a.result = []byte(whole.String())
	}
	if j.Type != client.TypeEdit {
		return a, nil
	}
	var made client.EditResponse
	if err := j.Decode(&made); err != nil {
		return nil, err
	}
	f, err := engine.Nameless("")
	if err != nil {
		return nil, err
	}
	if err := r.Download(ctx, made.DocumentURL, f); err != nil {
		return nil, errors.Join(fatal(err), f.Close())
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	a.document = &op.Source{Name: path.Base(made.DocumentURL), Size: size, Data: f, Closer: f}
	return a, nil
}

// refuses reports whether a service cannot be reached, or would refuse every other request too.
func refuses(err error) bool {
	var failure *client.Error
	if !errors.As(err, &failure) {
		return true
	}
	switch failure.Status {
	case http.StatusUnauthorized, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return failure.Name == string(fault.AuthError)
}

// fatal is a failure that all other documents would share, where it is one.
func fatal(err error) error {
	if refuses(err) {
		return &batch.Fatal{Err: atService(err)}
	}
	return atService(err)
}

// refused is a failure of a command that does nothing but ask a service.
func refused(err error) *exitError {
	var coded *exitError
	if errors.As(err, &coded) {
		return coded
	}
	code := exitFailed
	if refuses(err) {
		code = exitService
	}
	return &exitError{code, atService(err)}
}

// served is a failure that a service reports.
type served struct{ error }

// atService takes off the name that the errors of the client begin with: it is that of this program.
func atService(err error) error { return served{err} }

func (s served) Error() string {
	text := strings.TrimPrefix(s.error.Error(), "octavo: ")
	if errors.Is(s.error, syscall.ECONNREFUSED) {
		text += "; nothing listens there: start it with octavo serve, or name another with --server"
	}
	return text
}

func (s served) Unwrap() error { return s.error }
