package mail_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/compound/compoundtest"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format/formattest"
	"github.com/octavo-dev/octavo/internal/format/mail"
)

func wide(id int, text string) compoundtest.Entry {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return compoundtest.Entry{Name: fmt.Sprintf("__substg1.0_%04X001F", id), Content: b}
}

func narrow(id int, text string) compoundtest.Entry {
	return compoundtest.Entry{Name: fmt.Sprintf("__substg1.0_%04X001E", id), Content: []byte(text)}
}

func binaryOf(id int, content string) compoundtest.Entry {
	return compoundtest.Entry{Name: fmt.Sprintf("__substg1.0_%04X0102", id), Content: []byte(content)}
}

// rich is a body of RTF that is not packed.
func rich(text string) compoundtest.Entry {
	return binaryOf(0x1009, strings.Repeat("\x00", 8)+"MELA\x00\x00\x00\x00"+text)
}

// fixed is the stream of values with a fixed size, in pairs of tag and value.
func fixed(head int, values ...uint64) compoundtest.Entry {
	b := make([]byte, head)
	for i := 0; i < len(values); i += 2 {
		b = binary.LittleEndian.AppendUint32(b, uint32(values[i]))
		b = append(b, 0, 0, 0, 0)
		b = binary.LittleEndian.AppendUint64(b, values[i+1])
	}
	return compoundtest.Entry{Name: "__properties_version1.0", Content: b}
}

func storage(name string, children ...compoundtest.Entry) compoundtest.Entry {
	return compoundtest.Entry{Name: name, Children: children}
}

func TestOutlook(t *testing.T) {
	// 2026-05-01 10:00:00 UTC in tenths of a microsecond since 1601.
	const date = (1_777_629_600 + 11_644_473_600) * 10_000_000
	for _, c := range []struct {
		name    string
		entries []compoundtest.Entry
		want    []string
	}{
		{"Text", []compoundtest.Entry{
			fixed(32, 0x00390040, date), wide(0x0037, "Grüße"), wide(0x0c1a, "Ann"), wide(0x0c1f, "a@x.org"), wide(0x1000, "Hello\r\n\r\nBob\r\n"), wide(0x0e04, "not shown"),
			storage("__recip_version1.0_#00000000", fixed(8, 0x0c150003, 1), wide(0x3001, "Bob"), wide(0x39fe, "b@x.org")),
			storage("__recip_version1.0_#00000001", fixed(8, 0x0c150003, 2), wide(0x3001, "c@x.org"), wide(0x3003, "c@x.org")),
			storage("__recip_version1.0_#00000002", fixed(8, 0x0c150003, 3), wide(0x3003, "d@x.org")),
		}, []string{"Key Value: From=Ann <a@x.org> | To=Bob <b@x.org> | Cc=c@x.org | Bcc=d@x.org | Date=Fri, 01 May 2026 10:00:00 +0000 | Subject=Grüße", "Text: Hello", "Text: Bob"}},
		{"HTMLBeforeText", []compoundtest.Entry{wide(0x0037, "s"), wide(0x1000, "plain"), binaryOf(0x1013, "<h2>rich</h2>")}, []string{"Key Value: Subject=s", "Section Header 2: rich"}},
		{"RichOnly", []compoundtest.Entry{wide(0x0037, "s"), rich(`{\rtf1\ansi Hello\par Bob}`)}, []string{"Key Value: Subject=s", "Text: Hello", "Text: Bob"}},
		{"RichWrapsPage", []compoundtest.Entry{wide(0x0037, "s"), rich(`{\rtf1\ansi\fromhtml1 {\*\htmltag64 <ul><li>}\htmlrtf {\par \htmlrtf0 one{\*\htmltag84 &amp;}\htmlrtf &\htmlrtf0  two{\*\htmltag72 </li></ul>}}`)},
			[]string{"Key Value: Subject=s", "List Item 1: one& two"}},
		{"TextBeforeRich", []compoundtest.Entry{wide(0x0037, "s"), wide(0x1000, "plain"), rich(`{\rtf1 rich}`)}, []string{"Key Value: Subject=s", "Text: plain"}},
		{"RichDamaged", []compoundtest.Entry{wide(0x0037, "s"), binaryOf(0x1009, "short")}, []string{"Key Value: Subject=s"}},
		{"ShownRecipients", []compoundtest.Entry{wide(0x0037, "s"), wide(0x0e04, "Bob; Ann")}, []string{"Key Value: To=Bob; Ann | Subject=s"}},
		{"CodePage", []compoundtest.Entry{fixed(32, 0x3ffd0003, 1251), narrow(0x0037, "\xcf\xf0\xe8\xe2\xe5\xf2")}, []string{"Key Value: Subject=Привет"}},
		{"Attachments", []compoundtest.Entry{
			wide(0x0037, "s"),
			storage("__attach_version1.0_#00000000", wide(0x3707, "a long name.pdf"), wide(0x3704, "ALONGN~1.PDF"), wide(0x370e, "application/pdf"), binaryOf(0x3701, "12345")),
			storage("__attach_version1.0_#00000001", wide(0x3001, "inner"), storage("__substg1.0_3701000D", wide(0x0037, "subject"))),
		}, []string{"Key Value: Subject=s", "Key Value: Attachment=a long name.pdf (application/pdf, 5 bytes) | Attachment=inner.msg (application/vnd.ms-outlook, 14 bytes)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, formattest.Outline(read(t, mail.Outlook, string(compoundtest.File(c.entries...))))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDamagedMessage(t *testing.T) {
	good := string(compoundtest.File(wide(0x0037, "s"), fixed(32)))
	for name, c := range map[string]struct {
		content string
		want    fault.Name
	}{
		"CutOff":  {good[:1000], fault.DocumentCorrupt},
		"NotOne":  {"just text", fault.DocumentCorrupt},
		"Nothing": {string(compoundtest.File(fixed(32))), fault.DocumentEmpty},
	} {
		if _, err := mail.Outlook.Read(t.Context(), formattest.File("a.msg", c.content), formattest.Options()); !fault.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzOutlook(f *testing.F) {
	formattest.Fuzz(f, mail.Outlook, string(compoundtest.File(wide(0x0037, "s"), wide(0x1000, "text"), storage("__attach_version1.0_#00000000", wide(0x3707, "a"), binaryOf(0x3701, "12345")))))
}
