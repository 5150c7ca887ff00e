package all_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/format/all"
	"github.com/octavo-dev/octavo/internal/format/formattest"
)

func zipped(t *testing.T, members ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		m, err := w.CreateHeader(&zip.FileHeader{Name: members[i], Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Write([]byte(members[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func office(t *testing.T, part string) string {
	return zipped(t, "a.xml", "x", "[Content_Types].xml", `<Override ContentType="application/vnd.`+part+`"/>`)
}

// compound makes the start of a compound file with one stream.
func compound(stream string) string {
	b := make([]byte, 512+4096)
	copy(b, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	binary.LittleEndian.PutUint16(b[30:], 9)
	entry := b[512+128:] // behind the root entry, in sector 0
	name := utf16.Encode([]rune(stream))
	for i, c := range name {
		binary.LittleEndian.PutUint16(entry[2*i:], c)
	}
	binary.LittleEndian.PutUint16(entry[64:], uint16(2*len(name)+2))
	return string(b)
}

// Fault 29: types are decided by content before names. A type that is only recognised is named in the refusal.
func TestDetect(t *testing.T) {
	elf := "\x7fELF\x02\x01\x01" + strings.Repeat("\x00\x01", 200)
	movie := "\x00\x00\x00\x20ftypisom\x00\x00\x02\x00isomiso2avc1mp41" + strings.Repeat("\x00\x07", 100)
	for _, c := range []struct {
		name, file, media, force, content string
		want                              string // the type, or what the refusal must say
	}{
		{"TextByName", "a.txt", "", "", "hello", "txt"},
		{"TextWithoutName", "", "", "", "hello", "txt"},
		{"TextOfUnknownName", "main.py", "", "", "print(1)", "txt"},
		{"MarkdownByName", "README.MD", "", "", "# x", "md"},
		{"CSVByName", "a.csv", "", "", "a,b", "csv"},
		{"CSVByMediaType", "data", "text/csv; charset=utf-8", "", "a,b", "csv"},
		{"NameBeforeMediaType", "a.csv", "text/plain", "", "a,b", "csv"},
		{"TSV", "a.tab", "", "", "a\tb", "tsv"},
		{"HTMLByContent", "a.pdf", "", "", "\ufeff<?xml version='1.0'?><!-- c --> <!DOCTYPE HTML><p>x", "html"},
		{"HTMLElement", "", "", "", "<html><p>x", "html"},
		{"MarkdownWithMarkup", "a.md", "", "", "<div>x</div>", "md"},
		{"ForcedText", "a.html", "", ".TXT", "<html>", "txt"},
		{"ForcedUnknown", "a.txt", "", "xyz", "hello", "files of type xyz are not supported"},
		{"ForcedConverted", "a.txt", "", "doc", "hello", "doc"},
		{"PDF", "a.txt", "", "", "%PDF-1.7\n", "pdf"},
		{"PDFBehindJunk", "", "", "", "\x00\x01\x02\x03junk%PDF-1.7\n\x00\x00", "pdf"},
		{"TextAboutPDF", "a.txt", "", "", "A file starts with %PDF-1.7 as a rule.", "txt"},
		{"PNG", "a.csv", "text/csv", "", "\x89PNG\r\n\x1a\n\x00", "png"},
		{"JPEG", "", "", "", "\xff\xd8\xff\xe0\x00\x10JFIF", "jpg"},
		{"BitmapNotText", "", "", "", "BM\x46\x00\x00\x00\x00\x00", "bmp"},
		{"TextBeginningLikeBitmap", "", "", "", "BM is short for building management", "txt"},
		{"TIFF", "", "", "", "II*\x00\x08\x00", "tiff"},
		{"WebP", "", "", "", "RIFF\x00\x00\x00\x00WEBPVP8 ", "webp"},
		{"HEIC", "", "", "", "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00", "heic"},
		{"RTF", "a.txt", "", "", `{\rtf1\ansi x}`, "rtf"},
		{"DOCX", "a.zip", "", "", office(t, "openxmlformats-officedocument.wordprocessingml.document.main+xml"), "docx"},
		{"DOCM", "a.docx", "", "", office(t, "ms-word.document.macroEnabled.main+xml"), "docm"},
		{"DOTX", "", "", "", office(t, "openxmlformats-officedocument.wordprocessingml.template.main+xml"), "dotx"},
		{"XLSM", "", "", "", office(t, "ms-excel.sheet.macroEnabled.main+xml"), "xlsm"},
		{"PPTX", "", "", "", office(t, "openxmlformats-officedocument.presentationml.presentation.main+xml"), "pptx"},
		{"ODT", "", "", "", zipped(t, "mimetype", "application/vnd.oasis.opendocument.text"), "odt"},
		{"ZipOfOthers", "", "", "", zipped(t, "a.txt", "x"), "not known or not supported"},
		{"BrokenZipByName", "a.xlsx", "", "", "PK\x03\x04\x00\x00\x00\x00", "xlsx"},
		{"DOC", "", "", "", compound("WordDocument"), "doc"},
		{"XLS", "", "", "", compound("Workbook"), "xls"},
		{"MSG", "", "", "", compound("__properties_version1.0"), "msg"},
		{"Mail", "x.txt", "", "", "Received: from a by b\r\nSubject: x\r\n\r\nHi", "eml"},
		{"Memo", "x.txt", "", "", "From: a\nTo: b\n\nHi", "txt"},
		{"Program", "a.txt", "", "", elf, "not known or not supported"},
		{"Movie", "a.mp4", "video/mp4", "", movie, "not known or not supported"},
		{"TextNamedDOCX", "a.docx", "", "", "hello", "docx"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := formattest.File(c.file, c.content)
			f.MediaType = c.media
			got, err := format.Detect(all.Formats, f, c.force)
			if err == nil {
				if got.Name != c.want {
					t.Errorf("type %s, want %s", got.Name, c.want)
				}
				return
			}
			e := fault.Of(err)
			if e.Name != fault.DocumentUnsupported || e.Type != "file_conversion_error" || e.Code != 415 || !strings.Contains(e.Message, c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestZeroBytes(t *testing.T) {
	for _, force := range []string{"", "csv"} {
		if _, err := format.Detect(all.Formats, formattest.File("a.pdf", ""), force); !fault.Is(err, fault.DocumentEmpty) {
			t.Errorf("force %q: %v", force, err)
		}
	}
}

// The list covers the types of the interface, each under one format.
func TestList(t *testing.T) {
	types := all.Types(func(name string) string { return "engine of " + name })
	want := "pdf png jpg jpeg gif bmp tiff webp apng heic heif psd pcx dcx ppm pgm pbm cur ftex pixar docx docm dotx doc odt rtf wpd " +
		"html md txt eml msg pptx ppt odp xlsx xlsm xltx xltm xls ods csv tsv qpw"
	for name := range strings.FieldsSeq(want) {
		if types[name] == "" {
			t.Errorf("%s is not listed", name)
		}
	}
	seen := map[string]string{}
	for _, f := range all.Formats {
		for _, name := range append([]string{f.Name}, f.Endings...) {
			if seen[name] != "" {
				t.Errorf("%s is listed by %s and %s", name, seen[name], f.Name)
			}
			seen[name] = f.Name
		}
	}
	for name, want := range map[string]string{
		"txt": "native", "md": "native", "html": "native", "csv": "native", "tsv": "native",
		"pdf": "engine of pdf", "jpeg": "engine of jpg", "docx": "native", "docm": "native", "dotx": "native", "doc": "engine of doc",
	} {
		if types[name] != want {
			t.Errorf("%s is %s, want %s", name, types[name], want)
		}
	}
}
