package reader_test

import (
	"context"
	"encoding/binary"
	"os"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/compound/compoundtest"
	"github.com/octavo-dev/octavo/internal/engine/office/officetest"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/reader"
)

// refusing takes no file.
type refusing struct{}

func (refusing) Convert(context.Context, *os.File, string, string) (*os.File, func(), error) {
	return nil, nil, fault.New(fault.DocumentCorrupt, "the document cannot be read: it cannot be converted")
}

// Fault 21: a file that the converter does not take is locked where it says so, and damaged otherwise.
func TestLockedOlderFiles(t *testing.T) {
	records := func(kinds ...uint16) []byte {
		var out []byte
		for _, k := range kinds {
			out = append(binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(out, k), 4), "four"...)
		}
		return out
	}
	stream := func(name string, content []byte) string {
		return string(compoundtest.File(compoundtest.Entry{Name: name, Content: content}))
	}
	word := func(flags byte) string { return stream("WordDocument", append(make([]byte, 11), flags, 0, 0)) }
	slides := func(token uint32) string {
		user := binary.LittleEndian.AppendUint32(make([]byte, 12), token)
		return string(compoundtest.File(compoundtest.Entry{Name: "Current User", Content: user}, compoundtest.Entry{Name: "PowerPoint Document", Content: []byte("x")}))
	}
	const corrupt, protected = fault.DocumentCorrupt, fault.DocumentPasswordProtected
	for _, c := range []struct {
		name, kind, content string
		want                fault.Name
	}{
		{"Word", "doc", word(0x01), protected},
		{"WordOpen", "doc", word(0xf2), corrupt},
		{"WordShort", "doc", stream("WordDocument", []byte("x")), corrupt},
		{"Sheet", "xls", stream("Workbook", records(0x809, 0x86, 0x2f, 0xe1)), protected},
		{"OlderSheet", "xls", stream("Book", records(0x809, 0x2f)), protected},
		{"SheetOpen", "xls", stream("Workbook", records(0x809, 0xe1, 0x0a)), corrupt},
		{"SheetCut", "xls", stream("Workbook", []byte{0x09, 0x08, 0xff, 0xff, 0}), corrupt},
		{"Slides", "ppt", slides(0xf3d1c4df), protected},
		{"SlidesOpen", "ppt", slides(0xe391c05f), corrupt},
		{"OpenDocument", "odt", string(officetest.LockedOdt()), protected},
		{"OpenDocumentOpen", "odt", string(officetest.Odt("<text:p>x</text:p>")), corrupt},
		{"Rtf", "rtf", string(officetest.Rtf("x")), corrupt},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, password := range []string{"", "secret"} {
				var o reader.Options
				o.Password = password
				_, err := (&reader.Reader{Office: refusing{}}).ReadStream(t.Context(), "a."+c.kind, strings.NewReader(c.content), o)
				if !fault.Is(err, c.want) {
					t.Errorf("%v, want %s", err, c.want)
				}
			}
		})
	}
}
