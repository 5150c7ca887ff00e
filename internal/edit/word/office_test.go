//go:build cgo

package word_test

import (
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/edit/word"
	"github.com/octavo-dev/octavo/internal/engine/office"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/engine/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

// LibreOffice shows what was changed, and everything else as before.
func TestShownByLibreOffice(t *testing.T) {
	c := office.New(office.Options{Box: tooltest.Box(t), Program: tooltest.Installed(t, "soffice"), Dir: t.TempDir(), Time: time.Minute, Bytes: 16 << 20})
	t.Cleanup(c.Close)
	text := p(r("<w:b/>", "Letter of intent")) + p("Name: ________ and ", r("<w:i/>", "Acme "), r("<w:b/>", "Corp"), " in Springfield.") + p("[ ] Married [ ] Single") +
		table(row("Street", ""), row("City", "Paris")) + p("Country: ", control(choices+holder, prompt)) + p("secret words stay secret") + p("last page", page, "The end") + section
	content := sample(text).Zip(t)
	before := printed(t, c, content)
	parts, report := apply(t, content, `Name: Ada
Replace "Acme Corp" with "Zenith"
Check Married
Street: Mill
Country: France
Redact "secret"
Add page numbers
Write "Received" at the top
Add a watermark that says DRAFT`, word.Options{Color: "#FF0000"})
	if len(report.Left) > 0 {
		t.Fatal(report.Left)
	}
	want := strings.Fields(strings.NewReplacer("________", "Ada", "Acme Corp", "Zenith", "[ ] Married", "[x] Married", "Street", "Street Mill", "Click to enter", "France", "secret", "",
		"Letter", "Received Letter", "last page", "last page 1", "The end", "The end 2").Replace(strings.Join(before, " ")))
	if diff := cmp.Diff(want, printed(t, c, parts[""])); diff != "" {
		t.Error(diff)
	}
}

// printed are the words of a document as LibreOffice prints it.
func printed(t *testing.T, c *office.Converter, content string) []string {
	t.Helper()
	made, back, err := c.Convert(t.Context(), tooltest.File(t, []byte(content)), "docx", "pdf")
	if err != nil {
		t.Fatal(err)
	}
	defer back()
	data, err := io.ReadAll(io.NewSectionReader(made, 0, 1<<24))
	if err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	lib, err := pdfium.Open("../../../.cache/engines/pdfium-1.2.1/libpdfium.so")
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	d, err := lib.OpenBytes(data, "")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var b strings.Builder
	for n := 1; n <= d.Pages(); n++ {
		p, err := d.Page(n)
		if err != nil {
			t.Fatal(err)
		}
		for _, ch := range p.Chars {
			b.WriteRune(ch.Rune)
		}
		b.WriteByte('\n')
	}
	return strings.Fields(b.String())
}
