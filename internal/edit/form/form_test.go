package form_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/octavo-dev/octavo/internal/edit/form"
	"github.com/octavo-dev/octavo/internal/engine/cos"
	"github.com/octavo-dev/octavo/internal/fault"
)

func TestRead(t *testing.T) {
	for _, packed := range []bool{false, true} {
		d := open(t, paper(packed), nil)
		kinds := map[string]form.Kind{}
		for _, f := range d.Fields {
			kinds[f.Name] = f.Kind
			for _, w := range f.Widgets {
				if w.Page != 1 || w.Box.Left <= 0 || w.Box.Top <= 0 || w.Box.Left+w.Box.Width > 1 || w.Box.Top+w.Box.Height > 1 {
					t.Errorf("%s stands at %v on page %d", f.Name, w.Box, w.Page)
				}
			}
		}
		want := map[string]form.Kind{
			"name": form.Text, "notes": form.Text, "code": form.Text, "agree": form.Check, "country": form.Choice, "other": form.Choice, "days": form.List,
			"sign": form.Signature, "fixed": form.Text, "sum": form.Text, "bare": form.Check, "mute": form.Check, "choice": form.Radio, "person.last": form.Text, "lost": form.Text,
		}
		if diff := cmp.Diff(want, kinds); diff != "" {
			t.Error(diff)
		}
		if !d.XFA || d.Signed || !d.Find("sum").Calculated || d.Find("name").Label != "Your full name" || !d.Find("fixed").ReadOnly || d.Find("fixed").Value() != "as is" {
			t.Error("what the form says of itself was misread")
		}
	}
}

func TestFill(t *testing.T) {
	for _, tt := range []struct {
		field, value, want string
	}{
		{"name", "Ada Lovelace", "Ada Lovelace"},
		{"name", "Zoë Müller-Łukaszewicz", "Zoë Müller-Łukaszewicz"},
		{"name", "東京都千代田区", "東京都千代田区"},
		{"name", "two\nlines", "two lines"},
		{"notes", "two\r\nlines", "two\nlines"},
		{"code", "123456", "123456"},
		{"agree", "yes", "Yes"},
		{"agree", "X", "Yes"},
		{"agree", "off", ""},
		{"bare", "on", "Yes"},
		{"country", "FR", "FR"},
		{"country", "france", "FR"},
		{"other", "three", "three"},
		{"days", "Tue", "Tue"},
		{"days", `["Mon","Wed"]`, "Mon, Wed"},
		{"choice", "B", "B"},
		{"choice", "second", "B"},
		{"choice", "", ""},
		{"person.last", "Byron", "Byron"},
		{"lost", "found", "found"},
	} {
		for _, packed := range []bool{false, true} {
			d := open(t, paper(packed), nil)
			d.Call(d.Find("choice").Widgets[1], "Second")
			if err := d.Fill(d.Find(tt.field), tt.value, form.Style{}); err != nil {
				t.Errorf("%s: %v", tt.field, err)
				continue
			}
			again := d.saved(t)
			if got := again.Find(tt.field).Value(); got != tt.want {
				t.Errorf("%s filled with %q says %q, want %q", tt.field, tt.value, got, tt.want)
			}
			if again.XFA || again.Find("fixed").Value() != "as is" {
				t.Errorf("%s: the rest of the form changed", tt.field)
			}
		}
	}
}

func TestFillRefused(t *testing.T) {
	for _, tt := range []struct{ field, value, says string }{
		{"code", "1234567", "at most 6"},
		{"agree", "perhaps", "yes or no"},
		{"country", "Spain", "Germany, France"},
		{"days", "Sun", "no option"},
		{"choice", "C", "A, B"},
		{"sign", "me", "signature"},
		{"fixed", "new", "read-only"},
	} {
		d := open(t, paper(false), nil)
		before := d.Find(tt.field).Value()
		err := d.Fill(d.Find(tt.field), tt.value, form.Style{})
		if !fault.Is(err, fault.FormFillFailed) || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: got %v", tt.field, err)
		}
		if got := d.saved(t).Find(tt.field).Value(); got != before {
			t.Errorf("%s: a refused value was written: %q", tt.field, got)
		}
	}
}

// drawn is the appearance of the first widget of a field.
func (d *desk) drawn(t *testing.T, field string) string {
	t.Helper()
	for _, v := range d.pageDict()["Annots"].([]any) {
		dict := d.update.Dict(v)
		if name, _ := dict["T"].(cos.Text); string(name) != field {
			continue
		}
		s, ok := d.update.Value(d.update.Dict(dict["AP"])["N"]).(cos.Stream)
		if !ok {
			t.Fatalf("%s has no appearance", field)
		}
		data, _ := d.update.Data(s)
		return string(data)
	}
	t.Fatalf("no field %s on the page", field)
	return ""
}

func (d *desk) pageDict() cos.Dict {
	pages, _ := d.update.Pages(1)
	return d.update.Dict(pages[0].Ref)
}

func TestLooks(t *testing.T) {
	d := open(t, paper(false), nil)
	red := form.Style{Color: [3]float64{1, 0, 0}}
	for field, value := range map[string]string{"name": "Ada", "code": "12", "notes": strings.Repeat("long words ", 60), "days": "Wed"} {
		if err := d.Fill(d.Find(field), value, red); err != nil {
			t.Fatal(err)
		}
	}
	again := d.saved(t)
	for field, wants := range map[string][]string{
		"name":  {"1 1 0 rg 0 0 200 20 re f", "1 0 0 rg", "(Ada) Tj"}, // the background stays
		"code":  {"(1) Tj", "(2) Tj"},
		"notes": {" 4 Tf"}, // as small as text may get
		"days":  {"(Wed) Tj", "re f"},
	} {
		got := again.drawn(t, field)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %q:\n%s", field, want, got)
			}
		}
		if strings.Contains(got, "old") {
			t.Errorf("%s still shows what it said before", field)
		}
	}
}

// A mark that no reader can show is drawn anew.
func TestMuteMark(t *testing.T) {
	for field, want := range map[string]bool{"mute": true, "bare": true, "agree": false} {
		d := open(t, paper(false), nil)
		if err := d.Fill(d.Find(field), "yes", form.Style{}); err != nil {
			t.Fatal(err)
		}
		again := d.saved(t)
		for _, v := range again.pageDict()["Annots"].([]any) {
			dict := again.update.Dict(v)
			if name, _ := dict["T"].(cos.Text); string(name) != field {
				continue
			}
			s := again.update.Value(again.update.Dict(again.update.Dict(dict["AP"])["N"])["Yes"]).(cos.Stream)
			data, _ := again.update.Data(s)
			if got := bytes.Contains(data, []byte(" l S Q")); got != want {
				t.Errorf("%s: drawn anew %v, want %v", field, got, want)
			}
		}
	}
}

type pile struct{ texts []string }

func (p *pile) Add(label, text string) int {
	p.texts = append(p.texts, label+": "+text)
	return len(p.texts)
}

func TestOverflow(t *testing.T) {
	long := strings.Repeat("word after word ", 80)
	over := &pile{}
	d := open(t, paper(false), over)
	for _, field := range []string{"name", "notes"} {
		if err := d.Fill(d.Find(field), long, form.Style{}); err != nil {
			t.Fatal(err)
		}
	}
	if len(over.texts) != 2 || over.texts[0] != "Your full name: "+long {
		t.Errorf("overflow holds %q", over.texts)
	}
	again := d.saved(t)
	if got := again.drawn(t, "name"); !strings.Contains(got, `\(see overflow page 1\)`) {
		t.Errorf("no word of where the rest is:\n%s", got)
	}
	if again.Find("name").Value() != long {
		t.Error("the value of the field was cut")
	}
}

func TestFlatten(t *testing.T) {
	d := open(t, paper(false), nil)
	for field, value := range map[string]string{"name": "Ada", "agree": "yes", "choice": "B", "person.last": "Byron"} {
		if err := d.Fill(d.Find(field), value, form.Style{}); err != nil {
			t.Fatal(err)
		}
	}
	d.Flatten()
	again := d.saved(t)
	for _, gone := range []string{"name", "agree", "choice", "person.last"} {
		if again.Find(gone) != nil {
			t.Errorf("%s is still a field", gone)
		}
	}
	if again.Find("country") == nil || again.Find("sign") == nil {
		t.Error("fields that were not filled are gone")
	}
	page := again.pageDict()
	var content []byte
	for _, v := range page["Contents"].([]any) {
		data, _ := again.update.Data(again.update.Value(v).(cos.Stream))
		content = append(content, data...)
	}
	if n := bytes.Count(content, []byte(" Do Q")); n != 5 { // both marks of the choice are seen, one of them as nothing
		t.Errorf("%d appearances on the page:\n%s", n, content)
	}
	if !bytes.Contains(content, []byte("(printed)")) {
		t.Error("the page itself is gone")
	}
}
