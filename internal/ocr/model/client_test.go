package model

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/octavo-dev/octavo/internal/embed"
	"github.com/octavo-dev/octavo/internal/embed/minilm"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// pretend is a child that runs in this process.
type pretend struct {
	done   chan struct{}
	once   sync.Once
	killed func()
}

func (p *pretend) Kill() { p.once.Do(func() { p.killed(); close(p.done) }) }

func (p *pretend) Wait() error { <-p.done; return nil }

// launcher starts children that behave in turn as told; the last behaviour stays.
type launcher struct {
	behave  []func(in io.Reader, out io.Writer)
	started int
	live    int
	mu      sync.Mutex
}

func (l *launcher) launch(context.Context) (*Process, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	behave := l.behave[min(l.started, len(l.behave)-1)]
	l.started++
	l.live++
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	p := &pretend{done: make(chan struct{})}
	p.killed = func() {
		_ = inR.CloseWithError(io.EOF)
		_ = outW.CloseWithError(io.EOF)
		l.mu.Lock()
		l.live--
		l.mu.Unlock()
	}
	go func() {
		behave(inR, outW)
		p.Kill()
	}()
	return &Process{In: inW, Out: outR, Running: p}, nil
}

func (l *launcher) counts() (started, live int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.started, l.live
}

// echo reads the first pixel of a page as its text.
type echo struct{}

func (echo) Reader(name string) (ocr.Reader, error) {
	if name != Auto {
		return nil, errors.New("model file is missing")
	}
	return echo{}, nil
}

func (echo) Read(_ context.Context, page *engine.Raster, o ocr.Options) (*ocr.Reading, error) {
	switch text := string(page.Pixels[:1]); text {
	case "!":
		panic("torn")
	case "?":
		return nil, fault.New(fault.ProcessingFailed, "no such luck")
	default:
		words := []ocr.Word{{Text: text + strings.Join(o.Languages, "+"), Box: engine.Box{X1: 1, Y1: 1}, Confidence: 0.5}}
		return &ocr.Reading{Rotation: 90, Skew: 1.5, Lines: []ocr.Line{ocr.NewLine(words, 271)}}, nil
	}
}

func (echo) Finder() (ocr.Finder, error) { return echo{}, nil }

// Find sees one region that is as wide as the first pixel is bright.
func (echo) Find(_ context.Context, page *engine.Raster, turn int) ([]ocr.Region, error) {
	if page.Pixels[0] == '!' {
		panic("torn")
	}
	box := engine.Box{X1: float32(page.Pixels[0]), Y1: float32(turn)}
	return []ocr.Region{{Kind: ocr.TableRegion, Score: 0.75, Box: box}}, nil
}

func (echo) Embedder() (embed.Embedder, error) { return echo{}, nil }

// Embed gives a text the direction of the axis of its length.
func (echo) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for _, t := range texts {
		if t == "!" {
			panic("torn")
		}
		direction := make([]float32, minilm.Dimensions)
		direction[len(t)%len(direction)] = 1
		out = append(out, direction)
	}
	return out, nil
}

func good(in io.Reader, out io.Writer) { _ = Serve(in, out, echo{}) }

func crash(in io.Reader, _ io.Writer) { _, _ = io.CopyN(io.Discard, in, 9) }

func hang(in io.Reader, _ io.Writer) { _, _ = io.Copy(io.Discard, in) }

func garbage(in io.Reader, out io.Writer) {
	go func() { _, _ = io.Copy(io.Discard, in) }()
	_, _ = io.Copy(out, strings.NewReader(strings.Repeat("garbage ", 100)))
}

// flood promises and sends without end.
func flood(in io.Reader, out io.Writer) {
	go func() { _, _ = io.Copy(io.Discard, in) }()
	head := binary.LittleEndian.AppendUint32(nil, maxMessage)
	if _, err := out.Write(binary.LittleEndian.AppendUint32(head, uint32(kindRead))); err != nil {
		return
	}
	for chunk := bytes.Repeat([]byte{255}, 1<<20); ; {
		if _, err := out.Write(chunk); err != nil {
			return
		}
	}
}

func page(text string) *engine.Raster {
	return &engine.Raster{Pixels: []byte(text), Width: len(text), Height: 1, Grey: true, DPI: 72}
}

func client(t *testing.T, o Options, behave ...func(io.Reader, io.Writer)) (*Client, *launcher) {
	t.Helper()
	l := &launcher{behave: behave}
	o.Launch = l.launch
	c := New(o)
	t.Cleanup(func() {
		c.Close()
		if _, live := l.counts(); live != 0 {
			t.Errorf("%d children are left", live)
		}
	})
	return c, l
}

func TestClient(t *testing.T) {
	c, l := client(t, Options{}, good)
	for range 3 {
		got, err := c.Reader(Auto).Read(t.Context(), page("abc"), ocr.Options{Languages: []string{"deu", "eng"}})
		if err != nil || got.Rotation != 90 || got.Skew != 1.5 || len(got.Lines) != 1 || got.Lines[0].Angle != 271 ||
			got.Lines[0].Words[0].Text != "adeu+eng" || got.Lines[0].Words[0].Confidence != 0.5 {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	_, err := c.Reader(Auto).Read(t.Context(), page("?"), ocr.Options{})
	if !fault.Is(err, fault.ProcessingFailed) {
		t.Errorf("a failed page: %v", err)
	}
	_, err = c.Reader(Paddle).Read(t.Context(), page("a"), ocr.Options{})
	if !fault.Is(err, fault.InferenceMethodUnsupported) || !strings.Contains(err.Error(), "missing") {
		t.Errorf("a missing engine: %v", err)
	}
	found, err := c.Find(t.Context(), page("a"), 90)
	if want := (ocr.Region{Kind: ocr.TableRegion, Score: 0.75, Box: engine.Box{X1: 'a', Y1: 90}}); err != nil || len(found) != 1 || found[0] != want {
		t.Errorf("%+v, %v", found, err)
	}
	if started, _ := l.counts(); started != 1 {
		t.Errorf("%d children for pages that hurt nobody", started)
	}
	if _, err = c.Find(t.Context(), page("!"), 0); !fault.Is(err, fault.SubprocessCrashed) {
		t.Errorf("a page that panics: %v", err)
	}
}

func TestClientEmbeds(t *testing.T) {
	c, l := client(t, Options{}, good)
	texts := []string{"ab", "", strings.Repeat("ä", maxTextBytes)}
	got, err := c.Embed(t.Context(), texts)
	if err != nil || len(got) != 3 || got[0][2] != 1 || got[1][0] != 1 || got[2][maxTextBytes%minilm.Dimensions] != 1 {
		t.Errorf("%v, %v", got, err)
	}
	if got, err = c.Embed(t.Context(), nil); err != nil || len(got) != 0 {
		t.Errorf("no texts: %v, %v", got, err)
	}
	if _, err = c.Embed(t.Context(), make([]string, maxTexts+1)); err == nil {
		t.Error("more texts than a message holds")
	}
	if started, _ := l.counts(); started != 1 {
		t.Errorf("%d children", started)
	}
	if _, err = c.Embed(t.Context(), []string{"!"}); !fault.Is(err, fault.SubprocessCrashed) {
		t.Errorf("a text that panics: %v", err)
	}
}

// Fault 28: a recognition process that dies or floods is replaced, and named where it dies again.
func TestClientReplacesTheDead(t *testing.T) {
	for name, bad := range map[string]func(io.Reader, io.Writer){"crash": crash, "garbage": garbage, "flood": flood} {
		t.Run(name, func(t *testing.T) {
			c, l := client(t, Options{}, bad, good)
			got, err := c.Reader(Auto).Read(t.Context(), page("a"), ocr.Options{})
			if err != nil || got.Lines[0].Words[0].Text != "a" {
				t.Fatalf("%+v, %v", got, err)
			}
			if started, _ := l.counts(); started != 2 {
				t.Errorf("%d children", started)
			}
		})
	}
	c, _ := client(t, Options{}, crash)
	if _, err := c.Reader(Auto).Read(t.Context(), page("a"), ocr.Options{}); !fault.Is(err, fault.SubprocessCrashed) {
		t.Errorf("a page that kills every child: %v", err)
	}
	c, _ = client(t, Options{}, good)
	if _, err := c.Reader(Auto).Read(t.Context(), page("!"), ocr.Options{}); !fault.Is(err, fault.SubprocessCrashed) {
		t.Errorf("a page that panics: %v", err)
	}
	if _, err := c.Reader(Auto).Read(t.Context(), page("a"), ocr.Options{}); err != nil {
		t.Errorf("the page after it: %v", err)
	}
}

func TestClientHoldsDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hangToo := hang
		c, l := client(t, Options{Time: time.Minute}, hang, hangToo, good)
		began := time.Now()
		_, err := c.Reader(Auto).Read(t.Context(), page("a"), ocr.Options{})
		if took := time.Since(began); !fault.Is(err, fault.Timeout) || took != time.Minute {
			t.Errorf("a child that hangs: %v after %v", err, took)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err = c.Reader(Auto).Read(ctx, page("a"), ocr.Options{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a caller that gave up: %v", err)
		}
		if _, err = c.Reader(Auto).Read(t.Context(), page("a"), ocr.Options{}); err != nil {
			t.Errorf("the next: %v", err)
		}
		if started, _ := l.counts(); started != 3 {
			t.Errorf("%d children", started)
		}
	})
}

func TestClientRetiresTheIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, l := client(t, Options{Idle: time.Minute}, good)
		read := func() {
			if _, err := c.Reader(Auto).Read(t.Context(), page("a"), ocr.Options{}); err != nil {
				t.Error(err)
			}
		}
		read()
		time.Sleep(59 * time.Second)
		read()
		time.Sleep(59 * time.Second)
		if started, live := l.counts(); started != 1 || live != 1 {
			t.Errorf("in use: %d started, %d alive", started, live)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if _, live := l.counts(); live != 0 {
			t.Errorf("idle: %d alive", live)
		}
		read()
	})
}

func TestClientCloses(t *testing.T) {
	c, _ := client(t, Options{}, hang)
	failed := make(chan error, 1)
	go func() {
		_, err := c.Reader(Auto).Read(t.Context(), page("a"), ocr.Options{})
		failed <- err
	}()
	c.Close()
	if err := <-failed; !fault.Is(err, fault.ServiceUnavailable) {
		t.Errorf("while it was read: %v", err)
	}
	if _, err := c.Reader(Auto).Read(t.Context(), page("a"), ocr.Options{}); !fault.Is(err, fault.ServiceUnavailable) {
		t.Errorf("after the end: %v", err)
	}
}
