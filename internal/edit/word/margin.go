package word

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/edit"
)

// everywhere is why a thing that stands in headers or footers is not put on single pages.
const everywhere = "what stands in the headers and footers of a text document stands on all pages, not on single ones"

// onMargins changes all headers or footers.
func (f *File) onMargins(m margin, change func(root *node) []patch) error {
	names, err := f.margins(m)
	if err != nil {
		return err
	}
	for _, name := range names {
		root, err := f.root(name)
		if err != nil {
			return err
		}
		if root == nil {
			continue
		}
		if err := f.patch(name, change(root)); err != nil {
			return err
		}
	}
	return nil
}

// overlay adds a watermark or a stamp to the headers.
func (f *File) overlay(a edit.Action) (string, error) {
	if all, err := f.everyPage(a.Pages); !all || err != nil {
		return everywhere, err
	}
	number := 0
	return "", f.onMargins(header, func(root *node) []patch {
		number++
		if a.Kind == edit.Stamp {
			return []patch{atStart(root, f.stamped(a.Value))} // programs take a frame for one only before other paragraphs
		}
		run := f.watermark(a.Value, number)
		for _, k := range root.kids {
			if k.name == "w:p" { // in a paragraph that is there: one more would move the text of the page
				return []patch{atEnd(k, run)}
			}
		}
		return []patch{atEnd(root, "<w:p>"+run+"</w:p>")}
	})
}

// atEnd adds to the end of an element.
func atEnd(n *node, xml string) patch {
	if n.inner == n.end {
		return patch{n.start, n.end, n.open() + xml + n.shut()}
	}
	return patch{n.outer, n.outer, xml}
}

// atStart adds to the start of an element.
func atStart(n *node, xml string) patch {
	return patch{n.start, n.inner, n.open() + xml + closing(n)}
}

// wordArt is the form of a text that fills a shape, as Word draws it.
const wordArt = `<v:shapetype id="_x0000_t136" coordsize="21600,21600" o:spt="136" adj="10800" path="m@7,l@8,m@5,21600l@6,21600e"><v:formulas><v:f eqn="sum #0 0 10800"/>` +
	`<v:f eqn="prod #0 2 1"/><v:f eqn="sum 21600 0 @1"/><v:f eqn="sum 0 0 @2"/><v:f eqn="sum 21600 0 @3"/><v:f eqn="if @0 @3 0"/><v:f eqn="if @0 21600 @1"/><v:f eqn="if @0 0 @2"/>` +
	`<v:f eqn="if @0 @4 21600"/><v:f eqn="mid @5 @6"/><v:f eqn="mid @8 @5"/><v:f eqn="mid @7 @8"/><v:f eqn="mid @6 @7"/><v:f eqn="sum @6 0 @5"/></v:formulas>` +
	`<v:path textpathok="t" o:connecttype="custom" o:connectlocs="@9,0;@10,10800;@11,21600;@12,10800" o:connectangles="270,180,90,0"/><v:textpath on="t" fitshape="t"/>` +
	`<v:handles><v:h position="#0,bottomRight" xrange="6629,14971"/></v:handles><o:lock v:ext="edit" text="t" shapetype="t"/></v:shapetype>`

// The size of a watermark in points: as wide as a line, as high as letters of that width are, within bounds.
const (
	markWidth   = 440.0
	markHighest = 120.0
	markLowest  = 24.0
	letterWidth = 0.6 // of its height
)

// watermark is a run that holds a text across the page.
func (f *File) watermark(text string, number int) string {
	letters := float64(max(utf8.RuneCountInString(text), 1))
	height := min(max(markWidth/letterWidth/letters, markLowest), markHighest)
	width := min(markWidth, height*letterWidth*letters)
	color := f.color()
	if color == "" {
		color = "C0C0C0"
	}
	return `<w:r><w:rPr><w:noProof/></w:rPr><w:pict xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">` + wordArt +
		fmt.Sprintf(`<v:shape id="PowerPlusWaterMarkObject%d" o:spid="_x0000_s%d" type="#_x0000_t136" style="position:absolute;margin-left:0;margin-top:0;width:%.0fpt;height:%.0fpt;rotation:315;`+
			`z-index:-251658752;mso-position-horizontal:center;mso-position-horizontal-relative:margin;mso-position-vertical:center;mso-position-vertical-relative:margin" `+
			`o:allowincell="f" fillcolor="#%s" stroked="f"><v:fill opacity=".5"/><v:textpath style="font-family:&quot;Calibri&quot;;font-size:1pt" string="%s"/></v:shape></w:pict></w:r>`,
			number, 2048+number, width, height, strings.ToLower(color), escaped(strings.Join(strings.Fields(text), " ")))
}

// The size of a stamp: its letters in points, how wide bold ones are of that, and the widest frame in twentieths of a point.
const (
	stampSize   = 16.0
	stampLetter = 0.75
	widestStamp = 6000
)

// stamped is a paragraph in the upper right corner of the page, with a line around it.
func (f *File) stamped(text string) string {
	color := f.color()
	if color == "" {
		color = "auto"
	}
	edge := func(side string) string {
		return `<w:` + side + ` w:val="single" w:sz="12" w:space="4" w:color="` + color + `"/>`
	}
	look := look{}.with("b", "<w:b/>").with("sz", fmt.Sprintf(`<w:sz w:val="%d"/>`, int(2*stampSize)))
	size := stampSize
	if f.o.FontSize > 0 {
		size = f.o.FontSize
	}
	width := int(20 * size * stampLetter * float64(utf8.RuneCountInString(text)+1)) // in twentieths of a point
	return `<w:p><w:pPr><w:framePr w:w="` + strconv.Itoa(min(width, widestStamp)) + `" w:wrap="around" w:vAnchor="page" w:hAnchor="margin" w:xAlign="right" w:y="480"/><w:pBdr>` + edge("top") + edge("left") + edge("bottom") + edge("right") +
		`</w:pBdr></w:pPr>` + f.run(look, text) + `</w:p>`
}

// number adds the number of the page to the footers, or to the headers where it is to stand at the top.
func (f *File) number(a edit.Action) (string, error) {
	if all, err := f.everyPage(a.Pages); !all || err != nil {
		return everywhere, err
	}
	m := footer
	if a.Place == edit.Top {
		m = header
	}
	l := f.inserted(nil).xml()
	field := func(inner string) string { return "<w:r>" + l + inner + "</w:r>" }
	line := `<w:p><w:pPr><w:jc w:val="center"/></w:pPr>` + field(`<w:fldChar w:fldCharType="begin"/>`) + field(`<w:instrText xml:space="preserve"> PAGE </w:instrText>`) +
		field(`<w:fldChar w:fldCharType="separate"/>`) + field(`<w:t>1</w:t>`) + field(`<w:fldChar w:fldCharType="end"/>`) + `</w:p>`
	changed := false
	err := f.onMargins(m, func(root *node) []patch {
		if numbered(root) {
			return nil
		}
		changed = true
		return []patch{lineIn(root, line)}
	})
	if err == nil && !changed {
		return "the pages have numbers already", nil
	}
	return "", err
}

// lineIn puts a paragraph into a header or footer: in place of one that is empty and alone, else behind the others.
func lineIn(root *node, line string) patch {
	if len(root.kids) == 1 && root.kids[0].name == "w:p" && len(root.kids[0].kids) == 0 {
		return patch{root.kids[0].start, root.kids[0].end, line}
	}
	return atEnd(root, line)
}

// numbered reports whether a header or footer shows the number of the page.
func numbered(root *node) bool {
	found := false
	root.each(func(n *node) bool {
		code := n.chars
		if n.name == "w:fldSimple" {
			code = n.attr("w:instr")
		}
		if n.name == "w:fldSimple" || n.name == "w:instrText" {
			word, _, _ := strings.Cut(strings.TrimSpace(code), " ")
			found = found || strings.EqualFold(word, "PAGE")
		}
		return true
	})
	return found
}
