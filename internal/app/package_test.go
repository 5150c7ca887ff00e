package app_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/office/officetest"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

// brokenOffice puts a LibreOffice in front of the real one that crashes whenever it is started.
func brokenOffice(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "soffice"), []byte("#!/bin/sh\nkill -SEGV $$\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
}

// Packages that are bombs or lie are refused before anything is started for them, in little memory.
func TestHostilePackages(t *testing.T) {
	brokenOffice(t)
	s := start(t, "sqlite", "workers: {cpu: 1}")
	types := ooxmltest.Member{Name: "[Content_Types].xml", Body: []byte(ooxmltest.Types("word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"))}
	rels := ooxmltest.Member{Name: "_rels/.rels", Body: []byte(ooxmltest.Relations("r", "officeDocument", "word/document.xml"))}
	body := func(content string, size uint64) ooxmltest.Member {
		return ooxmltest.Member{Name: "word/document.xml", Body: []byte(content), Size: size}
	}
	many := []ooxmltest.Member{types, rels, body("<x/>", 0)}
	for i := range 100_000 {
		many = append(many, ooxmltest.Member{Name: fmt.Sprint("p", i)})
	}
	odt := func(content string) string {
		return string(officetest.Zip("mimetype", "application/vnd.oasis.opendocument.text", "content.xml", content))
	}
	nested := "deep"
	for range 10 {
		nested = string(officetest.Zip("word/document.xml", nested))
	}
	if status, name, body := s.parseOf("a.rtf", string(officetest.Rtf("x")), nil); status != 500 || name != "SUBPROCESS_CRASHED" {
		t.Fatalf("where LibreOffice is started: %d %s %v", status, name, body)
	}
	forgetPeak(t)
	before := s.idle(os.TempDir())
	for name, c := range map[string]struct{ kind, content string }{
		"four gigabytes declared":            {"docx", ooxmltest.Raw(t, types, rels, body("<x/>", 4<<30+1))},
		"fifty megabytes in fifty kilobytes": {"docx", ooxmltest.Raw(t, types, rels, body(strings.Repeat("\x00", 50<<20), 0))},
		"longer than declared":               {"docx", ooxmltest.Raw(t, types, rels, body(strings.Repeat("x", 9999), 10))},
		"a hundred thousand parts":           {"docx", ooxmltest.Raw(t, many...)},
		"a package in a package, ten deep":   {"docx", nested},
		"parts over each other":              {"docx", ooxmltest.Overlapping(t)},
		"slides over each other":             {"pptx", ooxmltest.Overlapping(t)},
		"open document, bomb":                {"odt", odt(strings.Repeat("\x00", 40<<20))},
	} {
		t.Run(name, func(t *testing.T) {
			if status, name, body := s.parseOf("a."+c.kind, c.content, map[string]any{"force_file_extension": c.kind}); status != 415 || name != "DOCUMENT_CORRUPT" {
				t.Errorf("%d %s: %v", status, name, body)
			}
		})
	}
	modest(t, before)
}

// Entities are not resolved, neither ours nor those of files beside the document.
func TestEntities(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "marker.txt")
	if err := os.WriteFile(secret, []byte(markerWord), 0o644); err != nil {
		t.Fatal(err)
	}
	s := start(t, "sqlite")
	laughs := `<!DOCTYPE x [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY e "&c;&c;&c;&c;&c;&c;&c;&c;">]>`
	outside := `<!DOCTYPE x [<!ENTITY e SYSTEM "file://` + secret + `">]>`
	with := func(content []byte, doctype, part string) string {
		return string(officetest.Rewritten(content, part, func(xml string) string {
			head, rest, _ := strings.Cut(xml, "?>")
			return head + "?>" + doctype + strings.Replace(rest, "before", "before&e;", 1)
		}))
	}
	for name, doctype := range map[string]string{"laughs": laughs, "outside": outside} {
		t.Run("svg "+name, func(t *testing.T) {
			a := s.do("POST", "/parse", map[string]any{"input": s.upload("a.svg", `<?xml version="1.0"?>`+doctype+`<svg xmlns="http://www.w3.org/2000/svg"><text>before&e;</text></svg>`)})
			refused := a.Status == 415 && strings.HasPrefix(fmt.Sprint(at(a.object(t), "error", "name")), "DOCUMENT_")
			if a.Status != 200 && !refused || bytes.Contains(a.Body, []byte(markerWord)) || bytes.Contains(a.Body, []byte("hahahahaha")) {
				t.Errorf("%d: %.1000s", a.Status, a.Body)
			}
		})
	}
	documents := officetest.Linking(officetest.Places{URL: "http://127.0.0.1:9", Folder: t.TempDir()})
	for kind, part := range map[string]string{"docm": "word/document.xml", "xlsm": "xl/worksheets/sheet1.xml", "pptx": "ppt/slides/slide1.xml", "odt": "content.xml"} {
		for name, doctype := range map[string]string{"laughs": laughs, "outside": outside} {
			t.Run(kind+" "+name, func(t *testing.T) {
				a := s.do("POST", "/parse", map[string]any{"input": s.upload("a."+kind, with(documents[kind], doctype, part))})
				if a.Status != 200 && at(a.object(t), "error", "name") != "DOCUMENT_CORRUPT" || bytes.Contains(a.Body, []byte(markerWord)) || bytes.Contains(a.Body, []byte("hahahahaha")) {
					t.Errorf("%d: %.1000s", a.Status, a.Body)
				}
			})
		}
	}
}

// A workbook is refused for its cells, not for the area it says it has.
func TestCellBounds(t *testing.T) {
	s := start(t, "sqlite", "limits: {cells: 1000}")
	book := func(rows string) string {
		return string(officetest.Rewritten(officetest.Linking(officetest.Places{})["xlsm"], "xl/worksheets/sheet1.xml", func(xml string) string {
			head, rest, _ := strings.Cut(xml, "<sheetData>")
			_, tail, _ := strings.Cut(rest, "</sheetData>")
			return head + `<dimension ref="A1:XFD1048576"/><sheetData>` + rows + "</sheetData>" + tail
		}))
	}
	cells := `<row>` + strings.Repeat(`<c><v>1</v></c>`, 1001) + `</row>`
	corners := `<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>`
	s.ends(t, "a.xlsx", book(cells), nil, 413, "DOCUMENT_TOO_LARGE")
	s.ends(t, "a.xlsx", book(corners), nil, 200, "")
	s.ends(t, "a.xlsx", book(`<row><c t="inlineStr"><is><t>`+strings.Repeat("long ", 10<<20)+`</t></is></c></row>`), nil, 415, "DOCUMENT_CORRUPT")
	request := map[string]any{"input": s.upload("a.xlsx", book(corners)), "spreadsheet": map[string]any{"max_cell_count": 1}}
	if a := s.do("POST", "/parse", request); a.Status != 422 || at(a.object(t), "error", "name") != "CELL_COUNT_EXCEEDED" {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}
