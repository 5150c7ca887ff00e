package local

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/guard"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

const (
	fileScheme    = "local:"   // a file of this machine
	fetchedScheme = "fetched:" // a download, by its URL
)

// File is the input that stands for a file of this machine.
func File(path string) string { return fileScheme + path }

// shelf holds what one job downloads and what its stages leave for each other, in files without a name.
type shelf struct {
	*Runner

	mu     sync.Mutex
	copies map[string]*op.Source // downloads, and files that can be read only once, by input
	parts  map[string]*os.File   // by name
	edited *op.Source            // the document that an edit leaves
}

func newShelf(r *Runner) *shelf {
	return &shelf{Runner: r, copies: map[string]*op.Source{}, parts: map[string]*os.File{}}
}

// Fetch downloads a URL.
func (s *shelf) Fetch(ctx context.Context, _ job.Task, input string) (string, error) {
	if scheme, _, _ := strings.Cut(input, "://"); !strings.HasPrefix(strings.ToLower(scheme), "http") {
		return "", fault.New(fault.InvalidConfig, "inputs of the form %s:// need a service", scheme).Typed("invalid_url_format")
	}
	resp, err := s.web.Fetch(ctx, input, guard.FetchOptions{MaxBytes: s.env.Site.Limits.DocumentBytes, Timeout: s.timeout})
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	_, err = s.copy(fetchedScheme+input, op.Source{Name: resp.Filename, MediaType: resp.ContentType}, resp.Body)
	return fetchedScheme + input, err
}

// copy keeps the bytes of an input for all tasks of the job.
func (s *shelf) copy(input string, about op.Source, from io.Reader) (*op.Source, error) {
	f, size, err := spool(from)
	if err != nil {
		return nil, err
	}
	about.Size, about.Data, about.Closer = size, f, f
	s.mu.Lock()
	defer s.mu.Unlock()
	s.copies[input] = &about
	return lent(&about), nil
}

// lent is a source that stays open when it is closed: other tasks read it too.
func lent(s *op.Source) *op.Source {
	shared := *s
	shared.Closer = io.NopCloser(nil)
	return &shared
}

func spool(from io.Reader) (*os.File, int64, error) {
	f, err := engine.Nameless("")
	if err != nil {
		return nil, 0, fmt.Errorf("make a temporary file: %w", err)
	}
	n, err := io.Copy(f, from)
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, n, nil
}

// Open opens a file, or what was downloaded.
func (s *shelf) Open(_ context.Context, _ job.Task, input string) (*op.Source, error) {
	s.mu.Lock()
	held := s.copies[input]
	s.mu.Unlock()
	if held != nil {
		return lent(held), nil
	}
	path, ok := strings.CutPrefix(input, fileScheme)
	if !ok {
		return nil, fault.New(fault.InvalidConfig, "this is no known form of input").Typed("invalid_url_format")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.Wrap(fault.InvalidConfig, err, "the file cannot be opened").Typed("file_access_error")
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	source, most := op.Source{Name: filepath.Base(path), Size: info.Size(), Data: f, Closer: f}, s.env.Site.Limits.DocumentBytes
	switch {
	case !info.Mode().IsRegular(): // a pipe can be read once, and not by place
		defer func() { _ = f.Close() }()
		return s.copy(input, source, guard.Capped(f, most))
	case source.Size > most:
		_ = f.Close()
		return nil, fault.New(fault.DocumentTooLarge, "the document is %d bytes, the limit is %d", source.Size, most)
	}
	return &source, nil
}

// Model refuses earlier jobs: none is kept.
func (s *shelf) Model(context.Context, job.Task, string) (io.ReadCloser, error) {
	return nil, fault.New(fault.NotFound, "earlier jobs are known to a service only").Typed("file_access_error")
}

// Add keeps what later stages need, and the document that an edit makes.
func (s *shelf) Add(_ context.Context, _ job.Task, a op.Artifact) (op.Stored, error) {
	f, size, err := spool(a.Body)
	if err != nil {
		return op.Stored{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if a.Kind == op.KindDocument {
		s.edited = &op.Source{Name: a.Name, MediaType: a.ContentType, Size: size, Data: f, Closer: f}
		return op.Stored{ID: a.Name, URL: a.Name}, nil
	}
	if before := s.parts[a.Name]; before != nil {
		_ = before.Close()
	}
	s.parts[a.Name] = f
	return op.Stored{ID: a.Name, URL: a.Name}, nil
}

// part is what Add kept for a later stage.
func (s *shelf) part(id string) (io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.parts[id]
	if f == nil {
		return nil, fault.New(fault.NotFound, "")
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return io.NopCloser(io.NewSectionReader(f, 0, info.Size())), nil
}

// close lets go of everything; of the edited document only where the job failed.
func (s *shelf) close(failed bool) error {
	var errs []error
	if failed && s.edited != nil {
		errs = append(errs, s.edited.Close())
	}
	for _, c := range s.copies {
		errs = append(errs, c.Close())
	}
	for _, f := range s.parts {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}

// artifacts are those of a shelf.
type artifacts struct{ *shelf }

// Open returns what Add kept for a later stage.
func (a artifacts) Open(_ context.Context, _ job.Task, id string) (io.ReadCloser, error) {
	return a.part(id)
}
