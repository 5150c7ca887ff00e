package block

import (
	"strconv"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/table"
)

func TestArrange(t *testing.T) {
	tests := []struct {
		name string
		draw func(d *drawing)
		want string
	}{
		{"TwoColumnsOnTheSameBaselines", func(d *drawing) {
			d.prose(60, 100, 10, "a", 12)
			d.prose(320, 100, 10, "b", 12)
		}, "Text Aord, Text Bord"},
		{"TwoColumnsOnOtherBaselines", func(d *drawing) {
			d.prose(60, 100, 10, "a", 12)
			d.prose(320, 105, 10, "b", 9)
		}, "Text Aord, Text Bord"},
		{"HeadingOverColumns", func(d *drawing) {
			bold(d.at(60, 90, 18, "Heading that spans both of the columns"))
			d.prose(60, 130, 10, "a", 12)
			d.prose(320, 130, 10, "b", 12)
		}, "Title Heading, Text Aord, Text Bord"},
		{"ColumnsAboveAndBelowProse", func(d *drawing) {
			d.prose(60, 100, 10, "a", 8)
			d.prose(320, 100, 10, "b", 8)
			y := float32(230)
			for _, l := range []string{"One line of text that runs over the whole width of the page and so divides it in two", "parts that are read one after another."} {
				d.at(60, y, 10, l)
				y += 12
			}
			d.prose(60, 290, 10, "c", 8)
			d.prose(320, 290, 10, "d", 8)
		}, "Text Aord, Text Bord, Text One, Text Cord, Text Dord"},
		{"ParagraphGapsThatAgree", func(d *drawing) {
			for _, x := range []float32{60, 320} {
				letter := map[float32]string{60: "a", 320: "c"}[x]
				y := d.prose(x, 100, 10, letter, 6)
				d.prose(x, y+12, 10, string(letter[0]+1), 6)
			}
		}, "Text Aord, Text Bord, Text Cord, Text Dord"},
		{"Sidebar", func(d *drawing) {
			d.prose(60, 100, 10, "a", 14)
			d.lines(330, 112, 9, "Side notes stand in a column", "of their own, which is far", "shorter than the text that", "it stands beside.")
			d.lines(60, 300, 10, "Below both the text runs over the whole width of the page again, as it did", "before the note interrupted it.")
		}, "Text Aord, Text Side, Text Below"},
		{"ThreeCards", func(d *drawing) {
			d.lines(60, 80, 10, "The cards below are read one after another, since each says a thing of its own in", "several lines.")
			for i, word := range []string{"First", "Second", "Third"} {
				x := 60 + float32(i)*170
				bold(d.at(x, 130, 10, word+" card"))
				d.lines(x, 150, 10, strings.ToLower(word)+" begins with some words", "and goes on in another line", "until it comes to its end.")
			}
		}, "Text The, Section Header First, Text first, Section Header Second, Text second, Section Header Third, Text third"},
		{"FootnotesAndPageNumber", func(d *drawing) {
			d.prose(60, 100, 11, "a", 30)
			d.lines(60, 690, 8, "1 The note says where a thing was found, and when, in small letters.")
			d.at(300, 770, 9, "17")
		}, "Text Aord, Text 1, Page Number 17"},
		{"LineNumbers", func(d *drawing) {
			y := float32(100)
			for i := range 14 {
				d.at(40, y, 10, strconv.Itoa(i+1))
				text := "word " + strings.Repeat("word ", 9) + "word"
				if i == 0 {
					text = "First" + text[4:]
				}
				d.at(70, y, 10, text)
				y += 12
			}
		}, "Text First, Text 1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14"},
		{"NumberedNames", func(d *drawing) {
			for i := range 12 {
				d.at(40, 100+12*float32(i), 10, strconv.Itoa(i+1))
				d.at(58, 100+12*float32(i), 10, "Name"+strconv.Itoa(i+1)+" of someone")
			}
		}, "Text 1"},
		{"RunningHead", func(d *drawing) {
			d.at(60, 40, 8, "CHAPTER ONE")
			d.at(520, 40, 8, "33")
			d.prose(60, 100, 10, "a", 30)
		}, "Header CHAPTER, Page Number 33, Text Aord"},
		{"HeadingOverTwoLines", func(d *drawing) {
			bold(d.at(60, 100, 16, "A long heading that does not end on its"))
			bold(d.at(60, 119, 16, "first line"))
			d.prose(60, 150, 10, "a", 10)
		}, "Title A, Text Aord"},
		{"BoldLeadIn", func(d *drawing) {
			d.prose(60, 100, 10, "a", 8)
			l := d.at(60, 220, 10, "Lead in. Then the paragraph goes on in the usual letters")
			for i := range 2 {
				l.Words[i].Bold, l.Words[i].Font = true, 1
			}
			d.lines(60, 232, 10, "until it comes to its end some lines later, as", "paragraphs do.")
		}, "Text Aord, Text Lead"},
		{"CaptionIsNoHeading", func(d *drawing) {
			d.prose(60, 100, 10, "a", 8)
			bold(d.at(60, 240, 10, "Figure 3. What is shown here"))
			d.prose(60, 280, 10, "b", 8)
		}, "Text Aord, Text Figure, Text Bord"},
		{"IndentedParagraphs", func(d *drawing) {
			d.lines(60, 100, 10, "The first paragraph has no space below it, which is common in books, and ends", "here.")
			d.at(75, 124, 10, "Another paragraph begins with an indent and then goes on below over the")
			d.lines(60, 136, 10, "whole width of the page, so that only the indent tells where it begins, until its", "end.")
		}, "Text The, Text Another"},
		{"DropCapital", func(d *drawing) {
			d.at(60, 124, 36, "T")
			d.lines(80, 100, 10, "HIS TEXT BEGINS with a large letter that stands beside three of its lines", "and pushes them to the right as long as it goes down beside them, which then", "come back to the margin once")
			d.lines(60, 136, 10, "they are below the letter, and go on there as lines of a paragraph commonly do, as", "long as there are words.")
		}, "Text THIS"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := draw(600, 800)
			tt.draw(d)
			want(t, d.arranged(), tt.want)
		})
	}
}

func TestListItems(t *testing.T) {
	d := draw(600, 800)
	d.lines(60, 100, 10, "What follows is a list with numbers, of which one has a list inside it:")
	d.lines(60, 118, 10, "1. the first item is short,")
	d.lines(60, 136, 10, "2. the second goes on over the end of its line, because it has so much to say,")
	d.lines(72.5, 148, 10, "and has items of its own:")
	d.lines(80, 166, 10, "• this one")
	d.lines(80, 184, 10, "• and that one,")
	d.lines(60, 202, 10, "3. the third is the last.")
	blocks := d.arranged()
	want(t, blocks, "Text What, List Item the, List Item the, List Item this, List Item and, List Item the")
	markers, levels := []string{"", "1.", "2.", "", "", "3."}, []int{0, 1, 1, 2, 2, 1}
	for i := range min(len(blocks), len(markers)) {
		if blocks[i].Marker != markers[i] || blocks[i].Level != levels[i] {
			t.Errorf("item %d has marker %q and level %d, not %q and %d", i, blocks[i].Marker, blocks[i].Level, markers[i], levels[i])
		}
	}
}

func TestNumberThatIsNoItem(t *testing.T) {
	d := draw(600, 800)
	d.lines(60, 100, 10, "The paragraph speaks of the years before the one that the next line begins with,", "2019. It is no item of a list.")
	want(t, d.arranged(), "Text The")
}

func TestContents(t *testing.T) {
	d := draw(600, 800)
	bold(d.at(60, 80, 16, "Contents"))
	for i, title := range []string{"Beginnings", "What came after them", "Endings of all kinds"} {
		y := 120 + 20*float32(i)
		d.at(60, y, 10, title)
		d.at(500, y, 10, []string{"5", "17", "123"}[i])
	}
	blocks := d.arranged()
	want(t, blocks, "Title Contents, Text Beginnings")
	if got := blocks[1].Text; got != "Beginnings 5\nWhat came after them 17\nEndings of all kinds 123" {
		t.Errorf("contents are %q", got)
	}
}

func TestHyphens(t *testing.T) {
	d := draw(600, 800)
	d.lines(60, 100, 10, "A word that does not fit is divided by a hyphen at the end of its line, and is made", "whole again here: inter-", "national. What has a hyphen of its own, as this self-", "Made thing, keeps it.")
	got := d.arranged()
	if len(got) == 0 || !strings.Contains(got[0].Text, "international.") {
		t.Errorf("got %+v", got)
	}
}

func TestTablesAndFigures(t *testing.T) {
	d := draw(600, 800)
	d.prose(60, 100, 10, "a", 5)
	d.at(60, 200, 10, "cell one")
	d.at(300, 200, 10, "cell two")
	d.prose(60, 260, 10, "b", 5)
	d.at(150, 420, 8, "label")
	d.page.Images = []engine.Image{{Box: engine.Box{X0: 100, Y0: 350, X1: 400, Y1: 500}, Visible: engine.Box{X0: 100, Y0: 350, X1: 400, Y1: 500}}}
	d.prose(60, 540, 10, "c", 5)
	p := d.done()
	grid := doc.Table{Rows: 1, Cols: 2, Cells: []doc.Cell{{RowSpan: 1, ColSpan: 1, Text: "cell one"}, {Col: 1, RowSpan: 1, ColSpan: 1, Text: "cell two"}}}
	found := table.Found{Box: engine.Box{X0: 60, Y0: 190, X1: 400, Y1: 205}, Table: grid, Confidence: 0.9}
	for i := range p.Text.Lines {
		if strings.HasPrefix(p.Text.Lines[i].String(), "cell") {
			found.Words = append(found.Words, table.Place{Line: int32(i)}, table.Place{Line: int32(i), Word: 1})
		}
	}
	p.Tables = []table.Found{found}
	blocks := Arrange(p)
	want(t, blocks, "Text Aord, Table , Text Bord, Figure label, Text Cord")
	if blocks[1].Table == nil || blocks[1].Confidence != 0.9 {
		t.Errorf("the table is %+v", blocks[1])
	}
}

func TestTurnedPage(t *testing.T) {
	d := draw(600, 800)
	d.prose(60, 100, 10, "a", 12)
	d.prose(320, 100, 10, "b", 12)
	upright := Arrange(d.done())
	for i := range d.text.Lines {
		l := &d.text.Lines[i]
		l.Angle = 90
		l.Baseline -= 800
		turn := func(b engine.Box) engine.Box { return engine.Box{X0: 800 - b.Y1, X1: 800 - b.Y0, Y0: b.X0, Y1: b.X1} }
		l.Box = turn(l.Box)
		for k := range l.Words {
			l.Words[k].Box, l.Words[k].Angle = turn(l.Words[k].Box), 90
		}
	}
	d.page.Width, d.page.Height = 800, 600
	turned := Arrange(Page{Seen: &d.page, Text: &d.text})
	if outline(upright) != outline(turned) {
		t.Errorf("upright %s\nturned  %s", outline(upright), outline(turned))
	}
}

func TestTurnedLineBesideText(t *testing.T) {
	d := draw(600, 800)
	d.prose(60, 100, 10, "a", 20)
	l := d.at(0, 0, 8, "along the edge")
	l.Angle, l.Baseline = 270, 570
	l.Box = engine.Box{X0: 562, X1: 572, Y0: 200, Y1: 300}
	for i := range l.Words {
		l.Words[i].Box, l.Words[i].Angle = l.Box, 270
	}
	want(t, d.arranged(), "Text Aord, Text along")
}

func TestRecognisedLines(t *testing.T) {
	d := draw(600, 800)
	y := float32(100)
	for i := range 12 {
		size := 10 + [...]float32{0.4, -0.9, 0.8, 0}[i%4]
		for _, x := range []float32{60, 320} {
			text := strings.Repeat("word ", 6) + "end"
			if i == 0 {
				text = map[float32]string{60: "Left ", 320: "Right "}[x] + text
			}
			l := d.at(x, y, size, text)
			for k := range l.Words {
				l.Words[k].Font = -1
			}
		}
		y += 12.5
	}
	want(t, d.arranged(), "Text Left, Text Right")
}

func TestCaptions(t *testing.T) {
	d := draw(600, 800)
	d.prose(60, 100, 10, "a", 5)
	box := engine.Box{X0: 100, Y0: 200, X1: 400, Y1: 400}
	d.page.Images = []engine.Image{{Box: box, Visible: box}}
	d.at(100, 418, 9, "Figure 1. The picture above")
	d.prose(60, 450, 10, "b", 5)
	blocks := d.arranged()
	want(t, blocks, "Text Aord, Figure , Text Bord")
	if f := blocks[1]; f.Caption != "Figure 1. The picture above" || f.Box.Top+f.Box.Height < 418.0/800 {
		t.Errorf("the figure is %+v", f)
	}
}

func TestKeyValue(t *testing.T) {
	d := draw(600, 800)
	d.prose(60, 60, 10, "a", 4)
	for i, p := range [][2]string{{"Name:", "Ada Example"}, {"Date of birth:", "10 December 1815"}, {"Place:", "London"}} {
		y := 140 + 14*float32(i)
		d.at(60, y, 10, p[0])
		d.at(200, y, 10, p[1])
	}
	d.prose(60, 220, 10, "b", 4)
	blocks := d.arranged()
	want(t, blocks, "Text Aord, Key Value , Text Bord")
	if p := blocks[1].Pairs; len(p) != 3 || p[1].Key != "Date of birth" || p[1].Value != "10 December 1815" {
		t.Errorf("the pairs are %+v", p)
	}
}

func TestSpeakersAreNoKeys(t *testing.T) {
	d := draw(600, 800)
	d.lines(60, 100, 10, "Question: what is that?", "Answer: a thing.", "Question: of what kind?", "Answer: of any kind.")
	for _, b := range d.arranged() {
		if b.Type == doc.KeyValue {
			t.Errorf("got %+v", b)
		}
	}
}

func TestScanIsNoFigure(t *testing.T) {
	for name, tt := range map[string]struct {
		line string
		want string
	}{
		"Prose":  {"a line of a letter that somebody put on a scanner some time ago", "Text a"},
		"Labels": {"label", "Figure label"},
	} {
		t.Run(name, func(t *testing.T) {
			d := draw(600, 800)
			box := engine.Box{X0: 30, Y0: 30, X1: 570, Y1: 700}
			d.page.Images = []engine.Image{{Box: box, Visible: box}}
			for i := range 10 {
				l := d.at(60, 100+12*float32(i), 10, tt.line)
				for k := range l.Words {
					l.Words[k].Font = -1
				}
			}
			blocks := d.arranged()
			for i := range blocks {
				blocks[i].Text = strings.Fields(blocks[i].Text)[0]
			}
			want(t, blocks, tt.want)
		})
	}
}
