package office

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/engine/office/officetest"
	"github.com/octavo-dev/octavo/internal/engine/tooltest"
	"github.com/octavo-dev/octavo/internal/fault"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

// fake is a program that does what the document says.
func fake(t *testing.T) string {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "soffice")
	if out, err := exec.Command("gcc", "-O1", "-o", tool, filepath.Join("testdata", "soffice.c")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return tool
}

func converter(t *testing.T, o Options) *Converter {
	t.Helper()
	o.Box = tooltest.Box(t)
	if o.Time == 0 {
		o.Time = time.Minute
	}
	if o.Bytes == 0 {
		o.Bytes = 16 << 20
	}
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	c := New(o)
	t.Cleanup(c.Close)
	return c
}

// convert gives the bytes that are made of a document.
func convert(t *testing.T, c *Converter, data []byte, from, to string) ([]byte, error) {
	t.Helper()
	made, back, err := c.Convert(t.Context(), tooltest.File(t, data), from, to)
	if err != nil {
		return nil, err
	}
	defer back()
	out, err := io.ReadAll(io.NewSectionReader(made, 0, 1<<30))
	if err != nil {
		t.Fatal(err)
	}
	return out, nil
}

func TestConvert(t *testing.T) {
	dir := t.TempDir()
	c := converter(t, Options{Program: tooltest.Installed(t, "soffice"), Dir: dir})
	for _, tt := range []struct {
		name, from, to string
		data           []byte
		start, holds   string
	}{
		{"TextToPDF", "rtf", "pdf", officetest.Rtf("one", "two"), "%PDF-", "%%EOF"},
		{"TextToDocx", "odt", "docx", officetest.Odt("<text:p>three</text:p>"), "PK\x03\x04", "word/document.xml"},
		{"SheetToXlsx", "ods", "xlsx", officetest.Ods("<table:table-row><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row>"), "PK\x03\x04", "xl/workbook.xml"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := convert(t, c, tt.data, tt.from, tt.to)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(string(got), tt.start) || !strings.Contains(string(got), tt.holds) {
				t.Errorf("%d bytes: %.40q", len(got), got)
			}
		})
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("named files: %q", left)
	}
}

func TestRefused(t *testing.T) {
	c := converter(t, Options{Program: tooltest.Installed(t, "soffice")})
	docx := officetest.Docx(officetest.Paragraph("x"))
	if got, err := convert(t, c, docx[:len(docx)/2], "docx", "pdf"); !fault.Is(err, fault.DocumentCorrupt) {
		t.Errorf("%.20q %v", got, err)
	}
	if _, err := convert(t, c, nil, "pdf", "odt"); err == nil {
		t.Error("a conversion that does not exist")
	}
}

// Faults 27 and 28: whatever the program does is told by name, and leaves neither a process nor a file behind: Run itself waits for them.
func TestMisbehaves(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	c := converter(t, Options{Program: fake(t), Dir: temporary, Time: 2 * time.Second, Bytes: 1 << 20, Slots: 4})
	for act, want := range map[string]fault.Name{
		"hang": fault.Timeout, "fork": fault.Timeout, "deaf": fault.Timeout, "spin": fault.Timeout,
		"exit139": fault.SubprocessCrashed, "segv": fault.SubprocessCrashed, "eat": fault.SubprocessCrashed,
		"flood":  fault.OfficeConversionTooLarge,
		"stderr": fault.DocumentCorrupt, "nothing": fault.DocumentCorrupt,
	} {
		t.Run(act, func(t *testing.T) {
			_, err := convert(t, c, []byte("act:"+act), "docx", "pdf")
			if err == nil || fault.Of(err).Name != want {
				t.Fatalf("%v, want %s", err, want)
			}
			if f := fault.Of(err); want == fault.Timeout && (f.Type != "document_conversion_timeout" || f.Message != "the conversion did not finish within 2 s") {
				t.Errorf("%s: %s", f.Type, f.Message)
			}
		})
	}
	if left, _ := filepath.Glob(filepath.Join(temporary, "octavo*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// A program that puts its profile in order first is started again.
func TestStartsAgain(t *testing.T) {
	c := converter(t, Options{Program: fake(t)})
	if got, err := convert(t, c, []byte("act:again"), "docx", "pdf"); err != nil || string(got) != "made" {
		t.Errorf("%q %v", got, err)
	}
}

// The same bytes are converted once: the second time the program is not there any more.
func TestConvertsOnce(t *testing.T) {
	c := converter(t, Options{Program: fake(t)})
	const document = "act:again"
	if got, err := convert(t, c, []byte(document), "docx", "pdf"); err != nil || string(got) != "made" {
		t.Fatalf("%q %v", got, err)
	}
	if err := os.Remove(c.Program); err != nil {
		t.Fatal(err)
	}
	if got, err := convert(t, c, []byte(document), "docx", "pdf"); err != nil || string(got) != "made" {
		t.Errorf("again: %q %v", got, err)
	}
	for name, other := range map[string][3]string{"Bytes": {document + " ", "docx", "pdf"}, "From": {document, "odt", "pdf"}, "To": {document, "doc", "docx"}} {
		if got, err := convert(t, c, []byte(other[0]), other[1], other[2]); err == nil {
			t.Errorf("%s: %q is made of nothing", name, got)
		}
	}
}

func TestCancelled(t *testing.T) {
	c := converter(t, Options{Program: fake(t)})
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for range 3 { // one of them converts, the others wait for it
		all.Go(func() {
			if _, _, err := c.Convert(ctx, tooltest.File(t, []byte("act:hang")), "docx", "pdf"); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	cancel()
	all.Wait()
}
