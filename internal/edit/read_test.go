package edit_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/fault"
)

// brief writes an action in one line.
func brief(a edit.Action) string {
	parts := []string{string(a.Kind)}
	add := func(format, value string) {
		if value != "" {
			parts = append(parts, fmt.Sprintf(format, value))
		}
	}
	add("[%s]", a.Label)
	add("find<%s>", a.Find)
	add("<%s>", a.Value)
	add("%s", string(a.Place))
	if a.Pages != nil {
		parts = append(parts, strings.ReplaceAll(fmt.Sprint(a.Pages), " ", "-"))
	}
	if a.Turn != 0 {
		parts = append(parts, fmt.Sprint(a.Turn))
	}
	return strings.Join(parts, " ")
}

// told writes what was read: the actions, and the skipped sentences behind a minus sign.
func told(instructions string) string {
	actions, skipped := edit.Read(instructions)
	var out []string
	for _, a := range actions {
		out = append(out, brief(a))
	}
	for _, s := range skipped {
		out = append(out, "-"+s)
	}
	return strings.Join(out, "; ")
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		// Labels and values.
		{"Name: Ada Lovelace", "fill [Name] <Ada Lovelace>"},
		{"Name = Ada Lovelace", "fill [Name] <Ada Lovelace>"},
		{"name=Ada", "fill [name] <Ada>"},
		{"Name:Ada", "fill [Name] <Ada>"},
		{"Name := Ada", "fill [Name] <Ada>"},
		{`"Full name": "Ada Lovelace"`, "fill [Full name] <Ada Lovelace>"},
		{"- Name: Ada\n- City: London", "fill [Name] <Ada>; fill [City] <London>"},
		{"1. Name: Ada\n2) City: London", "fill [Name] <Ada>; fill [City] <London>"},
		{"Name: Ada, City: London", "fill [Name] <Ada>; fill [City] <London>"},
		{"Name: Ada; City: London", "fill [Name] <Ada>; fill [City] <London>"},
		{"Name: Lovelace, Ada", "fill [Name] <Lovelace, Ada>"},
		{"Name: Ada. City: London.", "fill [Name] <Ada>; fill [City] <London>"},
		{"Address: 5 Main St. Springfield", "fill [Address] <5 Main St. Springfield>"},
		{"Address: 5 Main St. City: Springfield", "fill [Address] <5 Main St.>; fill [City] <Springfield>"},
		{"Company: Acme Inc.", "fill [Company] <Acme Inc.>"},
		{"Doctor: Dr. Jane Roe. Phone: 555-1234", "fill [Doctor] <Dr. Jane Roe>; fill [Phone] <555-1234>"},
		{"Amount: 1,234.56", "fill [Amount] <1,234.56>"},
		{"Date: 12.03.2024", "fill [Date] <12.03.2024>"},
		{"Time: 10:30", "fill [Time] <10:30>"},
		{"Website: https://example.org/a?b=c", "fill [Website] <https://example.org/a?b=c>"},
		{"E-mail: ada@example.org.", "fill [E-mail] <ada@example.org>"},
		{"Version = 1.2.3", "fill [Version] <1.2.3>"},
		{"Are you a citizen?: yes", "fill [Are you a citizen?] <yes>"},
		{"Notes: We build boats. We also mend them.", "fill [Notes] <We build boats. We also mend them>"},
		{"Notes: he said \"no. never.\" twice", `fill [Notes] <he said "no. never." twice>`},
		{"Check number: 1234", "fill [Check number] <1234>"},
		{"Strike price: 100", "fill [Strike price] <100>"},
		{"Mark: 12", "fill [Mark] <12>"},
		{"Applicant:\nName: Ada\nCity: London\n\nName: Bob", "fill [Applicant.Name] <Ada>; fill [Applicant.City] <London>; fill [Name] <Bob>"},
		{"Fill in the form as follows:\nName: Ada", "fill [Name] <Ada>"},
		{"Please fill out the form with Name: Ada, City: London", "fill [Name] <Ada>; fill [City] <London>"},
		{"Name: John Q. Public", "fill [Name] <John Q. Public>"},
		{"Größe: 1,80 m", "fill [Größe] <1,80 m>"},
		{"名前：山田", "fill [名前] <山田>"},

		// Verbs that fill.
		{"Set Name to Ada", "fill [Name] <Ada>"},
		{"set the name to Ada Lovelace.", "fill [name] <Ada Lovelace>"},
		{"SET THE NAME TO Ada", "fill [NAME] <Ada>"},
		{`Set "Name" to "Ada. Lovelace"`, "fill [Name] <Ada. Lovelace>"},
		{"Set the Name field to Ada", "fill [Name] <Ada>"},
		{"set the value of the total to 12.50", "fill [total] <12.50>"},
		{"Fill Name with Ada", "fill [Name] <Ada>"},
		{"fill in the name with Ada", "fill [name] <Ada>"},
		{"Fill in the “Date of birth” field with “10 December 1815”", "fill [Date of birth] <10 December 1815>"},
		{"Fill out the city as London", "fill [city] <London>"},
		{"Put the city as London", "fill [city] <London>"},
		{"Put London in the city field", "fill [city] <London>"},
		{`enter "Ada" in the name box`, "fill [name] <Ada>"},
		{`Enter Ada as the name`, "fill [name] <Ada>"},
		{"Enter the name as Ada", "fill [name] <Ada>"},
		{"enter 12345 for the zip code", "fill [zip code] <12345>"},
		{`Write "Ada" in the field "First name"`, "fill [First name] <Ada>"},
		{"Type Request for refund into the subject field", "fill [subject] <Request for refund>"},
		{"Change the city to London", "fill [city] <London>"},
		{"Update phone to +44 20 7946 0000", "fill [phone] <+44 20 7946 0000>"},
		{"Set name to Ada and city to London", "fill [name] <Ada>; fill [city] <London>"},
		{"Set first name to Ada, last name to Lovelace, and city to London.", "fill [first name] <Ada>; fill [last name] <Lovelace>; fill [city] <London>"},
		{`Set "A" to "x and y to z" and "B" to "w"`, "fill [A] <x and y to z>; fill [B] <w>"},
		{"Set address to 5 Mill Road, next to the church", "fill [address] <5 Mill Road, next to the church>"},
		{"Set the title to Dr. and the name to Ada", "fill [title] <Dr.>; fill [name] <Ada>"},
		{"Set date to 2024-01-31. Set time to 10:30.", "fill [date] <2024-01-31>; fill [time] <10:30>"},
		{"Set address to 5 Main St. Check Married.", "fill [address] <5 Main St.>; check [Married]"},
		{"Set email to ada@example.org and check the box for Newsletter", "fill [email] <ada@example.org>; check [Newsletter]"},
		{"set total = 12", "fill [total] <12>"},
		{"Set Name: Ada", "fill [Name] <Ada>"},
		{"Please set the name to Ada, then check Married", "fill [name] <Ada>; check [Married]"},
		{"I want you to set the name to Ada", "fill [name] <Ada>"},
		{"Can you fill the name with Ada?", "fill [name] <Ada?>"},

		// Objects.
		{`{"name": "Ada", "age": 36, "member": true, "note": null}`, "fill [name] <Ada>; fill [age] <36>; fill [member] <true>"},
		{`{"applicant": {"name": "Ada", "address": {"city": "London"}}}`, "fill [applicant.name] <Ada>; fill [applicant.address.city] <London>"},
		{`{"languages": ["en", "de"], "jobs": [{"title": "clerk"}, {"title": "cook"}]}`, `fill [languages] <["en","de"]>; fill [jobs.1.title] <clerk>; fill [jobs.2.title] <cook>`},
		{"Fill in the form:\n```json\n{\"Name\": \"Ada\"}\n```\nThen check Married.", "fill [Name] <Ada>; check [Married]"},
		{`[{"field": "Name", "value": "Ada"}, {"label": "City", "value": "London"}]`, "fill [Name] <Ada>; fill [City] <London>"},
		{`{"amount": 1.50, "text": "a {b} c"}`, "fill [amount] <1.50>; fill [text] <a {b} c>"},
		{`Set name to {Ada}`, "fill [name] <{Ada}>"},

		// Boxes and choices.
		{"Check Married", "check [Married]"},
		{"check the box next to “I agree”", "check [I agree]"},
		{"Tick the checkbox labelled 'Newsletter'", "check [Newsletter]"},
		{"tick Terms and Conditions", "check [Terms and Conditions]"},
		{"Mark the Married box", "check [Married]"},
		{"mark Married as checked", "check [Married]"},
		{"mark Married as no", "uncheck [Married]"},
		{"mark Gender as Female", "select [Gender] <Female>"},
		{`Check "A", "B" and "C"`, "check [A]; check [B]; check [C]"},
		{"check red, green and blue", "check [red]; check [green]; check [blue]"},
		{"Check the following boxes:\n- Married\n- Employed", "check [Married]; check [Employed]"},
		{"check Yes for US citizen", "check [US citizen.Yes]"},
		{"Uncheck Married", "uncheck [Married]"},
		{"untick the Newsletter checkbox", "uncheck [Newsletter]"},
		{"Clear the Notes field", "uncheck [Notes]"},
		{"Select Germany for Country", "select [Country] <Germany>"},
		{`select "Yes" for "Are you a citizen?"`, "select [Are you a citizen?] <Yes>"},
		{"choose Blue from the Colour dropdown", "select [Colour] <Blue>"},
		{"Select Express as the shipping method", "select [shipping method] <Express>"},
		{"Select Express", "select <Express>"},

		// Text.
		{`Replace "a" with "b"`, "replace find<a> <b>"},
		{`replace 'Mr. A' by 'Ms. B'`, "replace find<Mr. A> <Ms. B>"},
		{"Replace „alt“ with „neu“.", "replace find<alt> <neu>"},
		{"Replace «vieux» with «neuf»", "replace find<vieux> <neuf>"},
		{"Replace ‹a› with »b«", "replace find<a> <b>"},
		{"Replace ”gammal” with ”ny”", "replace find<gammal> <ny>"},
		{"replace `x.y` with `z`", "replace find<x.y> <z>"},
		{"Replace ‘it’s’ with ‘it is’", "replace find<it’s> <it is>"},
		{"Replace 'don't' with 'do not'", "replace find<don't> <do not>"},
		{"Replace 「旧」 with 「新」", "replace find<旧> <新>"},
		{"Replace 2023 with 2024", "replace find<2023> <2024>"},
		{"Replace all occurrences of “Acme Corp.” with “Zenith Ltd.”", "replace find<Acme Corp.> <Zenith Ltd.>"},
		{`Replace "a" with "b" on page 2`, "replace find<a> <b> [{2-2}]"},
		{`On page 2, replace "a" with "b"`, "replace find<a> <b> [{2-2}]"},
		{`Replace "a" with ""`, "replace find<a>"},
		{`Set name to ""`, "fill [name]"},
		{`Change "a" to "b"`, "replace find<a> <b>"},
		{`Substitute "b" for "a"`, "replace find<a> <b>"},
		{`Replace "a" with "b" and delete "c".`, "replace find<a> <b>; remove find<c>"},
		{`Delete "secret clause"`, "remove find<secret clause>"},
		{`remove the word "very"`, "remove find<very>"},
		{`Redact all mentions of “John Smith”`, "remove find<John Smith>"},
		{"redact John Smith", "remove find<John Smith>"},
		{`Redact "A", "B" and "C"`, "remove find<A>; remove find<B>; remove find<C>"},
		{`black out "x"`, "remove find<x>"},
		{"Redact the following:\n- John Smith\n- 123-45-6789", "remove find<John Smith>; remove find<123-45-6789>"},
		{`Highlight "Total"`, "highlight find<Total>"},
		{"highlight Total amount on pages 1-3", "highlight find<Total amount> [{1-3}]"},
		{`Underline "due date" and highlight "Total"`, "underline find<due date>; highlight find<Total>"},
		{`Strike "old"`, "strike find<old>"},
		{`strike through "old" and cross out "older"`, "strike find<old>; strike find<older>"},
		{`Add "Ltd" after "Acme"`, "insert find<Acme> <Ltd> after"},
		{`Insert “Dear ” before the word “Sir”`, "insert find<Sir> <Dear > before"},
		{`insert Hello before World`, "insert find<World> <Hello> before"},
		{`Add the sentence "It is. Really." after "Fine."`, "insert find<Fine.> <It is. Really.> after"},

		// Pages.
		{`Write "Approved" at the top`, "write <Approved> top [{1-1}]"},
		{`Write "Approved" at the bottom`, "write <Approved> bottom [{-1--1}]"},
		{`Write "Approved" at the top of page 3.`, "write <Approved> top [{3-3}]"},
		{`Write Approved at the bottom of the last page`, "write <Approved> bottom [{-1--1}]"},
		{`write "C" at the bottom of every page`, "write <C> bottom"},
		{`On page 2 at the top, write "x"`, "write <x> top [{2-2}]"},
		{`Write "x" on page 2 at the bottom`, "write <x> bottom [{2-2}]"},
		{`Add "Draft 1.2" to the header`, "write <Draft 1.2> top"},
		{`Add "The end" at the end of the document`, "write <The end> bottom [{-1--1}]"},
		{"Add a watermark that says CONFIDENTIAL", "watermark <CONFIDENTIAL>"},
		{"add a watermark DRAFT to every page", "watermark <DRAFT>"},
		{"Add a diagonal DRAFT watermark on page 2", "watermark <DRAFT> [{2-2}]"},
		{`Add a watermark saying "Do not copy. Ever."`, "watermark <Do not copy. Ever.>"},
		{"Watermark every page with DRAFT", "watermark <DRAFT>"},
		{"watermark DRAFT", "watermark <DRAFT>"},
		{"Add a watermark with the text TOP SECRET to all pages", "watermark <TOP SECRET>"},
		{"Watermark: DRAFT", "watermark <DRAFT>"},
		{"Stamp PAID", "stamp <PAID>"},
		{`Stamp "PAID" on page 1`, "stamp <PAID> [{1-1}]"},
		{"Stamp the document with RECEIVED", "stamp <RECEIVED>"},
		{"Add a stamp saying PAID to the first page", "stamp <PAID> [{1-1}]"},
		{"Rotate page 2", "rotate [{2-2}] 90"},
		{"rotate page 2 by 180 degrees", "rotate [{2-2}] 180"},
		{"Rotate pages 2-4 90° counterclockwise", "rotate [{2-4}] 270"},
		{"rotate all pages to the left", "rotate 270"},
		{"Rotate page 1 by -90", "rotate [{1-1}] 270"},
		{"turn the last page upside down", "rotate [{-1--1}] 180"},
		{"Rotate page 1 by 45 degrees", "-Rotate page 1 by 45 degrees"},
		{"Delete page 3", "delete_page [{3-3}]"},
		{"delete pages 2, 4 and 6-8", "delete_page [{2-2}-{4-4}-{6-8}]"},
		{"Remove pages 3 to 5", "delete_page [{3-5}]"},
		{"remove pages 3 through the end", "delete_page [{3--1}]"},
		{"Delete the last two pages", "delete_page [{-2--1}]"},
		{"Delete the first and last page", "delete_page [{1-1}-{-1--1}]"},
		{"remove the 2nd page", "delete_page [{2-2}]"},
		{"Add page numbers", "number_pages bottom"},
		{"add page numbers at the top of every page", "number_pages top"},
		{"Number the pages", "number_pages bottom"},
		{"Insert page numbers on pages 2-5", "number_pages bottom [{2-5}]"},

		// As people write.
		{`Fill in the applicant's name as Jane Doe and the date as 03/15/2024.`, `fill [applicant's name] <Jane Doe>; fill [date] <03/15/2024>`},
		{`Please fill this form with the following information: Name: John Doe, Date of Birth: 01/02/1980, Address: 123 Main St., Springfield, IL 62704, Phone: (555) 123-4567`, `fill [Name] <John Doe>; fill [Date of Birth] <01/02/1980>; fill [Address] <123 Main St., Springfield, IL 62704>; fill [Phone] <(555) 123-4567>`},
		{`Fill out the form for John Smith, born January 5, 1990, living at 22 Elm St.`, `-Fill out the form for John Smith, born January 5, 1990, living at 22 Elm St.`},
		{`Name is John Smith.`, `-Name is John Smith.`},
		{`Replace the word "Company" with "Acme Corporation" throughout the document.`, `replace find<Company> <Acme Corporation>`},
		{`Replace 'foo' with 'bar', and 'baz' with 'qux'.`, `replace find<foo> <bar>; replace find<baz> <qux>`},
		{`Replace "A" with "B", "C" with "D" and "E" with "F".`, `replace find<A> <B>; replace find<C> <D>; replace find<E> <F>`},
		{`Add the text "Approved by the board" at the bottom of page 2 in red.`, `write <Approved by the board> bottom [{2-2}]`},
		{`Put "X" next to "Yes"`, `check [Yes]`},
		{`Put a checkmark in the box for Married.`, `check [Married]`},
		{`Check the "Yes" box under "Are you a U.S. citizen?"`, `check [Are you a U.S. citizen?.Yes]`},
		{`change 2023 to 2024`, `replace find<2023> <2024>`},
		{`Insert a new paragraph after "Introduction" that says "Hello world."`, `insert find<Introduction> <Hello world.> after`},
		{`Add a header that says "ACME"`, `write <ACME> top`},
		{`Add a footer with the text "Page footer"`, `write <Page footer> bottom`},
		{`Apply a "SAMPLE" watermark across all pages`, `watermark <SAMPLE>`},
		{`Stamp it as PAID`, `stamp <PAID>`},
		{`Add page numbers to the bottom right corner of each page`, `number_pages bottom`},
		{`Highlight the phrase "net 30 days" in yellow`, `highlight find<net 30 days>`},
		{`Set Country to United States, State to CA, and ZIP to 94107.`, `fill [Country] <United States>; fill [State] <CA>; fill [ZIP] <94107>`},
		{`Enter $1,234.56 in the Total Amount field.`, `fill [Total Amount] <$1,234.56>`},
		{`Enter 'O'Brien' into Last Name`, `fill [Last Name] <O'Brien>`},
		{`SSN: 123-45-6789. DOB: 1/1/1980. Gender: Female.`, `fill [SSN] <123-45-6789>; fill [DOB] <1/1/1980>; fill [Gender] <Female>`},
		{`In the "Comments" field, write "No comments."`, `fill [Comments] <No comments.>`},
		{`For Country, select Germany.`, `select [Country] <Germany>`},
		{`Under Employment, check Full-time`, `check [Employment.Full-time]`},
		{`Mark question 5 as N/A`, `select [question 5] <N/A>`},
		{`Tick yes for question 3 and no for question 4.`, `check [question 3.yes]; check [question 4.no]`},
		{`Uncheck all boxes`, `-Uncheck all boxes`},
		{`Write "Paid in full" across the top of the first page.`, `write <Paid in full> top [{1-1}]`},
		{`Redact the social security number 123-45-6789`, `remove find<123-45-6789>`},
		{`Delete everything after "Appendix"`, `-Delete everything after "Appendix"`},
		{`Set Amount to $5.00 and Tax to 0.5%.`, `fill [Amount] <$5.00>; fill [Tax] <0.5%>`},
		{`Set Name to Smith and Sons`, `fill [Name] <Smith and Sons>`},
		{`Set title to Director of Research and Development`, `fill [title] <Director of Research and Development>`},
		{`set Company to Johnson and Johnson and City to Berlin`, `fill [Company] <Johnson and Johnson>; fill [City] <Berlin>`},
		{`Add a line saying "Thank you" before "Regards"`, `insert find<Regards> <Thank you> before`},
		{`Remove the watermark`, `-Remove the watermark`},
		{`Ville = « Paris »`, `fill [Ville] <Paris>`},
		{`Employer Name: ABC Co. Employer Phone: 555-1212`, `fill [Employer Name] <ABC Co.>; fill [Employer Phone] <555-1212>`},
		{`Rotate page 2 counter clockwise`, `rotate [{2-2}] 270`},
		{`Complete the form using: {"Name": "Ada"}`, `fill [Name] <Ada>`},
		{`Address Line 1: 5 Mill Rd., Address Line 2: Apt. 4`, `fill [Address Line 1] <5 Mill Rd.>; fill [Address Line 2] <Apt. 4>`},
		{`URL: http://x.y/z; Email: a@b.c`, `fill [URL] <http://x.y/z>; fill [Email] <a@b.c>`},
		{`Please check: Married, Employed`, `check [Married]; check [Employed]`},
		{`Date: Jan. 5, 2024. Place: St. Louis.`, `fill [Date] <Jan. 5, 2024>; fill [Place] <St. Louis>`},

		// What is not understood.
		{"", ""},
		{"   \n\n . \n", ""},
		{"Make it look nicer.", "-Make it look nicer."},
		{"Translate the document into French", "-Translate the document into French"},
		{"Delete the first paragraph", "-Delete the first paragraph"},
		{"Redact all email addresses", "-Redact all email addresses"},
		{`Remove the section titled "Intro"`, `-Remove the section titled "Intro"`},
		{"Check that the totals are right", "-Check that the totals are right"},
		{"Name: Ada\nThis is nice!\nCity: London", "fill [Name] <Ada>; fill [City] <London>; -This is nice!"},
		{"Hello there. Set name to Ada. Goodbye.", "fill [name] <Ada>; -Hello there.; -Goodbye."},
		{"Fill the form", "-Fill the form"},
	} {
		if diff := cmp.Diff(c.want, told(c.in)); diff != "" {
			t.Errorf("%q:\n%s", c.in, diff)
		}
	}
}

// phrase draws a text made of the words that instructions are made of, so that the patterns are reached.
func phrase(t *rapid.T) string {
	word := rapid.SampledFrom(strings.Split(`set|change|swap|mark|x|next|saying|header|fill|put|check|uncheck|select|replace|delete|redact|add|insert|write|watermark|stamp|rotate|page|pages|the|a|to|with|as|in|for|after|before|`+
		`top|bottom|of|at|on|by|and|,|.|:|=|;|"|'|“|”|„|«|»|{|}|"a"|“b c”|'d.'|Name|City:|1|2-4|last|page 3|that says|every|number|St.|10:30|x@y.z|`+"\n|\n\n|- |1. |`|é|\x00|\xff", "|"))
	return strings.Join(rapid.SliceOfN(word, 0, 30).Draw(t, "words"), rapid.SampledFrom([]string{" ", ""}).Draw(t, "between"))
}

// Whatever is written, reading it ends, keeps the order, and makes up no words.
func TestReadProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := phrase(t)
		sound(t, text)
		_, skipped := edit.Read(text)
		for _, s := range skipped {
			if again, _ := edit.Read(s); len(again) > 0 && !strings.Contains(text, "\n") && !strings.ContainsAny(text, "\"'“„«»”`{") && strings.Count(text, s) == 1 {
				t.Errorf("%q was skipped, but asks for %s", s, brief(again[0]))
			}
		}
	})
}

func sound(t interface{ Errorf(string, ...any) }, text string) {
	actions, skipped := edit.Read(text)
	at := 0
	for _, a := range actions {
		i := strings.Index(text, a.Source)
		if i < 0 && !strings.HasPrefix(a.Source, `"`) {
			t.Errorf("%q: the source %q is not in it", text, a.Source)
		}
		if i >= 0 && strings.Count(text, a.Source) == 1 {
			if i < at {
				t.Errorf("%q: %s is out of order", text, brief(a))
			}
			at = i
		}
		for _, word := range []string{a.Find, a.Value} {
			if !strings.Contains(text, word) && !strings.ContainsAny(text, "{[") {
				t.Errorf("%q: %q is not in it", text, word)
			}
		}
		for _, r := range a.Pages {
			if r.First == 0 || r.Last == 0 {
				t.Errorf("%q: pages %v", text, a.Pages)
			}
		}
		if b, err := json.Marshal(a); err != nil || utf8.ValidString(text) && !again(a, b) {
			t.Errorf("%q: %s does not come back (%v)", text, b, err)
		}
	}
	for _, s := range skipped {
		if !strings.Contains(text, s) {
			t.Errorf("%q: the skipped %q is not in it", text, s)
		}
	}
}

func again(a edit.Action, b []byte) bool {
	var back edit.Action
	return json.Unmarshal(b, &back) == nil && cmp.Equal(a, back)
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`Set "Name" to “Ada”. Check A, B and C; replace «x» with ‹y› on pages 2-4`, `{"a": {"b": [1, "x", {"c": true}]}}`, "Applicant:\n- Name: Ada\n\nDelete the last two pages.",
		"At the top of page 2, write 'it's 5.30 St. now'.", "{{{{{{", `""""""''''`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { sound(t, text) })
}

// Long texts are read in a time that grows with their length.
func TestLong(t *testing.T) {
	const n = 20_000
	for _, unit := range []string{`"`, `"a `, "'x ", "{", `{"a":`, "check a and ", "a: b, ", "set a to b and ", "a. ", "replace a ", "and write ", "a\n", "name, ", "page 1, "} {
		edit.Read(strings.Repeat(unit, n))
	}
}

func TestRefuse(t *testing.T) {
	text := "Make it nice. Set Foo to 1."
	err := edit.Refuse(text, []edit.Left{{Sentence: "Set Foo to 1.", Reason: "there is none"}, {Sentence: "Make it nice.", Reason: edit.NotUnderstood}})
	e := fault.Of(err)
	if e.Name != fault.FormFillFailed || e.Code != 422 || e.Message != `no instruction could be applied; the first is "Make it nice.": it is none of the instructions that are understood` {
		t.Error(e)
	}
	if long := fault.Of(edit.Refuse("", edit.Skipped([]string{strings.Repeat("ä", 500)}))).Message; len(long) > 400 || !strings.Contains(long, "ää…") {
		t.Error(long)
	}
	if e := fault.Of(edit.Refuse("", nil)); e.Name != fault.FormFillFailed {
		t.Error(e)
	}
}

func TestPages(t *testing.T) {
	for _, c := range []struct {
		pages edit.Pages
		want  string
		fit   bool
	}{
		{nil, "[1 2 3 4 5]", true}, {edit.Page(-1), "[5]", true}, {edit.Pages{{4, 2}, {1, 1}}, "[1 2 3 4]", true}, {edit.Pages{{3, 1_000_000}}, "[3 4 5]", false},
		{edit.Pages{{-2, -1}, {5, 5}}, "[4 5]", true}, {edit.Page(9), "[]", false}, {edit.Page(-9), "[]", false}, {edit.Page(0), "[]", false},
	} {
		if got := fmt.Sprint(c.pages.Of(5)); got != c.want || c.pages.Fit(5) != c.fit {
			t.Errorf("%v: %s, fit %v", c.pages, got, c.pages.Fit(5))
		}
	}
}
