package docx_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/format/docx"
	"github.com/octavo-dev/octavo/internal/format/formattest"
	"github.com/octavo-dev/octavo/internal/render"
)

// attempt reads a file whatever it is.
func attempt(t *testing.T, content string, limits format.Limits) (string, error) {
	t.Helper()
	d, err := docx.Read(t.Context(), formattest.File("a.docx", content), format.Options{Limits: limits})
	if err != nil {
		return "", err
	}
	formattest.CheckSound(t, d)
	return render.Markdown(d, render.Options{Changes: true, Links: true, Comments: true}), nil
}

func TestDamaged(t *testing.T) {
	sound := file(t, p("", "words"), nil)
	broken := func(name, content string) string {
		parts := packed(p("", "words"), usual)
		parts[name] = content
		return parts.Zip(t)
	}
	entities := `<!DOCTYPE w:document [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;&a;">]>`
	outside := `<!DOCTYPE w:document [<!ENTITY a SYSTEM "file:///etc/passwd">]>`
	root := "<w:document" + spaces + "><w:body>" + p("", "&b;") + "</w:body></w:document>"
	for _, c := range []struct {
		name, content string
		want          fault.Name
	}{
		{"Cut", sound[:len(sound)/2], fault.DocumentCorrupt},
		{"NoZip", "hello", fault.DocumentCorrupt},
		{"NoMain", strings.ReplaceAll(sound, "document.xml", "documenT.xmL"), ""},
		{"MainMissing", broken("_rels/.rels", "<Relationships/>"), fault.DocumentCorrupt},
		{"OtherRoot", broken("word/document.xml", "<w:styles"+spaces+"/>"), fault.DocumentCorrupt},
		{"CutXML", broken("word/document.xml", root[:len(root)-20]), fault.DocumentCorrupt},
		{"CutStyles", broken("word/styles.xml", "<w:styles><"), fault.DocumentCorrupt},
		{"Laughs", broken("word/document.xml", entities+root), fault.DocumentCorrupt},
		{"Outside", broken("word/document.xml", outside+strings.ReplaceAll(root, "&b;", "&a;")), fault.DocumentCorrupt},
		{"OutsideInStyles", broken("word/styles.xml", outside+"<w:styles/>"), fault.DocumentCorrupt},
		{"Undeclared", broken("word/document.xml", root), fault.DocumentCorrupt},
		{"Empty", file(t, "", nil), fault.DocumentEmpty},
		{"EmptyParagraphs", file(t, p("", "")+p("", " "), nil), fault.DocumentEmpty},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := attempt(t, c.content, format.DefaultLimits)
			if c.want == "" && (err != nil || got != "words") || c.want != "" && !fault.Is(err, c.want) {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	small := format.DefaultLimits
	small.TextBytes, small.Nodes, small.Cells = 1000, 200, 300
	wide := table(row("", cell(`<w:gridSpan w:val="500"/>`, "a")))
	for name, body := range map[string]string{
		"Text":     p("", strings.Repeat("word ", 300)),
		"Blocks":   strings.Repeat(p("", "a"), 300),
		"Grid":     wide,
		"Repeated": strings.Repeat("<w:tbl><w:tr><w:tc>", 50) + p("", strings.Repeat("x", 30)) + strings.Repeat("</w:tc></w:tr></w:tbl>", 50),
	} {
		if _, err := attempt(t, file(t, body, nil), small); !fault.Is(err, fault.DocumentTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever is nested how deep or repeated how often, the reading ends, and with a name where it fails.
func TestHostile(t *testing.T) {
	const n = 20_000
	deep := func(open, inside, shut string, n int) string {
		return strings.Repeat(open, n) + inside + strings.Repeat(shut, n)
	}
	for name, body := range map[string]string{
		"Tables":     deep("<w:tbl><w:tr><w:tc>", p("", "x"), "</w:tc></w:tr></w:tbl>", 100),
		"TooDeep":    deep("<w:tbl><w:tr><w:tc>", p("", "x"), "</w:tc></w:tr></w:tbl>", 1000),
		"Controls":   deep("<w:sdt><w:sdtContent>", p("", "x"), "</w:sdtContent></w:sdt>", 200),
		"Insertions": "<w:p>" + deep(`<w:ins w:author="a">`, r("", "x"), "</w:ins>", 400) + "</w:p>",
		"Fields":     "<w:p><w:r>" + strings.Repeat(begin, n) + strings.Repeat(end, n) + "<w:t>x</w:t></w:r></w:p>",
		"Formula":    "<w:p><m:oMath>" + deep("<m:f><m:num>", "<m:r><m:t>x</m:t></m:r>", "</m:num></m:f>", 200) + "</m:oMath></w:p>",
		"Spans":      table(row("", strings.Repeat(cell(`<w:gridSpan w:val="999999999"/>`, "x"), 100))),
		"Cells":      table(row("", strings.Repeat(cell("", "x"), 5000))),
		"Merges":     table(strings.Repeat(row("", cell(`<w:vMerge/>`, "x")), n)),
		"Changes":    "<w:p>" + strings.Repeat(`<w:ins w:author="a">`+r("", "x")+`</w:ins><w:del w:author="b">`+r("", "y")+"</w:del>", 2000) + "</w:p>",
		"Sections":   strings.Repeat("<w:p><w:pPr><w:sectPr/></w:pPr>"+r("", "x")+"</w:p>", n),
		"Marks":      "<w:p>" + strings.Repeat(`<w:del w:author="b">`+r("", "x")+"</w:del>"+r(`<w:highlight w:val="red"/>`, "z"), n) + "</w:p>",
		"Boxes":      run(deep(`<w:pict><v:shape><v:textbox><w:txbxContent><w:p><w:r>`, "<w:t>x</w:t>", `</w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict>`, 70)),
		"Comments":   "<w:p>" + strings.Repeat(`<w:r><w:commentReference w:id="1"/></w:r>`, n) + r("", "x") + "</w:p>",
		"Joined":     strings.Repeat(`<w:p><w:pPr><w:rPr><w:del w:author="a"/></w:rPr></w:pPr>`+r("", "x")+"</w:p>", n),
		"Numbers":    p(item("2", "8")+`<w:outlineLvl w:val="-5"/>`, "x") + p(item("2", "99"), "x"),
	} {
		t.Run(name, func(t *testing.T) {
			got, err := attempt(t, file(t, body, usual), format.DefaultLimits)
			if err != nil && !fault.Is(err, fault.DocumentCorrupt) && !fault.Is(err, fault.DocumentTooLarge) || err == nil && !strings.Contains(got, "x") {
				t.Errorf("%.60q: %v", got, err)
			}
		})
	}
}

// Fault 25: links out of a document are words in it: no connection is made and no file is opened.
func TestNothingIsFetched(t *testing.T) {
	canary, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	touched := make(chan struct{}, 1)
	go func() {
		if c, err := canary.Accept(); err == nil {
			_ = c.Close()
			touched <- struct{}{}
		}
	}()
	marker := filepath.Join(t.TempDir(), "marker.txt")
	if err := os.WriteFile(marker, []byte("MARKER"), 0o600); err != nil {
		t.Fatal(err)
	}
	parts := packed(run(`<w:pict><v:shape alt="linked"><v:imagedata r:id="img"/></v:shape></w:pict>`)+
		run(`<w:drawing><wp:inline><wp:docPr id="1" name="n" descr="local"/><a:graphic><a:graphicData><c:chart r:id="local"/><pic:pic/></a:graphicData></a:graphic></wp:inline></w:drawing>`)+
		run(begin+`<w:instrText>INCLUDETEXT "`+marker+`"</w:instrText>`+apart+"<w:t>cached</w:t>"+end)+
		`<w:sectPr><w:headerReference w:type="default" r:id="local"/></w:sectPr>`, nil)
	const links = "word/_rels/document.xml.rels"
	parts[links] = strings.NewReplacer("http://canary.test/", fmt.Sprintf("http://%s/", canary.Addr()), "file:///etc/passwd", "file://"+marker).Replace(parts[links])
	got, err := attempt(t, parts.Zip(t), format.DefaultLimits)
	if err != nil || strings.Contains(got, "MARKER") || !strings.Contains(got, "linked") || !strings.Contains(got, "cached") {
		t.Errorf("%q: %v", got, err)
	}
	_ = canary.Close()
	select {
	case <-touched:
		t.Error("the canary was touched")
	default:
	}
}

func FuzzRead(f *testing.F) {
	body := p(style("berschrift1"), "a") + p(item("2", "1"), "b") + table(row("", cell(`<w:vMerge w:val="restart"/>`, "c"), cell(`<w:gridSpan w:val="2"/>`, table(row("", cell("", "d")))))) +
		"<w:p>" + tracked("del", "A", gone("x")) + tracked("ins", "B", r("", "y")) + `<w:hyperlink r:id="link">` + r("", "l") + "</w:hyperlink></w:p>" + run(begin+"<w:instrText>PAGE</w:instrText>"+apart+"<w:t>1</w:t>"+end)
	f.Add(body)
	f.Add("<w:p><m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num></m:f></m:oMath></w:p>")
	f.Fuzz(func(t *testing.T, body string) {
		d, err := docx.Read(t.Context(), formattest.File("a.docx", file(t, body, usual)), formattest.Options())
		if err != nil {
			return
		}
		formattest.CheckSound(t, d)
		_ = render.Markdown(d, render.Options{Changes: true, Links: true, Table: render.HTML})
	})
}
