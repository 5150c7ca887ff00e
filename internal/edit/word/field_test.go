package word_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/edit/word"
)

const (
	box      = `<w14:checkbox><w14:checked w14:val="0"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox>`
	holder   = `<w:showingPlcHdr/>`
	prompt   = `<w:r><w:rPr><w:rStyle w:val="PlaceholderText"/></w:rPr><w:t>Click to enter</w:t></w:r>`
	choices  = `<w:dropDownList><w:listItem w:displayText="Germany" w:value="DE"/><w:listItem w:displayText="France" w:value="FR"/></w:dropDownList>`
	combo    = `<w:comboBox><w:listItem w:displayText="Dr" w:value="Dr"/></w:comboBox>`
	date     = `<w:date w:fullDate="2020-01-01T00:00:00Z"><w:dateFormat w:val="dd.MM.yyyy"/><w:lid w:val="en-US"/></w:date>`
	oldText  = `<w:name w:val="Text1"/><w:enabled/><w:textInput/>`
	oldBox   = `<w:name w:val="Check1"/><w:enabled/><w:checkBox><w:sizeAuto/><w:default w:val="0"/></w:checkBox>`
	oldList  = `<w:name w:val="List1"/><w:enabled/><w:ddList><w:listEntry w:val="Red"/><w:listEntry w:val="Blue"/></w:ddList>`
	enSpaces = "\u2002\u2002\u2002\u2002\u2002"
)

// form is a document with a field of every kind.
var form = p(r("<w:b/>", "Applicant")) +
	p("Full name: ", control(`<w:alias w:val="Name"/>`+holder+"<w:text/>", prompt)) +
	p(control(`<w:tag w:val="agree"/>`+box, r(`<w:rFonts w:ascii="MS Gothic"/>`, "☐")), " I agree to the terms") +
	p("Country ", control(choices+holder, prompt), " Title ", control(combo, r("", "Mr"))) +
	p("Date of birth: ", control(date, r("", "01.01.2020"))) +
	control(`<w:alias w:val="Remarks"/><w:rPr><w:i/></w:rPr>`+holder, "<w:p><w:pPr><w:jc w:val=\"right\"/></w:pPr>"+prompt+"</w:p><w:p/>") +
	p("Nickname: ", legacy(oldText, r("<w:i/>", enSpaces))) +
	p(legacy(oldBox, ""), " Newsletter") +
	p("Colour: ", legacy(oldList, "")) +
	table(row("Street", ""), row("City", "<w:p><w:pPr><w:rPr><w:b/></w:rPr></w:pPr></w:p>"), row("Phone", "555")) +
	table(row("Item", "Quantity", "Price"), row("Nut", "", ""), row("Bolt", "", "")) +
	p("Place: ______ Signed on ", r("<w:b/>", "___"), r("<w:i/>", "____"), ".") +
	p("Marital status: [ ] Married [x] Single ☐ Widowed") +
	p("Account", r(`<w:u w:val="single"/>`, "      "), r("", "end")) +
	p("Reference: ..........") +
	p(`<w:r><w:sym w:font="Wingdings" w:char="F0A8"/></w:r>`, " Urgent") +
	p(control("<w:alias w:val=\"Locked\"/><w:lock w:val=\"contentLocked\"/>", r("", "x"))) +
	section

func TestFields(t *testing.T) {
	f, err := open(t, sample(form).Zip(t))
	if err != nil {
		t.Fatal(err)
	}
	fields, err := f.Fields()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range fields {
		line := fmt.Sprintf("%s %s %q", x.ID, x.Kind, x.Label)
		for _, part := range []struct{ name, text string }{{"name", x.Name}, {"in", x.Section}, {"is", x.Value}} {
			if part.text != "" {
				line += fmt.Sprintf(" %s %q", part.name, part.text)
			}
		}
		for _, o := range x.Options {
			line += " " + o.Value + "=" + o.Label
		}
		got = append(got, line)
	}
	golden(t, "fields.txt", strings.Join(got, "\n")+"\n")
}

const answers = `Name: Ada & Co
Check I agree to the terms
Country: France
Title: Prof
Date of birth: 1815-12-10
Remarks: two
Nickname: Countess
Check Newsletter
Colour: Blue
Street: 5 Mill Road
City: London
Nut quantity: 5
Bolt price: 7
Place: Paris
Signed on: today
Select Married for Marital status
uncheck Single
Account: 77
Reference: R2
check Urgent
`

func TestFill(t *testing.T) {
	parts, report := apply(t, sample(form).Zip(t), answers, word.Options{Color: "#ff0000", FontSize: 10.5})
	if len(report.Left) > 0 || len(report.Done) != strings.Count(answers, "\n") {
		t.Errorf("done %d, left %v", len(report.Done), report.Left)
	}
	golden(t, "filled.xml", parts["word/document.xml"])
	golden(t, "filled.md", shown(t, parts)+"\n")
}

// What was filled in can be taken out and changed again.
func TestFillAgain(t *testing.T) {
	parts, _ := apply(t, sample(form).Zip(t), answers, word.Options{})
	again, report := apply(t, parts[""], "Name: Bob\nClear remarks\nuncheck I agree to the terms\nuncheck Newsletter\nuncheck Married\nuncheck Urgent\nNickname: Bo\nColour: Red\nCountry: DE", word.Options{})
	if len(report.Left) > 0 {
		t.Error(report.Left)
	}
	golden(t, "again.md", shown(t, again)+"\n")
}

// What does not fit is left, with its reason.
func TestFillLeft(t *testing.T) {
	content := sample(form).Zip(t)
	parts, report := apply(t, content, "Shoe size: 12\nCountry: Atlantis\nLocked: y\nNewsletter: perhaps", word.Options{})
	var got []string
	for _, l := range report.Left {
		got = append(got, l.Sentence+" > "+l.Reason)
	}
	if diff := cmp.Diff([]string{
		`Shoe size: 12 > the document has no field like "Shoe size"`, `Country: Atlantis > "Atlantis" is no option of "Country"`,
		`Locked: y > the document has no field like "Locked"`, `Newsletter: perhaps > the box "Newsletter" is either checked or not`,
	}, got); diff != "" || len(report.Done) > 0 {
		t.Error(diff, report.Done)
	}
	if parts["word/document.xml"] != sample(form)["word/document.xml"] {
		t.Error("the document changed")
	}
}

// A control that shows data kept elsewhere is cut off from it, or it would show that again.
func TestBoundControl(t *testing.T) {
	parts, _ := apply(t, sample(p(control(`<w:alias w:val="Name"/><w:dataBinding w:xpath="/a" w:storeItemID="{1}"/><w:text/>`, r("", "old")))).Zip(t), "Name: Ada", word.Options{})
	if got := body(parts); strings.Contains(got, "dataBinding") || strings.Contains(got, "old") || !strings.Contains(got, "Ada") {
		t.Error(got)
	}
}

// Forms of other programs: cells, controls around cells, fields without a result, labels above and below.
func TestFieldPlaces(t *testing.T) {
	for _, c := range []struct{ name, body, in, want string }{
		{"CellControl", table("<w:tr>" + strings.TrimSuffix(strings.TrimPrefix(row("Name"), "<w:tr>"), "</w:tr>") + control("<w:text/>"+holder, "<w:tc><w:tcPr/><w:p>"+prompt+"</w:p></w:tc>") + "</w:tr>"), "Name: Ada", "| Name | Ada |"},
		{"NoResult", p("Name: ", `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>`+oldText+`</w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`), "Name: Ada", "Name: Ada"},
		{"EmptyResult", p("Name: ", legacy(oldText, "")), "Name: Ada", "Name: Ada"},
		{"LongResult", p("Name: ", legacy(oldText, r("", "a")+r("", "b")), " end"), "Name: Ada", "Name: Ada end"},
		{"Above", p("Name:") + control("<w:text/>"+holder, "<w:p>"+prompt+"</w:p>"), "Name: Ada", "Name:\n\nAda"},
		{"Below", p("__________") + p("Name"), "Name: Ada", "Ada\n\nName"},
		{"Tabs", p("Name:", `<w:r><w:rPr><w:u w:val="single"/></w:rPr><w:tab/><w:tab/></w:r>`), "Name: Ada", "Name:Ada"},
		{"CellBlank", table(row("Name", "______")), "Name: Ada", "| Name | Ada |"},
		{"Spanned", table(row("A", "B", "C"), `<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p>`+r("", "x")+`</w:p></w:tc><w:tc><w:tcPr/><w:p/></w:tc></w:tr>`), "C: Ada", "| x | | Ada |"},
		{"Paragraphs", p("Name: ", control("<w:text/>", r("", "a")+r("", "b"))), "Name: Ada", "Name: Ada"},
		{"Lines", p("Address: ", control("<w:text/>"+holder, prompt)), `{"Address": "Mill Road\nLondon"}`, "Address: Mill Road\nLondon"},
		{"Header", p("x"), "Client: Ada", "Client: Ada\n\nx"},
	} {
		t.Run(c.name, func(t *testing.T) {
			content := sample(c.body)
			if c.name == "Header" {
				content = sample(c.body+strings.Replace(section, "<w:pgSz", `<w:headerReference w:type="default" r:id="header1"/><w:pgSz`, 1), "header1", p("Client: ____"))
			}
			parts, report := apply(t, content.Zip(t), c.in, word.Options{})
			got := shown(t, parts)
			if len(report.Left) > 0 || !strings.Contains(squeezed(got), squeezed(c.want)) {
				t.Errorf("%v\n%s", report.Left, got)
			}
		})
	}
}

func squeezed(s string) string { return strings.Join(strings.Fields(s), " ") }
