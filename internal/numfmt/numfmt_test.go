package numfmt_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/numfmt"
)

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		code string
		v    float64
		want string
	}{
		{"General", 1234.5, "1234.5"}, {"General", 0.6229333333333333, "0.622933333"}, {"General", -2, "-2"}, {"General", 1e12, "1E+12"}, {"General", 1.2345678e-10, "1.23457E-10"}, {"General", 0, "0"},
		{"General\" m\"", 5, "5 m"}, {"", 5, ""},
		{"0", 1.5, "2"}, {"0.00", 1.005, "1.01"}, {"0.00", -0.001, "0.00"}, {"000", 7, "007"}, {"0.0#", 1.5, "1.5"}, {"0.0#", 1.25, "1.25"}, {"#.##", 0.5, ".5"}, {"#.##", 2, "2."}, {"#", 0, ""},
		{"#,##0", 1234567, "1,234,567"}, {"#,##0.00", -1234.5, "-1,234.50"}, {"#,##0,", 1234567, "1,235"}, {"0.0,,\"M\"", 1234567, "1.2M"}, {"0,000", 5, "0,005"},
		{"0%", 0.256, "26%"}, {"0.00%", 0.1234, "12.34%"},
		{"#,##0_);(#,##0)", -5, "(5)"}, {"#,##0_);(#,##0)", 5, "5 "}, {"0;-0;\"zero\"", 0, "zero"}, {"0.0;[Red]-0.0", -1.25, "-1.3"}, {";;;", 5, ""},
		{`"$"#,##0.00`, 12.5, "$12.50"}, {"[$€-407] #,##0.00", 12.5, "€ 12.50"}, {`#,##0.00\ "kr"`, 3, "3.00 kr"},
		{"[<1000]0;[>=1000]0.0,\"k\"", 999, "999"}, {"[<1000]0;[>=1000]0.0,\"k\"", 2500, "2.5k"}, {"[=1]\"one\";[=2]\"two\";0", 3, "3"}, {"[=1]\"one\";[=2]\"two\";0", 2, "two"},
		{"0.00E+00", 12345, "1.23E+04"}, {"0.00E+00", 0.00012, "1.20E-04"}, {"##0.0E+0", 12345, "12.3E+3"}, {"0.00E+00", 9.999e9, "1.00E+10"}, {"0E+0", 0, "0E+0"},
		{"# ?/?", 1.5, "1 1/2"}, {"# ??/??", 3.1416, "3 14/99"}, {"# ?/?", 3.1416, "3 1/7"}, {"?/?", 0.25, "1/4"}, {"# ?/?", 2, "2"}, {"# ?/8", 1.25, "1 2/8"},
		{"000-00-0000", 123456789, "123-45-6789"}, {"(000) 000-0000", 2065551234, "(206) 555-1234"},
		{`_(* #,##0_);_(* \(#,##0\);_(* "-"_);_(@_)`, 0, " - "}, {"@", 5, "5"},
	} {
		if got := numfmt.Parse(c.code).Number(c.v, false); strings.TrimSpace(got) != strings.TrimSpace(c.want) {
			t.Errorf("%s of %v: %q, want %q", c.code, c.v, got, c.want)
		}
	}
}

func TestDate(t *testing.T) {
	at := func(text string) float64 {
		d, err := time.Parse("2006-01-02 15:04:05.000", text)
		if err != nil {
			t.Fatal(err)
		}
		return d.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24
	}
	noon := at("2026-03-05 13:07:09.500")
	for _, c := range []struct {
		code string
		v    float64
		want string
	}{
		{"yyyy-mm-dd", noon, "2026-03-05"}, {"d.m.yy", noon, "5.3.26"}, {"dddd, d mmmm yyyy", noon, "Thursday, 5 March 2026"}, {"ddd mmm mmmmm", noon, "Thu Mar M"},
		{"hh:mm:ss", noon, "13:07:10"}, {"h:mm AM/PM", noon, "1:07 PM"}, {"h a/p", noon, "1 P"}, {"mm:ss.0", noon, "07:09.5"}, {"h:mm:ss.000", noon, "13:07:09.500"},
		{"[h]:mm", 1.5, "36:00"}, {"[mm]:ss", 0.0625, "90:00"}, {"[s]", 0.5, "43200"},
		{"m/d/yyyy", 1, "1/1/1900"}, {"m/d/yyyy", 59, "2/28/1900"}, {"m/d/yyyy", 61, "3/1/1900"},
		{`yyyy"年"m"月"`, noon, "2026年3月"}, {"[$-409]d\\-mmm", noon, "5-Mar"}, {"h:mm", 0.9999999, "0:00"},
		{"yyyy", 3e6, "3000000"}, {"yyyy", -1, "-1"},
	} {
		if got := numfmt.Parse(c.code).Number(c.v, false); got != c.want {
			t.Errorf("%s of %v: %q, want %q", c.code, c.v, got, c.want)
		}
	}
	if got := numfmt.Parse("yyyy-mm-dd").Number(0, true); got != "1904-01-01" {
		t.Errorf("from 1904: %s", got)
	}
	for code, want := range map[string]bool{"yyyy": true, "0.00": false, `"day" 0`: false, "[h]:mm": true, "General": false, "[Red]0": false} {
		if got := numfmt.Parse(code).IsDate(); got != want {
			t.Errorf("%s: date %v", code, got)
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"0.00", "word"}, {"@", "word"}, {`"<"@">"`, "<word>"}, {`0;0;0;"no"`, "no"}, {`0;-0;0;@" km"`, "word km"}, {"General", "word"},
	} {
		if got := numfmt.Parse(c.code).Text("word"); got != c.want {
			t.Errorf("%s: %q, want %q", c.code, got, c.want)
		}
	}
}

// Any code shows any value somehow, in bounded space.
func TestAnything(t *testing.T) {
	piece := rapid.SampledFrom([]string{"0", "#", "?", ".", ",", "%", "E+", "/", "@", ";", `"x`, `"`, "\\", "_", "*", "[h]", "[>5]", "[", "]", "y", "mm", "s", "AM/PM", "General", "é", "-", "(", ")", " ", "1"})
	rapid.Check(t, func(t *rapid.T) {
		code := strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "code"), "")
		v := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1e6, 1e6), rapid.SampledFrom([]float64{0, math.Inf(1), math.NaN()})).Draw(t, "value")
		f := numfmt.Parse(code)
		if got := f.Number(v, false); len(got) > 2000 {
			t.Fatalf("%d bytes", len(got))
		}
		f.Text("x")
		f.IsDate()
	})
}

// What two decimals show is the number, to a hundredth.
func TestRounding(t *testing.T) {
	f := numfmt.Parse("0.00")
	rapid.Check(t, func(t *rapid.T) {
		cents := rapid.IntRange(-1_000_000, 1_000_000).Draw(t, "cents")
		want := strings.Repeat("-", min(1, max(0, -cents))) + fmt.Sprintf("%d.%02d", max(cents, -cents)/100, max(cents, -cents)%100)
		if got := f.Number(float64(cents)/100, false); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}
