package mail_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/format/formattest"
	"github.com/octavo-dev/octavo/internal/format/mail"
)

func read(t *testing.T, kind format.Format, content string) *doc.Document {
	t.Helper()
	d, err := kind.Read(t.Context(), formattest.File("a."+kind.Name, content), formattest.Options())
	if err != nil {
		t.Fatal(err)
	}
	formattest.CheckSound(t, d)
	return d
}

func lines(all ...string) string { return strings.Join(all, "\r\n") + "\r\n" }

func TestMail(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []string
	}{
		{"Plain", lines("Received: by x", "From: Ann <a@x.org>", "To: b@x.org,", "\tCe <c@x.org>", "Subject: Hello", "Date: Fri, 1 May 2026 10:00:00 +0200", "", "Dear all,", "", "- one", "- two"), []string{
			"Key Value: From=Ann <a@x.org> | To=b@x.org, Ce <c@x.org> | Date=Fri, 1 May 2026 10:00:00 +0200 | Subject=Hello", "Text: Dear all,", "List Item 1: one", "List Item 1: two"}},
		{"EncodedWords", lines("From: =?utf-8?Q?Zo=C3=AB?= <z@x.org>", "Subject: =?iso-8859-2?B?sebR?= =?iso-8859-2?Q?_x?=", "", "text"), []string{"Key Value: From=Zoë <z@x.org> | Subject=ąćŃ x", "Text: text"}},
		{"RawBytesInHeader", lines("Subject: caf\xe9", "", "text"), []string{"Key Value: Subject=café", "Text: text"}},
		{"Charset", lines("Subject: s", `Content-Type: text/plain; charset="windows-1251"`, "", "\xcf\xf0\xe8\xe2\xe5\xf2 \xe2\xf1\xe5\xec"), []string{"Key Value: Subject=s", "Text: Привет всем"}},
		{"QuotedPrintable", lines("Subject: s", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable", "", "Gr=C3=", "=B6=C3=9Fe =3D 5"), []string{"Key Value: Subject=s", "Text: Größe = 5"}},
		{"Base64", lines("Subject: s", "Content-Transfer-Encoding: BASE64", "", "SGVs", "bG8s IHdv", "cmxkIQ=="), []string{"Key Value: Subject=s", "Text: Hello, world!"}},
		{"Flowed", lines("Subject: s", "Content-Type: text/plain; format=flowed", "", "one ", "line", "", "two"), []string{"Key Value: Subject=s", "Text: one line", "Text: two"}},
		{"HTML", lines("Subject: s", "Content-Type: text/html", "", "<h2>Head</h2><p>text"), []string{"Key Value: Subject=s", "Section Header 2: Head", "Text: text"}},
		{"Alternatives", parted("alternative", part("text/plain", "plain"), part("text/html", "<ul><li>rich</ul>")), []string{"Key Value: Subject=s", "List Item 1: rich"}},
		{"AlternativesWithoutHTML", parted("alternative", part("text/plain", "plain"), part("text/calendar", "BEGIN")), []string{"Key Value: Subject=s", "Text: plain", "Key Value: Attachment=unnamed (text/calendar, 5 bytes)"}},
		{"Attachments", parted("mixed", part("text/plain", "body"),
			"Content-Type: text/plain; name=\"=?utf-8?Q?=C3=A4.txt?=\"\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\naGVsbG8K",
			"Content-Type: image/png\r\nContent-Disposition: inline; filename*=utf-8''%E2%82%AC.png\r\n\r\n12345",
			"Content-Type: message/rfc822\r\n\r\nSubject: inner mail\r\n\r\nits text"), []string{
			"Key Value: Subject=s", "Text: body",
			"Key Value: Attachment=ä.txt (text/plain, 6 bytes) | Attachment=€.png (image/png, 5 bytes) | Attachment=inner mail.eml (message/rfc822, 31 bytes)"}},
		{"NestedParts", parted("mixed", strings.TrimPrefix(parted("alternative", part("text/plain", "a"), part("text/html", "<p>b")), "Subject: s\r\n"), part("text/plain", "footer")), []string{"Key Value: Subject=s", "Text: b", "Text: footer"}},
		{"CutOff", "Subject: s\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\n\r\nstart", []string{"Key Value: Subject=s", "Text: start"}},
		{"UnknownType", lines("Subject: s", "Content-Type: ???", "", "text"), []string{"Key Value: Subject=s", "Text: text"}},
		{"HeadersOnly", "Subject: s\r\nnot a header", []string{"Key Value: Subject=s"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, formattest.Outline(read(t, mail.Format, c.content))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func part(kind, body string) string { return "Content-Type: " + kind + "\r\n\r\n" + body }

// parted is a mail of parts. Its boundary names its kind, so that one may lie in another.
func parted(kind string, parts ...string) string {
	var b strings.Builder
	b.WriteString("Subject: s\r\nContent-Type: multipart/" + kind + "; boundary=" + kind + "\r\n\r\npreamble\r\n")
	for _, p := range parts {
		b.WriteString("--" + kind + "\r\n" + p + "\r\n")
	}
	b.WriteString("--" + kind + "--\r\n")
	return b.String()
}

func TestRefused(t *testing.T) {
	deep := "Subject: s\r\n"
	for i := range 40 {
		deep += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	for _, c := range []struct {
		name, content string
		limits        format.Limits
		want          fault.Name
	}{
		{"NoHeaders", "\r\njust text", format.DefaultLimits, fault.DocumentCorrupt},
		{"EndlessHeaders", "Subject: s\r\n" + strings.Repeat("X: "+strings.Repeat("y", 1000)+"\r\n", 1100), format.DefaultLimits, fault.DocumentCorrupt},
		{"TooManyParts", parted("mixed", make([]string, 10_001)...), format.DefaultLimits, fault.DocumentCorrupt},
		{"TooDeep", deep, format.DefaultLimits, fault.DocumentCorrupt},
		{"LongText", lines("Subject: s", "", "long enough"), format.Limits{TextBytes: 5}, fault.DocumentTooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := mail.Format.Read(t.Context(), formattest.File("a.eml", c.content), format.Options{Limits: c.limits})
			if !fault.Is(err, c.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	formattest.Fuzz(f, mail.Format, lines("Subject: s", "", "text"), parted("alternative", part("text/plain", "a"), part("text/html", "<p>b")), lines("Subject: =?utf-8?B?eA==?=", "Content-Transfer-Encoding: base64", "", "eA=="))
}
