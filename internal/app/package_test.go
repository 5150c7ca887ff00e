package app_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/engine/office/officetest"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// brokenOffice puts a LibreOffice in front of the real one that crashes whenever it is started, after a while in which
// it is seen: it ends as a shell does whose program was killed by a fault of memory.
func brokenOffice(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "soffice"), []byte("#!/bin/sh\nsleep 0.5\nexit 139\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
}

// seen watches for processes below this one with a word in their command, until the returned function is called, which
// tells how often there was one.
func seen(t *testing.T, word string) func() int {
	ctx, cancel := context.WithCancel(t.Context())
	count := make(chan int)
	go func() {
		n := 0
		for ; ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
			for _, command := range descendants(t) {
				if strings.Contains(command, word) {
					n++
				}
			}
		}
		count <- n
	}()
	return func() int { cancel(); return <-count }
}

// Fault 22: packages that are bombs or lie are refused before anything is started for them, in little memory.
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
	started := seen(t, "soffice")
	if status, name, body := s.parseOf("a.rtf", string(officetest.Rtf("x")), nil); status != 500 || name != "SUBPROCESS_CRASHED" {
		t.Fatalf("where LibreOffice is started: %d %s %v", status, name, body)
	}
	if started() == 0 {
		t.Fatal("LibreOffice is not seen where it is started")
	}
	forgetPeak(t)
	started = seen(t, "soffice")
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
			s.ends(t, "a."+c.kind, c.content, map[string]any{"force_file_extension": c.kind}, 415, "DOCUMENT_CORRUPT")
		})
	}
	modest(t, before)
	if n := started(); n != 0 {
		t.Errorf("LibreOffice was started, and seen %d times", n)
	}
}

// Fault 22: a sound file that converts to more than there may be is refused for that.
func TestConversionCap(t *testing.T) {
	s := start(t, "sqlite", "limits: {converted_bytes: 2KiB}")
	s.ends(t, "a.rtf", string(officetest.Rtf(strings.Repeat("word ", 99))), nil, 413, "OFFICE_CONVERSION_TOO_LARGE")
}

// Fault 24: entities are not resolved, neither ours nor those of files and servers elsewhere.
func TestEntities(t *testing.T) {
	bird := testenv.Canary(t)
	secret := filepath.Join(t.TempDir(), "marker.txt")
	if err := os.WriteFile(secret, []byte(markerWord), 0o644); err != nil {
		t.Fatal(err)
	}
	s := start(t, "sqlite")
	laughs := `<!DOCTYPE x [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY e "&c;&c;&c;&c;&c;&c;&c;&c;">]>`
	kinds := map[string]string{
		"laughs": laughs, "outside": `<!DOCTYPE x [<!ENTITY e SYSTEM "file://` + secret + `">]>`,
		"elsewhere": `<!DOCTYPE x SYSTEM "http://127.0.0.1:` + bird + `/x.dtd" [<!ENTITY % p SYSTEM "http://127.0.0.1:` + bird + `/p">%p;<!ENTITY e SYSTEM "http://127.0.0.1:` + bird + `/e">]>`,
	}
	// check wants a file to be read without the text of its entities, or not at all.
	check := func(t *testing.T, name, content string) {
		t.Helper()
		_, code, body := s.both(t, "/parse", map[string]any{"input": s.upload(name, content), "settings": map[string]any{"extract_document_properties": true}})
		if told := fmt.Sprint(body); code != "" && code != "DOCUMENT_CORRUPT" && !(code == "DOCUMENT_UNSUPPORTED" && strings.HasSuffix(name, ".svg")) ||
			strings.Contains(told, markerWord) || strings.Contains(told, "hahahahaha") {
			t.Errorf("%s: %.1000s", code, told)
		}
	}
	with := func(content []byte, doctype, part string) string {
		return string(officetest.Rewritten(content, part, func(xml string) string {
			head, rest, _ := strings.Cut(xml, "?>")
			return head + "?>" + doctype + strings.Replace(rest, "before", "before&e;", 1)
		}))
	}
	documents := officetest.Linking(officetest.Places{URL: "http://127.0.0.1:" + bird, Folder: t.TempDir()})
	for name, doctype := range kinds {
		t.Run("svg "+name, func(t *testing.T) {
			check(t, "a.svg", `<?xml version="1.0"?>`+doctype+`<svg xmlns="http://www.w3.org/2000/svg"><text>before&e;</text></svg>`)
		})
		t.Run("pdf "+name, func(t *testing.T) {
			f := &pdfgen.File{}
			form := f.AddStream("", []byte(`<?xml version="1.0"?>`+doctype+`<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/2.5/"><subform><field name="a"><value><text>before&e;</text></value></field></subform></template></xdp:xdp>`))
			f.Catalog = "/AcroForm<</Fields[]/XFA " + form + ">>"
			f.AddPage(letter("before"))
			check(t, "a.pdf", string(f.Bytes()))
		})
		for kind, part := range map[string]string{"docx": "word/document.xml", "docm": "word/document.xml", "xlsm": "xl/worksheets/sheet1.xml", "pptx": "ppt/slides/slide1.xml", "odt": "content.xml"} {
			t.Run(kind+" "+name, func(t *testing.T) {
				ending := strings.Replace(kind, "xlsm", "xlsx", 1)
				check(t, "a."+ending, with(documents[kind], doctype, part))
			})
		}
	}
}

// vast is a workbook of one sheet that claims all rows and columns there can be and has the given ones.
func vast(rows string) string {
	return string(officetest.Rewritten(officetest.Linking(officetest.Places{})["xlsm"], "xl/worksheets/sheet1.xml", func(xml string) string {
		head, rest, _ := strings.Cut(xml, "<sheetData>")
		_, tail, _ := strings.Cut(rest, "</sheetData>")
		return head + `<dimension ref="A1:XFD1048576"/><sheetData>` + rows + "</sheetData>" + tail
	}))
}

// digits are so many digits in an order that does not pack a hundredfold.
func digits(n int) string {
	random, out := rand.New(rand.NewPCG(2, 3)), make([]byte, n)
	for i := range out {
		out[i] = '0' + byte(random.UintN(10))
	}
	return string(out)
}

// Fault 23: a workbook is refused for its cells, as soon as there are too many, and not for the area it says it has. A
// cell may be long: what a cell can hold of it is read.
func TestCellBounds(t *testing.T) {
	s := start(t, "sqlite", "limits: {cells: 100000}")
	corners := vast(`<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>`)
	s.ends(t, "a.xlsx", corners, nil, 200, "")
	request := map[string]any{"input": s.upload("a.xlsx", corners), "spreadsheet": map[string]any{"max_cell_count": 1}}
	s.finishes(t, "/parse", request, 422, "CELL_COUNT_EXCEEDED")
	var millions strings.Builder
	millions.WriteString("<row>")
	for i, d := range digits(5_000_001) {
		if i%5000 == 4999 {
			millions.WriteString("</row><row>")
		}
		millions.WriteString("<c><v>" + string(d) + "</v></c>")
	}
	millions.WriteString("</row>")
	for name, c := range map[string]struct {
		rows   string
		status int
		want   string
	}{
		"five million cells": {millions.String(), 413, "DOCUMENT_TOO_LARGE"},
		"one of 50 MB":       {`<row><c t="inlineStr"><is><t>` + digits(50<<20) + `</t></is></c></row>`, 200, ""},
		"one that unfolds":   {`<row><c t="inlineStr"><is><t>` + strings.Repeat("long ", 10<<20) + `</t></is></c></row>`, 415, "DOCUMENT_CORRUPT"},
	} {
		t.Run(name, func(t *testing.T) {
			file := s.upload("a.xlsx", vast(c.rows))
			began := time.Now()
			a := s.do("POST", "/parse", map[string]any{"input": file})
			if took := time.Since(began); took > 30*time.Second { // ten on a machine that does nothing else
				t.Errorf("it took %v", took)
			}
			if got, _ := at(a.object(t), "error", "name").(string); a.Status != c.status || got != c.want || len(a.Body) > 6<<20 {
				t.Errorf("%d with %d bytes: %.500s", a.Status, len(a.Body), a.Body)
			}
		})
	}
}
