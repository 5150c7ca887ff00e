package schema

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestAccepts(t *testing.T) {
	for _, tt := range []struct{ schema, yes, no string }{
		{`{}`, `["x",1,true,null,[1],{"a":1}]`, `[]`},
		{`{"type":"string"}`, `["","x"]`, `[1,true,null,[],{}]`},
		{`{"type":"string","nullable":true}`, `["",null]`, `[1]`},
		{`{"type":"null"}`, `[null]`, `["",0]`},
		{`{"type":"boolean"}`, `[true,false]`, `["true",1]`},
		{`{"type":"integer"}`, `[0,-5,12.0,1e3,123456789012345678901]`, `[1.5,"1",1e-3,1e1000000]`},
		{`{"type":"number"}`, `[0,1.5,-2e-7]`, `["1",1e999,1e-1000000]`},
		{`{"type":"number","minimum":1,"maximum":3}`, `[1,3,2.5]`, `[0.999,3.001]`},
		{`{"type":"number","exclusiveMinimum":1,"exclusiveMaximum":3}`, `[1.01,2.99]`, `[1,3]`},
		{`{"type":"number","multipleOf":0.01}`, `[0.07,19.99,-0.3,1e2]`, `[0.005]`},
		{`{"type":"string","minLength":2,"maxLength":3}`, `["äö","abc"]`, `["ä","abcd"]`},
		{`{"type":"string","pattern":"^[A-Z\\u00C4]{2}-\\d+$"}`, `["ÄB-1","XY-22"]`, `["xy-1","XY-","AXY-1"]`},
		{`{"type":"string","pattern":"\\\\u0041"}`, `["\\u0041"]`, `["A"]`},
		{`{"enum":["a",1,true,[1,2],{"k":1.0}]}`, `["a",1,1.0,1e0,true,[1,2.0],{"k":1}]`, `["A","1",false,[2,1],null]`},
		{`{"const":12345678901234567890}`, `[12345678901234567890]`, `[12345678901234567891]`},
		{`{"format":"date"}`, `["2018-02-28","2020-02-29"]`, `["2018-02-29","28.02.2018","2018-2-8",""]`},
		{`{"format":"time"}`, `["09:30","23:59:59","10:00:00Z","10:00+02:00","10:00:00.25"]`, `["24:00","9:30","9.30"]`},
		{`{"format":"date-time"}`, `["2018-02-28T09:30:00Z","2018-02-28T09:30"]`, `["2018-02-28","2018-02-28 09:30:00","2018-13-01T00:00:00Z"]`},
		{`{"format":"duration"}`, `["P3Y","P18M","P1Y2M3DT4H5M6.5S","PT36H","P2W"]`, `["P","PT","3 years","P1YT"]`},
		{`{"format":"email"}`, `["a.b@example.org"]`, `["a.b@","x","A <a@b.c>"]`},
		{`{"format":"uri"}`, `["https://example.org/x?y","mailto:a@b.c"]`, `["example.org","","http://"]`},
		{`{"format":"uuid"}`, `["123e4567-e89b-12d3-a456-426614174000"]`, `["123e4567e89b12d3a456426614174000","x"]`},
		{`{"format":"currency"}`, `["anything"]`, `[1]`},
		{`{"items":{"type":"number"},"minItems":1,"maxItems":2}`, `[[1],[1,2]]`, `[[],[1,2,3],["x"],[null]]`},
		{`{"type":"array","uniqueItems":true}`, `[[],[1,"1",true]]`, `[[1,1.0],[{"a":1,"b":2},{"b":2,"a":1}]]`},
		{`{"properties":{"a":{"type":"string"}},"required":["a"]}`, `[{"a":"x"},{},{"a":null},{"b":7}]`, `[{"a":1},"x"]`},
		{`{"properties":{"a":{}},"additionalProperties":{"type":"number"}}`, `[{"a":"x","b":1}]`, `[{"b":"x"}]`},
		{`{"anyOf":[{"type":"string","format":"date"},{"type":"integer"}]}`, `["2020-01-01",4]`, `["x",1.5,null]`},
		{`{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}`, `["x",4,null]`, `[1.5]`},
	} {
		f, err := Parse(json.RawMessage(with(tt.schema)))
		if err != nil {
			t.Errorf("%s: %v", tt.schema, err)
			continue
		}
		for _, v := range values(t, tt.yes) {
			if !f.Properties[0].Accepts(v) {
				t.Errorf("%s refuses %v", tt.schema, v)
			}
		}
		for _, v := range values(t, tt.no) {
			if f.Properties[0].Accepts(v) {
				t.Errorf("%s accepts %v", tt.schema, v)
			}
		}
	}
}

func values(t *testing.T, list string) []any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(list))
	d.UseNumber()
	var out []any
	if err := d.Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}
