package ooxml_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/ooxml"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

func TestRewrite(t *testing.T) {
	content := ooxmltest.Parts{"[Content_Types].xml": ooxmltest.Types(), "A.xml": "<a/>", "b.xml": "<b/>", "c.bin": strings.Repeat("c", 5000)}.Zip(t)
	p, err := ooxml.Open(t.Context(), strings.NewReader(content), int64(len(content)), ooxml.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := p.Rewrite(&out, map[string][]byte{"a.xml": []byte("<changed/>"), "b.xml": nil, "d.xml": []byte("<d/>"), "e.xml": nil}); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, f.Name+"="+string(body[:min(len(body), 10)]))
	}
	if got := strings.Join(names, " "); got != "A.xml=<changed/> [Content_Types].xml=<?xml vers c.bin=cccccccccc d.xml=<d/>" {
		t.Error(got)
	}
	if err := p.Rewrite(failing{}, nil); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
