package office

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/office/officetest"
)

// canary counts who touches it, and hands out a picture.
func canary(t *testing.T, picture []byte) (url string, touched *atomic.Int32) {
	t.Helper()
	touched = &atomic.Int32{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		touched.Add(1)
		_, _ = w.Write(picture)
	}))
	t.Cleanup(server.Close)
	return server.URL, touched
}

// marker is a picture that no document holds.
func marker(t *testing.T) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for i := range m.Pix {
		m.Pix[i] = byte(i*i*31 + i>>3)
	}
	m.Set(1, 1, color.RGBA{R: 1, A: 255})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func odtWithPictures(links ...string) []byte {
	var body strings.Builder
	for _, l := range links {
		fmt.Fprintf(&body, `<text:p>before<draw:frame text:anchor-type="as-char" svg:width="3cm" svg:height="3cm"><draw:image xlink:href="%s" xlink:type="simple"/></draw:frame></text:p>`, l)
	}
	return officetest.Odt(body.String())
}

// The documents do what they are said to do: without our settings and fences the links are followed.
func TestLinksWithoutFences(t *testing.T) {
	url, touched := canary(t, marker(t))
	dir := t.TempDir()
	in := filepath.Join(dir, "in.odt")
	if err := os.WriteFile(in, odtWithPictures(url+"/x.png"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(soffice(t), "-env:UserInstallation=file://"+dir+"/profile", "--headless", "--convert-to", "pdf", "--outdir", dir, in).CombinedOutput()
	if err != nil || touched.Load() == 0 {
		t.Errorf("touched %d times: %v\n%s", touched.Load(), err, out)
	}
}

// Nothing that a document names is fetched, read, or run.
func TestLinks(t *testing.T) {
	picture := marker(t)
	url, touched := canary(t, picture)
	local := filepath.Join(t.TempDir(), "marker.png")
	if err := os.WriteFile(local, picture, 0o644); err != nil {
		t.Fatal(err)
	}
	written := filepath.Join(t.TempDir(), "written")
	c := converter(t, Options{Program: soffice(t)})
	for _, tt := range []struct {
		name, from, to string
		data           []byte
	}{
		{"Odt", "odt", "pdf", odtWithPictures(url+"/x.png", "file://"+local)},
		{"Docx", "docx", "pdf", officetest.Docx(officetest.Paragraph("before")+officetest.LinkedPicture("w")+officetest.LinkedPicture("f"),
			officetest.Relation{ID: "w", Kind: "image", Target: url + "/x.png"}, officetest.Relation{ID: "f", Kind: "image", Target: "file://" + local})},
		{"Rtf", "rtf", "docx", officetest.Rtf("before",
			`{\field{\*\fldinst INCLUDEPICTURE "`+url+`/x.png" \\d}{\fldrslt}}`, `{\field{\*\fldinst INCLUDEPICTURE "`+local+`"}{\fldrslt}}`,
			`{\field{\*\fldinst INCLUDETEXT "`+url+`/t.txt"}{\fldrslt}}`)},
		{"Ods", "ods", "xlsx", officetest.Ods(`<table:table-row><table:table-cell table:formula="of:=WEBSERVICE(&quot;` + url + `/w&quot;)" office:value-type="string"><text:p>old</text:p></table:table-cell>` +
			`<table:table-cell table:formula="of:='` + url + `/b.ods'#$Sheet1.A1" office:value-type="float" office:value="4"><text:p>4</text:p></table:table-cell></table:table-row>`)},
		{"Macro", "odt", "pdf", officetest.Odt("<text:p>before</text:p>", officetest.Macro(
			`Sub Main`+"\n"+`Open "`+written+`" For Output As #1`+"\n"+`Print #1, "ran"`+"\n"+`Close #1`+"\n"+`Shell("/usr/bin/touch `+written+`")`+"\n"+`End Sub`)...)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			without, err := convert(t, c, tt.data, tt.from, tt.to)
			if err != nil {
				t.Fatal(err)
			}
			if pixels := image64(without); pixels {
				t.Error("a picture of 64 × 64 pixels stands in the document")
			}
		})
	}
	if n := touched.Load(); n != 0 {
		t.Errorf("touched %d times", n)
	}
	if _, err := os.Stat(written); err == nil {
		t.Error("a macro ran")
	}
}

// image64 reports whether a PDF or a package holds a picture as large as the marker.
func image64(made []byte) bool {
	return bytes.Contains(made, []byte("/Width 64")) || bytes.Contains(made, []byte("media/image"))
}
