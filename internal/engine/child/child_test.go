package child

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/wire"
	"github.com/octavo-dev/octavo/internal/fault"
)

// book is a document that panics on page 3 and whose page 4 is damaged.
type book struct{ closed *int }

func (b book) Pages() int { return 4 }

func (b book) Info() (*engine.Info, error) { return &engine.Info{Version: "9"}, nil }

func (b book) Page(n int) (*engine.Page, error) {
	switch n {
	case 3:
		panic("torn out")
	case 4:
		return nil, fault.New(fault.DocumentCorrupt, "it is damaged")
	}
	return &engine.Page{Number: n}, nil
}

func (b book) Render(_ int, dpi float64, grey bool) (*engine.Raster, error) {
	return &engine.Raster{Width: 1, Height: 1, Pixels: make([]byte, wire.MaxDocument), DPI: dpi, Grey: grey}, nil
}

func (b book) Close() { *b.closed++ }

type shelf struct{ files []*os.File }

func (s *shelf) Next() (*os.File, error) {
	if len(s.files) == 0 {
		return nil, errors.New("nothing was handed over")
	}
	f := s.files[0]
	s.files = s.files[1:]
	return f, nil
}

type talk struct {
	t      *testing.T
	conn   *wire.Conn
	hangUp func() error
	served chan error
	closed int
	files  []*os.File
}

func begin(t *testing.T) *talk {
	theirIn, in := io.Pipe()
	out, theirOut := io.Pipe()
	s := &talk{t: t, conn: wire.NewConn(out, in, wire.MaxDocument), hangUp: in.Close, served: make(chan error, 1)}
	for range 2 {
		f, err := os.Create(filepath.Join(t.TempDir(), "f"))
		if err != nil {
			t.Fatal(err)
		}
		s.files = append(s.files, f)
	}
	openers := map[string]Opener{"book": func(*os.File, string) (Document, error) { return book{&s.closed}, nil }}
	go func() { s.served <- Serve(theirIn, theirOut, &shelf{s.files}, openers) }()
	return s
}

func (s *talk) ask(kind wire.Kind, parts [][]byte) (wire.Kind, []byte) {
	s.t.Helper()
	if err := s.conn.Send(kind, parts...); err != nil {
		s.t.Fatal(err)
	}
	answer, body, err := s.conn.Receive()
	if err != nil {
		s.t.Fatal(err)
	}
	return answer, body
}

func (s *talk) fails(kind wire.Kind, parts [][]byte) error {
	s.t.Helper()
	answer, body := s.ask(kind, parts)
	if answer != wire.Failed {
		s.t.Fatalf("answer of kind %d", answer)
	}
	return wire.DecodeFailure(body)
}

func TestServe(t *testing.T) {
	s := begin(t)
	var e wire.Encoder
	page := func(n int) [][]byte { return e.EncodeWanted(wire.Wanted{Number: n, DPI: 72}) }

	if err := s.fails(wire.Page, page(1)); !strings.Contains(err.Error(), "no document") {
		t.Errorf("before Open: %v", err)
	}
	if err := s.fails(wire.Open, e.EncodeOpen(engine.OpenOptions{Type: "stone"})); !fault.Is(err, fault.DocumentUnsupported) {
		t.Errorf("unknown type: %v", err)
	}
	_, body := s.ask(wire.Open, e.EncodeOpen(engine.OpenOptions{Type: "book"}))
	if n, err := wire.DecodePages(body); err != nil || n != 4 {
		t.Errorf("%d pages, %v", n, err)
	}
	_, body = s.ask(wire.Info, nil)
	if info, err := wire.DecodeInfo(body); err != nil || info.Version != "9" {
		t.Errorf("%v, %v", info, err)
	}
	_, body = s.ask(wire.Page, page(2))
	if p, err := wire.DecodePage(body); err != nil || p.Number != 2 {
		t.Errorf("%v, %v", p, err)
	}
	var scoped *engine.PageError
	if err := s.fails(wire.Page, page(4)); !fault.Is(err, fault.DocumentCorrupt) || !errors.As(err, &scoped) || scoped.Page != 4 {
		t.Errorf("damaged page: %v", err)
	}
	if err := s.fails(wire.Render, page(1)); !fault.Is(err, fault.DocumentTooLarge) || !errors.As(err, &scoped) || scoped.Page != 1 {
		t.Errorf("too large: %v", err)
	}
	if err := s.fails(wire.Kind(50), nil); err == nil {
		t.Error("a kind that does not exist")
	}
	if err := s.fails(wire.Page, [][]byte{{1}}); err == nil {
		t.Error("half a question")
	}
	if err := s.conn.Send(wire.Close); err != nil {
		t.Fatal(err)
	}
	if err := s.fails(wire.Info, nil); err == nil {
		t.Error("after Close")
	}
	if err := s.fails(wire.Open, e.EncodeOpen(engine.OpenOptions{Type: "book"})); err == nil {
		t.Error("without a file")
	}
	if err := s.hangUp(); err != nil {
		t.Fatal(err)
	}
	if err := <-s.served; err != nil || s.closed != 1 {
		t.Errorf("%v, closed %d times", err, s.closed)
	}
	for _, f := range s.files {
		if err := f.Close(); err == nil {
			t.Error("a file was left open")
		}
	}
}

func TestPanic(t *testing.T) {
	s := begin(t)
	var e wire.Encoder
	s.ask(wire.Open, e.EncodeOpen(engine.OpenOptions{Type: "book"}))
	kind, body := s.ask(wire.Page, e.EncodeWanted(wire.Wanted{Number: 3}))
	err := wire.DecodeFailure(body)
	var scoped *engine.PageError
	if kind != wire.Broken || !errors.As(err, &scoped) || scoped.Page != 3 || !strings.Contains(err.Error(), "torn out") {
		t.Errorf("kind %d: %v", kind, err)
	}
	if err := <-s.served; err == nil || !strings.Contains(err.Error(), "child_test.go") {
		t.Errorf("no stack: %v", err)
	}
}
