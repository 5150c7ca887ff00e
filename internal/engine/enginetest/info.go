package enginetest

import (
	"bytes"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

func testInfo(t *testing.T, e Engine) {
	f := &pdfgen.File{Info: "/Title(A title)/Author(\xfe\xff\x01\x6a\x00i\x01\x7e)/CreationDate(D:20260101000000Z)"}
	one := f.AddPage(pdfgen.Page{Content: " "})
	two := f.AddPage(pdfgen.Page{Content: " "})
	// The last bookmark leads back to the first: a reader must not walk in circles.
	f.Catalog = "/Lang(de-DE)/MarkInfo<</Marked true>>/Outlines " + f.Add("<</Type/Outlines/Count 3/First ", f.Next(1), "/Last ", f.Next(3), ">>")
	f.Add("<</Title(First)/Dest[", one, "/Fit]/Next ", f.Next(2), "/First ", f.Next(1), "/Last ", f.Next(1), ">>")
	f.Add("<</Title(Below)/Dest[", two, "/Fit]>>")
	f.Add("<</Title(Second)/A<</S/GoTo/D[", two, "/Fit]>>/Next ", f.Next(-2), ">>")
	data := f.AddStream("/Type/EmbeddedFile/Subtype/text#2Fplain", []byte("twelve bytes"))
	spec := f.Add("<</Type/Filespec/F(notes.txt)/UF(notes.txt)/EF<</F ", data, ">>>>")
	f.Catalog += "/Names<</EmbeddedFiles<</Names[(notes.txt) " + spec + "]>>>>"

	d := opened(t, e, f)
	info, err := d.Info()
	if err != nil {
		t.Fatal(err)
	}
	want(t, "pages", info.Pages, 2)
	want(t, "pages", d.Pages(), 2)
	want(t, "version", info.Version, "1.7")
	want(t, "title", info.Properties["Title"], "A title")
	want(t, "author", info.Properties["Author"], "Ūiž")
	want(t, "created", info.Properties["CreationDate"], "D:20260101000000Z")
	if _, ok := info.Properties["Subject"]; ok {
		t.Error("a property that the file does not have")
	}
	want(t, "language", info.Language, "de-DE")
	want(t, "tagged", info.Tagged, true)
	want(t, "encrypted", info.Encrypted, false)
	want(t, "form", info.Form, engine.NoForm)
	wanted := []engine.Bookmark{{Title: "First", Page: 1}, {Title: "Below", Level: 1, Page: 2}, {Title: "Second", Page: 2}}
	if len(info.Bookmarks) != len(wanted) {
		t.Fatalf("bookmarks %+v", info.Bookmarks)
	}
	for i := range wanted {
		want(t, "bookmark", info.Bookmarks[i], wanted[i])
	}
	if len(info.Attachments) != 1 {
		t.Fatalf("attachments %+v", info.Attachments)
	}
	want(t, "attachment", info.Attachments[0], engine.Attachment{Name: "notes.txt", Type: "text/plain", Size: 12})

	testMetadata(t, e)
	info, err = opened(t, e, form()).Info()
	if err != nil {
		t.Fatal(err)
	}
	want(t, "form", info.Form, engine.AcroForm)
	if len(info.Signatures) != 1 {
		t.Fatalf("signatures %+v", info.Signatures)
	}
	s := info.Signatures[0]
	if s.Filter != "adbe.pkcs7.detached" || s.Reason != "Approved" || s.Time != "D:20260102030405Z" || len(s.Ranges) != 4 || s.Ranges[3] != 30 {
		t.Errorf("signature %+v", s)
	}
}

// XMP is read wherever it lies, but for encrypted files.
func testMetadata(t *testing.T, e Engine) {
	packet := []byte(`<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Better title</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`)
	for _, tt := range []struct {
		name             string
		packed, deflated bool
		lock             *pdfgen.Lock
		want             string
	}{
		{name: "plain", want: "Better title"},
		{name: "packed", packed: true, want: "Better title"},
		{name: "deflated", packed: true, deflated: true, want: "Better title"},
		{name: "encrypted", lock: &pdfgen.Lock{Owner: "keeper"}, want: "Title"},
	} {
		f := &pdfgen.File{Info: "/Title(Title)/Author(Ada)/CreationDate(D:20260101)", Packed: tt.packed, Lock: tt.lock}
		f.AddPage(pdfgen.Page{Content: " "})
		// Another packet, of an image perhaps, must not be taken for the document's.
		f.AddStream("/Type/Metadata/Subtype/XML", bytes.ReplaceAll(packet, []byte("Better"), []byte("Worse")))
		entries, data := "/Type/Metadata/Subtype/XML", packet
		if tt.deflated {
			entries, data = entries+"/Filter/FlateDecode", pdfgen.Deflate(packet)
		}
		f.Catalog = "/Metadata " + f.AddStream(entries, data)
		info, err := opened(t, e, f).Info()
		if err != nil {
			t.Fatal(err)
		}
		got := info.Document()
		want(t, tt.name+": title", got.Title, tt.want)
		want(t, tt.name+": author", got.Author, "Ada")
		want(t, tt.name+": created", got.Created, "2026-01-01T00:00:00Z")
	}
}
