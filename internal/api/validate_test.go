package api

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lines writes errors as "loc type input ctx", without the message, which is free text.
func lines(t *testing.T, errs Errors) []string {
	t.Helper()
	var out []string
	for _, e := range errs {
		if e.Msg == "" {
			t.Errorf("%v %s has no message", e.Loc, e.Type)
		}
		loc, err := Marshal(e.Loc)
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("%s %s %s", loc, e.Type, e.Input)
		if e.Ctx != nil {
			ctx, err := Marshal(e.Ctx)
			if err != nil {
				t.Fatal(err)
			}
			line += " " + string(ctx)
		}
		out = append(out, line)
	}
	return out
}

// refused is a body and everything that is wrong with it; no lines mean that the body is in order.
type refused struct {
	name, schema, body string
	want               []string
}

func runRefused(t *testing.T, tests []refused) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, errs := Validate(tt.schema, []byte(tt.body))
			if diff := cmp.Diff(tt.want, lines(t, errs)); diff != "" {
				t.Error(diff)
			}
			if (out == nil) != (errs != nil) || out != nil && !json.Valid(out) {
				t.Errorf("normal form %s", out)
			}
		})
	}
}

// deep nests n lists.
func deep(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

func TestJSON(t *testing.T) {
	invalid := func(offset int, message string) []string {
		return []string{fmt.Sprintf(`["body",%d] json_invalid {} {"error":%q}`, offset, message)}
	}
	const s = "ParseRequest"
	runRefused(t, []refused{
		{"Empty", s, "", []string{`["body"] missing null`}},
		{"OnlyBlanks", s, " \r\n\t", []string{`["body"] missing null`}},
		{"Null", s, "null", []string{`["body"] model_attributes_type null`}},
		{"List", s, "[1]", []string{`["body"] model_attributes_type [1]`}},
		{"Blanks", s, " {\n\"input\" : \t\"a\" }\r\n ", nil},
		{"Text", s, "hello", invalid(0, "expected a value")},
		{"ByteOrderMark", s, "\ufeff{}", invalid(0, "expected a value")},
		{"Unclosed", s, `{"input":"a"`, invalid(12, "expected a comma or the end of the object")},
		{"UnclosedList", s, `[1`, invalid(2, "expected a comma or the end of the list")},
		{"UnclosedText", s, `{"input":"a`, invalid(11, "string without an end")},
		{"Trailing", s, `{"input":"a"} x`, invalid(14, "text after the end of the value")},
		{"TwoValues", s, `{"input":"a"}{}`, invalid(13, "text after the end of the value")},
		{"TrailingComma", s, `{"input":"a",}`, invalid(13, "expected a key in double quotes")},
		{"ListComma", s, `[1,]`, invalid(3, "expected a value")},
		{"SingleQuotes", s, `{'input':"a"}`, invalid(1, "expected a key in double quotes")},
		{"NoColon", s, `{"input" "a"}`, invalid(9, "expected a colon")},
		{"WrongCloser", s, `{"input":["a"}]`, invalid(13, "expected a comma or the end of the list")},
		{"NotANumber", s, `{"input":NaN}`, invalid(9, "expected a value")},
		{"Infinity", s, `{"input":-Infinity}`, invalid(10, "expected a digit")},
		{"LeadingZero", s, `{"input":012}`, invalid(10, "number with a leading zero")},
		{"Fraction", s, `{"input":1.}`, invalid(11, "expected a digit")},
		{"Exponent", s, `{"input":1e}`, invalid(11, "expected a digit")},
		{"LargeExponent", s, `{"input":1e1000000}`, invalid(9, "number out of range")},
		{"SmallExponent", s, `{"input":1e-1000000}`, invalid(9, "number out of range")},
		{"HugeExponent", s, `{"input":1e99999999999999999999}`, invalid(9, "number out of range")},
		{"Overflow", s, `{"input":1e309}`, invalid(9, "number out of range")},
		{"LongNumber", s, `{"input":` + strings.Repeat("9", 401) + `}`, invalid(9, "number out of range")},
		{"ControlCharacter", s, "{\"input\":\"a\nb\"}", invalid(11, "control character in a string")},
		{"NULByte", s, "{\"input\":\"a\x00b\"}", invalid(11, "control character in a string")},
		{"NULEscape", s, `{"input":"a\u0000b"}`, invalid(11, "NUL in a string")},
		{"NULKey", s, `{"\u0000":1}`, invalid(2, "NUL in a string")},
		{"BadEscape", s, `{"input":"\x"}`, invalid(10, "unknown escape sequence")},
		{"BadHex", s, `{"input":"\u12g4"}`, invalid(10, "expected four hexadecimal digits")},
		{"HighSurrogate", s, `{"input":"\ud800"}`, invalid(10, "half of a surrogate pair")},
		{"LowSurrogate", s, `{"input":"\udc00"}`, invalid(10, "half of a surrogate pair")},
		{"TwoHighs", s, `{"input":"\ud83d\ud83d"}`, invalid(10, "half of a surrogate pair")},
		{"Surrogates", s, `{"input":"\ud83d\ude00"}`, nil},
		{"NotUTF8", s, "{\"input\":\"\xff\"}", invalid(10, "text is not UTF-8")},
		{"Overlong", s, "{\"input\":\"\xc0\x80\"}", invalid(10, "text is not UTF-8")},
		{"EncodedSurrogate", s, "{\"input\":\"\xed\xa0\x80\"}", invalid(10, "text is not UTF-8")},
		{"Depth100", s, `{"input":"a","more":` + deep(99) + `}`, nil},
		{"Depth101", s, `{"input":"a","more":` + deep(100) + `}`, invalid(119, "more than 100 levels")},
		{"DuplicateKeys", s, `{"input":5,"input":"a"}`, nil},
		{"DuplicateKeysLastWins", s, `{"input":"a","input":null}`, []string{
			`["body","input","str"] string_type null`,
			`["body","input","list[str]"] list_type null`,
			`["body","input","UploadResponse"] model_attributes_type null`,
		}},
		{"EscapedKey", s, `{"inp\u0075t":"a"}`, nil},
		{"UnknownKeys", s, `{"input":"a","x":{"y":[1]},"settings":{"z":1}}`, nil},
	})
}

func TestLaxScalars(t *testing.T) {
	size := func(v string) string { return `{"input":"a","retrieval":{"chunking":{"chunk_size":` + v + `}}}` }
	timeout := func(v string) string { return `{"input":"a","settings":{"timeout":` + v + `}}` }
	flag := func(v string) string { return `{"input":"a","formatting":{"merge_tables":` + v + `}}` }
	text := func(v string) string { return `{"input":"a","settings":{"force_file_extension":` + v + `}}` }
	one := func(at, rest string) []string { return []string{`["body",` + at + `] ` + rest} }
	const s, sizeAt, timeAt = "ParseRequest", `"retrieval","chunking","chunk_size"`, `"settings","timeout"`
	const flagAt, textAt = `"formatting","merge_tables"`, `"settings","force_file_extension"`

	for _, v := range []string{`5`, `5.0`, `"5"`, `"5.0"`, `" 5 "`, `5e0`, `0.5e1`, `"+5"`} {
		out, errs := Validate(s, []byte(size(v)))
		if errs != nil || !strings.Contains(string(out), `"chunk_size":5,`) {
			t.Errorf("integer %s: %s %v", v, out, errs)
		}
	}
	for v, want := range map[string]string{`5`: "5", `5.5`: "5.5", `"5.5"`: "5.5", `" 5 "`: "5", `"1e1"`: "1e1", `0`: "0"} {
		out, errs := Validate(s, []byte(timeout(v)))
		if errs != nil || !strings.Contains(string(out), `"timeout":`+want+`,`) {
			t.Errorf("number %s: %s %v", v, out, errs)
		}
	}
	for want, list := range map[string]string{
		"true":  `true 1 1.0 "true" "TRUE" "1" "yes" "Yes" "on" "ON"`,
		"false": `false 0 0.0 -0 "false" "False" "0" "no" "NO" "off" "oFF" null`,
	} {
		for v := range strings.FieldsSeq(list) {
			out, errs := Validate(s, []byte(flag(v)))
			if errs != nil || !strings.Contains(string(out), `"merge_tables":`+want+`,`) {
				t.Errorf("boolean %s: %s %v", v, out, errs)
			}
		}
	}
	runRefused(t, []refused{
		{"IntFraction", s, size(`5.5`), one(sizeAt, `int_from_float 5.5`)},
		{"IntText", s, size(`"five"`), one(sizeAt, `int_parsing "five"`)},
		{"IntTextFraction", s, size(`"5.5"`), one(sizeAt, `int_parsing "5.5"`)},
		{"IntEmpty", s, size(`""`), one(sizeAt, `int_parsing ""`)},
		{"IntTextExponent", s, size(`"1e3"`), one(sizeAt, `int_parsing "1e3"`)},
		{"IntTooLarge", s, size(`99999999999999999999`), one(sizeAt, `int_parsing 99999999999999999999`)},
		{"IntTooLargeText", s, size(`"9223372036854775808"`), one(sizeAt, `int_parsing "9223372036854775808"`)},
		{"IntLargest", s, size(`9223372036854775807`), nil},
		{"IntBool", s, size(`true`), one(sizeAt, `int_type true`)},
		{"IntList", s, size(`[]`), one(sizeAt, `int_type []`)},
		{"NumberText", s, timeout(`"soon"`), one(timeAt, `float_parsing "soon"`)},
		{"NumberNaN", s, timeout(`"nan"`), one(timeAt, `float_parsing "nan"`)},
		{"NumberInf", s, timeout(`"1e999"`), one(timeAt, `float_parsing "1e999"`)},
		{"NumberEmpty", s, timeout(`""`), one(timeAt, `float_parsing ""`)},
		{"NumberList", s, timeout(`"[5]"`), one(timeAt, `float_parsing "[5]"`)},
		{"NumberBool", s, timeout(`false`), one(timeAt, `float_type false`)},
		{"BoolNumber", s, flag(`2`), one(flagAt, `bool_parsing 2`)},
		{"BoolText", s, flag(`"maybe"`), one(flagAt, `bool_parsing "maybe"`)},
		{"BoolLetter", s, flag(`"t"`), one(flagAt, `bool_parsing "t"`)},
		{"BoolEmpty", s, flag(`""`), one(flagAt, `bool_parsing ""`)},
		{"BoolList", s, flag(`[]`), one(flagAt, `bool_type []`)},
		{"TextNumber", s, text(`5`), one(textAt, `string_type 5`)},
		{"TextBool", s, text(`true`), one(textAt, `string_type true`)},
		{"TextObject", s, text(`{}`), one(textAt, `string_type {}`)},
		{"NullIsDefault", s, `{"input":"a","async":null,"enhance":null,"retrieval":null,"formatting":null,
			"spreadsheet":null,"settings":null,"queue_priority":null}`, nil},
	})
}

func TestUnions(t *testing.T) {
	input := func(schema, field, v string) string {
		return `{"` + field + `":` + v + `,"split_description":[{"name":"a","description":"b"}],"pipeline_id":"p","edit_instructions":"x"}`
	}
	three := func(field, str, list, upload string) []string {
		at := `["body","` + field + `",`
		return []string{at + str, at + list, at + upload}
	}
	var tests []refused
	for _, schema := range []string{
		"ParseRequest", "AsyncParseConfig", "ExtractRequest", "AsyncExtractConfig", "SyncSplitConfig",
		"AsyncSplitConfig", "ClassifyConfig", "V3PipelineConfig", "V3AsyncPipelineConfig",
	} {
		tests = append(tests,
			refused{schema + "String", schema, input(schema, "input", `"a"`), nil},
			refused{schema + "List", schema, input(schema, "input", `["a","svc://b"]`), nil},
			refused{schema + "Upload", schema, input(schema, "input", `{"file_id":"svc://b","presigned_url":null}`), nil},
			refused{schema + "Number", schema, input(schema, "input", `5`), three("input",
				`"str"] string_type 5`, `"list[str]"] list_type 5`, `"UploadResponse"] model_attributes_type 5`)},
			refused{schema + "EmptyList", schema, input(schema, "input", `[]`), three("input",
				`"str"] string_type []`, `"list[str]"] too_short [] {"actual_length":0,"min_length":1}`,
				`"UploadResponse"] model_attributes_type []`)},
			refused{schema + "MixedList", schema, input(schema, "input", `["a",null]`), three("input",
				`"str"] string_type ["a",null]`, `"list[str]",1] string_type null`,
				`"UploadResponse"] model_attributes_type ["a",null]`)},
			refused{schema + "NoFileID", schema, input(schema, "input", `{"presigned_url":"x"}`), three("input",
				`"str"] string_type {"presigned_url":"x"}`, `"list[str]"] list_type {"presigned_url":"x"}`,
				`"UploadResponse","file_id"] missing {"presigned_url":"x"}`)},
		)
	}
	for _, schema := range []string{"EditConfig", "AsyncEditConfig"} {
		tests = append(tests,
			refused{schema + "String", schema, input(schema, "document_url", `"a"`), nil},
			refused{schema + "Upload", schema, input(schema, "document_url", `{"file_id":"svc://b"}`), nil},
			refused{schema + "List", schema, input(schema, "document_url", `["a"]`), []string{
				`["body","document_url","str"] string_type ["a"]`,
				`["body","document_url","UploadResponse"] model_attributes_type ["a"]`,
			}},
		)
	}
	pages := func(v string) string { return `{"input":"a","settings":{"page_range":` + v + `}}` }
	at := `["body","settings","page_range",`
	for _, schema := range []string{"ParseRequest", "ExtractRequest"} {
		for _, v := range []string{`{}`, `{"start":1}`, `{"start":"2","end":3.0}`, `[{"start":1},{"end":2}]`, `[1,2,3.0]`, `["A","1"]`, `[]`, `null`, `[0,-1]`} {
			tests = append(tests, refused{schema + "Pages" + v, schema, pages(v), nil})
		}
		tests = append(tests,
			refused{schema + "PagesNumber", schema, pages(`5`), []string{
				at + `"PageRange"] model_attributes_type 5`, at + `"list[PageRange]"] list_type 5`,
				at + `"list[int]"] list_type 5`, at + `"list[str]"] list_type 5`,
			}},
			refused{schema + "PagesMixed", schema, pages(`[1,"A"]`), []string{
				at + `"PageRange"] model_attributes_type [1,"A"]`,
				at + `"list[PageRange]",0] model_attributes_type 1`, at + `"list[PageRange]",1] model_attributes_type "A"`,
				at + `"list[int]",1] int_type "A"`, at + `"list[str]",0] string_type 1`,
			}},
			refused{schema + "PagesNumbersAsText", schema, pages(`[1,"2"]`), []string{
				at + `"PageRange"] model_attributes_type [1,"2"]`,
				at + `"list[PageRange]",0] model_attributes_type 1`, at + `"list[PageRange]",1] model_attributes_type "2"`,
				at + `"list[int]",1] int_type "2"`, at + `"list[str]",0] string_type 1`,
			}},
			refused{schema + "PagesFraction", schema, pages(`[1.5]`), []string{
				at + `"PageRange"] model_attributes_type [1.5]`, at + `"list[PageRange]",0] model_attributes_type 1.5`,
				at + `"list[int]",0] int_from_float 1.5`, at + `"list[str]",0] string_type 1.5`,
			}},
			refused{schema + "PagesWrongStart", schema, pages(`{"start":"x"}`), []string{
				at + `"PageRange","start"] int_parsing "x"`, at + `"list[PageRange]"] list_type {"start":"x"}`,
				at + `"list[int]"] list_type {"start":"x"}`, at + `"list[str]"] list_type {"start":"x"}`,
			}},
		)
	}
	tests = append(tests, refused{"ClassifyPagesSheets", "ClassifyConfig", `{"input":"a","page_range":["A"]}`, []string{
		`["body","page_range","PageRange"] model_attributes_type ["A"]`,
		`["body","page_range","list[PageRange]",0] model_attributes_type "A"`,
		`["body","page_range","list[int]",0] int_type "A"`,
	}})
	runRefused(t, tests)
}

func TestLimitsOfTheReport(t *testing.T) {
	many := `{"input":[` + strings.TrimSuffix(strings.Repeat("1,", 5000), ",") + `]}`
	_, errs := Validate("ParseRequest", []byte(many))
	if len(errs) != maxErrors {
		t.Errorf("%d errors, want %d", len(errs), maxErrors)
	}
	large := `{"input":5,"queue_priority":"` + strings.Repeat("x", maxInput) + `"}`
	_, errs = Validate("ParseRequest", []byte(large))
	if last := errs[len(errs)-1]; last.Type != "enum" || last.Input != nil {
		t.Errorf("a large value is repeated: %d bytes", len(last.Input))
	}
}

func TestPasswordIsNeverShown(t *testing.T) {
	for _, tt := range []struct{ schema, body string }{
		{"ParseRequest", `{"settings":{"document_password":"secret"}}`},
		{"ParseRequest", `{"input":{"document_password":"secret"}}`},
		{"ParseRequest", `{"input":"a","settings":{"document_password":{"a":"secret"}}}`},
		{"ParseRequest", `{"input":"a","settings":{"document_password":["secret"]}}`},
		{"ParseRequest", `{"input":"a","settings":[{"document\u005fpassword" : "secret"}]}`},
		{"V3PipelineConfig", `{"input":"a","pipeline_id":"p","settings":[{"document_password":"secret"}]}`},
		{"ExtractRequest", `{"parsing":{"settings":{"document_password":"secret"}}}`},
		{"ParseRequest", `[{"document_password":"secret"}]`},
	} {
		_, errs := Validate(tt.schema, []byte(tt.body))
		raw, err := Marshal(HTTPValidationError{errs})
		if err != nil {
			t.Fatal(err)
		}
		if errs == nil || strings.Contains(string(raw), "secret") || !strings.Contains(string(raw), "***") {
			t.Errorf("%s: %s", tt.body, raw)
		}
	}
}
