package block

import (
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// line draws a stroke of no height.
func (d *drawing) line(x0, x1, y float32) {
	b := engine.Box{X0: x0, X1: x1, Y0: y, Y1: y + 0.5}
	d.page.Paths = append(d.page.Paths, engine.Path{Box: b, Visible: b, Stroke: 0xFF, Segments: make([]engine.Segment, 2)})
}

// field puts a text field on the page.
func (d *drawing) field(b engine.Box) {
	d.page.Widgets = append(d.page.Widgets, engine.Widget{Kind: engine.WidgetText, Box: b})
}

// boxes writes a question, which may be missing, and check boxes with what they stand for behind them: a mark and a text
// for each.
func (d *drawing) boxes(x, y float32, question string, options ...string) {
	text := question
	for i := 0; i < len(options); i += 2 {
		text += " [" + options[i] + "] " + options[i+1]
	}
	l := d.at(x, y, 10, strings.ReplaceAll(text, "[ ]", "[]"))
	for i := range l.Words {
		switch w := &l.Words[i]; w.Text {
		case "[]":
			w.Text = layout.Unchecked
		case layout.Checked:
		default:
			continue
		}
		d.text.Boxes = append(d.text.Boxes, l.Words[i].Box)
	}
}

func TestPairs(t *testing.T) {
	for name, tt := range map[string]struct {
		draw func(d *drawing)
		want []string // a block each; other text is not named
	}{
		"BesideEachOther": {func(d *drawing) {
			for i, p := range []string{"To:|All keepers", "From:|The council", "Date:|9 May", "About:|Lamps that were left burning"} {
				key, value, _ := strings.Cut(p, "|")
				d.at(60, 100+14*float32(i), 10, key)
				d.at(130, 100+14*float32(i), 10, value)
			}
		}, []string{"To=All keepers;From=The council;Date=9 May;About=Lamps that were left burning"}},
		"LabelsThatEndTogether": {func(d *drawing) {
			d.at(80, 100, 10, "To:")
			d.at(60, 114, 10, "Number:")
			d.at(70, 128, 10, "Date:")
			d.lines(120, 100, 10, "The tower")
			d.lines(120, 114, 10, "204")
			d.lines(120, 128, 10, "9 May")
		}, []string{"To=The tower;Number=204;Date=9 May"}},
		"ValuesOfSeveralLines": {func(d *drawing) {
			d.at(60, 100, 10, "Owner:")
			d.lines(130, 100, 10, "Widow Tanner", "Heron Cottage", "Low Ferry")
			d.at(60, 136, 10, "Built:")
			d.at(130, 136, 10, "1871")
			d.at(60, 148, 10, "Length:")
			d.at(130, 148, 10, "31 feet")
		}, []string{"Owner=Widow Tanner Heron Cottage Low Ferry;Built=1871;Length=31 feet"}},
		"TwoColumnsOfThem": {func(d *drawing) {
			for i, p := range []string{"Name:|Heron|Port:|Northcove", "Owner:|Tanner|Quay:|Third", "Built:|Ferry|Berth:|Last"} {
				for k, part := range strings.Split(p, "|") {
					d.at([]float32{60, 130, 330, 400}[k], 100+14*float32(i), 10, part)
				}
			}
		}, []string{"Name=Heron;Owner=Tanner;Built=Ferry", "Port=Northcove;Quay=Third;Berth=Last"}},
		"ColonsBelowEachOther": {func(d *drawing) {
			for i, p := range []string{"Number|: 549910", "Currency|: Crowns", "Date of the order|: 5 March"} {
				key, value, _ := strings.Cut(p, "|")
				d.at(60, 160+14*float32(i), 10, key)
				d.at(200, 160+14*float32(i), 10, value)
			}
		}, []string{"Number=549910;Currency=Crowns;Date of the order=5 March"}},
		"Lines": {func(d *drawing) {
			for i, label := range []string{"Received by:", "On the day of:", "Number:"} {
				d.at(60, 100+26*float32(i), 10, label)
				d.line(150, 400, 102+26*float32(i))
			}
		}, []string{"Received by=;On the day of=;Number="}},
		"Fields": {func(d *drawing) {
			d.at(60, 100, 10, "Captain")
			d.field(engine.Box{X0: 150, X1: 350, Y0: 88, Y1: 104})
			d.at(152, 100, 10, "E. Tanner")
		}, []string{"Captain=E. Tanner"}},
		"LabelsUnderFields": {func(d *drawing) {
			for i, p := range [][2]string{{"Timbuktu", "City"}, {"WA", "State"}, {"19283", "Code"}} {
				x := 60 + 100*float32(i)
				d.field(engine.Box{X0: x - 2, X1: x + 80, Y0: 88, Y1: 104})
				d.at(x, 100, 10, p[0])
				d.at(x, 114, 7, p[1])
			}
		}, []string{"City=Timbuktu;State=WA;Code=19283"}},
		"LabelsInBold": {func(d *drawing) {
			for i, p := range []string{"Keeper|Ann Tanner", "Season of the fires|winter", "Lamp|the old one"} {
				key, value, _ := strings.Cut(p, "|")
				bold(d.at(60, 100+14*float32(i), 10, key))
				d.at(200, 100+14*float32(i), 10, value)
			}
		}, []string{"Keeper=Ann Tanner;Season of the fires=winter;Lamp=the old one"}},
		"LabelsInBoldInOneLineWithAValue": {func(d *drawing) {
			for i, p := range []string{"Keeper|Ann Tanner", "Season of the fires|winter", "Lamp|the old one"} {
				key, value, _ := strings.Cut(p, "|")
				if i == 1 {
					l := d.at(60, 114, 10, key+" "+value)
					for k := range 4 {
						l.Words[k].Bold, l.Words[k].Font = true, 1
					}
					continue
				}
				bold(d.at(60, 100+14*float32(i), 10, key))
				d.at(150, 100+14*float32(i), 10, value)
			}
		}, []string{"Keeper=Ann Tanner;Season of the fires=winter;Lamp=the old one"}},
		"NamesBeforeFigures": {func(d *drawing) {
			for i, p := range []string{"Number|HR-20441", "Date|9 May 1871", "Terms|in cash"} {
				key, value, _ := strings.Cut(p, "|")
				d.at(60, 100+14*float32(i), 10, key)
				d.at(150, 100+14*float32(i), 10, value)
			}
		}, []string{"Number=HR-20441;Date=9 May 1871;Terms=in cash"}},
		"NamesBesideAnAddress": {func(d *drawing) {
			for i, p := range []string{"Widow Tanner|Number|HR-20441", "Heron Cottage|Date|9 May 1871", "Low Ferry|Terms|in cash"} {
				for k, part := range strings.Split(p, "|") {
					d.at([]float32{60, 300, 390}[k], 170+14*float32(i), 10, part)
				}
			}
		}, []string{"Number=HR-20441;Date=9 May 1871;Terms=in cash"}},
		"TwoColumnsOfWords": {func(d *drawing) {
			for i, p := range []string{"Heron|Ann Tanner", "Swallow|Ferryman Low", "Tern|the widow"} {
				key, value, _ := strings.Cut(p, "|")
				d.at(60, 100+14*float32(i), 10, key)
				d.at(150, 100+14*float32(i), 10, value)
			}
		}, nil},
		"RowsOfATable": {func(d *drawing) {
			for i, p := range []string{"Heron|1871|31 feet|oak", "Swallow|1902|28 feet|larch", "Tern|1911|40 feet in all|fir"} {
				for k, part := range strings.Split(p, "|") {
					l := d.at([]float32{60, 150, 220, 320}[k], 100+14*float32(i), 10, part)
					if k == 0 {
						bold(l)
					}
				}
			}
		}, nil},
		"PagesOfABook": {func(d *drawing) {
			for i, p := range []string{"Harbour|3", "Tower|12", "Ferry|131"} {
				title, page, _ := strings.Cut(p, "|")
				bold(d.at(60, 100+14*float32(i), 10, title))
				d.at(160, 100+14*float32(i), 10, page)
			}
		}, nil},
		"QuestionAndBoxes": {func(d *drawing) {
			d.boxes(60, 100, "Married or not", "", "single", "x", "married", "", "widowed")
		}, []string{"Married or not=[ ] single [x] married [ ] widowed"}},
		"QuestionAndBoxesWithGaps": {func(d *drawing) {
			d.at(60, 100, 10, "Status")
			for i, option := range []string{"single", "married"} {
				d.boxes(200+90*float32(i), 100, "", []string{"", "x"}[i], option)
			}
			d.at(400, 100, 10, "Smoker")
			d.boxes(450, 100, "", "x", "yes")
			d.boxes(500, 100, "", "", "no")
		}, []string{"Status=[ ] single [x] married;Smoker=[x] yes [ ] no"}},
		"BoxesUnderTheFirst": {func(d *drawing) {
			d.at(60, 100, 10, "Status:")
			for i, option := range []string{"single", "married", "widowed"} {
				d.boxes(150, 100+14*float32(i), "", []string{"", "x", ""}[i], option)
			}
		}, []string{"Status=[ ] single [x] married [ ] widowed"}},
		"RowOfBoxesUnderTheQuestion": {func(d *drawing) {
			d.at(60, 100, 10, "Which of them do you keep?")
			for i, option := range []string{"hens", "geese", "ducks"} {
				d.boxes(60+90*float32(i), 116, "", []string{"x", "", "x"}[i], option)
			}
		}, []string{"Which of them do you keep?=[x] hens [ ] geese [x] ducks"}},
		"ListOfBoxes": {func(d *drawing) {
			d.at(60, 100, 10, "Which of them do you keep?")
			for i, option := range []string{"hens", "geese", "ducks"} {
				d.boxes(60, 116+14*float32(i), "", []string{"x", "", "x"}[i], option)
			}
		}, nil},
		"BoxesBehindWhatTheyStandFor": {func(d *drawing) {
			l := d.at(60, 100, 10, "Yes B no B")
			l.Words[1].Text, l.Words[3].Text = layout.Unchecked, layout.Checked
			d.text.Boxes = append(d.text.Boxes, l.Words[1].Box, l.Words[3].Box)
		}, nil},
		"Contents": {func(d *drawing) {
			for i, p := range []string{"Part one: the harbour|3", "Part two: the tower|12", "Part three: the ferry|31"} {
				title, page, _ := strings.Cut(p, "|")
				d.at(60, 100+14*float32(i), 10, title)
				d.at(500, 100+14*float32(i), 10, page)
			}
		}, nil},
		"AScale": {func(d *drawing) {
			for i, word := range []string{"Often", "Sometimes", "Rarely", "Never"} {
				x := 60 + 110*float32(i)
				d.at(x, 100, 10, word)
				if i < 3 {
					d.line(x+55, x+105, 100)
				}
			}
		}, nil},
		"SentencesWithColons": {func(d *drawing) {
			d.lines(60, 100, 10, "Result: the bridge was open for the whole of the year in spite of the long", "Reason: nobody had found the key that closes it, and the smith had moved to", "Remedy: a new lock was made by the keeper of the book, who keeps its key in")
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			d := draw(600, 800)
			tt.draw(d)
			d.prose(60, 300, 10, "a", 5)
			var got []string
			for _, b := range d.arranged() {
				if b.Type != doc.KeyValue {
					continue
				}
				var pairs []string
				for _, p := range b.Pairs {
					pairs = append(pairs, p.Key+"="+p.Value)
				}
				got = append(got, strings.Join(pairs, ";"))
			}
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}
