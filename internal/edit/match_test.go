package edit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/edit"
)

// form is a form of many kinds of fields.
var form = []edit.Field{
	{ID: "f0", Label: "First name", Section: "Applicant", Kind: edit.TextField},
	{ID: "f1", Label: "Last name", Section: "Applicant", Kind: edit.TextField},
	{ID: "f2", Label: "Name", Section: "Emergency contact", Kind: edit.TextField},
	{ID: "f3", Label: "Phone number", Section: "Emergency contact", Kind: edit.TextField},
	{ID: "f4", Label: "Phone number", Section: "Applicant", Kind: edit.TextField},
	{ID: "f5", Label: "Social Security Number", Kind: edit.TextField},
	{ID: "f6", Label: "Date of birth (dd/mm/yyyy)", Kind: edit.TextField},
	{ID: "f7", Label: "Married", Section: "Marital status", Kind: edit.CheckBox},
	{ID: "f8", Label: "Single", Section: "Marital status", Kind: edit.CheckBox},
	{ID: "f9", Label: "I agree to the terms", Kind: edit.CheckBox},
	{ID: "f10", Label: "Country", Kind: edit.Dropdown, Options: []edit.Option{{"DE", "Germany"}, {"FR", "France"}, {"GB", "United Kingdom"}}},
	{ID: "f11", Label: "Shipping", Kind: edit.Radio, Options: []edit.Option{{"1", "Express"}, {"2", "Standard"}}},
	{ID: "f12", Label: "Title", Kind: edit.Dropdown, Free: true, Options: []edit.Option{{"Dr", "Dr"}}},
	{ID: "f13", Name: "topmost.Page1.f1_01[0]", Label: "", Kind: edit.TextField},
	{ID: "f14", Label: "Signature", Kind: edit.Signature},
	{ID: "f15", Label: "Languages", Kind: edit.ListBox, Options: []edit.Option{{"en", "English"}, {"de", "German"}}},
	{ID: "f16", Name: "applicant.address.city", Label: "Town", Kind: edit.TextField},
	{ID: "f17", Label: "Company name", Kind: edit.TextField},
	{ID: "f18", Label: "Remarks", Kind: edit.TextField, Value: "old"},
	{ID: "f19", Label: "Yes", Section: "Are you a citizen?", Kind: edit.CheckBox},
	{ID: "f20", Label: "No", Section: "Are you a citizen?", Kind: edit.CheckBox},
}

func TestAssign(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"First name: Ada", "f0=Ada"},
		{"firstName: Ada", "f0=Ada"},
		{"given name: Ada", "f0=Ada"},
		{"Remraks: new", "f18=new"},
		{"Surname: Byron", "f1=Byron"},
		{"Name: Bob", "f2=Bob"},
		{"Phone: 1", "f3=1"},
		{"Tel. no.: 1", "f3=1"},
		{`{"applicant": {"phone": "2"}}`, "f4=2"},
		{"Applicant:\nPhone number: 2", "f4=2"},
		{"Emergency contact:\nPhone number: 2", "f3=2"},
		{"Phone number: 1\nPhone number: 2", "f3=1 f4=2"},
		{"SSN: 123", "f5=123"},
		{"DOB: 1815", "f6=1815"},
		{"Birth date: 1815", "f6=1815"},
		{"Check Married", "f7=true"},
		{"Marital status: Single", "f8=true"},
		{"Select Single for Marital status", "f8=true"},
		{"Married: yes", "f7=true"},
		{"Married: no", "f7=false"},
		{"uncheck Married", "f7=false"},
		{"check I agree to the terms", "f9=true"},
		{"Country: Germany", "f10=DE"},
		{"select france for country", "f10=FR"},
		{"Country: gb", "f10=GB"},
		{"Country: Kingdom United", "f10=GB"},
		{"Country: Atlantis", `-"Atlantis" is no option of "Country"`},
		{"Select Express", "f11=1"},
		{"check Standard", "f11=2"},
		{"Title: Prof", "f12=Prof"},
		{"topmost.Page1.f1_01[0] = x", "f13=x"},
		{"Signature: Ada", `-the document has no field like "Signature"`},
		{`{"languages": ["English", "de"]}`, `f15=["en","de"]`},
		{`{"applicant": {"address": {"city": "London"}}}`, "f16=London"},
		{"Company name: Acme\nName: Bob", "f17=Acme f2=Bob"},
		{"Name: Bob\nCompany name: Acme", "f2=Bob f17=Acme"},
		{"Clear remarks", "f18="},
		{"Check Yes for Are you a citizen", "f19=true"},
		{"Are you a citizen?: No", "f20=true"},
		{"select Yes for \"Are you a citizen?\"", "f19=true"},
		{"Favourite colour: red", `-the document has no field like "Favourite colour"`},
		{"Check Favourite", `-the document has no field like "Favourite"`},
		{"I agree to the terms: maybe", `-the box "I agree to the terms" is either checked or not`},
	} {
		actions, _ := edit.Read(c.in)
		done, left := edit.Assign(actions, form)
		var out []string
		for _, d := range done {
			out = append(out, form[d.Field].ID+"="+d.Value)
		}
		for _, l := range left {
			out = append(out, "-"+l.Reason)
		}
		if diff := cmp.Diff(c.want, strings.Join(out, " ")); diff != "" {
			t.Errorf("%q:\n%s", c.in, diff)
		}
	}
}

func TestMatch(t *testing.T) {
	for label, want := range map[string]string{"Last name": "f1", "Name of the company": "f17", "Emergency contact.Phone": "f3", "shoe size": "", "F5": "f5", "": ""} {
		at, score, ok := edit.Match(label, form)
		got := ""
		if ok {
			got = form[at].ID
		}
		if got != want || ok != (score >= edit.Enough) {
			t.Errorf("%q: %s (%.2f), want %s", label, got, score, want)
		}
	}
}

// No field is filled twice, and no action fills two.
func TestAssignProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"name", "first", "phone", "city", "of", "x", "number", "Yes", "12", "."})
		label := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(word, 0, 4).Draw(t, "label"), " ") })
		fields := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) edit.Field {
			return edit.Field{ID: fmt.Sprint(rapid.Int().Draw(t, "id")), Label: label.Draw(t, "label"), Section: label.Draw(t, "section"),
				Kind: rapid.SampledFrom([]edit.FieldKind{edit.TextField, edit.CheckBox, edit.Radio}).Draw(t, "kind"), Options: []edit.Option{{"x", "Yes"}}}
		}), 0, 8).Draw(t, "fields")
		actions := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) edit.Action {
			return edit.Action{Kind: rapid.SampledFrom(edit.Kinds).Draw(t, "kind"), Label: label.Draw(t, "label"), Value: label.Draw(t, "value")}
		}), 0, 8).Draw(t, "actions")
		done, left := edit.Assign(actions, fields)
		filled, served, about := map[int]bool{}, map[int]bool{}, 0
		for _, d := range done {
			if filled[d.Field] || served[d.Action] || !actions[d.Action].Fields() {
				t.Errorf("%+v twice", d)
			}
			filled[d.Field], served[d.Action] = true, true
		}
		for _, a := range actions {
			if a.Fields() {
				about++
			}
		}
		if len(done)+len(left) != about {
			t.Errorf("%d done and %d left of %d", len(done), len(left), about)
		}
	})
}

// Very many actions and fields find each other as well.
func TestAssignMany(t *testing.T) {
	const n = 2000
	var actions []edit.Action
	var fields []edit.Field
	for i := range n {
		fields = append(fields, edit.Field{ID: fmt.Sprintf("id%d", i), Label: fmt.Sprintf("Entry number %d", i), Kind: edit.TextField})
		actions = append(actions, edit.Action{Kind: edit.Fill, Label: fmt.Sprintf("Entry number %d", n-1-i), Value: "x"})
	}
	actions[0] = edit.Action{Kind: edit.Fill, Field: fmt.Sprintf("id%d", n-1), Value: "x"}
	done, left := edit.Assign(actions, fields)
	if len(done) != n || len(left) > 0 {
		t.Fatalf("%d done, %d left", len(done), len(left))
	}
	for _, d := range done {
		if d.Field != n-1-d.Action {
			t.Fatalf("%+v", d)
		}
	}
}

func TestBool(t *testing.T) {
	for value, want := range map[string]string{
		"true": "on", "YES": "on", "on": "on", "1": "on", "x": "on", "Checked": "on", "false": "off", "no": "off", "off": "off", "0": "off", "unchecked": "off", "": "off", "maybe": "", "2": "",
	} {
		got := ""
		if on, known := edit.Bool(value); known {
			got = map[bool]string{true: "on", false: "off"}[on]
		}
		if got != want {
			t.Errorf("%q is %q, want %q", value, got, want)
		}
	}
}

func TestValues(t *testing.T) {
	for value, want := range map[string][]string{`["a","b"]`: {"a", "b"}, "a": {"a"}, "[a]": {"[a]"}, `["a"] b`: {`["a"] b`}, "": {""}} {
		if diff := cmp.Diff(want, edit.Values(value)); diff != "" {
			t.Error(diff)
		}
	}
}
