package table

import (
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
)

const prose = "of all that was said on that day little was written down and less was kept so that we know of it by chance"

// paragraph sets words into lines of a width, justified but for the last.
func (p *testPage) paragraph(x, y, wide float32, words []string) float32 {
	for len(words) > 0 {
		n := 1
		for n < len(words) && width(strings.Join(words[:n+1], " ")) <= wide {
			n++
		}
		gap := float32(space)
		if n < len(words) && n > 1 {
			gap += (wide - width(strings.Join(words[:n], " "))) / float32(n-1)
		}
		at := x
		for _, w := range words[:n] {
			at = p.text(at, y, w)
			p.text(at, y, " ")
			at += gap
		}
		words = words[n:]
		y += pitch
	}
	return y
}

func TestFind(t *testing.T) {
	tests := []struct {
		name string
		draw func(p *testPage)
		want string
	}{
		{"ruled", func(p *testPage) {
			p.rows(120, []float32{110, 210, 310}, "Name|Town|Age", "Ada|London|36", "Emil|Basel|41")
			for i := range 4 {
				p.line(100, 110+12*float32(i), 400, 110+12*float32(i))
				p.line(100+100*float32(i), 110, 100+100*float32(i), 146)
			}
		}, "Name|Town|Age\nAda|London|36\nEmil|Basel|41\n"},
		{"three rules and an empty corner", func(p *testPage) {
			p.line(100, 108, 400, 108)
			p.line(100, 123, 400, 123)
			p.rows(120, []float32{105, 205, 305}, "|EPO|PCT")
			p.rows(134, []float32{105, 205, 305}, "patents|2.67|2.37", "located|2.64|2.30", "inventors|2.54|2.18")
			p.line(100, 163, 400, 163)
		}, "|EPO|PCT\npatents|2.67|2.37\nlocated|2.64|2.30\ninventors|2.54|2.18\n"},
		{"rules are not rows", func(p *testPage) {
			for _, y := range []float32{108, 123, 163} {
				p.line(100, y, 400, y)
			}
			p.line(200, 108, 200, 163)
			p.rows(120, []float32{105, 205, 305}, "w|mean|max")
			p.rows(134, []float32{105, 205, 305}, "5|3723|3906", "6|3660|4166", "7|3033|3354")
		}, "w|mean|max\n5|3723|3906\n6|3660|4166\n7|3033|3354\n"},
		{"no rules", func(p *testPage) {
			p.paragraph(100, 80, 400, strings.Fields(prose))
			xs := []float32{100, 200, 300, 400}
			p.rows(150, xs, "Drug|Total|Rate|Age", "amoxicillin|2795|18.8|38", "ampicillin|8065|6.4|39", "fluor|9711|8.3|41", "pheno|5539|4.5|29")
			p.paragraph(100, 230, 400, strings.Fields(prose))
		}, "Drug|Total|Rate|Age\namoxicillin|2795|18.8|38\nampicillin|8065|6.4|39\nfluor|9711|8.3|41\npheno|5539|4.5|29\n"},
		{"numbers with signs and units stay whole", func(p *testPage) {
			for _, y := range []float32{108, 123, 163} {
				p.line(100, y, 400, y)
			}
			p.rows(120, []float32{105, 205, 305}, "set|error|time")
			p.rows(134, []float32{105, 205, 305}, "one|0.253 ± 0.143|3.93 sec.", "two|0.291 ± 0.089|4.10 sec.", "six|0.117 ± 0.101|5.00 sec.")
		}, "set|error|time\none|0.253 ± 0.143|3.93 sec.\ntwo|0.291 ± 0.089|4.10 sec.\nsix|0.117 ± 0.101|5.00 sec.\n"},
		{"short rules under labels", func(p *testPage) {
			p.line(100, 108, 500, 108)
			p.centred(240, 120, "first graph")
			p.centred(420, 120, "second graph")
			p.line(200, 123, 290, 123)
			p.line(380, 123, 470, 123)
			xs := []float32{105, 205, 265, 385, 445}
			p.rows(134, xs, "|bpe|time|bpe|time")
			p.line(100, 137, 500, 137)
			p.rows(148, xs, "BV|3.5|0.2|2.2|0.2", "LM|2.7|0.2|2.1|0.4", "BF|2.6|0.2|1.8|0.6")
			p.line(100, 177, 500, 177)
		}, "|1x2:first graph|1x2:second graph\n|bpe|time|bpe|time\nBV|3.5|0.2|2.2|0.2\nLM|2.7|0.2|2.1|0.4\nBF|2.6|0.2|1.8|0.6\n"},
		{"a label in the middle of its rows", func(p *testPage) {
			for _, y := range []float32{108, 122, 146, 170} {
				p.line(100, y, 400, y)
			}
			for _, x := range []float32{100, 200, 300, 400} {
				p.line(x, 108, x, 170)
			}
			p.line(200, 134, 400, 134)
			p.line(200, 158, 400, 158)
			p.rows(118, []float32{105, 205, 305}, "model|set|score")
			p.rows(131, []float32{105, 205, 305}, "|G|0.60", "|M|0.69", "|G|0.61", "|M|0.62")
			p.text(105, 137, "Bayes")
			p.text(105, 161, "Forest")
		}, "model|set|score\n2x1:Bayes|G|0.60\nM|0.69\n2x1:Forest|G|0.61\nM|0.62\n"},
		{"wrapped cells between rules", func(p *testPage) {
			for _, y := range []float32{108, 123, 149, 175} {
				p.line(100, y, 400, y)
			}
			for _, x := range []float32{100, 180, 400} {
				p.line(x, 108, x, 175)
			}
			p.rows(120, []float32{105, 185}, "Land|Rule", "Chile|no land near the border may be bought by", "|those who are not citizens", "Egypt|farm land may not be bought except by those", "|whose families lived there")
		}, "Land|Rule\nChile|no land near the border may be bought by those who are not citizens\n" +
			"Egypt|farm land may not be bought except by those whose families lived there\n"},
		{"a wrapped cell among rows of numbers", func(p *testPage) {
			for _, y := range []float32{108, 123, 187} {
				p.line(100, y, 400, y)
			}
			xs := []float32{105, 305, 355}
			p.rows(120, xs, "substance|air|water")
			p.rows(134, xs, "carbon|100|50", "chlorine and inorganic compounds|10|20", "(as chlorides)||", "halons|1|2", "methane|12|7")
		}, "substance|air|water\ncarbon|100|50\nchlorine and inorganic compounds (as chlorides)|10|20\nhalons|1|2\nmethane|12|7\n"},
		{"painted rows", func(p *testPage) {
			for i := range 4 {
				c := engine.Color(0xDDDDFFFF)
				if i%2 == 1 {
					c = 0xEEEEEEFF
				}
				p.fill(engine.Box{X0: 100, Y0: 108 + 26*float32(i), X1: 400, Y1: 134 + 26*float32(i)}, c)
			}
			for i, row := range []string{"Town|State|Founded", "Basel|CH|374", "Bonn|DE|1243", "Metz|FR|511"} {
				p.rows(124+26*float32(i), []float32{110, 210, 310}, row)
			}
		}, "Town|State|Founded\nBasel|CH|374\nBonn|DE|1243\nMetz|FR|511\n"},
		{"full lines between few rules", func(p *testPage) {
			p.rows(120, []float32{110, 210, 310}, "Word|Near|Far", "rope|cord line|sail", "tar|pitch|oil cask", "nail|screw|plank", "lamp|wick|a lantern", "oar|paddle|rudder")
			for _, y := range []float32{110, 122, 146, 182} {
				p.line(100, y, 400, y)
			}
			for _, x := range []float32{100, 200, 300, 400} {
				p.line(x, 110, x, 182)
			}
		}, "Word|Near|Far\nrope|cord line|sail\ntar|pitch|oil cask\nnail|screw|plank\nlamp|wick|a lantern\noar|paddle|rudder\n"},
		{"framed numbers that grow", func(p *testPage) {
			p.rows(120, []float32{110, 210}, "Good|Pieces", "Rope|3", "Tar|12", "Canvas|19", "Nails|90")
			for i := range 6 {
				p.line(100, 110+pitch*float32(i), 300, 110+pitch*float32(i))
			}
			for _, x := range []float32{100, 200, 300} {
				p.line(x, 110, x, 110+5*pitch)
			}
		}, "Good|Pieces\nRope|3\nTar|12\nCanvas|19\nNails|90\n"},
		{"cells around a cell", func(p *testPage) {
			p.line(100, 100, 400, 100)
			p.line(100, 160, 400, 160)
			p.line(100, 100, 100, 160)
			p.line(400, 100, 400, 160)
			p.line(300, 100, 300, 140)
			p.line(100, 120, 300, 120)
			p.line(200, 120, 200, 160)
			p.line(200, 140, 400, 140)
			p.centred(200, 113, "North")
			p.centred(350, 123, "East")
			p.centred(250, 133, "Middle")
			p.centred(150, 143, "West")
			p.centred(300, 153, "South")
		}, "1x2:North|2x1:East\n2x1:West|Middle\n1x2:South\n"},
		{"loose rows below painted labels", func(p *testPage) {
			p.fill(engine.Box{X0: 100, Y0: 108, X1: 440, Y1: 128}, 0x000080FF)
			for i, row := range []string{"Year|Income|Costs|Result", "1871|1,204|980|224", "1872|1,377|1,011|366", "1873|1,120|870|", "1874|1,590||"} {
				p.rows(122+22*float32(i), []float32{110, 190, 270, 350}, row)
			}
		}, "Year|Income|Costs|Result\n1871|1,204|980|224\n1872|1,377|1,011|366\n1873|1,120|870|\n1874|1,590||\n"},
		{"entries of one column that are as long as prose", func(p *testPage) {
			for i, s := range []string{"Words", "How many of them there are on it", "Has it a number", "Is one of them as long as the next", "Places", "where on the sheet it has been put", "Times", "when it was said", "Signs", "who put it there"} {
				p.text(110, 120+pitch*float32(i), s)
			}
			for _, i := range []float32{0, 1, 4, 5, 6, 7, 8, 9, 10} {
				p.line(100, 110+pitch*i, 300, 110+pitch*i)
			}
			p.line(100, 110, 100, 110+10*pitch)
			p.line(300, 110, 300, 110+10*pitch)
		}, "Words\nHow many of them there are on it\nHas it a number\nIs one of them as long as the next\nPlaces\nwhere on the sheet it has been put\nTimes\nwhen it was said\nSigns\nwho put it there\n"},
		{"a ladder of one column", func(p *testPage) {
			for i, s := range []string{"Framework", "Reuse", "Economy", "Ventures", "Values", "Duty"} {
				p.text(110, 120+16*float32(i), s)
			}
			for i := range 7 {
				p.line(100, 108+16*float32(i), 300, 108+16*float32(i))
			}
			p.line(100, 108, 100, 204)
			p.line(300, 108, 300, 204)
		}, "Framework\nReuse\nEconomy\nVentures\nValues\nDuty\n"},

		{"lines and leaders made of characters", func(p *testPage) {
			xs := []float32{100, 150, 250, 300, 350}
			p.rows(100, xs, "share||1.0|1.1|1.2", "-----------||----------------------||", "0.99|..........|800|880|960", "0.95|..........|160|176|192", "0.90|..........|80|88|96")
		}, "share|1.0|1.1|1.2\n0.99|800|880|960\n0.95|160|176|192\n0.90|80|88|96\n"},
		{"rows that the file names", func(p *testPage) {
			p.Elements = []engine.Element{{Kind: "Table", Parent: -1}}
			for i, row := range []string{"Land|Rule", "Chile|None may buy", "|Near the border", "Egypt|Some may"} {
				from := len(p.Chars)
				if row[0] != '|' {
					p.Elements = append(p.Elements, engine.Element{Kind: "TR", Parent: 0})
				}
				p.rows(100+pitch*float32(i), []float32{100, 200}, row)
				for k := from; k < len(p.Chars); k++ {
					p.Chars[k].Element = uint16(len(p.Elements))
				}
			}
		}, "Land|Rule\nChile|None may buy Near the border\nEgypt|Some may\n"},

		{"two columns of prose", func(p *testPage) {
			p.paragraph(60, 100, 220, strings.Fields(prose+" "+prose+" "+prose))
			p.paragraph(310, 100, 220, strings.Fields(prose+" "+prose+" "+prose))
		}, ""},
		{"two columns of prose between rules", func(p *testPage) {
			p.line(60, 85, 530, 85)
			p.paragraph(60, 100, 220, strings.Fields(prose+" "+prose+" "+prose))
			p.paragraph(310, 100, 220, strings.Fields(prose+" "+prose+" "+prose))
			p.line(60, 300, 530, 300)
		}, ""},
		{"a list", func(p *testPage) {
			for i, s := range []string{"first of all", "then another", "and a third", "the last one"} {
				p.text(100, 100+pitch*float32(i), "•")
				p.text(120, 100+pitch*float32(i), s)
			}
		}, ""},
		{"a contents page", func(p *testPage) {
			for i, s := range []string{"Preface|3", "Ships|12", "Harbours|19", "Winds and tides|44", "Index|90"} {
				title, page, _ := strings.Cut(s, "|")
				p.text(100, 100+pitch*float32(i), title)
				p.right(500, 100+pitch*float32(i), page)
			}
		}, ""},
		{"a contents page with leaders", func(p *testPage) {
			for i, s := range []string{"Preface|3", "Ships|12", "Harbours|19", "Winds|44", "Index|90"} {
				title, page, _ := strings.Cut(s, "|")
				x := p.text(100, 100+pitch*float32(i), title)
				p.text(x+20, 100+pitch*float32(i), "..........................")
				p.right(500, 100+pitch*float32(i), page)
			}
		}, ""},
		{"keys and values", func(p *testPage) {
			p.rows(100, []float32{100, 220}, "Invoice:|A-113", "Date:|3 May", "To:|Mr Miller", "Due:|3 June")
		}, ""},
		{"a framed paragraph", func(p *testPage) {
			p.paragraph(110, 120, 280, strings.Fields(prose))
			for _, y := range []float32{105, 180} {
				p.line(100, y, 400, y)
			}
			p.line(100, 105, 100, 180)
			p.line(400, 105, 400, 180)
		}, ""},
		{"a chart", func(p *testPage) {
			for i := range 6 {
				y := 100 + 24*float32(i)
				p.right(95, y+3, string(rune('6'-i))+"0")
				p.line(100, y, 400, y)
			}
			for i := range 4 {
				p.centred(140+70*float32(i), 235, "20"+string(rune('1'+i))+"0")
				p.fill(engine.Box{X0: 130 + 70*float32(i), Y0: 120 + 10*float32(i), X1: 150 + 70*float32(i), Y1: 220}, 0x3366CCFF)
				p.centred(140+70*float32(i), 117+10*float32(i), "4"+string(rune('0'+i)))
			}
			p.line(100, 100, 100, 220)
		}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := newPage()
			test.draw(p)
			if got := written(p.find()); got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}

func TestHeader(t *testing.T) {
	p := newPage()
	for _, y := range []float32{108, 123, 163} {
		p.line(100, y, 400, y)
	}
	p.rows(120, []float32{105, 205, 305}, "w|mean|max")
	p.rows(134, []float32{105, 205, 305}, "5|3723|3906", "6|3660|4166", "7|3033|3354")
	found := p.find()
	if len(found) != 1 || found[0].Table.HeaderRows != 1 || !found[0].Table.Cells[0].Header || found[0].Table.Cells[3].Header {
		t.Fatalf("got %+v", found)
	}
	if c := found[0].Confidence; c < 0.5 || c > 1 {
		t.Errorf("confidence %v", c)
	}
	box := found[0].Table.Cells[0].Box
	if box == nil || box.Left > 105.0/600 || box.Left+box.Width < 110.0/600 || box.Top > 112.0/800 || box.Top+box.Height < 120.0/800 {
		t.Errorf("box of the first cell %+v", box)
	}
}
