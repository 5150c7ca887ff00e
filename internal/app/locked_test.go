package app_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/compound/compoundtest"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/engine/office/officetest"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

// Fault 11: a file without content is empty, whatever it is called.
func TestEmptyFiles(t *testing.T) {
	s := start(t, "sqlite")
	for name, c := range map[string]struct{ file, content string }{
		"no bytes": {"x.pdf", ""}, "no bytes of text": {"x.txt", ""}, "no bytes of Word": {"x.docx", ""},
		"only whitespace": {"x.pdf", " \n\t \n"}, "only whitespace of text": {"x.txt", "\r\n \t"}, "no pages": {"x.pdf", pdf()},
	} {
		t.Run(name, func(t *testing.T) { s.ends(t, c.file, c.content, nil, 422, "DOCUMENT_EMPTY") })
	}
}

// Fault 21: locked files open with their password and with no other. Of an older office format no password opens them,
// and they are told apart from damaged ones.
func TestLockedFiles(t *testing.T) {
	s := start(t, "sqlite")
	const password = "open sesame"
	rc4, aes := &pdfgen.File{Lock: &pdfgen.Lock{User: password, Owner: "owner"}}, &pdfgen.File{Lock: &pdfgen.Lock{User: password, Owner: "owner", AES: true}}
	rc4.AddPage(letter("kept secret"))
	aes.AddPage(letter("kept secret"))
	docx := officetest.Docx(officetest.Paragraph("kept secret"))
	xlsx := officetest.Linking(officetest.Places{})["xlsm"]
	for name, content := range map[string]string{
		"rc4.pdf": string(rc4.Bytes()), "aes.pdf": string(aes.Bytes()), "new.docx": ooxmltest.Lock(docx, password, 100), "old.docx": ooxmltest.LockOld(docx, password),
		"new.xlsx": ooxmltest.Lock(xlsx, password, 100), "old.xlsx": ooxmltest.LockOld(xlsx, password),
	} {
		t.Run(name, func(t *testing.T) {
			given := func(password string) map[string]any { return map[string]any{"document_password": password} }
			s.ends(t, name, content, nil, 442, "DOCUMENT_PASSWORD_PROTECTED")
			s.ends(t, name, content, given("sesame"), 442, "DOCUMENT_PASSWORD_PROTECTED")
			body := s.ends(t, name, content, given(password), 200, "")
			if text, _ := at(body, "result", "chunks", 0, "content").(string); !strings.Contains(text, "kept secret") && !strings.Contains(text, "before") {
				t.Errorf("it says %q", text)
			}
		})
	}
	stream := func(name, content string) string {
		return string(compoundtest.File(compoundtest.Entry{Name: name, Content: append([]byte(content), make([]byte, 4096)...)}))
	}
	slides := func(token string) string {
		return string(compoundtest.File(compoundtest.Entry{Name: "Current User", Content: []byte("\x00\x00\xf6\x0f\x1c\x00\x00\x00\x14\x00\x00\x00" + token + strings.Repeat("\x00", 20))},
			compoundtest.Entry{Name: "PowerPoint Document", Content: make([]byte, 4096)}))
	}
	noise := "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x01\x02", 999)
	const sheet = "\x09\x08\x10\x00\x00\x06\x05\x00\xbb\x0d\xcc\x07\x00\x00\x00\x00\x06\x00\x00\x00"
	for name, files := range map[string][2]string{ // locked and damaged
		"a.doc": {stream("WordDocument", "\xec\xa5\xc1\x00\x00\x00\x00\x00\x00\x00\x00\x01"), noise},
		"a.xls": {stream("Workbook", sheet+"\x2f\x00\x36\x00\x01\x00\x01\x00\x01\x00"), noise},
		"a.ppt": {slides("\xdf\xc4\xd1\xf3"), slides("\x5f\xc0\x91\xe3")},
		"a.odt": {string(officetest.LockedOdt()), string(officetest.Zip("mimetype", "application/vnd.oasis.opendocument.text", "content.xml", "<damaged"))},
	} {
		t.Run(name, func(t *testing.T) {
			s.ends(t, name, files[0], map[string]any{"document_password": "wrong"}, 442, "DOCUMENT_PASSWORD_PROTECTED")
			if status, code, body := s.parseOf(name, files[1], nil); status != 415 || code != "DOCUMENT_CORRUPT" {
				t.Errorf("damaged: %d %s: %v", status, code, body)
			}
		})
	}
}

// Fault 21: a password stays with what opens the document: it is in no log, no error and, once the job has ended, in no
// row and no file.
func TestPasswordIsNotKept(t *testing.T) {
	log := logged(t)
	const right, wrong = "Zugzwang-4711", "Wanderlust-0815"
	locked := &pdfgen.File{Lock: &pdfgen.Lock{User: right, Owner: "owner"}}
	locked.AddPage(letter("kept secret"))
	dir := t.TempDir()
	var said bytes.Buffer
	t.Run("jobs", func(t *testing.T) {
		s := startIn(t, dir, []string{"data_dir: " + dir})
		for name, content := range map[string]string{
			"a.pdf": string(locked.Bytes()), "damaged.pdf": strings.Replace(string(locked.Bytes()), "startxref", "startxrefdamaged", 1),
			"a.docx": ooxmltest.Lock(officetest.Docx(officetest.Paragraph("kept secret")), right, 100),
		} {
			file := s.upload(name, content)
			for _, password := range []string{right, wrong} {
				request := map[string]any{"input": file, "settings": map[string]any{"document_password": password}}
				a := s.do("POST", "/parse", request)
				if ok := a.Status == 200; ok != (password == right) || !ok && a.Status != 442 {
					t.Errorf("%s, %s: %d %s", name, password, a.Status, a.Body)
				}
				said.Write(a.Body)
				id := s.want(200, "POST", "/parse_async", request)["job_id"].(string)
				s.ended(id)
				said.Write(s.do("GET", "/job/"+id, nil).Body)
			}
		}
		said.Write(s.do("GET", "/jobs", nil).Body)
	})
	places := map[string][]byte{"log": []byte(log.text()), "answers": said.Bytes()}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		places[path], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(places) < 4 || len(places["log"]) == 0 {
		t.Fatalf("%d places", len(places))
	}
	for place, text := range places {
		for _, password := range []string{right, wrong} {
			if bytes.Contains(text, []byte(password)) {
				t.Errorf("%s holds %s", place, password)
			}
		}
	}
}
