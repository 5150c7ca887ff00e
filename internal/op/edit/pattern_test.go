package edit_test

import (
	"strings"
	"testing"
)

// Every way to ask for a value, on a form of PDF fields.
func TestPatternsOfFields(t *testing.T) {
	b := newBench(t)
	b.Files["svc://form.pdf"] = string(form().Bytes())
	b.Files["svc://ticked.pdf"] = string(b.edit("svc://form.pdf", "Check I agree. First name: Old", "").data)
	for _, tt := range []struct{ input, instructions, field, want string }{
		{"form", "First name: Ada", "a1", "Ada"},
		{"form", "First name = Ada", "a1", "Ada"},
		{"form", "Set the first name to Ada", "a1", "Ada"},
		{"form", "Fill first name with Ada", "a1", "Ada"},
		{"form", "Enter Ada as the first name", "a1", "Ada"},
		{"form", `{"First name": "Ada", "Country": "France"}`, "a3", "FR"},
		{"form", "Country: germany", "a3", "DE"},
		{"form", "Select France for Country", "a3", "FR"},
		{"form", "Check I agree", "a4", "Yes"},
		{"form", "Tick “I agree”", "a4", "Yes"},
		{"form", "I agree: yes", "a4", "Yes"},
		{"ticked", "Uncheck I agree", "a4", ""},
		{"ticked", "Clear First name", "a1", ""},
	} {
		t.Run(tt.instructions, func(t *testing.T) {
			out := b.edit("svc://"+tt.input+".pdf", tt.instructions, "")
			f := b.fields(out.data)[tt.field]
			if (f.Value == nil) != (tt.want == "") || f.Value != nil && *f.Value != tt.want {
				t.Errorf("the field says %v, want %q", f.Value, tt.want)
			}
		})
	}
}

// The ways to ask for text that the table of instructions on pages has not.
func TestPatternsOfText(t *testing.T) {
	b := newBench(t)
	b.Files["svc://letter.pdf"] = string(letter())
	for _, tt := range []struct{ instructions, says, not string }{
		{`Delete "your balance is"`, "100 EUR", "balance"},
		{`Remove „Regards,“`, "junior", "Regards"},
		{`Add "Hello" before "Regards"`, "Hello", ""},
		{`Write "Checked" at the bottom of page 1`, "Checked", ""},
		{"Add a watermark COPY to page 1", "COPY", ""},
	} {
		t.Run(tt.instructions, func(t *testing.T) {
			got := b.text("letter.pdf", b.edit("svc://letter.pdf", tt.instructions, "").data)[0]
			if !strings.Contains(got, tt.says) || tt.not != "" && strings.Contains(got, tt.not) {
				t.Errorf("the page reads %q", got)
			}
		})
	}
}
