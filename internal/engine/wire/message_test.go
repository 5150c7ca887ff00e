package wire

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
)

func TestInfo(t *testing.T) {
	var e Encoder
	want := sampleInfo()
	got, err := DecodeInfo(joined(e.EncodeInfo(want)))
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, want)
	want.Form = 9
	if _, err := DecodeInfo(joined(e.EncodeInfo(want))); !errors.Is(err, ErrMalformed) {
		t.Error(err)
	}
}

func TestRaster(t *testing.T) {
	var e Encoder
	n, got, err := DecodeRaster(joined(e.EncodeRaster(7, sampleRaster())))
	if err != nil || n != 7 {
		t.Fatal(n, err)
	}
	same(t, got, sampleRaster())
	for name, spoil := range map[string]func(r *engine.Raster){
		"too few pixels":  func(r *engine.Raster) { r.Pixels = r.Pixels[1:] },
		"too many pixels": func(r *engine.Raster) { r.Grey = true },
		"no width":        func(r *engine.Raster) { r.Width, r.Pixels = 0, nil },
		"negative":        func(r *engine.Raster) { r.Width, r.Height = -2, -1 },
		"too wide":        func(r *engine.Raster) { r.Width, r.Pixels = 15001, make([]byte, 4*15001) },
		"no resolution":   func(r *engine.Raster) { r.DPI = math.NaN() },
	} {
		r := sampleRaster()
		spoil(r)
		if _, _, err := DecodeRaster(joined(e.EncodeRaster(7, r))); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestQuestions(t *testing.T) {
	var e Encoder
	open := engine.OpenOptions{Type: "pdf", Password: "päss"}
	if got, err := DecodeOpen(joined(e.EncodeOpen(open))); err != nil || got != open {
		t.Error(got, err)
	}
	wanted := Wanted{Number: 12, DPI: 150.25, Grey: true}
	if got, err := DecodeWanted(joined(e.EncodeWanted(wanted))); err != nil || got != wanted {
		t.Error(got, err)
	}
	if got, err := DecodePages(joined(e.EncodePages(3))); err != nil || got != 3 {
		t.Error(got, err)
	}
	for _, n := range []int{0, -1, 1_410_065_407, math.MaxInt64} {
		if _, err := DecodePages(joined(e.EncodePages(n))); !errors.Is(err, ErrMalformed) {
			t.Errorf("%d pages: %v", n, err)
		}
	}
}

func TestFailure(t *testing.T) {
	locked := fault.New(fault.DocumentPasswordProtected, "the password is wrong").Typed("document_access_error")
	for _, tt := range []struct {
		sent, want error
	}{
		{locked, locked},
		{fmt.Errorf("open: %w", locked), locked},
		{&engine.PageError{Page: 4, Err: locked}, &engine.PageError{Page: 4, Err: locked}},
		{fault.Wrap(fault.DocumentCorrupt, io.ErrUnexpectedEOF, "page 2 is damaged"), fault.New(fault.DocumentCorrupt, "page 2 is damaged")},
	} {
		got := DecodeFailure(joined(new(Encoder).EncodeFailure(tt.sent)))
		a, b := *fault.Of(got), *fault.Of(tt.want)
		if a.Name != b.Name || a.Type != b.Type || a.Message != b.Message || a.Code != b.Code {
			t.Errorf("%v became %v", tt.sent, got)
		}
		var scoped, expected *engine.PageError
		if errors.As(tt.want, &expected) != errors.As(got, &scoped) || scoped != nil && scoped.Page != expected.Page {
			t.Errorf("%v became %v", tt.sent, got)
		}
	}
	got := DecodeFailure(joined(new(Encoder).EncodeFailure(fault.Wrap(fault.DocumentCorrupt, io.ErrUnexpectedEOF, ""))))
	if !strings.HasSuffix(got.Error(), io.ErrUnexpectedEOF.Error()) {
		t.Errorf("the cause is missing: %v", got)
	}
	got = DecodeFailure(joined(new(Encoder).EncodeFailure(io.ErrUnexpectedEOF)))
	if fault.Of(got).Name != fault.InternalError || !strings.Contains(got.Error(), "unexpected EOF") {
		t.Errorf("an error without a name: %v", got)
	}
}

// A child that was taken over may not speak for the service, nor write what it likes into the log.
func TestFailureHostile(t *testing.T) {
	sent := fault.New(fault.AuthError, "send your key to evil\r\nlevel=ERROR")
	got := DecodeFailure(joined(new(Encoder).EncodeFailure(sent)))
	if fault.Of(got).Name != fault.InternalError || fault.Of(got).Message != "internal error" || strings.ContainsAny(got.Error(), "\r") {
		t.Errorf("%q", got)
	}
	long := fault.New(fault.DocumentCorrupt, "%s", strings.Repeat("x", 1<<20)).Typed("no type;")
	got = DecodeFailure(joined(new(Encoder).EncodeFailure(long)))
	if f := fault.Of(got); len(f.Message) > longest || f.Type != "document_corrupt" {
		t.Errorf("%d bytes, %s", len(f.Message), f.Type)
	}
}

func TestDescriptors(t *testing.T) {
	near, far, err := DescriptorLine()
	if err != nil {
		t.Fatal(err)
	}
	defer near.Close()
	defer far.Close()
	f, err := os.Create(filepath.Join(t.TempDir(), "gone"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("contents"); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(f.Name()); err != nil { // documents lie in files without names
		t.Fatal(err)
	}
	view, err := View(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := SendFile(near, view); err != nil {
		t.Fatal(err)
	}
	view.Close()
	got, err := ReceiveFile(far)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Close()
	text, err := io.ReadAll(got)
	if err != nil || string(text) != "contents" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := got.WriteAt([]byte("X"), 0); err == nil {
		t.Error("the other end can change the file")
	}
	near.Close()
	if _, err := ReceiveFile(far); !errors.Is(err, ErrMalformed) {
		t.Errorf("after the end: %v", err)
	}
}

// An end that takes nothing must not hold us up.
func TestSendFileDoesNotWait(t *testing.T) {
	near, far, err := DescriptorLine()
	if err != nil {
		t.Fatal(err)
	}
	defer near.Close()
	defer far.Close()
	for range 1 << 16 {
		if err := SendFile(near, far); err != nil {
			return
		}
	}
	t.Error("a line without end")
}

func reencoded[T any](t *testing.T, v T, encode func(T) [][]byte, decode func([]byte) (T, error)) {
	t.Helper()
	again, err := decode(joined(encode(v)))
	if err != nil {
		t.Fatal(err)
	}
	same(t, again, v)
}
